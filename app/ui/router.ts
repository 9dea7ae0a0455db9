// The only import of react-router-dom: the package ends with version 7, and its successor is replaced here.
import './navigation-guard.ts';

export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
