// The one sight of react-router-dom: the package ends with version 7, so a successor is swapped in here alone.
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
