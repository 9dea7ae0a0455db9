// Who comes into a group and who goes out of it, one person by a verb, many by a job (decision 345).
import { and, eq } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireActive } from '../identity/require-organization.ts';
import { type JobOf, leftOut, onEach, type RowsKind } from '../queue/job-kinds.ts';
import { enterGroup, findGroupMembers, type Group, type GroupPlace, requireGroup, requireOwnGroup } from './groups.ts';
import { readPersonRow } from './search-people.ts';

/**
 * Puts a member of the organization into a group, where they are not in it, and makes them its lead, or no lead any more, if that is said.
 * Refuses `user_not_found` and `organization_inactive`.
 */
export function putIntoGroup(
  db: Db,
  caller: AuditActor,
  { userId, isLead, ...place }: GroupPlace & { userId: string; isLead?: boolean | undefined },
) {
  return db.transact(function* (tx) {
    const group = yield* requireOwnGroup(tx, caller, place);
    const was = (yield* findGroupMembers(tx, group.id, [userId])).get(userId);
    if (was === undefined) {
      yield* requireActive(tx, caller.actor, group.organizationId);
      yield* addToGroup(tx, caller, { group, userId });
    }
    if (isLead === undefined) return { message: `The person is in ${group.name}.` };
    if ((was ?? false) !== isLead) yield* changeLead(tx, caller, { group, userId, isLead });
    return { message: isLead ? `The person now leads ${group.name}.` : `The person no longer leads ${group.name}.` };
  });
}

interface OfGroup {
  group: Group & { organizationId: string };
  userId: string;
}

function* addToGroup(tx: TxContext, caller: AuditActor, { group, userId }: OfGroup): Steps<undefined> {
  const one = yield* readPersonRow(tx, userId);
  if (one?.organizationId !== group.organizationId)
    throw new Refusal('user_not_found', { field: 'userId' }, 'Not in this organization.');
  if (!(yield* enterGroup(tx, caller, { group, userId }))) throw leftOut(`Already in ${group.name}.`);
  return undefined;
}

function* changeLead(
  tx: TxContext,
  caller: AuditActor,
  { group, userId, isLead }: OfGroup & { isLead: boolean },
): Steps<void> {
  const { groupMembers } = tx.tables;
  const here = and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, userId));
  yield* run(tx.update(groupMembers).set({ isLead }).where(here));
  const act = { organizationId: group.organizationId, subject: userId, details: { group: group.name } };
  yield* audit(tx, caller, { action: isLead ? 'group.lead_made' : 'group.lead_ended', ...act });
}

type OnGroup = Pick<JobOf<never>, 'organizationId'> & { act: { groupId: string } };

const groupOf = ({ act, organizationId }: OnGroup): GroupPlace => ({
  organizationId: organizationId ?? '',
  groupId: act.groupId.toLowerCase(),
});

export const addToGroupKind: RowsKind<'add-to-group'> = {
  kind: 'add-to-group',
  *title(tx, _, job) {
    return `Add to ${(yield* requireGroup(tx, groupOf(job))).name}`;
  },
  *perform(tx, caller, { rows, ...job }) {
    // Whoever comes in is enrolled, which an inactive organization does not do.
    yield* requireActive(tx, caller.actor, job.organizationId ?? '');
    const group = yield* requireOwnGroup(tx, caller, groupOf(job));
    return yield* onEach(rows, ({ userId }) => addToGroup(tx, caller, { group, userId: userId ?? '' }));
  },
};

export const takeFromGroupKind: RowsKind<'take-from-group'> = {
  kind: 'take-from-group',
  *title(tx, _, job) {
    return `Take out of ${(yield* requireGroup(tx, groupOf(job))).name}`;
  },
  *perform(tx, caller, { rows, ...job }) {
    const { id, name, organizationId } = yield* requireOwnGroup(tx, caller, groupOf(job));
    const { groupMembers } = tx.tables;
    return yield* onEach(rows, function* (row) {
      const userId = row.userId ?? '';
      const isOne = and(eq(groupMembers.groupId, id), eq(groupMembers.userId, userId));
      const [gone] = yield* run(tx.delete(groupMembers).where(isOne).returning());
      if (!gone) throw leftOut(`Not in ${name}.`);
      yield* audit(tx, caller, {
        ...{ action: 'group.person_removed', organizationId, subject: userId, details: { group: name } },
      });
      return undefined;
    });
  },
};
