// Inviting many people at once (R-Z6): all valid rows, or none, the first with their mails in the request.
// Rows of people who are here already bring them into groups (decision 016).

import { and, eq } from 'drizzle-orm';
import { groupKey } from '#sync/contract/group.ts';
import type { InvitationImport, InvitationImportAnswer, InvitedAgain } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps, RateLimitRule } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { type Organization, requireActive } from '../identity/require-organization.ts';
import { accountMail } from '../mail/account-mails.ts';
import { tellOfToken } from '../mail/mail-admins.ts';
import { queueOne } from '../mail/mailer.ts';
import { enterGroup, insertGroup } from '../people/groups.ts';
import { type JobTx, onEach, type RowOutcome, type RowsKind } from '../queue/job-kinds.ts';
import { FIRST, startJob } from '../queue/start-job.ts';
import { firstOffered } from '../words/languages.ts';
import { revokeInvitation } from './act-on-invitations.ts';
import { defaultExpiry, freshInvitation, furtherGroupsOf } from './invitations.ts';
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
    yield* tellOfToken(tx, caller, { offer: env, organization, invited });
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
 * Mails the person of an invitation a new one in its place, with the same rights, and if need be to another address: a link cannot be mailed
 * twice, because only its hash is stored. Refuses `rate_limited`, `organization_not_found`, `organization_inactive`, `invitation_not_found` for one that
 * is for nobody, was used or was revoked, and what can no longer be invited, as `inviteMany` says it.
 */
export async function inviteAgain(
  deps: Deps,
  caller: AuditActor,
  at: InvitedAgain & { organizationId: string; id: string },
): Promise<void> {
  const { db, env, queue } = deps;
  await limitCalls(deps, MAILINGS, caller.actor.id);
  await db.transact(function* (tx) {
    const organization = yield* requireActive(tx, caller.actor, at.organizationId);
    const { invitations } = tx.tables;
    const isHere = and(eq(invitations.id, at.id), eq(invitations.organizationId, organization.id));
    const [earlier] = yield* run(tx.select().from(invitations).where(isHere));
    if (!earlier?.email || earlier.uses > 0 || earlier.revokedAt) throw new Refusal('invitation_not_found');
    yield* revokeInvitation(tx, caller, { organizationId: organization.id, id: earlier.id });
    const { role, courseId, groupId } = earlier;
    const email = at.email ?? earlier.email;
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
    if (judged) yield* invite({ ...tx, env }, caller, organization, judged);
  });
  queue.wake('mails');
}

type Judged = Guest | Entrant | LeftRow;

const isRight = (row: Judged): row is Guest | Entrant => row.kind !== 'left';
const isSame = (row: Judged) => row.kind === 'left' && row.isSame;

/** The names of the groups that do not exist yet, by their keys. */
export function namedAnew(rows: readonly Pick<Guest, 'groups'>[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ groups }) =>
      groups.filter(({ id }) => id === null).map(({ name }): [string, string] => [groupKey(name), name]),
    ),
  );
}

interface Inviting {
  organization: Organization;
  rows: (Guest | Entrant)[];
}

/** Makes all groups of these rows that do not exist yet, and returns the rows with those that are meant, whatever they are called by then. */
export function* makeGroups<Row extends Pick<Guest, 'groups'>>(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, rows }: { organizationId: string; rows: readonly Row[] },
): Steps<Row[]> {
  const fresh = new Map<string, string>();
  for (const [key, name] of namedAnew(rows)) {
    const { id } = yield* insertGroup(tx, caller, { organizationId, name });
    fresh.set(key, id);
  }
  return rows.map((row) => ({
    ...row,
    groups: row.groups.map(({ id, name }) => ({ name, id: id ?? fresh.get(groupKey(name)) ?? null })),
  }));
}

/** Invites the first; the others are kept. */
function* startInviting(tx: JobTx, caller: AuditActor, { organization, ...named }: Inviting): Steps<void> {
  const rows = yield* makeGroups(tx, caller, { organizationId: organization.id, rows: named.rows });
  yield* startJob(tx, caller, invitePeopleKind, {
    ...{ act: { kind: 'invite-people' }, organizationId: organization.id },
    rows: rows.map((row) => {
      const line = { email: row.email, groupIds: idsOf(row.groups) };
      if (row.kind === 'entrant') return { userId: row.userId, payload: line };
      return { payload: { ...line, role: row.role, ...(row.course && { courseId: String(row.course.id) }) } };
    }),
    perform: (first) => onEach(rows.slice(0, first.length), (row) => invite(tx, caller, organization, row)),
  });
}

/** Those of a list who are right, as far as they can still be invited: judged again, as others may have invited them meanwhile. */
export const invitePeopleKind: RowsKind<'invite-people'> = {
  kind: 'invite-people',
  *title(tx, { actor }, { organizationId }) {
    return `Invite people to ${(yield* requireActive(tx, actor, organizationId ?? '')).name}`;
  },
  *perform(tx, caller, { organizationId, rows }) {
    const organization = yield* requireActive(tx, caller.actor, organizationId ?? '');
    const lines = rows.flatMap(({ payload }) => payload ?? []);
    const judged = yield* validateInvitationRows(tx, {
      ...{ rows: lines, organizationId: organization.id, now: caller.now },
    });
    return yield* onEach(judged, function* (row) {
      if (isRight(row)) return yield* invite(tx, caller, organization, row);
      return { isChanged: false, reason: row.reason, payload: { email: row.email } };
    });
  },
};

export const idsOf = (groups: Guest['groups']): string[] => groups.flatMap(({ id }) => id ?? []);

const conjunction = new Intl.ListFormat('en');
const namesOf = (groups: Guest['groups']) => conjunction.format(groups.map(({ name }) => name));

/** Invites a guest by mail, or brings somebody who is here into their groups. */
function* invite(
  tx: JobTx,
  caller: AuditActor,
  organization: Organization,
  row: Guest | Entrant,
): Steps<Partial<RowOutcome>> {
  const { id: organizationId } = organization;
  if (row.kind === 'guest') return yield* inviteGuest(tx, caller, organization, row);
  const { userId, groups } = row;
  for (const { id, name } of groups)
    if (id) yield* enterGroup(tx, caller, { group: { id, name, organizationId }, userId });
  return { userId, reason: `Added to ${namesOf(groups)}.` };
}

function* inviteGuest(
  tx: JobTx,
  caller: AuditActor,
  { id: organizationId, name: organization, language: theirs }: Organization,
  { email, role, course, groups }: Guest,
): Steps<{ invitationId: string; mailId: number }> {
  const { invitations, invitationGroups } = tx.tables;
  const [groupId = null, ...others] = idsOf(groups);
  const about = { organizationId, email, role, courseId: course?.id ?? null, groupId };
  const expiresAt = defaultExpiry(role, caller.now);
  const author = { createdBy: caller.actor.id, createdAt: caller.now };
  const { token, row } = freshInvitation({ ...about, ...author, maxUses: 1, expiresAt });
  const link = `${tx.env.publicUrl}/invite?${new URLSearchParams({ token })}`;
  const language = firstOffered(tx.env, theirs);
  const mail = accountMail('invitation', { language, link, organization, course: course?.title, expiresAt });
  const mailId = yield* queueOne(tx, { ...mail, to: email, at: caller.now });
  yield* run(tx.insert(invitations).values({ ...row, mailId }));
  for (const id of others) yield* run(tx.insert(invitationGroups).values({ invitationId: row.id, groupId: id }));
  const details = { email, role, courseId: about.courseId, ...(groups.length > 0 && { group: namesOf(groups) }) };
  yield* audit(tx, caller, { action: 'invitation.mailed', organizationId, subject: row.id, details });
  return { invitationId: row.id, mailId };
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
