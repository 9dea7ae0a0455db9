// Everybody who has an account here, for super admins (M3): found by words and role, assigned to organizations (M14).
import { useState } from 'react';
import { UserList, type UserRow } from '#sync/contract/organization.ts';
import { counted } from '../../course-words.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useTableAddress } from '../../ui/use-table-address.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminGate } from '../admin-gate.tsx';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { userColumns } from './user-columns.tsx';
import { isOfRole, ROLE_FILTERS } from './user-words.ts';

/** The page of /admin/users. */
export function UsersPage() {
  return (
    <AdminGate opens="super">
      {() => (
        <AdminFrame title="Users" back={{ to: paths.admin(), label: 'Back to Dashboard' }}>
          <Users />
        </AdminFrame>
      )}
    </AdminGate>
  );
}

function Users() {
  const { data, trouble, again } = useAskAll('/api/admin/users', UserList, ({ users }): UserRow[] => users);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [assigning, setAssigning] = useState<readonly UserRow[]>();
  const { filter, change } = useTableAddress();
  if (trouble) return <TroubleView title={adminTexts.failedUsers} trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading the users" />;
  const role = filter('role', ROLE_FILTERS);
  const rows = data.filter((person) => isOfRole(person, role));
  const picked = rows.filter(({ id }) => chosen.has(id));
  const all = (
    <Button variant="secondary" onClick={() => change({ role: '' })}>
      All Users
    </Button>
  );
  return (
    <>
      <DataTable
        label="Users"
        noun="user"
        searchLabel="Search users"
        rows={rows}
        rowKey={({ id }) => id}
        columns={userColumns((person) => setAssigning([person]))}
        selection={{ chosen, onChange: setChosen }}
        filters={
          <Choice label="Role" value={role} options={ROLE_FILTERS} onChange={(next) => change({ role: next })} />
        }
        actions={
          picked.length > 0 && (
            <Button onClick={() => setAssigning(picked)}>Assign {counted(picked.length, 'user')}</Button>
          )
        }
        empty={<EmptyState title="Nobody has this role" action={all} />}
      />
      {assigning && (
        <AssignDialog people={assigning} onClose={() => setAssigning(undefined)} onDone={() => setChosen(new Set())} />
      )}
    </>
  );
}
