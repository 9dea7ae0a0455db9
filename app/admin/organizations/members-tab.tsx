// The people of an organization with their progress (M5): who is behind, and what an admin does about it.
import { MemberList, type MemberRow } from '#sync/contract/organization.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { memberColumns } from './member-columns.tsx';

type MembersTabProps = { organization: { id: string; name: string }; isSuperAdmin: boolean };

export function MembersTab({ organization }: MembersTabProps) {
  const path = `/api/enterprise/admin/organizations/${organization.id}/users`;
  const { data: members, trouble, again } = useAskAll(path, MemberList, ({ users }): MemberRow[] => users);
  if (trouble) return <TroubleView title={adminTexts.failedOrganizationUsers} trouble={trouble} again={again} />;
  if (!members) return <TableSkeleton label="Loading the people of the organization" />;
  return (
    <DataTable
      label="Users"
      noun="person"
      rows={members}
      rowKey={({ id }) => id}
      columns={memberColumns}
      empty={
        <EmptyState
          title="Nobody is here yet"
          action={<Button to={`${paths.admin()}?tab=invitations`}>Invite people</Button>}
        >
          People join {organization.name} with an invitation.
        </EmptyState>
      }
    />
  );
}
