// The door of every admin page (R4): asks the server who this is today, and says so where the page is not for them.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Profile } from '#sync/contract/profile.ts';
import { texts } from '../../api/messages.ts';
import { adminClient } from '../../api/query-client.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate } from '../../ui/router.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';

/** Who passed: a super admin has no organization here unless their profile names one. */
export type Admin = { isSuperAdmin: boolean; organization: { id: string; name: string } | null };

type AdminGateProps = {
  /** 'super': super admins alone. 'any': org admins too. 'organization': the same, and others are led home (decisions 14). */
  opens: 'super' | 'any' | 'organization';
  children: (admin: Admin) => ReactNode;
};

const AWAY_AFTER_MS = 2000;

/** Draws the page for those whose page it is; everything inside may use `useApiQuery`, `useApiMutation` and `useConfirm`. */
export function AdminGate(props: AdminGateProps) {
  return (
    <QueryClientProvider client={adminClient}>
      <ConfirmProvider>
        <Passing {...props} />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}

function Passing({ opens, children }: AdminGateProps) {
  const { data: profile, error, refetch } = useApiQuery('/api/auth/profile', Profile);
  if (error) return <ApiErrorView title={texts.failedProfile} error={error} refetch={refetch} level={1} />;
  if (!profile) return <Spinner label="Checking your role" />;
  const { is_super_admin: isSuperAdmin, is_org_admin: isOrgAdmin, organization } = profile;
  const isIn = isSuperAdmin || (isOrgAdmin && opens !== 'super');
  if (!isIn) return <AccessDenied isLeaving={opens === 'organization'} />;
  if (!organization && !isSuperAdmin) return <NoOrganization />;
  return children({ isSuperAdmin, organization });
}

/** `isLeaving`: an organization's page leads those whom it is not for home after two seconds (decisions 14). */
function AccessDenied({ isLeaving = false }: { isLeaving?: boolean }) {
  usePageTitle('Access Denied');
  useWayHome(isLeaving);
  return (
    <ErrorState level={1} title="Access Denied" action={<Button to={paths.home()}>Back to Home</Button>}>
      You do not have permission to view this page.
    </ErrorState>
  );
}

/** Leads to the home page two seconds after `isLeaving` became true. */
export function useWayHome(isLeaving: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => navigate(paths.home()), AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);
}

/** What an admin is told whose profile names no organization, on a page of one. */
export function NoOrganization() {
  usePageTitle('Admin Dashboard');
  return (
    <EmptyState
      level={1}
      title="No organization associated with this admin account."
      action={<Button to={paths.home()}>Back to Home</Button>}
    />
  );
}
