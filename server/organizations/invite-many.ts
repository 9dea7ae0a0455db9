// Inviting many people at once (R-Z6): all valid rows, or none, the first with their mails in the request.
// Rows of people who are here already bring them into groups (decision 016).

import { and, eq } from 'drizzle-orm';
import { groupKey } from '#sync/contract/group.ts';
import type { InvitationImport, InvitationImportAnswer } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps, RateLimitRule } from '../deps.ts';
import { limitCalls } from '../http/rate-limit.ts';
import type { JobTx, RowOutcome, RowsKind } from '../jobs/job-kinds.ts';
import { FIRST, startJob } from '../jobs/start-job.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';
import { revokeInvitations } from './act-on-invitations.ts';
import { enterGroup, insertGroup } from './groups.ts';
import { defaultExpiry, freshInvitation, furtherGroupsOf } from './invitations.ts';
import { tellOfToken } from './mail-admins.ts';
import { type Organization, requireActive } from './require-organization.ts';
import {
  ALREADY_HERE,
  type Entrant,
  type Guest,
  type LeftRow,
  validateInvitationRows,
} from './validate-invitations.ts';

/** Each of these may mail thousands of people. */
const MAILINGS: RateLimitRule = { name: 'mailed invitations', limit: 30, windowSeconds: 3600 };
/** Looked at before they are sent: each says of thousands of addresses whether they have joined an organization. */
const DRY_RUNS: RateLimitRule = { name: 'dry runs of invitations', limit: 60, windowSeconds: 3600 };

/**
 * Creates an invitation of one use for each valid row, bound to its address, and queues its mail, and brings people
 * who are here already into the groups of their rows; reports the outcome of every row. A dry run only reports. Refuses `rate_limited`, `organization_not_found` and
 * `organization_inactive`.
 */
export async function inviteMany(
  deps: Deps,
  caller: AuditActor,
  { organizationId, dryRun, rows }: InvitationImport & { organizationId: string },
): Promise<InvitationImportAnswer> {
  const { db, env, queue } = deps;
  await limitCalls(deps, dryRun ? DRY_RUNS : MAILINGS, caller.actor.id);
  const validated = await db.transact(function* (tx) {
    const organization = yield* requireActive(tx, caller.actor, organizationId);
    const all = yield* validateInvitationRows(tx, {
      ...{ rows, organizationId: organization.id, actor: caller.actor, now: caller.now },
    });
    if (dryRun) return all;
    yield* startInviting({ ...tx, env }, caller, { organization, rows: all.filter(isRight) });
    const invited = all.flatMap((row) => (row.kind === 'guest' && row.role === 'admin' ? row.email : []));
    yield* tellOfToken(tx, caller, { organization, invited });
    return all;
  });
  if (!dryRun) {
    queue.wake('mails');
    queue.wake('jobs');
  }
  const countOf = (holds: (row: Judged) => boolean) => validated.filter(holds).length;
  const [same, right] = [countOf(isSame), validated.filter(isRight)];
  const waiting = new Set<Judged>(dryRun ? [] : right.slice(FIRST));
  return {
    dryRun,
    invited: countOf(({ kind }) => kind === 'guest'),
    added: countOf(({ kind }) => kind === 'entrant'),
    same,
    refused: validated.length - right.length - same,
    newGroups: [...namedAnew(right).values()],
    rows: validated.map((row, at) => outcome(row, { row: at + 1, dryRun, isWaiting: waiting.has(row) })),
  };
}

/**
 * Mails the person of an invitation a new one in its place, with the same rights: a link cannot be mailed twice, because only its
 * hash is stored. Refuses `rate_limited`, `organization_not_found`, `organization_inactive`, `invitation_not_found` for one that
 * is for nobody, was used or was revoked, and what can no longer be invited, as `inviteMany` says it.
 */
export async function inviteAgain(
  deps: Deps,
  caller: AuditActor,
  at: { organizationId: string; id: string },
): Promise<void> {
  const { db, env, queue } = deps;
  await limitCalls(deps, MAILINGS, caller.actor.id);
  await db.transact(function* (tx) {
    const organization = yield* requireActive(tx, caller.actor, at.organizationId);
    const { invitations } = tx.tables;
    const isHere = and(eq(invitations.id, at.id), eq(invitations.organizationId, organization.id));
    const [earlier] = yield* run(tx.select().from(invitations).where(isHere));
    if (!earlier?.email || earlier.uses > 0 || earlier.revokedAt) throw new Refusal('invitation_not_found');
    yield* revokeInvitations(tx, caller, { organizationId: organization.id, ids: [earlier.id] });
    const { email, role, courseId, groupId } = earlier;
    const further = yield* run(furtherGroupsOf(tx, [earlier.id]));
    const groupIds = [...(groupId ? [groupId] : []), ...further.map(({ id }) => id)];
    const row = { email, role, ...(courseId && { courseId: String(courseId) }), groupIds };
    const [judged] = yield* validateInvitationRows(tx, {
      rows: [row],
      organizationId: organization.id,
      now: caller.now,
    });
    if (judged?.kind === 'entrant') throw new Refusal('validation_failed', { field: 'email' }, ALREADY_HERE);
    if (judged?.kind === 'left') throw new Refusal('validation_failed', { field: judged.field }, judged.reason);
    const rows = judged ? [judged] : [];
    yield* act(tx, caller, { organization, rows, origin: env.publicUrl });
  });
  queue.wake('mails');
}

type Judged = Guest | Entrant | LeftRow;

const isRight = (row: Judged): row is Guest | Entrant => row.kind !== 'left';
const isSame = (row: Judged) => row.kind === 'left' && row.isSame;

interface Acting {
  organization: Organization;
  rows: (Guest | Entrant)[];
  origin: string;
}

/** The names of the groups that do not exist yet, by their keys. */
function namedAnew(rows: Acting['rows']): Map<string, string> {
  return new Map(
    rows.flatMap(({ groups }) =>
      groups.filter(({ id }) => id === null).map(({ name }): [string, string] => [groupKey(name), name]),
    ),
  );
}

/** Makes all new groups, and invites the first; the others are kept with the groups that are meant, whatever they are called by then. */
function* startInviting(tx: JobTx, caller: AuditActor, { organization, rows }: Omit<Acting, 'origin'>): Steps<void> {
  const fresh = new Map<string, string>();
  for (const [key, name] of namedAnew(rows)) {
    const { id } = yield* insertGroup(tx, caller, { organizationId: organization.id, name });
    fresh.set(key, id);
  }
  yield* startJob(tx, caller, invitePeopleKind, {
    act: { kind: 'invite-people' },
    ...{ title: `Invite people to ${organization.name}`, organizationId: organization.id },
    rows: rows.map((row) => {
      const line = { email: row.email, groupIds: idsOf(row.groups, fresh) };
      if (row.kind === 'entrant') return { userId: row.userId, payload: line };
      return { payload: { ...line, role: row.role, ...(row.course && { courseId: String(row.course.id) }) } };
    }),
  });
}

/** Those of a list who are right, as far as they can still be invited: judged again, as others may have invited them meanwhile. */
export const invitePeopleKind: RowsKind<'invite-people'> = {
  kind: 'invite-people',
  *perform(tx, caller, { organizationId, rows }) {
    const organization = yield* requireActive(tx, caller.actor, organizationId ?? '');
    const lines = rows.flatMap(({ payload }) => payload ?? []);
    const judged = yield* validateInvitationRows(tx, {
      ...{ rows: lines, organizationId: organization.id, now: caller.now },
    });
    const origin = tx.env.publicUrl;
    const done = yield* act(tx, caller, { organization, rows: judged.filter(isRight), origin });
    return judged.map((row): RowOutcome => {
      const made = row.kind === 'left' ? undefined : done.shift();
      if (made) return made;
      return { isChanged: false, reason: row.kind === 'left' ? row.reason : null, payload: { email: row.email } };
    });
  },
};

const idsOf = (groups: Guest['groups'], fresh?: Map<string, string>): string[] =>
  groups.flatMap(({ id, name }) => id ?? fresh?.get(groupKey(name)) ?? []);

/** Invites the guests and brings the others into their groups; answers with what became of each, in the same order. */
function* act(tx: TxContext, caller: AuditActor, acting: Acting): Steps<RowOutcome[]> {
  const { organization, rows } = acting;
  const entries = rows.flatMap((row) =>
    row.kind === 'entrant' ? row.groups.map((group) => ({ ...group, userId: row.userId })) : [],
  );
  for (const [id, some] of Map.groupBy(entries, (one) => one.id)) {
    const group = id && some[0] && { id, name: some[0].name, organizationId: organization.id };
    const userIds = some.map(({ userId }) => userId);
    if (group) yield* enterGroup(tx, caller, { group, userIds });
  }
  const invited = yield* invite(tx, caller, { ...acting, guests: rows.filter((row) => row.kind === 'guest') });
  return rows.flatMap((row): RowOutcome[] => {
    if (row.kind === 'entrant')
      return [{ isChanged: true, userId: row.userId, reason: `Added to ${namesOf(row.groups)}.` }];
    return invited.splice(0, 1);
  });
}

const conjunction = new Intl.ListFormat('en');
const namesOf = (groups: Guest['groups']) => conjunction.format(groups.map(({ name }) => name));

interface Inviting extends Omit<Acting, 'rows'> {
  guests: Guest[];
}

function* invite(tx: TxContext, caller: AuditActor, { organization, guests, origin }: Inviting): Steps<RowOutcome[]> {
  const made = guests.map(({ email, role, course, groups }) => {
    const author = { createdBy: caller.actor.id, createdAt: caller.now };
    const [groupId = null, ...others] = idsOf(groups);
    const about = { organizationId: organization.id, email, role, courseId: course?.id ?? null, groupId };
    const expiresAt = defaultExpiry(role, caller.now);
    const { token, row } = freshInvitation({ ...about, ...author, maxUses: 1, expiresAt });
    const link = `${origin}/invite?${new URLSearchParams({ token })}`;
    const mail = accountMail('invitation', { link, organization: organization.name, course: course?.title, expiresAt });
    const details = { email, role, courseId: about.courseId, ...(groups.length > 0 && { group: namesOf(groups) }) };
    const act = { action: 'invitation.mailed', organizationId: organization.id, subject: row.id, details };
    const further = others.map((id) => ({ invitationId: row.id, groupId: id }));
    return { row, further, mail: { ...mail, to: email, at: caller.now }, act };
  });
  for (const part of inBatches(made)) {
    yield* run(tx.insert(tx.tables.invitations).values(part.map(({ row }) => row)));
    for (const further of inBatches(part.flatMap((one) => one.further)))
      yield* run(tx.insert(tx.tables.invitationGroups).values(further));
    const mails = part.map(({ mail }) => mail);
    yield* run(queueMails(tx, mails));
  }
  const acts = made.map(({ act }) => act);
  yield* audit(tx, caller, acts);
  return made.map(({ row }) => ({ isChanged: true, reason: null, invitationId: row.id }));
}

function outcome(
  judged: Judged,
  { row, dryRun, isWaiting }: { row: number; dryRun: boolean; isWaiting: boolean },
): InvitationImportAnswer['rows'][number] {
  const { kind, email } = judged;
  const is = { isInvited: kind === 'guest', isAdded: kind === 'entrant', isSame: isSame(judged), isWaiting };
  const told = { row, email, ...is };
  if (kind === 'left') return { ...told, course: null, field: judged.field, reason: judged.reason };
  if (kind === 'guest') return { ...told, course: judged.course?.title ?? null, field: null, reason: null };
  const added = `${dryRun || isWaiting ? 'Will be added' : 'Added'} to ${namesOf(judged.groups)}.`;
  const reason = judged.asksMore ? `${added} Their role and courses stay.` : added;
  return { ...told, course: null, field: null, reason };
}
