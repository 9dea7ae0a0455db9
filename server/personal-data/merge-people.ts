// Two accounts of one person become one (decision 196). The account that goes keeps an empty row: it tells tablets where their
// unsent work counts, and holds the second certificate of a course.
import { and, count, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { MergeEffects, MergeOutcome } from '#sync/contract/person.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit, auditColumns } from '../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { allExcluded, excluded } from '../db/prepared.ts';
import { rehearse } from '../db/rehearse.ts';
import type { Tables } from '../db/schema.ts';
import { endMadeBy } from '../end-invitations.ts';
import { dropLinks } from '../identity/change-user.ts';
import { UNSORTED } from '../identity/profiles.ts';
import { recountCourse } from '../learning/recount-course.ts';
import { movePeople } from '../organizations/change-members.ts';
import { type Actor, may } from '../permissions.ts';
import { betterUnit, earliest, latest, type UnitRow } from './better-of-both.ts';
import { countGiven } from './count-given.ts';
import { mergeRounds } from './merge-rounds.ts';

interface Merge {
  /** The account that goes. */
  from: string;
  /** The account that stays. */
  into: string;
}

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
  yield* moveIdentities(tx, { from, into });
  effects.sessions = yield* closeAccount(tx, gone);
  const { profiles } = tx.tables;
  const none = { organizationId: null, isOrgAdmin: false, isSuperAdmin: false, avatarUrl: null, ...UNSORTED };
  const empty = { ...none, email: '', fullName: null, nameKey: null, erasedAt: caller.now, mergedInto: into };
  yield* run(tx.update(profiles).set(empty).where(eq(profiles.id, from)));
  const remindersOffAt = earliest(kept.remindersOffAt, gone.remindersOffAt);
  yield* run(tx.update(profiles).set({ remindersOffAt }).where(eq(profiles.id, into)));
  // Those that were merged into it before.
  yield* run(tx.update(profiles).set({ mergedInto: into }).where(eq(profiles.mergedInto, from)));
  // What the erasure of the person needs to find.
  const details = { from: gone.email, name: gone.fullName, merged: from };
  const organizationId = kept.organizationId ?? gone.organizationId;
  yield* audit(tx, caller, { action: 'account.merged', organizationId, subject: into, details });
  return { message: `${gone.email} was merged into ${kept.email}.`, effects };
}

const NOTHING: MergeEffects = {
  ...{ lessons: 0, better: 0, attempts: 0, courses: 0, certificates: 0, secondCertificates: 0, sessions: 0 },
  ...{ enrollments: 0, dueDates: 0, groups: 0, invitations: 0, roles: [], joins: null },
};

/** Org admins merge people of their own organization alone, and no super admin. */
function* findBoth(tx: TxContext, actor: Actor, { from, into }: Merge): Steps<[ProfileRow, ProfileRow]> {
  const { profiles } = tx.tables;
  const rows = yield* run(
    tx
      .select()
      .from(profiles)
      .where(inArray(profiles.id, [from, into])),
  );
  const [gone, kept] = [from, into].map((id) => rows.find((row) => row.id === id));
  if (!kept || kept.erasedAt || !isTheirs(actor, kept)) throw new Refusal('user_not_found', { field: 'intoId' });
  const isDone = gone?.mergedInto === into;
  if (!gone || !(isDone || isTheirs(actor, gone))) throw new Refusal('user_not_found', { field: 'userId' });
  return [gone, kept];
}

const isTheirs = (actor: Actor, { organizationId, isSuperAdmin }: ProfileRow) =>
  actor.isSuperAdmin ||
  (!isSuperAdmin && organizationId !== null && may(actor, 'run_organization', { organizationId }));

function* requireOtherSuper({ queries, tables: { profiles } }: TxContext): Steps<void> {
  const [row] = yield* run(queries.select({ supers: count() }).from(profiles).where(eq(profiles.isSuperAdmin, true)));
  if ((row?.supers ?? 0) < 2) throw new Refusal('last_super_admin');
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
    yield* run(
      tx
        .update(profiles)
        .set({ organizationId, joinedAt: caller.now, ...UNSORTED })
        .where(eq(profiles.id, kept.id)),
    );
    const [found] = yield* run(tx.select().from(organizations).where(eq(organizations.id, organizationId)));
    joins = found?.name ?? null;
  } else if (gone.organizationId && gone.organizationId !== kept.organizationId) {
    yield* movePeople(tx, caller, { people: [gone], to: null });
  }
  yield* endMadeBy(tx, [gone.id], { ...auditColumns(caller), areGone: true });
  const after = yield* countGiven(tx, gone.id);
  return {
    enrollments: before.enrollments - after.enrollments,
    dueDates: before.dueDates - after.dueDates,
    groups: before.groups - after.groups,
    invitations: before.invitations - after.invitations,
    ...{ roles, joins },
  };
}

function* moveLearning(tx: TxContext, caller: AuditActor, { gone, kept }: Both): Steps<Partial<MergeEffects>> {
  const { unitProgress, quizAttempts, certificates, courseProgress } = tx.tables;
  const [from, into] = [gone.id, kept.id];
  yield* mergeRounds(tx, { from, into, at: caller.now });
  const [attempts] = yield* run(tx.select({ all: count() }).from(quizAttempts).where(eq(quizAttempts.userId, from)));
  const proofs = yield* run(tx.select().from(certificates).where(eq(certificates.userId, from)));
  const courses = yield* run(tx.select().from(courseProgress).where(eq(courseProgress.userId, from)));
  const units = yield* run(tx.select().from(unitProgress).where(eq(unitProgress.userId, from)));
  const better = yield* moveUnits(tx, { units, into });
  yield* moveAttempts(tx, { from, into });
  yield* moveRatings(tx, { from, into });
  const secondCertificates = yield* moveCertificates(tx, { proofs, from, into });
  yield* moveCourses(tx, { rows: courses, from, into });
  // Half a course in each account may be a whole one.
  for (const courseId of new Set(units.map((unit) => unit.courseId))) yield* recount(tx, caller, { kept, courseId });
  return {
    ...{ lessons: units.length, better, attempts: attempts?.all ?? 0, courses: courses.length },
    ...{ certificates: proofs.length, secondCertificates },
  };
}

function* moveUnits(tx: TxContext, { units, into }: { units: UnitRow[]; into: string }): Steps<number> {
  const { unitProgress } = tx.tables;
  const theirs = yield* run(tx.select().from(unitProgress).where(eq(unitProgress.userId, into)));
  const known = new Map(theirs.map((unit) => [unit.lessonId, unit]));
  let better = 0;
  for (const unit of units) {
    const mine = known.get(unit.lessonId);
    const row = mine ? betterUnit(mine, unit) : { ...unit, userId: into };
    if (!mine || row.status !== mine.status) better += 1;
    const { userId: _, lessonId: __, courseId: ___, ...changing } = getTableColumns(unitProgress);
    const target = [unitProgress.userId, unitProgress.lessonId];
    yield* run(
      tx
        .insert(unitProgress)
        .values(row)
        .onConflictDoUpdate({ target, set: allExcluded(changing) }),
    );
    const here = and(eq(unitProgress.userId, unit.userId), eq(unitProgress.lessonId, unit.lessonId));
    yield* run(tx.delete(unitProgress).where(here));
  }
  return better;
}

function* moveAttempts(tx: TxContext, { from, into }: Merge): Steps<void> {
  const { quizAttempts, quizFigures } = tx.tables;
  yield* run(tx.update(quizAttempts).set({ userId: into }).where(eq(quizAttempts.userId, from)));
  const read = (userId: string) => run(tx.select().from(quizFigures).where(eq(quizFigures.userId, userId)));
  const theirs = new Map((yield* read(into)).map((row) => [row.lessonId, row]));
  for (const row of yield* read(from)) {
    const mine = theirs.get(row.lessonId);
    const { userId: _, lessonId: __, ...changing } = getTableColumns(quizFigures);
    const target = [quizFigures.userId, quizFigures.lessonId];
    const summed = tx.insert(quizFigures).values({ ...(mine ? sumOf(mine, row) : row), userId: into });
    yield* run(summed.onConflictDoUpdate({ target, set: allExcluded(changing) }));
  }
  yield* run(tx.delete(quizFigures).where(eq(quizFigures.userId, from)));
}

type Figures = Tables['quizFigures']['$inferSelect'];

/** The figures of all attempts of both; the first try is the earlier one. */
function sumOf(a: Figures, b: Figures): Figures {
  const [first] = [a, b]
    .filter(({ firstAttemptAt }) => firstAttemptAt !== null)
    .sort((one, other) => Number(one.firstAttemptAt) - Number(other.firstAttemptAt));
  return {
    ...a,
    attempts: a.attempts + b.attempts,
    passed: a.passed + b.passed,
    scoreSum: a.scoreSum + b.scoreSum,
    durationMsSum: a.durationMsSum + b.durationMsSum,
    timedAttempts: a.timedAttempts + b.timedAttempts,
    lastAttemptAt: latest(a.lastAttemptAt, b.lastAttemptAt) ?? a.lastAttemptAt,
    firstAttemptAt: first?.firstAttemptAt ?? null,
    firstPassed: first?.firstPassed ?? null,
  };
}

function* moveRatings(tx: TxContext, { from, into }: Merge): Steps<void> {
  const { courseRatings } = tx.tables;
  const rows = yield* run(tx.select().from(courseRatings).where(eq(courseRatings.userId, from)));
  for (const row of rows)
    yield* run(
      tx
        .insert(courseRatings)
        .values({ ...row, userId: into })
        .onConflictDoNothing(),
    );
  yield* run(tx.delete(courseRatings).where(eq(courseRatings.userId, from)));
}

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

type CourseRow = Tables['courseProgress']['$inferSelect'];

function* moveCourses(tx: TxContext, { rows, from, into }: Merge & { rows: CourseRow[] }): Steps<void> {
  const { courseProgress } = tx.tables;
  const theirs = yield* run(tx.select().from(courseProgress).where(eq(courseProgress.userId, into)));
  for (const row of rows) {
    const mine = theirs.find(({ courseId }) => courseId === row.courseId);
    const merged = mine && {
      status: mine.completedAt || row.completedAt ? ('completed' as const) : mine.status,
      isAssigned: mine.isAssigned || row.isAssigned,
      enrolledBy: mine.enrolledBy ?? row.enrolledBy,
      enrolledAt: earliest(mine.enrolledAt, row.enrolledAt) ?? mine.enrolledAt,
      dueOn: [mine.dueOn, row.dueOn].filter((day) => day !== null).sort()[0] ?? null,
      remindedAt: latest(mine.remindedAt, row.remindedAt),
      completedAt: earliest(mine.completedAt, row.completedAt),
      lastActivityAt: latest(mine.lastActivityAt, row.lastActivityAt),
    };
    const at = (userId: string) => and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, row.courseId));
    if (merged) {
      yield* run(tx.update(courseProgress).set(merged).where(at(into)));
      yield* run(tx.delete(courseProgress).where(at(from)));
    } else yield* run(tx.update(courseProgress).set({ userId: into }).where(at(from)));
  }
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
function* moveMemberships(tx: TxContext, { from, into }: Merge): Steps<void> {
  const { groupMembers, invitationUses, endedMemberships, endedAssignments, appliedOps } = tx.tables;
  for (const row of yield* run(tx.select().from(groupMembers).where(eq(groupMembers.userId, from))))
    yield* run(
      tx
        .insert(groupMembers)
        .values({ ...row, userId: into, isLead: false })
        .onConflictDoNothing(),
    );
  for (const row of yield* run(tx.select().from(invitationUses).where(eq(invitationUses.userId, from))))
    yield* run(
      tx
        .insert(invitationUses)
        .values({ ...row, userId: into })
        .onConflictDoNothing(),
    );
  for (const row of yield* run(tx.select().from(endedMemberships).where(eq(endedMemberships.userId, from)))) {
    const target = [endedMemberships.userId, endedMemberships.organizationId];
    const set = { endedAt: laterOf(endedMemberships.endedAt) };
    const moved = tx.insert(endedMemberships).values({ ...row, userId: into });
    yield* run(moved.onConflictDoUpdate({ target, set }));
  }
  for (const row of yield* run(tx.select().from(endedAssignments).where(eq(endedAssignments.userId, from)))) {
    const target = [endedAssignments.userId, endedAssignments.courseId];
    const set = { endedAt: laterOf(endedAssignments.endedAt) };
    const moved = tx.insert(endedAssignments).values({ ...row, userId: into });
    yield* run(moved.onConflictDoUpdate({ target, set }));
  }
  for (const table of [groupMembers, invitationUses, endedMemberships, endedAssignments])
    yield* run(tx.delete(table).where(eq(table.userId, from)));
  // A tablet that sends an operation again gets the answer of the first time.
  const known = tx.select({ opId: appliedOps.opId }).from(appliedOps).where(eq(appliedOps.userId, into));
  yield* run(tx.delete(appliedOps).where(and(eq(appliedOps.userId, from), inArray(appliedOps.opId, known))));
  yield* run(tx.update(appliedOps).set({ userId: into }).where(eq(appliedOps.userId, from)));
}

type DateColumn = Tables['endedMemberships']['endedAt'] | Tables['endedAssignments']['endedAt'];
const laterOf = (column: DateColumn) =>
  sql`case when ${column} > ${excluded(column)} then ${column} else ${excluded(column)} end`;

/** What the account made stays with the person. */
function* moveAuthorship(tx: TxContext, { from, into }: Merge): Steps<void> {
  const { courses, assets, videoUploads, invitations, courseGrants, courseProgress } = tx.tables;
  const { autoEnrollments, groupEnrollments, apiTokens, webhooks, webhookMessages, xapiStatements } = tx.tables;
  for (const table of [
    courses,
    assets,
    videoUploads,
    invitations,
    autoEnrollments,
    groupEnrollments,
    apiTokens,
    webhooks,
  ])
    yield* run(tx.update(table).set({ createdBy: into }).where(eq(table.createdBy, from)));
  yield* run(tx.update(webhookMessages).set({ userId: into }).where(eq(webhookMessages.userId, from)));
  yield* run(tx.update(xapiStatements).set({ userId: into }).where(eq(xapiStatements.userId, from)));
  yield* run(tx.update(courseGrants).set({ grantedBy: into }).where(eq(courseGrants.grantedBy, from)));
  yield* run(tx.update(courseProgress).set({ enrolledBy: into }).where(eq(courseProgress.enrolledBy, from)));
}

/** Who signed in by a provider as the one comes back as the other; else the address there would make a new account. */
function* moveIdentities({ queries, tables: { authIdentities } }: TxContext, { from, into }: Merge): Steps<void> {
  yield* run(queries.update(authIdentities).set({ userId: into }).where(eq(authIdentities.userId, from)));
}

/**
 * Nobody signs in with the account any more, and its address is free. Its sessions stay for one purpose: to hand in what a
 * tablet has not sent yet. Returns how many there are.
 */
function* closeAccount(tx: TxContext, { id }: ProfileRow): Steps<number> {
  const { authUsers, authSessions, authFactors, recoveryCodes, dataExports, personWords } = tx.tables;
  yield* dropLinks(tx, id);
  for (const table of [authFactors, recoveryCodes, dataExports, personWords])
    yield* run(tx.delete(table).where(eq(table.userId, id)));
  const closed = { email: `merged-${id}@merged.invalid`, passwordHash: null, userMetadata: {}, lastSignInAt: null };
  yield* run(tx.update(authUsers).set(closed).where(eq(authUsers.id, id)));
  const [row] = yield* run(tx.select({ all: count() }).from(authSessions).where(eq(authSessions.userId, id)));
  return row?.all ?? 0;
}

/** The ids under which a person's traces are: their own, and those of accounts that were merged into it. */
export function* idsOf(tx: TxContext, userId: string): Steps<string[]> {
  const { profiles } = tx.tables;
  const rows = yield* run(tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.mergedInto, userId)));
  return [userId, ...rows.map(({ id }) => id)];
}
