import { BulkOutcome, type UserRow } from '#sync/contract/organization.ts';
import type { ToastMessage } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { ORGANIZATION_LISTS } from '../use-organizations.ts';
import { adminFailures } from '../words.ts';

/** Where people go: an organization, or out of theirs. */
export type Target = { id: string; name: string } | null;

/** Moves people into an organization or out of theirs. `run` answers the outcome; who is left out has a reason in it. */
export function useAssign(target: Target) {
  const said = ({ changed, message }: BulkOutcome): ToastMessage | undefined =>
    changed > 0
      ? { title: target ? `${changed === 1 ? 'User' : 'Users'} Assigned` : 'User Removed', description: message }
      : undefined;
  return useAct({
    method: 'POST',
    path: () => '/api/admin/assign-user-to-organization',
    payload: (people: readonly UserRow[]) => {
      const [first] = people;
      const whom = people.length === 1 && first ? { userId: first.id } : { userIds: people.map(({ id }) => id) };
      return { ...whom, organizationId: target?.id ?? null };
    },
    answer: BulkOutcome,
    said,
    failed: target ? adminFailures.assign : adminFailures.unassign,
    refreshes: ORGANIZATION_LISTS,
  });
}
