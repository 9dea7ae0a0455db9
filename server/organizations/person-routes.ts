// One person as administrators see them: their courses with lessons and attempts, their certificates, where they are stuck.
import { and, desc, eq, isNotNull, isNull, max, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { HeldCertificate } from '#sync/contract/certificate.ts';
import type { CardState } from '#sync/contract/crew.ts';
import { hasAddress } from '#sync/contract/email.ts';
import { percentDone } from '#sync/contract/fields.ts';
import {
  PERSON_ATTEMPTS_LIMIT,
  PERSON_COURSES_LIMIT,
  type PersonCourse,
  type PersonDetail,
  type PersonLessons,
  type StuckAt,
} from '#sync/contract/person.ts';
import { watchedPercent } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isKnown, isOfActive, isVisibleLesson } from '../catalog/facts.ts';
import { numberAt } from '../catalog/lessons.ts';
import { listEnds } from '../certificates/ends.ts';
import { boolean, type Db, number, pick } from '../db/client.ts';
import type { Deps, Http } from '../deps.ts';
import { requireAdmin } from '../http/actor.ts';
import { validateId, validateUuid } from '../http/validate.ts';
import { type KnownMail, mailColumns, reminderStatus, sentIn } from '../mail/mail-state.ts';
import { findGroupsOf } from '../people/groups.ts';
import { type Actor, may } from '../permissions.ts';

const ONE = '/admin/people/:userId';
const personIn = (id: string | undefined) => validateUuid(id, 'user_not_found');

export const personRoutes = new Hono<Http>()
  .get(ONE, requireAdmin, async (c) => {
    return c.json(await readPerson(c.var.deps, c.var.actor, personIn(c.req.param('userId'))));
  })
  .get(`${ONE}/courses/:courseId`, requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const userId = personIn(c.req.param('userId'));
    requireRun(await findPerson(db, userId), c.var.actor);
    const courseId = validateId(c.req.param('courseId'), 'course_not_found');
    return c.json(await readLessons(db, c.var.actor, { userId, courseId }));
  });

async function readPerson(deps: Deps, actor: Actor, userId: string): Promise<PersonDetail> {
  return describe(deps, actor, requireRun(await findPerson(deps.db, userId), actor));
}

interface InGroup {
  group: { id: string; organizationId: string };
  userId: string;
}

/** Someone in a group that the actor may see, with nothing that could be changed. Refuses `user_not_found`. */
export async function readPersonInGroup(deps: Deps, actor: Actor, at: InGroup): Promise<PersonDetail> {
  const { user, courses, certificates, ...detail } = await describe(deps, actor, await findInGroup(deps.db, at));
  return {
    ...detail,
    certificates: certificates.map((certificate) => ({ ...certificate, canChange: false, history: [] })),
    user: { ...user, has_two_step: null },
    courses: courses.map((course) => ({ ...course, canEdit: false, canAssign: false })),
  };
}

export async function readLessonsInGroup(
  { db }: Deps,
  actor: Actor,
  { courseId, ...at }: InGroup & { courseId: number },
): Promise<PersonLessons> {
  const { id } = await findInGroup(db, at);
  return readLessons(db, actor, { userId: id, courseId });
}

async function findInGroup(db: Db, { group, userId }: InGroup): Promise<PersonFound> {
  const { groupMembers } = db.tables;
  const [isIn] = await db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, userId)));
  const person = isIn && (await findPerson(db, userId));
  if (person?.organizationId !== group.organizationId) throw new Refusal('user_not_found');
  return person;
}

async function describe({ db, identity }: Deps, actor: Actor, found: PersonFound): Promise<PersonDetail> {
  const { id: userId, isOrgAdmin, isSuperAdmin, hasProvider, number: ownNumber, card, ...person } = found;
  const courses = await listCourses(db, actor, userId);
  const { refreshedAt, createdAt, userId: sessionOf } = db.tables.authSessions;
  const [session] = await db
    .select({ refreshedAt: max(refreshedAt), createdAt: max(createdAt) })
    .from(db.tables.authSessions)
    .where(eq(sessionOf, userId));
  const seen = [session?.refreshedAt, session?.createdAt].map((at) => at?.toISOString());
  seen.push(...courses.flatMap(({ lastActivityAt }) => lastActivityAt ?? []));
  const stuckAt = await findStuck(db, actor, userId);
  // A try that fails moves no other time.
  seen.push(stuckAt?.lastAttemptAt);
  return {
    user: {
      id: userId,
      email: person.email,
      full_name: person.fullName,
      organization_id: person.organization?.id ?? null,
      organization: person.organization,
      is_org_admin: isOrgAdmin,
      is_super_admin: isSuperAdmin,
      has_two_step: identity.embedded ? person.hasTwoStep : null,
      created_at: person.createdAt.toISOString(),
    },
    ...(actor.isSuperAdmin && { hasProvider }),
    ...(ownNumber && { number: ownNumber }),
    ...(!hasAddress(person.email) && { card: cardState(card) }),
    groups: (person.organizationId && (await findGroupsOf(db, person.organizationId, [userId])).get(userId)) || [],
    lastSeenAt:
      seen
        .filter((at) => at !== undefined)
        .sort()
        .at(-1) ?? null,
    courses,
    certificates: await listCertificates(db, actor, userId),
    stuckAt,
  };
}

const cardState = (card: PersonFound['card']): CardState | null =>
  card && {
    issuedAt: card.issuedAt.toISOString(),
    expiresAt: card.expiresAt.toISOString(),
    usedAt: card.usedAt?.toISOString() ?? null,
  };

type PersonFound = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** A person whom this admin may see; everybody else is `user_not_found` (P-13). */
function requireRun(person: PersonFound | undefined, actor: Actor): PersonFound {
  if (person && may(actor, 'run_organization', person)) return person;
  throw new Refusal('user_not_found');
}

async function findPerson(db: Db, userId: string) {
  const { profiles, organizations, authFactors, authIdentities, signInCards } = db.tables;
  const { id, email, fullName, isOrgAdmin, isSuperAdmin, createdAt, organizationId } = profiles;
  const isTheirs = sql`${authFactors.userId} = ${id} and ${authFactors.isVerified}`;
  const [person] = await db
    .select({
      ...{ id, email, fullName, isOrgAdmin, isSuperAdmin, createdAt, organizationId },
      organization: { id: organizations.id, name: organizations.name },
      number: profiles.personnelNumber,
      card: pick(signInCards, 'issuedAt', 'expiresAt', 'usedAt'),
      hasTwoStep: boolean(sql`exists (select 1 from ${authFactors} where ${isTheirs})`),
      hasProvider: boolean(sql`exists (select 1 from ${authIdentities} where ${authIdentities.userId} = ${id})`),
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, organizationId))
    .leftJoin(signInCards, eq(signInCards.userId, id))
    .where(and(eq(id, userId), isNull(profiles.erasedAt)));
  return person;
}

async function listCourses(db: Db, actor: Actor, person: string): Promise<PersonCourse[]> {
  const { select, tables } = db;
  const { courses, courseProgress, lessons, unitProgress } = tables;
  const {
    userId,
    courseId,
    isAssigned,
    enrolledAt,
    dueOn,
    remindedAt,
    reminderId,
    completedAt,
    lastActivityAt,
    round,
  } = courseProgress;
  const isDone = sql`${unitProgress.lessonId} = ${lessons.id} and ${unitProgress.userId} = ${userId}
    and ${unitProgress.status} = 'completed'`;
  const ofCourse = sql`${lessons.courseId} = ${courses.id} and ${isVisibleLesson(tables)}`;
  const rows = await select({
    id: courses.id,
    title: courses.title,
    ...{ isAssigned, enrolledAt, dueOn, remindedAt, completedAt, lastActivityAt, round },
    mail: mailColumns(tables),
    organizationId: courses.organizationId,
    isTakable: boolean(sql`${courses.isPublished} and ${courses.archivedAt} is null and ${isOfActive(tables)}`),
    lessons: number(sql`(select count(*) from ${lessons} where ${ofCourse})`),
    completedLessons: number(
      sql`(select count(*) from ${lessons} join ${unitProgress} on ${isDone} where ${ofCourse})`,
    ),
  })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseId))
    .leftJoin(tables.organizations, eq(tables.organizations.id, courses.organizationId))
    .leftJoin(tables.mailOutbox, eq(tables.mailOutbox.id, reminderId))
    .where(and(eq(userId, person), isKnown(tables, actor)))
    .orderBy(desc(sql`coalesce(${lastActivityAt}, ${enrolledAt})`), courses.id)
    .limit(PERSON_COURSES_LIMIT);
  const past = await listPastRounds(db, person);
  const ends = new Map((await listEnds(db, [person])).map((end) => [end.courseId, end.validUntil]));
  return rows.map(({ organizationId, isTakable, mail, ...row }) => ({
    ...row,
    ...remindedIn(row, mail),
    pastRounds: past.get(row.id) ?? [],
    certificateEnds: ends.get(row.id) ?? null,
    percent: percentDone(row.completedLessons, row.lessons),
    enrolledAt: row.enrolledAt.toISOString(),
    dueOn: row.completedAt ? null : row.dueOn,
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
    canEdit: edits(actor, organizationId),
    // The admin knows the course because their people can take it.
    canAssign: isTakable || edits(actor, organizationId),
  }));
}

/** The last reminder of a course that is still due. */
function remindedIn(
  { completedAt, dueOn, remindedAt }: { completedAt: Date | null; dueOn: string | null; remindedAt: Date | null },
  mail: KnownMail | null,
) {
  const reminder = !completedAt && dueOn ? reminderStatus(remindedAt, mail) : null;
  return { remindedAt: sentIn(reminder), reminder };
}

/** The rounds of a person's courses that are over, the last one first. */
async function listPastRounds({ select, tables: { pastRounds } }: Db, person: string) {
  const { courseId, round, completedAt, endedAt } = pastRounds;
  const rows = await select({ courseId, round, completedAt, endedAt })
    .from(pastRounds)
    .where(eq(pastRounds.userId, person))
    .orderBy(desc(round));
  const shown = rows.map((row) => ({
    ...row,
    completedAt: row.completedAt?.toISOString() ?? null,
    endedAt: row.endedAt.toISOString(),
  }));
  return Map.groupBy(shown, (row) => row.courseId);
}

async function listCertificates({ select, tables }: Db, actor: Actor, person: string): Promise<HeldCertificate[]> {
  const { certificates, courses } = tables;
  const { serial, courseTitle, issuedAt, validUntil, revokedAt, replaces, history, remindedAt } = certificates;
  const rows = await select({
    ...{ serial, courseTitle, issuedAt, validUntil, revokedAt, replaces, history, remindedAt },
    organizationId: courses.organizationId,
    mail: mailColumns(tables),
  })
    .from(certificates)
    .leftJoin(courses, eq(courses.id, certificates.courseId))
    .leftJoin(tables.mailOutbox, eq(tables.mailOutbox.id, certificates.reminderId))
    .where(and(eq(certificates.userId, person), isKnown(tables, actor)))
    .orderBy(desc(issuedAt), serial)
    .limit(PERSON_COURSES_LIMIT);
  const replaced = new Set(rows.map((row) => row.replaces));
  return rows.map(({ organizationId, remindedAt: at, mail, ...row }) => ({
    ...row,
    reminder: reminderStatus(at, mail),
    issuedAt: row.issuedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    history: row.history ?? [],
    canChange: edits(actor, organizationId) && !replaced.has(row.serial),
  }));
}

const edits = (actor: Actor, owner: string | null) =>
  actor.isSuperAdmin || (owner !== null && owner === actor.organizationId);

/** The quiz tried last without passing it, of those in the present round of a course that is not completed. */
async function findStuck({ select, tables }: Db, actor: Actor, person: string): Promise<StuckAt | null> {
  const { quizAttempts, lessons, courses, courseProgress } = tables;
  const { userId, lessonId, score, passed, round, submittedAt } = quizAttempts;
  const lastAttemptAt = max(submittedAt);
  const [stuck] = await select({
    courseId: courses.id,
    courseTitle: courses.title,
    lessonId: lessons.id,
    lessonTitle: lessons.title,
    attempts: number(sql`count(*)`),
    bestScore: number(sql`max(${score})`),
    lastAttemptAt,
  })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(courseProgress, and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courses.id)))
    .where(
      and(
        eq(userId, person),
        eq(round, sql`coalesce(${courseProgress.round}, 1)`),
        isNull(courseProgress.completedAt),
        isVisibleLesson(tables),
        isKnown(tables, actor),
      ),
    )
    .groupBy(courses.id, courses.title, lessons.id, lessons.title)
    .having(sql`count(*) filter (where ${passed}) = 0`)
    .orderBy(desc(lastAttemptAt))
    .limit(1);
  return stuck?.lastAttemptAt ? { ...stuck, lastAttemptAt: stuck.lastAttemptAt.toISOString() } : null;
}

interface PersonInCourse {
  userId: string;
  courseId: number;
}

/** The lessons of a course with what this person did in them. Refuses `course_not_found` for one that the admin does not know. */
async function readLessons(
  { select, tables }: Db,
  actor: Actor,
  { userId, courseId }: PersonInCourse,
): Promise<PersonLessons> {
  const { courses, courseProgress, lessons, unitProgress, pastUnits, quizAttempts } = tables;
  const isEnrolled = and(eq(courseProgress.courseId, courses.id), eq(courseProgress.userId, userId));
  const [course] = await select({ id: courses.id })
    .from(courses)
    .innerJoin(courseProgress, isEnrolled)
    .where(and(eq(courses.id, courseId), isKnown(tables, actor)));
  if (!course) throw new Refusal('course_not_found');
  const { id, title, orderIndex, durationSeconds } = lessons;
  const { status, completedAt, updatedAt, watched } = unitProgress;
  const columns = { id, title, orderIndex, durationSeconds, status, completedAt, updatedAt, watched };
  const { assets } = tables;
  const rows = await select({ ...columns, videoSince: assets.createdAt, windowFrom: courses.windowFrom })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(unitProgress, and(eq(unitProgress.lessonId, id), eq(unitProgress.userId, userId)))
    .leftJoin(assets, eq(assets.id, lessons.assetId))
    .where(and(eq(courses.id, courseId), isVisibleLesson(tables)))
    .orderBy(orderIndex, id);
  const isPast = and(eq(pastUnits.userId, userId), eq(pastUnits.courseId, courseId), isNotNull(pastUnits.completedAt));
  const past = await select({
    lessonId: pastUnits.lessonId,
    round: pastUnits.round,
    completedAt: pastUnits.completedAt,
  })
    .from(pastUnits)
    .where(isPast)
    .orderBy(pastUnits.round);
  const lastRounds = new Map(past.map((unit) => [unit.lessonId, unit]));
  const { score, passed, submittedAt, lessonId, round } = quizAttempts;
  const attempts = await select({ id: quizAttempts.id, lessonId, score, passed, round, submittedAt })
    .from(quizAttempts)
    .innerJoin(lessons, eq(id, lessonId))
    .where(and(eq(quizAttempts.userId, userId), eq(lessons.courseId, courseId)))
    .orderBy(desc(quizAttempts.id))
    .limit(PERSON_ATTEMPTS_LIMIT);
  return {
    lessons: rows.map(({ videoSince, windowFrom, durationSeconds: length, watched: ranges, ...row }, at) => ({
      ...row,
      orderIndex: numberAt({ windowFrom }, at),
      status: row.status ?? 'not_started',
      completedAt: row.completedAt?.toISOString() ?? null,
      updatedAt: row.updatedAt?.toISOString() ?? null,
      // Whoever completed it before there was this video has not skipped it.
      watchedPercent:
        videoSince === null || (row.completedAt && row.completedAt < videoSince)
          ? null
          : Math.round(watchedPercent(ranges ?? [], length)),
      lastRound: toLastRound(lastRounds.get(row.id)),
      attempts: attempts
        .filter((attempt) => attempt.lessonId === row.id)
        .map(({ lessonId: _, ...attempt }) => ({ ...attempt, submittedAt: attempt.submittedAt.toISOString() })),
    })),
  };
}

const toLastRound = (unit: { round: number; completedAt: Date | null } | undefined) =>
  unit?.completedAt ? { round: unit.round, completedAt: unit.completedAt.toISOString() } : null;
