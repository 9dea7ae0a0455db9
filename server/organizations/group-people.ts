// Who comes into a group and who goes out of it: acts on many, done by a job (decision 345).
import { and, eq } from 'drizzle-orm';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { run } from '../db/client.ts';
import type { ActDeps } from '../deps.ts';
import { type ActOf, type JobOf, onEach, type RowsKind, rowsOf } from '../jobs/job-kinds.ts';
import { actOnPeople, changedPeople } from '../jobs/start-job.ts';
import { findPerson } from './change-members.ts';
import { enterGroup, type GroupPlace, requireGroup, requireOwnGroup } from './groups.ts';
import { requireActive } from './require-organization.ts';

interface PeopleOfGroup extends GroupPlace {
  userIds: string[];
}

/** Puts members of the organization into a group; whoever cannot be is left out, with a reason. */
export const addToGroup = (deps: ActDeps, caller: AuditActor, people: PeopleOfGroup): Promise<BulkOutcome> =>
  actOnGroup(deps, caller, people, { kind: addToGroupKind, done: 'added to' });

/** Takes people out of a group; they stay in the organization. */
export const takeFromGroup = (deps: ActDeps, caller: AuditActor, people: PeopleOfGroup): Promise<BulkOutcome> =>
  actOnGroup(deps, caller, people, { kind: takeFromGroupKind, done: 'taken out of' });

async function actOnGroup<K extends 'add-to-group' | 'take-from-group'>(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  { userIds, ...place }: PeopleOfGroup,
  { kind, done }: { kind: RowsKind<K>; done: string },
): Promise<BulkOutcome> {
  const outcome = await db.transact(function* (tx) {
    const { id: groupId, name, organizationId } = yield* requireOwnGroup(tx, caller, place);
    return yield* actOnPeople({ ...tx, env }, caller, kind, {
      act: { kind: kind.kind, groupId } as ActOf<K>,
      ...{ organizationId, rows: rowsOf(userIds) },
      sentence: (outcomes) => `${changedPeople(outcomes)} ${done} ${name}.`,
    });
  });
  queue.wake('jobs');
  return outcome;
}

type OnGroup = Pick<JobOf<never>, 'organizationId'> & { act: { groupId: string } };

const groupOf = ({ act, organizationId }: OnGroup): GroupPlace => ({
  organizationId: organizationId ?? '',
  groupId: act.groupId.toLowerCase(),
});

const stays = (reason: string) => new Refusal('validation_failed', { field: 'userId' }, reason);

export const addToGroupKind: RowsKind<'add-to-group'> = {
  kind: 'add-to-group',
  *title(tx, _, job) {
    return `Add to ${(yield* requireGroup(tx, groupOf(job))).name}`;
  },
  *perform(tx, caller, { rows, ...job }) {
    // Whoever comes in is enrolled, which an inactive organization does not do.
    yield* requireActive(tx, caller.actor, job.organizationId ?? '');
    const group = yield* requireOwnGroup(tx, caller, groupOf(job));
    return yield* onEach(rows, function* (row) {
      const userId = row.userId ?? '';
      const one = yield* findPerson(tx, userId);
      if (one?.organizationId !== group.organizationId) throw stays('Not in this organization.');
      if (!(yield* enterGroup(tx, caller, { group, userId }))) throw stays(`Already in ${group.name}.`);
      return undefined;
    });
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
      if (!gone) throw stays(`Not in ${name}.`);
      yield* audit(tx, caller, {
        ...{ action: 'group.person_removed', organizationId, subject: userId, details: { group: name } },
      });
      return undefined;
    });
  },
};
