// Who is invited to an organization, and how (M7, Z6): the list, the form for one token, and the way in for a whole file.
import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  InvitationList,
  type InvitationRow,
  type OrganizationCourse,
  OrganizationCourseList,
} from '#sync/contract/organization.ts';
import { useSearchParams } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useAskAll } from '../ask.ts';
import { InvitationForm } from '../invitation-form.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { invitationColumns } from './invitation-columns.tsx';
import { ManyInvitationsForm } from './many-invitations.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

type Organization = { id: string; name: string };

export function InvitationsTab({ organization }: { organization: Organization }) {
  const path = `/api/enterprise/admin/organizations/${organization.id}/invitations`;
  const [params, setParams] = useSearchParams();
  const way = params.get('invite');
  const go = (to: 'one' | 'many' | undefined) =>
    setParams({ tab: 'invitations', ...(to && { invite: to }) }, { replace: to === undefined });
  if (way === 'many')
    return <ManyInvitationsForm organization={organization} path={path} onClose={() => go(undefined)} />;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap gap-2">
        <Button size="big" aria-expanded={way === 'one'} onClick={() => go(way === 'one' ? undefined : 'one')}>
          <Plus aria-hidden className="size-5" />
          New invitation
        </Button>
        <Button size="big" variant="secondary" onClick={() => go('many')}>
          <FileUp aria-hidden className="size-5" />
          Invite many by CSV
        </Button>
      </div>
      {way === 'one' && <NewInvitation organization={organization} />}
      <Invitations organization={organization} path={path} />
    </div>
  );
}

/** An invitation may carry a published course that the organization can take. */
function NewInvitation({ organization }: { organization: Organization }) {
  const path = `/api/enterprise/admin/organizations/${organization.id}/courses`;
  const { data } = useAskAll(path, OrganizationCourseList, (page): OrganizationCourse[] => page.courses);
  return (
    <section
      aria-labelledby="new-invitation"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 md:p-6"
    >
      <h2 id="new-invitation" className="font-semibold text-xl">
        New invitation
      </h2>
      <InvitationForm
        organizationId={organization.id}
        courses={(data ?? []).filter(({ isPublished }) => isPublished)}
      />
    </section>
  );
}

function Invitations({ organization, path }: { organization: Organization; path: string }) {
  const { data, trouble, again } = useAskAll(path, InvitationList, ({ invitations }): InvitationRow[] => invitations);
  const [revoking, setRevoking] = useState<InvitationRow>();
  if (trouble) return <TroubleView title={adminTexts.failedInvitations} trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading the invitations" />;
  return (
    <>
      <DataTable
        label="Invitations"
        noun="invitation"
        rows={data}
        rowKey={({ id }) => id}
        columns={invitationColumns(setRevoking)}
        empty={
          <EmptyState title="No invitations yet">
            Make an invitation and send its link: whoever opens it joins {organization.name}.
          </EmptyState>
        }
      />
      {revoking && <RevokeDialog path={path} invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}
