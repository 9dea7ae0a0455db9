// What people have done lately, gathered into lines: 'Lena and 3 others completed Scan a room'.
import { and, desc, eq, gte, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { ACTIVITY_DAYS, type Activity, type ActivityLine } from '#sync/contract/analytics.ts';
import { daysBefore } from '#sync/contract/due.ts';
import { type Db, isOneOf } from '../db/client.ts';
import { FEW_ROWS } from '../people/search-people.ts';
import { type Scope, within } from './scope.ts';

/** Of the enrollments with progress, and of the people who joined, the latest: a bound on the cost, whoever asks. */
const MOST_ROWS = 1000;
const MOST_LINES = 40;
const MOST_NAMES = 20;

/** Something that a person did, with the id of what they did it to. */
type Event = { kind: ActivityLine['kind']; of: number | string; userId: string; at: Date };

/** The lines, latest first. */
export async function readActivity(
  { aside: db }: Pick<Db, 'aside'>,
  scope: Scope,
  { since: asked, now }: { since?: string | undefined; now: Date },
): Promise<Activity> {
  const { profiles, courseProgress, unitProgress, pastUnits, pastRounds, quizFigures, lessons } = db.tables;
  const isCounted = and(within(db.tables, scope), isNull(profiles.erasedAt));
  const from = laterOf(daysBefore(now, ACTIVITY_DAYS), asked === undefined ? undefined : new Date(asked));
  const { userId, courseId, completedAt, enrolledAt, lastActivityAt } = courseProgress;
  const few = await listFew(db, isCounted);
  const enrolled = await db
    .select({ userId, courseId, completedAt, enrolledAt, at: lastActivityAt })
    .from(courseProgress)
    // In this order: from the latest activity on, or SQLite would read the enrollments of everybody.
    .crossJoin(profiles)
    .where(and(gte(lastActivityAt, from), few && inArray(userId, few), eq(profiles.id, userId), isCounted))
    .orderBy(desc(lastActivityAt))
    .limit(MOST_ROWS);
  const joined = await db
    .select({ userId: profiles.id, of: profiles.organizationId, at: profiles.createdAt })
    .from(profiles)
    .where(and(gte(profiles.createdAt, from), isCounted))
    .orderBy(desc(profiles.createdAt))
    .limit(MOST_ROWS);
  // Who also made their account in this time is told of once.
  const arrived = await db
    .select({ userId: profiles.id, of: profiles.organizationId, at: profiles.joinedAt })
    .from(profiles)
    .where(and(gte(profiles.joinedAt, from), lt(profiles.createdAt, from), isCounted))
    .orderBy(desc(profiles.joinedAt))
    .limit(MOST_ROWS);
  // Of a full list not everything is known before its last row.
  const ends = [enrolled, joined, arrived].map((list) => list[MOST_ROWS - 1]?.at);
  const since = ends.reduce<Date>(laterOf, from);
  // By the people who were found, and not by a join with what found them: a database that takes these for many reads every figure.
  const people = [...new Set(enrolled.map((row) => row.userId))];
  const courses = new Map(enrolled.map((row) => [`${row.userId} ${row.courseId}`, row]));
  const enrollmentOf = (row: { userId: string; courseId: number }) => courses.get(`${row.userId} ${row.courseId}`);
  const unitsOf = (units: typeof unitProgress | typeof pastUnits) =>
    db
      .select({ userId: units.userId, courseId: units.courseId, of: units.lessonId, at: units.completedAt })
      .from(units as typeof unitProgress)
      .where(and(isOneOf(units.userId, people), gte(units.completedAt, since)));
  // A renewal takes nothing back that was done.
  const completed = [...(await unitsOf(unitProgress)), ...(await unitsOf(pastUnits))];
  const rounds = await db
    .select({ userId: pastRounds.userId, courseId: pastRounds.courseId, at: pastRounds.completedAt })
    .from(pastRounds)
    .where(and(isOneOf(pastRounds.userId, people), gte(pastRounds.completedAt, since)));
  const failed = await db
    .select({
      userId: quizFigures.userId,
      courseId: lessons.courseId,
      of: quizFigures.lessonId,
      at: quizFigures.lastAttemptAt,
    })
    .from(quizFigures)
    .innerJoin(lessons, eq(lessons.id, quizFigures.lessonId))
    .leftJoin(
      unitProgress,
      and(eq(unitProgress.userId, quizFigures.userId), eq(unitProgress.lessonId, quizFigures.lessonId)),
    )
    .where(
      and(isOneOf(quizFigures.userId, people), gte(quizFigures.lastAttemptAt, since), isNull(unitProgress.completedAt)),
    );
  const events = [
    ...eventsOf('account', joined),
    ...eventsOf('joined', arrived),
    ...eventsOf(
      'course',
      [...enrolled.map((row) => ({ ...row, at: row.completedAt })), ...rounds.filter(enrollmentOf)].map((row) => ({
        ...row,
        of: row.courseId,
      })),
    ),
    ...eventsOf('lesson', completed.filter(enrollmentOf)),
    ...eventsOf(
      'failed',
      // Of this round: who passed in the one before has nothing to do with it.
      failed.filter((row) => row.at >= (enrollmentOf(row)?.enrolledAt ?? now)),
    ),
  ];
  const lines = gather(events.filter(({ at }) => at >= since));
  const isAll = +since === +from && lines.length <= MOST_LINES;
  return { since: from.toISOString(), isAll, lines: await name(db, lines.slice(0, MOST_LINES)) };
}

/** The ids of these people; undefined when they are so many that the latest activity is soon that of one of them. */
async function listFew({ select, tables: { profiles } }: Db['aside'], where: SQL | undefined) {
  const rows = await select({ id: profiles.id }).from(profiles).where(where).limit(FEW_ROWS);
  return rows.length < FEW_ROWS ? rows.map(({ id }) => id) : undefined;
}

const laterOf = (a: Date, b: Date | null | undefined) => (b && b > a ? b : a);

type Found = { userId: string; of: Event['of'] | null; at: Date | null };

const eventsOf = (kind: Event['kind'], rows: Found[]): Event[] =>
  rows.flatMap(({ userId, of, at }) => (of !== null && at ? { kind, userId, of, at } : []));

/** Events of the same kind and thing together, each person once. */
function gather(events: Event[]): { kind: Event['kind']; of: Event['of']; at: Date; userIds: string[] }[] {
  const latestFirst = events.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.userId < b.userId ? -1 : 1));
  const gathered = Map.groupBy(latestFirst, ({ kind, of }) => `${kind} ${of}`);
  return [...gathered.values()].flatMap(([latest, ...others]) =>
    latest ? { ...latest, userIds: [...new Set([latest, ...others].map(({ userId }) => userId))] } : [],
  );
}

/** With the names of people and things. What was deleted meanwhile is left out. */
async function name(db: Db['aside'], lines: ReturnType<typeof gather>): Promise<ActivityLine[]> {
  const { profiles, lessons, courses, organizations } = db.tables;
  const idsOf = (...kinds: Event['kind'][]) => lines.flatMap(({ kind, of }) => (kinds.includes(kind) ? of : []));
  const shown = lines.flatMap(({ userIds }) => userIds.slice(0, MOST_NAMES));
  const people = await db
    .select({ id: profiles.id, fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.id, shown));
  const titles: { id: number | string; title: string; course?: string; courseId?: number }[][] = [
    await db
      .select({ id: lessons.id, title: lessons.title, course: courses.title, courseId: courses.id })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(inArray(lessons.id, idsOf('lesson', 'failed') as number[]), isNull(courses.deletedAt))),
    await db
      .select({ id: courses.id, title: courses.title })
      .from(courses)
      .where(and(inArray(courses.id, idsOf('course') as number[]), isNull(courses.deletedAt))),
    await db
      .select({ id: organizations.id, title: organizations.name })
      .from(organizations)
      .where(inArray(organizations.id, idsOf('account', 'joined') as string[])),
  ];
  const [ofLessons, ofCourses, ofOrganizations] = titles.map((rows) => new Map(rows.map((row) => [row.id, row])));
  const sources = {
    lesson: ofLessons,
    failed: ofLessons,
    course: ofCourses,
    account: ofOrganizations,
    joined: ofOrganizations,
  };
  const names = new Map(people.map(({ id, fullName, email }) => [id, fullName || email]));
  return lines.flatMap(({ kind, of, at, userIds }) => {
    const thing = sources[kind]?.get(of);
    if (!thing) return [];
    const named = userIds.slice(0, MOST_NAMES).map((id) => ({ id, name: names.get(id) ?? '' }));
    return { kind, ...thing, at: at.toISOString(), count: userIds.length, people: named };
  });
}
