// Who comes into a group and who goes out of it: acts on many, done by a job (decision 345).
import { and, eq } from 'drizzle-orm';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { isOneOf, run, type TxContext } from '../db/client.ts';
import type { ActDeps } from '../deps.ts';
import { type ActOf, idsOf, type JobOf, type ListedKind, outcomesOf } from '../jobs/job-kinds.ts';
import { restWords, startJob } from '../jobs/start-job.ts';
import { countOfPeople, findPeople } from './change-members.ts';
import { enterGroup, findGroupMembers, type GroupPlace, requireGroup, requireOwnGroup } from './groups.ts';
import { requireActive } from './require-organization.ts';

interface PeopleOfGroup extends GroupPlace {
  userIds: string[];
}

/** Puts members of the organization into a group; whoever cannot be is left out, with a reason. */
export function addToGroup(deps: ActDeps, caller: AuditActor, people: PeopleOfGroup): Promise<BulkOutcome> {
  return startOnGroup(deps, caller, people, {
    judge: judgeEntries,
    kind: addToGroupKind,
    words: ['Add to', 'added to'],
  });
}

/** Takes people out of a group; they stay in the organization. */
export function takeFromGroup(deps: ActDeps, caller: AuditActor, people: PeopleOfGroup): Promise<BulkOutcome> {
  const words: [string, string] = ['Take out of', 'taken out of'];
  return startOnGroup(deps, caller, people, { judge: judgeExits, kind: takeFromGroupKind, words });
}

interface GroupAct<K extends 'add-to-group' | 'take-from-group'> {
  judge: typeof judgeEntries;
  kind: ListedKind<K>;
  /** What the job is called, and what is said of those who are done, both before the name of the group. */
  words: [title: string, done: string];
}

async function startOnGroup<K extends 'add-to-group' | 'take-from-group'>(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  people: PeopleOfGroup,
  { judge, kind, words: [title, done] }: GroupAct<K>,
): Promise<BulkOutcome> {
  const told = await db.transact(function* (tx) {
    const { group, open, left } = yield* judge(tx, caller, people);
    const job = yield* startJob({ ...tx, env }, caller, kind, {
      act: { kind: kind.kind, groupId: group.id } as ActOf<K>,
      ...{ title: `${title} ${group.name}`, organizationId: group.organizationId },
      rows: open.map((userId) => ({ userId })),
    });
    const message = `${countOfPeople(open.length)} ${done} ${group.name}.${restWords(job)}`;
    return { message, changed: open.length, left };
  });
  queue.wake('jobs');
  return told;
}

export const addToGroupKind: ListedKind<'add-to-group'> = {
  kind: 'add-to-group',
  *title(tx, _, job) {
    return `Add to ${(yield* requireGroup(tx, groupOf(job))).name}`;
  },
  *perform(tx, caller, { rows, ...job }) {
    const { group, open, left } = yield* judgeEntries(tx, caller, { ...groupOf(job), userIds: idsOf(rows) });
    yield* enterGroup(tx, caller, { group, userIds: open });
    return outcomesOf(rows, { left });
  },
};

const groupOf = ({
  act,
  organizationId,
}: Pick<JobOf<never>, 'organizationId'> & { act: { groupId: string } }): GroupPlace => ({
  ...{ organizationId: organizationId ?? '', groupId: act.groupId.toLowerCase() },
});

function* judgeEntries(tx: TxContext, caller: AuditActor, { userIds, ...place }: PeopleOfGroup) {
  // Whoever comes in is enrolled, which an inactive organization does not do.
  yield* requireActive(tx, caller.actor, place.organizationId);
  const group = yield* requireOwnGroup(tx, caller, place);
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const found = yield* findPeople(tx, ids);
  const members = yield* findGroupMembers(tx, group.id, ids);
  const left: BulkOutcome['left'] = [];
  const open = ids.filter((userId) => {
    const isOurs = found.get(userId)?.organizationId === group.organizationId;
    if (isOurs && !members.has(userId)) return true;
    left.push({ userId, reason: isOurs ? `Already in ${group.name}.` : 'Not in this organization.' });
    return false;
  });
  return { group, open, left };
}

export const takeFromGroupKind: ListedKind<'take-from-group'> = {
  kind: 'take-from-group',
  *title(tx, _, job) {
    return `Take out of ${(yield* requireGroup(tx, groupOf(job))).name}`;
  },
  *perform(tx, caller, { rows, ...job }) {
    const { group, open, left } = yield* judgeExits(tx, caller, { ...groupOf(job), userIds: idsOf(rows) });
    const { groupMembers } = tx.tables;
    const isOne = and(eq(groupMembers.groupId, group.id), isOneOf(groupMembers.userId, open));
    yield* run(tx.delete(groupMembers).where(isOne));
    const act = {
      action: 'group.person_removed',
      organizationId: group.organizationId,
      details: { group: group.name },
    };
    const acts = open.map((subject) => ({ ...act, subject }));
    yield* audit(tx, caller, acts);
    return outcomesOf(rows, { left });
  },
};

function* judgeExits(tx: TxContext, caller: AuditActor, { userIds, ...place }: PeopleOfGroup) {
  const group = yield* requireOwnGroup(tx, caller, place);
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const members = yield* findGroupMembers(tx, group.id, ids);
  const left = ids
    .filter((userId) => !members.has(userId))
    .map((userId) => ({ userId, reason: `Not in ${group.name}.` }));
  return { group, open: ids.filter((userId) => members.has(userId)), left };
}
