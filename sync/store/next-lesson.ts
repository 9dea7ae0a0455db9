// Where a person left off. No device clock takes part: waiting work goes in the order of its taps and is the newest that
// this device knows; what was sent goes by the server's time.
import type { Course } from '../contract/course.ts';
import type { Unit } from '../contract/progress.ts';

/** A lesson's standing; `lastSeq` is the seq of its newest waiting entry, 0 without one. */
type Standing = { unit: Pick<Unit, 'status' | 'updatedAt'>; lastSeq: number };

/** When something was last done, so that two can be compared; `at` is the server's time, '' before its first word. */
type Moment = { seq: number; at: string };

const NEVER: Moment = { seq: 0, at: '' };

const isLater = (a: Moment, b: Moment) => a.seq > b.seq || (a.seq === b.seq && a.at > b.at);

const momentOf = ({ lastSeq, unit }: Standing): Moment => ({ seq: lastSeq, at: unit.updatedAt ?? '' });

function latest<T>(all: readonly T[], momentIn: (one: T) => Moment): T | undefined {
  let found: T | undefined;
  for (const one of all) if (!found || isLater(momentIn(one), momentIn(found))) found = one;
  return found;
}

const isBegun = ({ unit }: Standing) => unit.status !== 'not_started';

/**
 * The lesson to go on with: the one last worked on while it is in progress; after a completed one the next that is
 * open, else the first open one. undefined when all are completed. `lessons` are in the order of the course.
 */
export function lessonToGoOn<S extends Standing>(lessons: readonly S[]): S | undefined {
  const last = latest(lessons.filter(isBegun), momentOf);
  if (last?.unit.status === 'in_progress') return last;
  const isOpen = ({ unit }: S) => unit.status !== 'completed';
  const after = last ? lessons.slice(lessons.indexOf(last) + 1) : [];
  return after.find(isOpen) ?? lessons.find(isOpen);
}

/** A course under way, and where to go on in it. */
export type GoingOn<S> = {
  course: Course;
  /** undefined while the course's lessons are not on this device. */
  lesson: S | undefined;
  /** False for somebody who is enrolled and has done nothing yet. */
  isBegun: boolean;
  /** True when the server tells of work here that this device has not seen: made on another one. */
  isBehind: boolean;
};

/** The course that the person worked in last and has not completed; undefined when there is none. */
export function courseToGoOn<S extends Standing>(
  known: readonly { course: Course; lessons: readonly S[] }[],
): GoingOn<S> | undefined {
  const underWay = known.flatMap(({ course, lessons }) => {
    const told: Moment = { seq: 0, at: course.lastActivityAt ?? '' };
    const newest = latest(lessons, momentOf);
    const seen = newest ? momentOf(newest) : NEVER;
    const isBehind = isLater(told, seen);
    const moment = isBehind ? told : seen;
    const isOffered = (course.percentComplete ?? 0) < 100 && isLater(moment, NEVER);
    return isOffered ? [{ course, lessons, moment, isBehind }] : [];
  });
  const found = latest(underWay, ({ moment }) => moment);
  if (!found) return undefined;
  const { course, lessons, isBehind } = found;
  const isWhole = lessons.length > 0 && lessons.length >= course.lessonCount;
  return {
    course,
    lesson: isWhole ? lessonToGoOn(lessons) : undefined,
    isBegun: lessons.some(isBegun) || (course.percentComplete ?? 0) > 0,
    isBehind: isBehind || !isWhole,
  };
}
