import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { percentDone } from '#sync/contract/fields.ts';
import { DEFAULT_LESSON_POINTS } from '#sync/contract/lesson.ts';
import { courseTotals, type Unit } from '#sync/contract/progress.ts';
import { isVisibleLesson, lessonPoints } from '../catalog/facts.ts';
import { issueCertificates } from '../certificates/issue.ts';
import { number, run, type Steps, type TxContext } from '../db/client.ts';
import { allBound, allExcluded, boundParam, excluded, locking, prepared } from '../db/prepared.ts';
import { announce } from '../events.ts';
import type { Person } from '../permissions.ts';

export interface LearnerTx extends TxContext {
  person: Person;
  now: Date;
  /** When the person did what they send; undefined when that is unknown. */
  workedAt?: Date | undefined;
  /** When the server took the work that is counted now: its right was judged then (a quiz that is graded again). */
  acceptedAt?: Date | undefined;
}

/**
 * Recounts the person's course over its visible lessons, by the rule of the contract's `courseTotals`; enrolls the person
 * where they are not, and issues the certificate when every lesson is completed (P-25). `completed` is the lesson that
 * was completed just now, if that is why.
 */
export function* recountCourse(learner: LearnerTx, courseId: number, completed?: CompletedLesson): Steps<void> {
  const userId = learner.person.id;
  yield* run(lockCourse(learner, { courseId }));
  const at = yield* timeOfCount(learner, courseId);
  const [count] = yield* run(countCourse(learner, { userId, courseId }));
  const { lessons = 0, completed: done = 0, totalPoints = 0, pointsEarned = 0 } = count ?? {};
  const percent = percentDone(done, lessons);
  const completedAt = percent === 100 ? at : null;
  const status = completedAt ? 'completed' : 'in_progress';
  const [saved] = yield* run(
    saveCourseProgress(learner, { userId, courseId, percent, totalPoints, pointsEarned, status, completedAt, at }),
  );
  const isNow = (time: Date | null | undefined) => time?.getTime() === at.getTime();
  const event = { courseId, at: learner.now, doneAt: learner.acceptedAt ? at : learner.workedAt };
  if (isNow(saved?.enrolledAt)) {
    const people = [{ userId, key: at.getTime(), data: { dueOn: null, isAssigned: false } }];
    yield* announce(learner, { type: 'course.enrolled', ...event, people });
  }
  if (completed) yield* announceLesson(learner, courseId, completed);
  if (isNow(saved?.completedAt)) {
    const people = [{ userId, key: saved?.round ?? 1, data: { completedAt: at.toISOString() } }];
    yield* announce(learner, { type: 'course.completed', ...event, people });
  }
  if (completedAt) yield* issueCertificates(learner, { courseId, at, userIds: [userId], now: learner.now });
}

/** Now; of work that the server had taken before, the day on which the last lesson was completed. */
function* timeOfCount({ queries, tables, person, now, acceptedAt }: LearnerTx, courseId: number): Steps<Date> {
  if (!acceptedAt) return now;
  const { userId, courseId: of, completedAt } = tables.unitProgress;
  const theirs = and(eq(userId, person.id), eq(of, courseId), isNotNull(completedAt));
  const rows = yield* run(
    queries.select({ completedAt }).from(tables.unitProgress).where(theirs).orderBy(desc(completedAt)).limit(1),
  );
  return rows[0]?.completedAt ?? acceptedAt;
}

export interface CompletedLesson {
  id: number;
  title: string;
  /** Of the unit, which is completed again after a Reset. */
  rev: number;
  round: number;
}

export function* announceLesson(
  learner: LearnerTx,
  courseId: number,
  { id, title, rev, round }: CompletedLesson,
): Steps<void> {
  const data = { lessonId: id, lessonTitle: title };
  const people = [{ userId: learner.person.id, key: `${id}/${round}/${rev}`, round, data }];
  yield* announce(learner, { type: 'lesson.completed', courseId, at: learner.now, doneAt: learner.workedAt, people });
}

/**
 * Locks the lessons of this course until the unit ends: otherwise a count over the old lessons could be written after
 * everybody was recounted over the new ones.
 */
export const lockCourse = prepared<{ courseId: number }>()(({ queries, tables: { courses } }) =>
  locking(
    queries
      .select({ id: courses.id })
      .from(courses)
      .where(eq(courses.id, sql.placeholder('courseId'))),
    'share',
  ),
);

const countCourse = prepared<{ userId: string; courseId: number }>()(({ queries, tables }) => {
  const { lessons, courses, unitProgress } = tables;
  const isDone = sql`${unitProgress.status} = 'completed'`;
  const worth = lessonPoints(tables);
  return queries
    .select({
      lessons: number(sql`count(*)`),
      completed: number(sql`count(*) filter (where ${isDone})`),
      totalPoints: number(sql`coalesce(sum(${worth}), 0)`),
      pointsEarned: number(sql`coalesce(sum(${worth}) filter (where ${isDone}), 0)`),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(
      unitProgress,
      and(
        eq(unitProgress.lessonId, lessons.id),
        eq(unitProgress.userId, sql.placeholder('userId')),
        // It follows from the lesson; PostgreSQL then reads all units of a course together, in a fifth of the time.
        eq(unitProgress.courseId, sql.placeholder('courseId')),
      ),
    )
    .where(
      and(eq(lessons.courseId, sql.placeholder('courseId')), isVisibleLesson(tables, sql.placeholder('courseId'))),
    );
});

interface CourseProgressValues {
  userId: string;
  courseId: number;
  percent: number;
  pointsEarned: number;
  totalPoints: number;
  status: 'in_progress' | 'completed';
  completedAt: Date | null;
  at: Date;
}

const saveCourseProgress = prepared<CourseProgressValues>()(({ queries, tables: { courseProgress } }) => {
  const { userId, courseId, percent, pointsEarned, totalPoints, status, completedAt, lastActivityAt } = courseProgress;
  return queries
    .insert(courseProgress)
    .values({
      userId: sql.placeholder('userId'),
      courseId: sql.placeholder('courseId'),
      ...allBound({ percent, pointsEarned, totalPoints, status, completedAt }),
      enrolledAt: boundParam(courseProgress.enrolledAt, 'at'),
      lastActivityAt: boundParam(lastActivityAt, 'at'),
    })
    .onConflictDoUpdate({
      target: [userId, courseId],
      set: {
        ...allExcluded({ percent, pointsEarned, totalPoints }),
        lastActivityAt: sql`case when ${lastActivityAt} > ${excluded(lastActivityAt)} then ${lastActivityAt} else ${excluded(lastActivityAt)} end`,
        // Once completed, always completed: the first time stays (P-23).
        completedAt: sql`coalesce(${completedAt}, ${excluded(completedAt)})`,
        status: sql`case when ${completedAt} is null then ${excluded(status)} else 'completed' end`,
      },
    })
    .returning({ enrolledAt: courseProgress.enrolledAt, completedAt, round: courseProgress.round });
});

/** The contract's totals over rows of lessons with the person's status. */
export function totalsOf(rows: readonly { id: number; points: number | null; status: Unit['status'] | null }[]) {
  const completed = new Set(rows.filter((row) => row.status === 'completed').map((row) => row.id));
  const lessons = rows.map((row) => ({ id: row.id, points: row.points ?? DEFAULT_LESSON_POINTS }));
  return courseTotals(lessons, (id) => completed.has(id));
}
