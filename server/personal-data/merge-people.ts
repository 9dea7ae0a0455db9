// Two accounts of one person become one (decision 196). The account that goes keeps an empty row: it tells tablets where their
// unsent work counts, and holds the second certificate of a course.
import { and, count, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { MergeEffects, MergeOutcome } from '#sync/contract/person.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { rehearse } from '../db/rehearse.ts';
import type { Tables } from '../db/schema.ts';
import { type AuditActor, audit, auditColumns } from '../http/audit-log.ts';
import { dropLinks } from '../identity/change-user.ts';
import { endMadeBy } from '../identity/end-invitations.ts';
import { UNSORTED } from '../identity/profiles.ts';
import { nameOnJoining } from '../identity/sign-in-names.ts';
import { recountCourse } from '../learning/recount-course.ts';
import { movePerson } from '../organizations/change-members.ts';
import { type Actor, may } from '../permissions.ts';
import { betterCourse, betterUnit, earliest, sumOf } from './better-of-both.ts';
import { mergeRounds } from './merge-rounds.ts';
import { type Merge, moveRows } from './move-rows.ts';

/**
 * Merges an account into another one, in one unit of work; a preview does the same and takes it back. Sent again it changes
 * nothing. Refuses `user_not_found`, `same_account`, `own_account` and `last_super_admin`.
 */
export function mergePeople(db: Db, caller: AuditActor, wanted: Merge & { isPreview?: boolean | undefined }) {
  const unit = (tx: TxContext) => merge(tx, caller, wanted);
  return wanted.isPreview ? rehearse(db, unit) : db.transact(unit, [wanted.from, wanted.into]);
}

type ProfileRow = Tables['profiles']['$inferSelect'];

function* merge(tx: TxContext, caller: AuditActor, { from, into }: Merge): Steps<MergeOutcome> {
  if (from === into) throw new Refusal('same_account', { field: 'intoId' });
  const [gone, kept] = yield* findBoth(tx, caller.actor, { from, into });
  if (gone.mergedInto === into) return { message: 'These accounts are merged already.', effects: NOTHING };
  if (gone.erasedAt) throw new Refusal('user_not_found', { field: 'userId' });
  if (gone.id === caller.actor.id) throw new Refusal('own_account', { field: 'userId' });
  if (gone.isSuperAdmin && !kept.isSuperAdmin) yield* requireOtherSuper(tx);
  const ended = yield* leave(tx, caller, { gone, kept });
  const effects = { ...NOTHING, ...ended, ...(yield* moveLearning(tx, caller, { gone, kept })) };
  yield* moveMemberships(tx, { from, into });
  yield* moveAuthorship(tx, { from, into });
  effects.sessions = yield* closeAccount(tx, gone);
  const { profiles } = tx.tables;
  const none = {
    organizationId: null,
    isOrgAdmin: false,
    isSuperAdmin: false,
    avatarUrl: null,
    language: null,
    ...UNSORTED,
  };
  const empty = { ...none, email: '', fullName: null, nameKey: null, erasedAt: caller.now, mergedInto: into };
  yield* run(tx.update(profiles).set(empty).where(eq(profiles.id, from)));
  const remindersOffAt = earliest(kept.remindersOffAt, gone.remindersOffAt);
  const language = kept.language ?? gone.language;
  yield* run(tx.update(profiles).set({ remindersOffAt, language }).where(eq(profiles.id, into)));
  // Those that were merged into it before.
  yield* run(tx.update(profiles).set({ mergedInto: into }).where(eq(profiles.mergedInto, from)));
  // What the erasure of the person needs to find.
  const details = { from: gone.email, name: gone.fullName, merged: from };
  const organizationId = kept.organizationId ?? gone.organizationId;
  yield* audit(tx, caller, { action: 'account.merged', organizationId, subject: into, details });
  return { message: `${gone.email} was merged into ${kept.email}.`, effects };
}

const NOTHING: MergeEffects = {
  lessons: 0,
  better: 0,
  attempts: 0,
  courses: 0,
  certificates: 0,
  secondCertificates: 0,
  sessions: 0,
  enrollments: 0,
  dueDates: 0,
  groups: 0,
  invitations: 0,
  roles: [],
  joins: null,
};

/** Org admins merge people of their own organization alone, and no super admin. */
function* findBoth(tx: TxContext, actor: Actor, { from, into }: Merge): Steps<[ProfileRow, ProfileRow]> {
  const { profiles } = tx.tables;
  const [gone] = yield* run(tx.select().from(profiles).where(eq(profiles.id, from)));
  const [kept] = yield* run(tx.select().from(profiles).where(eq(profiles.id, into)));
  if (!kept || kept.erasedAt || !isTheirs(actor, kept)) throw new Refusal('user_not_found', { field: 'intoId' });
  const isDone = gone?.mergedInto === into;
  if (!gone || !(isDone || isTheirs(actor, gone))) throw new Refusal('user_not_found', { field: 'userId' });
  return [gone, kept];
}

const isTheirs = (actor: Actor, { organizationId, isSuperAdmin }: ProfileRow) =>
  actor.isSuperAdmin ||
  (!isSuperAdmin && organizationId !== null && may(actor, 'run_organization', { organizationId }));

/** Refuses `last_super_admin`. */
export function* requireOtherSuper(tx: TxContext): Steps<void> {
  const supers = yield* countOf(tx, tx.tables.profiles, eq(tx.tables.profiles.isSuperAdmin, true));
  if (supers < 2) throw new Refusal('last_super_admin');
}

function* countOf({ queries }: TxContext, table: PgTable, where: SQL | undefined): Steps<number> {
  const [row] = yield* run(queries.select({ rows: count() }).from(table).where(where));
  return row?.rows ?? 0;
}

interface Both {
  gone: ProfileRow;
  kept: ProfileRow;
}

/** The account that goes leaves another organization as anybody does; one without takes over its place. No right is gained. */
function* leave(tx: TxContext, caller: AuditActor, { gone, kept }: Both): Steps<Partial<MergeEffects>> {
  const { profiles, organizations } = tx.tables;
  const before = yield* countGiven(tx, gone.id);
  const roles = [...(gone.isSuperAdmin ? ['super admin'] : []), ...(gone.isOrgAdmin ? ['admin'] : [])];
  let joins: string | null = null;
  if (gone.organizationId && kept.organizationId === null) {
    const { organizationId } = gone;
    const email = yield* nameOnJoining(tx, organizationId, kept.email);
    const joining = { organizationId, joinedAt: caller.now, email, ...UNSORTED };
    yield* run(tx.update(profiles).set(joining).where(eq(profiles.id, kept.id)));
    const [found] = yield* run(tx.select().from(organizations).where(eq(organizations.id, organizationId)));
    joins = found?.name ?? null;
  } else if (gone.organizationId && gone.organizationId !== kept.organizationId) {
    yield* movePerson(tx, caller, gone, null);
  }
  yield* endMadeBy(tx, [gone.id], { ...auditColumns(caller), areGone: true });
  const after = yield* countGiven(tx, gone.id);
  return {
    enrollments: before.enrollments - after.enrollments,
    dueDates: before.dueDates - after.dueDates,
    groups: before.groups - after.groups,
    invitations: before.invitations - after.invitations,
    roles,
    joins,
  };
}

/** What an account was given in an organization, and what it made there. */
function* countGiven(tx: TxContext, id: string) {
  const { courseProgress, groupMembers, invitations } = tx.tables;
  const { userId, isAssigned, dueOn } = courseProgress;
  return {
    enrollments: yield* countOf(tx, courseProgress, and(eq(userId, id), eq(isAssigned, true))),
    dueDates: yield* countOf(tx, courseProgress, and(eq(userId, id), isNotNull(dueOn))),
    groups: yield* countOf(tx, groupMembers, eq(groupMembers.userId, id)),
    invitations: yield* countOf(tx, invitations, and(eq(invitations.createdBy, id), isNull(invitations.revokedAt))),
  };
}

function* moveLearning(tx: TxContext, caller: AuditActor, { gone, kept }: Both): Steps<Partial<MergeEffects>> {
  const { unitProgress, quizAttempts, quizFigures, courseRatings, certificates, courseProgress } = tx.tables;
  const merge = { from: gone.id, into: kept.id };
  yield* mergeRounds(tx, { ...merge, at: caller.now });
  const ofGone = eq(quizAttempts.userId, gone.id);
  const attempts = yield* countOf(tx, quizAttempts, ofGone);
  const proofs = yield* run(tx.select().from(certificates).where(eq(certificates.userId, gone.id)));
  const courses = yield* countOf(tx, courseProgress, eq(courseProgress.userId, gone.id));
  const units = yield* run(tx.select().from(unitProgress).where(eq(unitProgress.userId, gone.id)));
  let better = units.length;
  const combine = (own: UnitRow, other: UnitRow) => {
    const row = betterUnit(own, other);
    if (row.status === own.status) better -= 1;
    return row;
  };
  yield* moveRows(tx, unitProgress, { ...merge, key: ['lessonId'], combine });
  yield* run(tx.update(quizAttempts).set({ userId: kept.id }).where(ofGone));
  yield* moveRows(tx, quizFigures, { ...merge, key: ['lessonId'], combine: sumOf });
  yield* moveRows(tx, courseRatings, { ...merge, key: ['courseId'] });
  const secondCertificates = yield* moveCertificates(tx, { proofs, ...merge });
  yield* moveRows(tx, courseProgress, { ...merge, key: ['courseId'], combine: betterCourse });
  // Half a course in each account may be a whole one.
  for (const courseId of new Set(units.map((unit) => unit.courseId))) yield* recount(tx, caller, { kept, courseId });
  return {
    lessons: units.length,
    better,
    attempts,
    courses,
    certificates: proofs.length,
    secondCertificates,
  };
}

type UnitRow = Tables['unitProgress']['$inferSelect'];
type CertificateRow = Tables['certificates']['$inferSelect'];

/**
 * Of each round of a course the certificates of one account are shown: those that are valid longer, else the first. The others
 * stay with the empty row, and their serials as valid as they were.
 */
function* moveCertificates(tx: TxContext, { proofs, from, into }: Merge & { proofs: CertificateRow[] }): Steps<number> {
  const { certificates } = tx.tables;
  const theirs = yield* run(tx.select().from(certificates).where(eq(certificates.userId, into)));
  const give = (rows: readonly CertificateRow[], userId: string | null) => {
    const ids = rows.map(({ id }) => id);
    return run(tx.update(certificates).set({ userId }).where(inArray(certificates.id, ids)));
  };
  let second = 0;
  const roundOf = ({ courseId, round }: CertificateRow) => (courseId === null ? '' : `${courseId} ${round}`);
  for (const [key, rows] of Map.groupBy(proofs, roundOf)) {
    const mine = key === '' ? [] : theirs.filter((proof) => roundOf(proof) === key);
    if (mine.length > 0) second += rows.length;
    if (mine.length > 0 && !isBetter(rows, mine)) continue;
    if (mine.length > 0) yield* give(mine, null);
    yield* give(rows, into);
    if (mine.length > 0) yield* give(mine, from);
  }
  return second;
}

const FOR_GOOD = '9999-12-31';

function isBetter(rows: readonly CertificateRow[], than: readonly CertificateRow[]): boolean {
  const endOf = (all: readonly CertificateRow[]) =>
    all
      .flatMap(({ revokedAt, validUntil }) => (revokedAt ? [] : (validUntil ?? FOR_GOOD)))
      .sort()
      .at(-1) ?? '';
  const [end, other] = [endOf(rows), endOf(than)];
  if (end !== other) return end > other;
  const issued = (all: readonly CertificateRow[]) => Math.min(...all.map(({ issuedAt }) => issuedAt.getTime()));
  return issued(rows) < issued(than);
}

function* recount(
  tx: TxContext,
  { now }: AuditActor,
  { kept, courseId }: { kept: ProfileRow; courseId: number },
): Steps<void> {
  const { courseProgress } = tx.tables;
  const here = and(eq(courseProgress.userId, kept.id), eq(courseProgress.courseId, courseId));
  const [before] = yield* run(tx.select().from(courseProgress).where(here));
  // Work in a preview of a course that they do not take.
  if (!before) return;
  yield* recountCourse({ ...tx, person: kept, now }, courseId);
  const { lastActivityAt } = before;
  yield* run(tx.update(courseProgress).set({ lastActivityAt }).where(here));
}

/** Groups, uses of invitations, and what ended: work that was done before is still accepted. */
function* moveMemberships(tx: TxContext, merge: Merge): Steps<void> {
  const { groupMembers, invitationUses, endedMemberships, endedAssignments, appliedOps } = tx.tables;
  yield* run(tx.update(groupMembers).set({ isLead: false }).where(eq(groupMembers.userId, merge.from)));
  yield* moveRows(tx, groupMembers, { ...merge, key: ['groupId'] });
  yield* moveRows(tx, invitationUses, { ...merge, key: ['invitationId'] });
  yield* moveRows(tx, endedMemberships, { ...merge, key: ['organizationId'], combine: laterOf });
  yield* moveRows(tx, endedAssignments, { ...merge, key: ['courseId'], combine: laterOf });
  // A tablet that sends an operation again gets the answer of the first time.
  yield* moveRows(tx, appliedOps, { ...merge, key: ['opId'] });
}

const laterOf = <Ended extends { endedAt: Date }>(kept: Ended, gone: Ended) =>
  gone.endedAt > kept.endedAt ? gone : kept;

/** What the account made stays with the person, and whoever signed in by a provider as the one comes back as the other. */
function* moveAuthorship({ queries, tables: t }: TxContext, { from, into }: Merge): Steps<void> {
  const made = [t.courses, t.assets, t.videoUploads, t.invitations, t.autoEnrollments, t.groupEnrollments];
  for (const table of [...made, t.apiTokens, t.webhooks])
    yield* run(queries.update(table).set({ createdBy: into }).where(eq(table.createdBy, from)));
  for (const table of [t.webhookMessages, t.xapiStatements, t.authIdentities])
    yield* run(queries.update(table).set({ userId: into }).where(eq(table.userId, from)));
  yield* run(queries.update(t.courseGrants).set({ grantedBy: into }).where(eq(t.courseGrants.grantedBy, from)));
  yield* run(queries.update(t.courseProgress).set({ enrolledBy: into }).where(eq(t.courseProgress.enrolledBy, from)));
}

/**
 * Nobody signs in with the account any more, and its address is free. Its sessions stay for one purpose: to hand in what a
 * tablet has not sent yet. Returns how many there are.
 */
function* closeAccount(tx: TxContext, { id }: ProfileRow): Steps<number> {
  const { authUsers, authSessions, authFactors, recoveryCodes, dataExports, personWords, signInCards } = tx.tables;
  yield* dropLinks(tx, id);
  for (const table of [authFactors, recoveryCodes, dataExports, personWords, signInCards])
    yield* run(tx.delete(table).where(eq(table.userId, id)));
  const closed = { email: `merged-${id}@merged.invalid`, passwordHash: null, userMetadata: {}, lastSignInAt: null };
  yield* run(tx.update(authUsers).set(closed).where(eq(authUsers.id, id)));
  return yield* countOf(tx, authSessions, eq(authSessions.userId, id));
}

/** The ids under which a person's traces are: their own, and those of accounts that were merged into it. */
export function* idsOf(tx: TxContext, userId: string): Steps<string[]> {
  const { profiles } = tx.tables;
  const rows = yield* run(tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.mergedInto, userId)));
  return [userId, ...rows.map(({ id }) => id)];
}
