// The people of an organization with their progress (M5): who is behind, and what an admin does about it.

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { MemberList, type MemberRow, Told } from '#sync/contract/organization.ts';
import { api } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQueries } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { membersPath } from '../frame/use-organizations.ts';
import { EnrollDialog } from './enroll-dialog.tsx';
import { memberColumns, nameOf } from './member-columns.tsx';
import { STANDINGS, standsAs } from './member-status.ts';
import { RemoveDialog } from './remove-dialog.tsx';

type Wanted = { member: MemberRow; isOrgAdmin: boolean; isUndo?: boolean };

/** Makes a member an admin, or an admin a member; the toast takes it back. */
function useChangeRole(organizationId: string): (member: MemberRow) => void {
  const act = useApiMutation({
    send: ({ member, isOrgAdmin }: Wanted) =>
      api(`${membersPath(organizationId)}/${member.id}`, { method: 'PUT', payload: { isOrgAdmin }, answer: Told }),
    said: (_, { member, isOrgAdmin, isUndo }): ToastMessage => ({
      title: 'Role Changed',
      description: `${nameOf(member)} is now ${isOrgAdmin ? 'an admin' : 'a member'}.`,
      ...(!isUndo && { action: { label: 'Undo', onPress: () => change(member, !isOrgAdmin, true) } }),
    }),
    failed: { title: 'Role Change Failed', sentence: 'The role could not be changed.' },
    refreshes: [membersPath(organizationId), '/api/admin/users'],
  });
  const change = (member: MemberRow, isOrgAdmin: boolean, isUndo = false) =>
    void act.run({ member, isOrgAdmin, isUndo });
  return (member) => change(member, !member.isOrgAdmin);
}

export type MembersTabProps = {
  organization: { id: string; name: string };
  isSuperAdmin: boolean;
  /** Where people are invited. */
  invitations: string;
};

export function MembersTab(props: MembersTabProps) {
  const path = membersPath(props.organization.id);
  const { data, trouble, again } = useApiQueries(path, MemberList, 'users');
  if (trouble) return <ApiErrorView title="Failed to fetch organization users" trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading the people of the organization" />;
  return <Members {...props} members={data.users} />;
}

/** What is being done, and to whom. */
type Doing = { act: 'remove' | 'enroll'; people: readonly MemberRow[] };

function Members({
  organization,
  isSuperAdmin,
  invitations,
  members,
}: MembersTabProps & { members: readonly MemberRow[] }) {
  const { userId: ownId } = useActiveUser();
  const { shown, filter, clear } = useStanding(members);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [doing, setDoing] = useState<Doing>();
  const changeRole = useChangeRole(organization.id);
  const people = members.filter(({ id }) => chosen.has(id));
  const close = () => {
    // The dialog goes at once, and gives the focus back a task later.
    flushSync(() => setDoing(undefined));
    // The row whose button opened the dialog may be gone.
    setTimeout(() => document.activeElement === document.body && focusHeading());
  };
  const done = { onClose: close, onDone: () => setChosen(new Set()) };
  const columns = memberColumns({
    ownId,
    onRole: changeRole,
    onEnroll: (member) => setDoing({ act: 'enroll', people: [member] }),
    onRemove: (member) => setDoing({ act: 'remove', people: [member] }),
  });
  return (
    <>
      <DataTable
        label="Users"
        noun="user"
        rows={shown}
        rowKey={({ id }) => id}
        columns={columns}
        selection={{ chosen, onChange: setChosen }}
        filters={filter}
        actions={<BulkActs people={people} onAct={setDoing} />}
        empty={
          members.length > 0 ? (
            <EmptyState title="Nobody here" action={<Button onClick={clear}>Show everyone</Button>}>
              Nobody of {organization.name} stands so today.
            </EmptyState>
          ) : (
            <EmptyState title="Nobody is here yet" action={<Button to={invitations}>Invite people</Button>}>
              People join {organization.name} with an invitation.
            </EmptyState>
          )
        }
      />
      {doing?.act === 'remove' && <RemoveDialog organization={organization} people={doing.people} {...done} />}
      {doing?.act === 'enroll' && (
        <EnrollDialog organization={organization} isSuperAdmin={isSuperAdmin} people={doing.people} {...done} />
      )}
    </>
  );
}

const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

function BulkActs({ people, onAct }: { people: readonly MemberRow[]; onAct: (doing: Doing) => void }) {
  const count = people.length > 0 ? ` (${people.length})` : '';
  return (
    <>
      <Button variant="secondary" disabled={!count} onClick={() => onAct({ act: 'enroll', people })}>
        Enroll{count}
      </Button>
      <Button variant="secondary" disabled={!count} onClick={() => onAct({ act: 'remove', people })}>
        Remove{count}
      </Button>
    </>
  );
}

/** Members by how they stand, which the address holds as `standing`. */
function useStanding(members: readonly MemberRow[]) {
  const address = useTableAddress();
  const now = Date.now();
  const wanted = STANDINGS.find(({ standing }) => standing === address.read('standing'));
  const those = (standing: (typeof STANDINGS)[number]['standing']) =>
    members.filter((member) => standsAs(member, standing, now));
  const options = STANDINGS.map(({ standing, title }) => [standing, `${title} (${those(standing).length})`] as const);
  const change = (standing: string) => address.change({ standing });
  return {
    shown: wanted ? those(wanted.standing) : members,
    clear: () => change(''),
    filter: (
      <Choice
        label="Who is shown"
        value={wanted?.standing ?? ''}
        onChange={change}
        options={[['', `Everyone (${members.length})`], ...options]}
      />
    ),
  };
}
