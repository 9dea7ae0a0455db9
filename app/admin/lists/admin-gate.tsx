// The gate of every admin page (R-R4): asks the server for the user's role, and shows 'Access Denied' if the page is not for it.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import type { Profile } from '#sync/contract/profile.ts';
import { adminClient, refetchFailed } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { tableSettings } from '../../device/table-settings.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { OnceBackOnline } from '../../shell/needs-network.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useLocation, useNavigate } from '../../ui/router.ts';
import { Spinner } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';
import { TableMemory } from '../../ui/table/table-memory.ts';

/** The admin who was let in. A super admin has an organization only if their profile names one. */
export type Admin = { isSuperAdmin: boolean; organization: { id: string; name: string } | null };

/** 'super': super admins only. 'signed-in': whoever is signed in. 'any': org admins too. 'organization': org admins too, and others are sent home (P-14). */
type Opens = 'super' | 'any' | 'signed-in' | 'organization';

const AWAY_AFTER_MS = 2000;

/** The page for the roles it opens for; everything inside may use `useApiQuery`, `useApiMutation` and `useConfirm`. */
export const gated = (opens: Opens, Page: ComponentType<Admin>) => () => (
  <QueryClientProvider client={adminClient}>
    <ConfirmProvider>
      <Gate opens={opens} Page={Page} />
      <OnceBackOnline work={refetchFailed} />
    </ConfirmProvider>
  </QueryClientProvider>
);

function Gate({ opens, Page }: { opens: Opens; Page: ComponentType<Admin> }) {
  const { data: profile, error, refetch } = useApiQuery(server.auth.profile);
  const { pathname, search } = useLocation();
  useChangedRole(profile, refetch);
  if (error) return <ApiErrorView title={t`Failed to fetch profile`} error={error} refetch={refetch} level={1} />;
  if (!profile) return <Spinner label={t`Checking your role`} />;
  const { is_super_admin: isSuperAdmin, is_org_admin: isOrgAdmin, organization, must_step_up: mustStepUp } = profile;
  const isIn = isSuperAdmin || opens === 'signed-in' || (isOrgAdmin && opens !== 'super');
  if (!isIn) return <AccessDenied isLeaving={opens === 'organization'} />;
  if (mustStepUp) return <Navigate to={paths.twoStep({ next: pathname + search })} replace />;
  if (!organization && !isSuperAdmin && opens !== 'signed-in') return <NoOrganization />;
  return (
    <TableMemory value={tableSettings(profile.id)}>
      <Page isSuperAdmin={isSuperAdmin} organization={organization} />
    </TableMemory>
  );
}

/** Asks again when this device has learned of another role or organization. */
function useChangedRole(shown: Profile | undefined, refetch: () => void): void {
  const own = useActiveUser().profile;
  const { is_org_admin, is_super_admin, organization_id } = own ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the device learns asks again, not what is shown
  useEffect(() => {
    if (!own || !shown || own.id !== shown.id) return;
    const isSame = own.is_org_admin === shown.is_org_admin && own.is_super_admin === shown.is_super_admin;
    if (!isSame || own.organization_id !== shown.organization_id) refetch();
  }, [is_org_admin, is_super_admin, organization_id]);
}

/** With `isLeaving` the home page follows after two seconds, as on an organization's page (P-14). */
export function AccessDenied({ isLeaving = false }: { isLeaving?: boolean }) {
  usePageTitle(t`Access Denied`);
  useWayHome(isLeaving);
  return (
    <ErrorState
      level={1}
      title={t`Access Denied`}
      action={
        <Button to={paths.home()}>
          <Trans>Back to Home</Trans>
        </Button>
      }
    >
      <Trans>You do not have permission to view this page.</Trans>
    </ErrorState>
  );
}

/** Opens the home page two seconds after `isLeaving` became true. */
export function useWayHome(isLeaving: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => navigate(paths.home()), AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);
}

/** Shown on an organization's page to an admin whose profile names no organization. */
export function NoOrganization() {
  usePageTitle(t`Admin Dashboard`);
  return (
    <EmptyState
      level={1}
      title={t`No organization associated with this admin account.`}
      action={
        <Button to={paths.home()}>
          <Trans>Back to Home</Trans>
        </Button>
      }
    />
  );
}
