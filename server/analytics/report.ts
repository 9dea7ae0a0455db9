// The report of one sheet (decision 355): who has everything valid that is required of them, by group and course, now and before.
import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  gte,
  isNull,
  lt,
  lte,
  max,
  min,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { QUIZ_LEAST_ATTEMPTS } from '#sync/contract/analytics.ts';
import { dayOf, daysBefore } from '#sync/contract/due.ts';
import {
  aheadOf,
  REPORT_COURSES,
  REPORT_DAYS,
  REPORT_GROUPS,
  REPORT_STEPS,
  type ReportRow,
  risen,
  type Share,
  shareOf,
  type TrainingReport,
} from '#sync/contract/training-report.ts';
import { certifiedAt, isCertified, isEnding } from '../certificates/ends.ts';
import { boolean, number, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { Organization } from '../identity/require-organization.ts';
import { isDue, isEnrolledAs } from '../people/standings.ts';
import { FAIR_PASS_RATE } from './attention.ts';
import { countActive } from './overview.ts';
import { readQuizTrends, summarizeQuizzes } from './quiz-figures.ts';
import { isOf } from './scope.ts';

type Moment = { at: Date; day: string };

/** Everything is read beside the requests, and added up here from one row for each required course of a person. */
export async function readReport(
  { db, env, now: clock }: Pick<Deps, 'db' | 'env' | 'now'>,
  { id: organizationId, name }: Organization,
): Promise<TrainingReport> {
  const now = clock();
  const moments = Array.from({ length: REPORT_STEPS }, (_, step): Moment => {
    const at = daysBefore(now, step * REPORT_DAYS);
    return { at, day: dayOf(at, env.timeZone) };
  });
  const today = dayOf(now, env.timeZone);
  const tx = db.aside;
  const scope: Here = { organizationId, now, today };
  const required = await readRequired(tx, scope, moments);
  const groups = await readGroups(tx, organizationId);
  const courses = await nameCourses(tx, required);
  const { rows, all } = grid(required, groups, courses.slice(0, REPORT_COURSES));
  const { soon, otherSoon } = await readSoon(tx, scope);
  return {
    organization: { id: organizationId, name, ...((await isSample(tx, organizationId)) && { isSample: true }) },
    today,
    people: await countPeople(tx, organizationId),
    groups: groups.length,
    standings: standingsOf(required),
    trend: moments.map(({ day }, step) => ({ day, share: shareAt(required, step) })).reverse(),
    courses: courses.slice(0, REPORT_COURSES),
    otherCourses: Math.max(0, courses.length - REPORT_COURSES),
    rows: rows.slice(0, REPORT_GROUPS),
    otherGroups: Math.max(0, rows.length - REPORT_GROUPS),
    all,
    lately: { ...(await readLately(tx, scope)), fell: deepestFall(rows) },
    ...{ soon, otherSoon },
    quizzes: await readQuizzes(tx, scope),
  };
}

interface Here {
  organizationId: string;
  now: Date;
  today: string;
}

/** One person, over all that is required of them. Bit n of each number is about n steps ago. */
interface Person {
  /** Anything was required then, and some of it was not valid. */
  required: number;
  missing: number;
  isExpired: boolean;
  isOverdue: boolean;
  courses: { courseId: number; isValid: boolean }[];
}
type People = ReadonlyMap<string, Person>;

/** Every published course that someone was enrolled in by an admin, a group or an invitation, by person. */
async function readRequired(tx: TxContext, { organizationId, today }: Here, moments: Moment[]) {
  const { courseProgress, courses, profiles, pastRounds } = tx.tables;
  const { userId, courseId, enrolledAt, round } = courseProgress;
  const first = sql`case when ${round} = 1 then ${enrolledAt} else coalesce((select min(${pastRounds.enrolledAt}) from ${pastRounds}
    where ${pastRounds.userId} = ${userId} and ${pastRounds.courseId} = ${courseId}), ${enrolledAt}) end`;
  const rows = await tx
    .select({
      ...{ userId, courseId },
      bits: certifiedAt(tx.tables, moments),
      first: sql<Date>`${first}`.mapWith(enrolledAt),
      isOverdue: boolean(sql`coalesce(${isEnrolledAs(tx.tables, 'overdue', today)}, false)`),
    })
    .from(profiles)
    // In this order: SQLite would begin with the courses, and read everybody's enrollments.
    .crossJoin(courseProgress)
    .crossJoin(courses)
    .where(
      and(
        eq(profiles.organizationId, organizationId),
        isNull(profiles.erasedAt),
        eq(userId, profiles.id),
        eq(courseProgress.isAssigned, true),
        eq(courses.id, courseId),
        eq(courses.isPublished, true),
        isNull(courses.deletedAt),
      ),
    );
  const people = new Map<string, Person>();
  for (const { userId, courseId, bits, first, isOverdue } of rows) {
    const required = moments.reduce(
      (known, { at }, step) => (step === 0 || first <= at ? known | (1 << step) : known),
      0,
    );
    const isValid = (bits & 1) !== 0;
    const person = people.get(userId) ?? { required: 0, missing: 0, isExpired: false, isOverdue: false, courses: [] };
    person.required |= required;
    person.missing |= required & ~bits;
    person.isExpired ||= !isValid && (bits & (1 << moments.length)) !== 0;
    person.isOverdue ||= isOverdue;
    person.courses.push({ courseId, isValid });
    people.set(userId, person);
  }
  return people;
}

const nobody = (): Share => ({ people: 0, valid: 0 });

function add(share: Share, isValid: boolean): void {
  share.people += 1;
  if (isValid) share.valid += 1;
}

/** Adds whoever something was required of so many steps ago. */
function addAt(share: Share, { required, missing }: Person, step: number): void {
  if ((required & (1 << step)) !== 0) add(share, (missing & (1 << step)) === 0);
}

function shareAt(people: People, step: number): Share | null {
  const share = nobody();
  for (const person of people.values()) addAt(share, person, step);
  return share.people === 0 ? null : share;
}

function standingsOf(people: People): TrainingReport['standings'] {
  const standings = { valid: 0, training: 0, overdue: 0, expired: 0 };
  for (const person of people.values()) standings[standingOf(person)] += 1;
  return standings;
}

function standingOf({ missing, isExpired, isOverdue }: Person): keyof TrainingReport['standings'] {
  if ((missing & 1) === 0) return 'valid';
  if (isExpired) return 'expired';
  return isOverdue ? 'overdue' : 'training';
}

/** The groups, each with its people. */
async function readGroups(tx: TxContext, organizationId: string) {
  const { groups, groupMembers } = tx.tables;
  const rows = await tx
    .select({ id: groups.id, name: groups.name, userId: groupMembers.userId, isLead: groupMembers.isLead })
    .from(groups)
    .leftJoin(groupMembers, eq(groupMembers.groupId, groups.id))
    .where(eq(groups.organizationId, organizationId))
    .orderBy(asc(groups.nameKey));
  const found = new Map<string, { id: string; name: string; people: string[]; hasLead: boolean }>();
  for (const { id, name, userId, isLead } of rows) {
    const group = found.get(id) ?? { id, name, people: [], hasLead: false };
    if (userId) group.people.push(userId);
    group.hasLead ||= isLead === true;
    found.set(id, group);
  }
  return [...found.values()];
}

/** The required courses, the ones with the most people first. */
async function nameCourses(tx: TxContext, people: People) {
  const { courses } = tx.tables;
  const takers = new Map<number, number>();
  for (const { courses } of people.values())
    for (const { courseId } of courses) takers.set(courseId, (takers.get(courseId) ?? 0) + 1);
  const ids = [...takers.keys()].sort((a, b) => (takers.get(b) ?? 0) - (takers.get(a) ?? 0) || a - b);
  const shown = ids.slice(0, REPORT_COURSES);
  const titles = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(sql`${courses.id} in ${[...shown, 0]}`);
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
  return ids.map((id) => ({ id, title: titleOf.get(id) ?? '' }));
}

/** A row for each group of whose people something is required, worst first, and one for all. */
function grid(people: People, groups: Awaited<ReturnType<typeof readGroups>>, courses: readonly { id: number }[]) {
  const sum = (ids: Iterable<string>): TrainingReport['all'] => {
    const [share, before] = [nobody(), nobody()];
    const cells = new Map(courses.map(({ id }) => [id, nobody()]));
    for (const id of ids) {
      const person = people.get(id);
      if (!person) continue;
      addAt(share, person, 0);
      addAt(before, person, 1);
      for (const { courseId, isValid } of person.courses) {
        const cell = cells.get(courseId);
        if (cell) add(cell, isValid);
      }
    }
    const known = (one: Share) => (one.people === 0 ? null : one);
    return { ...share, before: known(before), cells: courses.map(({ id }) => known(cells.get(id) ?? nobody())) };
  };
  const grouped = new Set(groups.flatMap((group) => group.people));
  const ungrouped = [...people.keys()].filter((id) => !grouped.has(id));
  const rows = groups.map(({ id, name, hasLead, people: ids }): ReportRow => ({ id, name, hasLead, ...sum(ids) }));
  if (groups.length > 0) rows.push({ id: null, name: 'In no group', hasLead: true, ...sum(ungrouped) });
  const counted = rows.filter((row) => row.people > 0);
  return {
    rows: counted.sort((a, b) => shareOf(a) - shareOf(b) || b.people - a.people),
    all: sum(people.keys()),
  };
}

function deepestFall(rows: readonly ReportRow[]): TrainingReport['lately']['fell'] {
  const fallen = rows
    .filter(({ id }) => id !== null)
    .map((row) => ({ name: row.name, hasLead: row.hasLead, points: -(risen(row, row.before) ?? 0) }))
    .sort((a, b) => b.points - a.points);
  return fallen.find(({ points }) => points > 0) ?? null;
}

/** Whether its people are invented: then the sheet says so. */
async function isSample(tx: TxContext, organizationId: string): Promise<boolean> {
  const { organizations } = tx.tables;
  const [row] = await tx
    .select({ isSample: organizations.isSample })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.isSample ?? false;
}

async function countPeople(tx: TxContext, organizationId: string): Promise<number> {
  const { profiles } = tx.tables;
  const here = and(eq(profiles.organizationId, organizationId), isNull(profiles.erasedAt));
  const [row] = await tx.select({ people: count() }).from(profiles).where(here);
  return row?.people ?? 0;
}

async function readLately(tx: TxContext, { organizationId, now, today }: Here) {
  const { certificates, profiles, endedMemberships } = tx.tables;
  const [from, turn] = [daysBefore(now, 2 * REPORT_DAYS), daysBefore(now, REPORT_DAYS)];
  const isTheirs = isOf(tx.tables, certificates.userId, { organizationId });
  const counts = (where: SQL | undefined) => number(sql`count(*) filter (where ${where})`);
  const { issuedAt, validUntil, revokedAt } = certificates;
  const [earned] = await tx
    .select({ now: counts(gte(issuedAt, turn)), before: counts(lt(issuedAt, turn)) })
    .from(certificates)
    .where(and(gte(issuedAt, from), isTheirs));
  const isRenewed = isCertified(tx.tables, certificates, 'valid', today);
  const [ended] = await tx
    .select({ expired: count(), renewed: counts(isRenewed) })
    .from(certificates)
    .where(and(gte(validUntil, dayOf(turn)), lt(validUntil, today), isNull(revokedAt), isTheirs));
  const came = sql`coalesce(${profiles.joinedAt}, ${profiles.createdAt})`;
  const [joined] = await tx
    .select({ people: count() })
    .from(profiles)
    .where(
      and(
        eq(profiles.organizationId, organizationId),
        isNull(profiles.erasedAt),
        sql`${came} >= ${sql.param(turn, profiles.createdAt)}`,
      ),
    );
  const isBack = tx
    .select({ one: sql`1` })
    .from(profiles)
    .where(and(eq(profiles.id, endedMemberships.userId), eq(profiles.organizationId, organizationId)));
  const [left] = await tx
    .select({ people: count() })
    .from(endedMemberships)
    .where(
      and(eq(endedMemberships.organizationId, organizationId), gte(endedMemberships.endedAt, turn), notExists(isBack)),
    );
  return {
    certificates: [earned?.now ?? 0, earned?.before ?? 0] as [number, number],
    active: await countActive(tx, { organizationId }, turn),
    joined: joined?.people ?? 0,
    left: left?.people ?? 0,
    expired: ended?.expired ?? 0,
    renewed: ended?.renewed ?? 0,
  };
}

const MOST_SOON = 5;

/** The courses with the most certificates that end and the most people for whom they are due. */
async function readSoon(tx: TxContext, { organizationId, today }: Here) {
  const { certificates, courseProgress, courses, profiles } = tx.tables;
  const isHere = and(eq(profiles.organizationId, organizationId), isNull(profiles.erasedAt));
  const { validUntil } = certificates;
  const ends = await tx
    .select({ course: courses.title, people: countDistinct(profiles.id), from: min(validUntil), to: max(validUntil) })
    .from(certificates)
    // In this order: SQLite would look for the rows of everybody.
    .crossJoin(profiles)
    .crossJoin(courses)
    .where(
      and(
        ...[eq(profiles.id, certificates.userId), eq(courses.id, certificates.courseId)],
        isEnding(tx.tables, String(REPORT_DAYS) as '30', today),
        isHere,
      ),
    )
    .groupBy(courses.id);
  const { dueOn } = courseProgress;
  const due = await tx
    .select({ course: courses.title, people: count(), from: min(dueOn), to: max(dueOn) })
    .from(courseProgress)
    .crossJoin(profiles)
    .crossJoin(courses)
    .where(
      and(
        ...[eq(profiles.id, courseProgress.userId), eq(courses.id, courseProgress.courseId)],
        ...[gte(dueOn, today), lte(dueOn, aheadOf(today)), isDue(tx.tables)],
        isHere,
      ),
    )
    .groupBy(courses.id);
  const all = [
    ...ends.map((row) => ({ kind: 'ends' as const, ...row })),
    ...due.map((row) => ({ kind: 'due' as const, ...row })),
  ].map(({ from, to, ...row }) => ({ ...row, from: from ?? today, to: to ?? today }));
  const most = all.sort((a, b) => b.people - a.people || (a.from < b.from ? -1 : 1));
  return {
    soon: most.slice(0, MOST_SOON).sort((a, b) => (a.from < b.from ? -1 : 1)),
    otherSoon: most.slice(MOST_SOON).reduce((sum, { people }) => sum + people, 0),
  };
}

const MOST_QUIZZES = 3;

/** Those that 'Needs attention' would name, the lowest pass rate first. */
async function readQuizzes(tx: TxContext, { organizationId, now }: Here): Promise<TrainingReport['quizzes']> {
  const { lessons } = await summarizeQuizzes(tx, { organizationId });
  const worst = lessons
    .filter(({ totalAttempts, passRate }) => totalAttempts >= QUIZ_LEAST_ATTEMPTS && passRate < FAIR_PASS_RATE)
    .sort((a, b) => a.passRate - b.passRate)
    .slice(0, MOST_QUIZZES);
  const quizzes: TrainingReport['quizzes'] = [];
  for (const { lessonId, lessonTitle, courseTitle, passRate } of worst) {
    const trends = await readQuizTrends(tx, { organizationId, lessonId, now });
    const [was = null, last = null] = trends.get(lessonId)?.slice(-2) ?? [];
    quizzes.push({ lessonId, title: lessonTitle, course: courseTitle, passRate, was, now: last });
  }
  return quizzes;
}
