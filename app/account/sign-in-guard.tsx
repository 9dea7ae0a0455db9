import { leaving } from '../leaving.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { Navigate, Outlet } from '../router.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useValue } from '../value.ts';

/**
 * Lets in whoever this device knows, without asking the network (Y21); sends everybody else to /auth. It follows later
 * changes: a sign-out in any tab redirects, a sign-in allows.
 */
export function SignInGuard() {
  const { state } = usePerson();
  const isLeaving = useValue(leaving);
  if (state === 'checking') return <Spinner label="Checking your sign-in" />;
  // Whoever signs out is on their way home already: this page may hear first that they have gone.
  if (state === 'visitor' && isLeaving) return <Spinner label="Signing out" />;
  if (state === 'visitor') return <Navigate to={paths.auth()} replace />;
  return <Outlet />;
}
