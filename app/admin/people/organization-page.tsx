// One organization as a super admin sees it: what its own admins see, reached from the list of all.
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useParams } from '../../ui/router.ts';
import { ErrorState } from '../../ui/state-view.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { AdminGate } from '../frame/admin-gate.tsx';
import { adminTexts } from '../frame/messages.ts';
import { useOrganizations } from '../frame/use-organizations.ts';
import { OrganizationAdmin } from './organization-panel.tsx';

const BACK = { to: paths.adminOrganizations(), label: 'Back to Organizations' };

/** The page of /admin/organizations/{id}. */
export function OrganizationPage() {
  const { organizationId } = useParams();
  return <AdminGate opens="super">{() => <OrganizationOf id={organizationId ?? ''} />}</AdminGate>;
}

function OrganizationOf({ id }: { id: string }) {
  const { data, trouble, again } = useOrganizations();
  if (trouble) return <ApiErrorView level={1} title={adminTexts.failedOrganizations} trouble={trouble} again={again} />;
  if (!data) {
    return (
      <AdminFrame title="Organization" back={BACK}>
        <TableSkeleton label="Loading the organization" />
      </AdminFrame>
    );
  }
  const organization = data.organizations.find((row) => row.id === id);
  if (organization) return <OrganizationAdmin organization={organization} isSuperAdmin back={BACK} />;
  return (
    <AdminFrame title="Organization" back={BACK}>
      <ErrorState title="Organization not found" action={<Button to={BACK.to}>All organizations</Button>}>
        It is not here, or its address is wrong.
      </ErrorState>
    </AdminFrame>
  );
}
