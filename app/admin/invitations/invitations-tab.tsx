// Who is invited to an organization, and how (M7, Z6).
import { InvitationList, type InvitationRow } from '#sync/contract/organization.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { invitationColumns } from './invitation-columns.tsx';

type InvitationsTabProps = { organization: { id: string; name: string }; isSuperAdmin: boolean };

export function InvitationsTab({ organization }: InvitationsTabProps) {
  const path = `/api/enterprise/admin/organizations/${organization.id}/invitations`;
  const { data, trouble, again } = useAskAll(path, InvitationList, ({ invitations }): InvitationRow[] => invitations);
  if (trouble) return <TroubleView title={adminTexts.failedInvitations} trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading the invitations" />;
  return (
    <DataTable
      label="Invitations"
      noun="invitation"
      rows={data}
      rowKey={({ id }) => id}
      columns={invitationColumns}
      empty={<EmptyState title="No invitations yet">People join {organization.name} with an invitation.</EmptyState>}
    />
  );
}
