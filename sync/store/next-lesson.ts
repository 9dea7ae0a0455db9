// Where a person left off. No device clock takes part: pending work is ordered as it was recorded and is the newest
// known; sent work is ordered by the server's time.
import { type Course, compareDue } from '../contract/course.ts';
import type { Unit } from '../contract/progress.ts';

/** A lesson's progress; `lastSeq` is the seq of its newest pending entry, 0 without one; answers that wait to be graded are `isAnswered`. */
type LessonProgress = { unit: Pick<Unit, 'status' | 'updatedAt'>; lastSeq: number; isAnswered?: boolean };

/** When something was last done, for comparison; `at` is the server's time, '' before its first response. */
type ActivityTime = { seq: number; at: string };

const NO_ACTIVITY: ActivityTime = { seq: 0, at: '' };

const isLater = (a: ActivityTime, b: ActivityTime) => a.seq > b.seq || (a.seq === b.seq && a.at > b.at);

const activityOf = ({ lastSeq, unit }: LessonProgress): ActivityTime => ({ seq: lastSeq, at: unit.updatedAt ?? '' });

function latestOf<T>(all: readonly T[], timeOf: (one: T) => ActivityTime): T | undefined {
  let latest: T | undefined;
  for (const one of all) if (!latest || isLater(timeOf(one), timeOf(latest))) latest = one;
  return latest;
}

export const isStarted = ({ unit, isAnswered }: LessonProgress) => unit.status !== 'not_started' || isAnswered === true;

/**
 * The lesson to continue with: the one last worked on if it is in progress; after a completed or answered one, the next one not
 * completed, else the first. One that is answered comes only where nothing else is left; undefined when all are completed.
 * `lessons` are in course order.
 */
export function lessonToContinue<S extends LessonProgress>(lessons: readonly S[]): S | undefined {
  const last = latestOf(lessons.filter(isStarted), activityOf);
  if (last?.unit.status === 'in_progress' && !last.isAnswered) return last;
  const after = last ? lessons.slice(lessons.indexOf(last) + 1) : [];
  const left = [...after, ...lessons].filter(({ unit }) => unit.status !== 'completed');
  return left.find(({ isAnswered }) => !isAnswered) ?? left[0];
}

/** The lessons before `next` that are neither completed nor answered: what was left out on the way to it. */
export function lessonsLeftOut<S extends LessonProgress>(lessons: readonly S[], next: S): S[] {
  const before = lessons.slice(0, lessons.indexOf(next));
  return before.filter(({ unit, isAnswered }) => unit.status !== 'completed' && !isAnswered);
}

/** A course in progress, or due, and where to continue in it. */
export type CourseToContinue<S> = {
  course: Course;
  /** undefined while the course's lessons are not on this device. */
  lesson: S | undefined;
  leftOut: S[];
  lessonsLeft: number;
  /** False for a person who is enrolled and has done nothing yet. */
  isStarted: boolean;
  /** True when the server knows of work, made on another device, that this device has not pulled yet. */
  isOutdated: boolean;
};

/** The uncompleted courses that are due, the first one due first, then those that the person has worked in, the latest first. */
export function coursesToContinue<S extends LessonProgress>(
  courses: readonly { course: Course; lessons: readonly S[] }[],
): CourseToContinue<S>[] {
  const underWay = courses.flatMap(({ course, lessons }) => {
    const reported: ActivityTime = { seq: 0, at: course.lastActivityAt ?? '' };
    const newest = latestOf(lessons, activityOf);
    const known = newest ? activityOf(newest) : NO_ACTIVITY;
    const isBehind = isLater(reported, known);
    const moment = isBehind ? reported : known;
    const isOffered = (course.percentComplete ?? 0) < 100 && (course.dueOn || isLater(moment, NO_ACTIVITY));
    return isOffered ? [{ course, lessons, moment, isBehind }] : [];
  });
  return underWay
    .sort((a, b) => compareDue(a.course, b.course) || (isLater(a.moment, b.moment) ? -1 : 1))
    .map(({ course, lessons, isBehind }) => {
      const isComplete = lessons.length > 0 && lessons.length >= course.lessonCount;
      const completed = isComplete
        ? lessons.filter(({ unit }) => unit.status === 'completed').length
        : // The server's percentage is rounded down.
          Math.ceil(((course.percentComplete ?? 0) * course.lessonCount) / 100);
      const lesson = isComplete ? lessonToContinue(lessons) : undefined;
      return {
        course,
        lesson,
        leftOut: lesson ? lessonsLeftOut(lessons, lesson) : [],
        lessonsLeft: (isComplete ? lessons.length : course.lessonCount) - completed,
        isStarted: lessons.some(isStarted) || (course.percentComplete ?? 0) > 0,
        isOutdated: isBehind || !isComplete,
      };
    });
}
