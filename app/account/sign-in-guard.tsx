import { useActiveUser } from '../device/active-user.tsx';
import { signingOut } from '../device/signing-out.ts';
import { useValue } from '../device/value.ts';
import { paths } from '../paths.ts';
import { Navigate, Outlet } from '../ui/router.ts';
import { Spinner } from '../ui/spinner.tsx';

/**
 * Lets in whoever this device knows, without asking the network (Y21); sends everybody else to /auth. It follows later
 * changes: a sign-out in any tab redirects, a sign-in allows.
 */
export function SignInGuard() {
  const { state } = useActiveUser();
  const isLeaving = useValue(signingOut);
  if (state === 'checking') return <Spinner label="Checking your sign-in" />;
  // Whoever signs out is on their way home already: this page may hear first that they have gone.
  if (state === 'visitor' && isLeaving) return <Spinner label="Signing out" />;
  if (state === 'visitor') return <Navigate to={paths.auth()} replace />;
  return <Outlet />;
}
