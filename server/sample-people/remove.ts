// Takes the invented people away, in one unit: after it the installation is as if they had never been there. Real people who joined them stay,
// and so does what these are in.
import { and, type Column, eq, inArray, isNull, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { SamplePeople } from '#sync/contract/sample-people.ts';
import { type Db, number, run, type Steps, type TxContext } from '../db/client.ts';
import { type AuditActor, auditColumns, auditLog } from '../http/audit-log.ts';
import { nameKey } from '../identity/profiles.ts';
import { indexPeople } from '../people/search-people.ts';
import type { Actor } from '../permissions.ts';
import { COASTAL, DEMO_ORGANIZATION, DEMO_PEOPLE, LADDERS, sampleId, TABLETS } from './cast.ts';
import { forgetWanted } from './finish.ts';

const ORGANIZATIONS = [DEMO_ORGANIZATION.id, COASTAL.id];

/** How many are here, and who stays. Refuses `access_denied` for whoever may not remove them. */
export async function countSamplePeople({ queries, tables }: TxContext, actor: Actor | null): Promise<SamplePeople> {
  if (actor) requireRemover(actor);
  const { profiles, groups } = tables;
  const isHere = eq(profiles.organizationId, DEMO_ORGANIZATION.id);
  const [row] = await queries
    .select({
      people: number(sql`count(*) filter (where ${and(isHere, eq(profiles.isSample, true))})`),
      all: number(sql`count(*) filter (where ${eq(profiles.isSample, true)})`),
      realPeople: number(sql`count(*) filter (where ${eq(profiles.isSample, false)})`),
    })
    .from(profiles)
    .where(or(inArray(profiles.organizationId, ORGANIZATIONS), eq(profiles.isSample, true)));
  const [crews] = await queries
    .select({ groups: number(sql`count(*)`) })
    .from(groups)
    .where(and(eq(groups.organizationId, DEMO_ORGANIZATION.id), isInvented({ queries, tables })));
  const { people = 0, all = 0, realPeople = 0 } = row ?? {};
  return { people, all, realPeople, groups: all > 0 ? (crews?.groups ?? 0) : 0 };
}

/** Admins of the organization, and super admins. */
function requireRemover(actor: Actor): void {
  const isTheirs = actor.isOrgAdmin && actor.organizationId === DEMO_ORGANIZATION.id;
  if (!actor.isSuperAdmin && !isTheirs) throw new Refusal('access_denied');
}

/**
 * Removes them; `caller` is null for the operator. Repeating it does nothing, and answers zeros. Refuses `access_denied`.
 */
export async function removeSamplePeople(db: Db, caller: AuditActor | null, at: Date): Promise<SamplePeople> {
  if (caller) requireRemover(caller.actor);
  const found = await countSamplePeople(db, null);
  await db.transact(function* (tx) {
    yield* forgetWanted(tx);
    const { profiles } = tx.tables;
    const [one] = yield* run(tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.isSample, true)).limit(1));
    if (!one) return;
    yield* run(tx.delete(tx.tables.groups).where(isInvented(tx)));
    yield* removeTraces(tx);
    yield* removeLearning(tx);
    yield* removeRooms(tx);
    yield* removePeople(tx);
    const details = { ...found, ...(!caller && { by: 'operator' }) };
    const act = { action: 'sample_people.removed', organizationId: DEMO_ORGANIZATION.id, details };
    yield* run(auditLog(tx, { ...act, at, ...(caller && auditColumns(caller)) }));
  });
  await indexPeople(db);
  return found;
}

/** The query of their ids. */
const theirIds = ({ queries, tables: { profiles } }: TxContext) =>
  queries.select({ id: profiles.id }).from(profiles).where(eq(profiles.isSample, true));

/** Their mails, and those to invented guests; what they did and what was done to them; their certificates. */
function* removeTraces(tx: TxContext): Steps<void> {
  const { mailOutbox, profiles, auditLog: log, certificates } = tx.tables;
  const addresses = tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.isSample, true));
  const isToThem = or(inArray(mailOutbox.toAddress, addresses), eq(mailOutbox.isSample, true));
  yield* run(tx.delete(mailOutbox).where(isToThem));
  const asText = tx
    .select({ id: sql`cast(${profiles.id} as text)` })
    .from(profiles)
    .where(eq(profiles.isSample, true));
  yield* run(tx.delete(log).where(or(inArray(log.actorId, theirIds(tx)), inArray(log.subject, asText))));
  yield* run(tx.delete(certificates).where(inArray(certificates.userId, theirIds(tx))));
}

/** Of the demo accounts, which stay; that of the others would go with them. */
function* removeLearning(tx: TxContext): Steps<void> {
  const t = tx.tables;
  const theirs = [t.courseProgress, t.unitProgress, t.pastRounds, t.pastUnits, t.quizAttempts, t.quizFigures];
  const more = [
    t.courseRatings,
    t.appliedOps,
    t.endedMemberships,
    t.endedAssignments,
    t.invitationUses,
    t.groupMembers,
  ];
  for (const table of [...theirs, ...more]) {
    const { userId } = table as typeof t.courseProgress;
    yield* run(tx.delete(table).where(inArray(userId, theirIds(tx))));
  }
  const { quizVersions, quizAttempts, courses, courseProgress, courseFigures } = t;
  const isAsked = and(
    eq(quizAttempts.lessonId, quizVersions.lessonId),
    eq(quizAttempts.quizVersion, quizVersions.version),
  );
  yield* run(tx.delete(quizVersions).where(notExists(tx.select({ one: sql`1` }).from(quizAttempts).where(isAsked))));
  const takers = tx.select({ one: sql`1` }).from(courseProgress).where(eq(courseProgress.courseId, courses.id));
  const isLadders = and(eq(courses.organizationId, DEMO_ORGANIZATION.id), eq(courses.title, LADDERS.title));
  yield* run(tx.delete(courses).where(and(isLadders, notExists(takers))));
  // Counted again within a minute.
  yield* run(tx.delete(courseFigures));
}

/** Of a group in their organizations: it has people, and all of them are invented. */
function isInvented({ tables: { groups, groupMembers, profiles } }: Pick<TxContext, 'queries' | 'tables'>) {
  const has = (
    who: SQL,
  ) => sql`exists (select 1 from ${groupMembers} join ${profiles} on ${profiles.id} = ${groupMembers.userId}
    where ${groupMembers.groupId} = ${groups.id} and ${who})`;
  const isHere = inArray(groups.organizationId, ORGANIZATIONS);
  return and(isHere, has(sql`${profiles.isSample}`), not(has(sql`not ${profiles.isSample}`)));
}

/** What they made and used in their organizations, unless a real person has a part in it. */
function* removeRooms(tx: TxContext): Steps<void> {
  const { invitations, invitationUses, tablets, bulkJobs, autoEnrollments, courseGrants } = tx.tables;
  const isIn = (table: { organizationId: Column }) => inArray(table.organizationId, ORGANIZATIONS);
  const isMade = (by: Column) => or(isNull(by), inArray(by, theirIds(tx)));
  const uses = tx.select({ one: sql`1` }).from(invitationUses).where(eq(invitationUses.invitationId, invitations.id));
  yield* run(tx.delete(invitations).where(and(isIn(invitations), isMade(invitations.createdBy), notExists(uses))));
  const invented = TABLETS.map(({ name }) => sampleId(name));
  yield* run(tx.delete(tablets).where(inArray(tablets.id, invented)));
  yield* run(
    tx.delete(bulkJobs).where(and(inArray(bulkJobs.organizationId, ORGANIZATIONS), isMade(bulkJobs.createdBy))),
  );
  yield* run(tx.delete(autoEnrollments).where(and(isIn(autoEnrollments), isMade(autoEnrollments.createdBy))));
  yield* run(
    tx.delete(courseGrants).where(and(eq(courseGrants.organizationId, COASTAL.id), isMade(courseGrants.grantedBy))),
  );
}

/** The demo accounts get their plain names again, everybody else goes with their account. */
function* removePeople(tx: TxContext): Steps<void> {
  const { profiles, authUsers, organizations } = tx.tables;
  const isKept = inArray(
    profiles.email,
    DEMO_PEOPLE.map(({ email }) => email),
  );
  const gone = tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.isSample, true), not(isKept)));
  yield* run(tx.delete(authUsers).where(inArray(authUsers.id, gone)));
  yield* run(tx.delete(profiles).where(and(eq(profiles.isSample, true), not(isKept))));
  for (const { email, fullName } of DEMO_PEOPLE) {
    const [account] = yield* run(
      tx.select({ createdAt: authUsers.createdAt }).from(authUsers).where(eq(authUsers.email, email)),
    );
    const plain = { fullName, nameKey: nameKey(fullName), sortName: '', isSample: false, joinedAt: null, ...account };
    yield* run(tx.update(profiles).set(plain).where(eq(profiles.email, email)));
  }
  const people = tx.select({ one: sql`1` }).from(profiles).where(eq(profiles.organizationId, organizations.id));
  yield* run(tx.delete(organizations).where(and(eq(organizations.id, COASTAL.id), notExists(people))));
  const plain = { isSample: false, reminders: null, certificatesToldOn: null };
  yield* run(tx.update(organizations).set(plain).where(inArray(organizations.id, ORGANIZATIONS)));
}
