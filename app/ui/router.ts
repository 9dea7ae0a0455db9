// The only import of react-router-dom: the package ends with version 7, and its successor is replaced here.

export {
  BrowserRouter,
  Link,
  MemoryRouter,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';

type Listener = (event: PopStateEvent) => void;

let listener: Listener | undefined;

// Listeners run in the order of their registration: this one must be registered before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => listener?.(event));

/** Calls `handler` for every Back and Forward before the router, which it can stop; returns a function that removes it. */
export function onHistoryNavigation(handler: Listener): () => void {
  listener = handler;
  return () => {
    if (listener === handler) listener = undefined;
  };
}
