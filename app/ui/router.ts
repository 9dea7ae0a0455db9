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

const listeners: Listener[] = [];

// Listeners run in the order of their registration: this one must be registered before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => listeners.at(-1)?.(event));

/** Calls the newest `handler` for every Back and Forward before the router, which it can stop; returns a function that removes it. */
export function onHistoryNavigation(handler: Listener): () => void {
  listeners.push(handler);
  return () => void listeners.splice(listeners.indexOf(handler), 1);
}
