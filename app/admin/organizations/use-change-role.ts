import { type MemberRow, Told } from '#sync/contract/organization.ts';
import type { ToastMessage } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';
import { nameOf } from './member-columns.tsx';
import { membersPath } from './members-path.ts';

type Wanted = { member: MemberRow; isOrgAdmin: boolean; isUndo?: boolean };

/** Makes a member an admin, or an admin a member; the toast takes it back. */
export function useChangeRole(organizationId: string): (member: MemberRow) => void {
  const act = useAct({
    method: 'PUT',
    path: ({ member }: Wanted) => `${membersPath(organizationId)}/${member.id}`,
    payload: ({ isOrgAdmin }: Wanted) => ({ isOrgAdmin }),
    answer: Told,
    said: (_, { member, isOrgAdmin, isUndo }): ToastMessage => ({
      title: 'Role Changed',
      description: `${nameOf(member)} is now ${isOrgAdmin ? 'an admin' : 'a member'}.`,
      ...(!isUndo && { action: { label: 'Undo', onPress: () => change(member, !isOrgAdmin, true) } }),
    }),
    failed: adminFailures.changeRole,
    refreshes: [membersPath(organizationId), '/api/admin/users'],
  });
  const change = (member: MemberRow, isOrgAdmin: boolean, isUndo = false) =>
    void act.run({ member, isOrgAdmin, isUndo });
  return (member) => change(member, !member.isOrgAdmin);
}
