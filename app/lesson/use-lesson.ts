import { useCallback } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { type CourseState, type LessonState, readCourse, readLesson } from '#sync/reads.ts';
import { useLiveQuery } from '../live-query.ts';
import { useEngine } from '../person.tsx';
import { usePull } from '../use-pull.ts';

/** What the page shows; `course` is absent when only the lesson is on the device. */
export type LessonPageState =
  | { kind: 'loading' }
  | { kind: 'ready'; view: LessonState; course: CourseState | undefined }
  | { kind: 'elsewhere'; view: LessonState }
  | { kind: 'not-found' }
  | { kind: 'failed'; outcome: Exclude<PullOutcome, { kind: 'fresh' }> };

/**
 * While the lesson itself is shown: `trouble` is why the person's progress could not be read, in the server's words, and
 * `ofCourse` how the last fetch of course and lessons ended.
 */
export interface LessonOnPage {
  state: LessonPageState;
  trouble: string | undefined;
  ofCourse: PullOutcome | undefined;
  again: () => void;
}

type Known = { course: CourseState | undefined; lesson: LessonState | undefined };

/** Decides what to show from what the device knows and what the last pull brought. */
export function lessonPageState(
  known: Known | undefined,
  outcome: PullOutcome | undefined,
  courseId: number,
): LessonPageState {
  if (!known) return { kind: 'loading' };
  const { lesson, course } = known;
  if (lesson && lesson.lesson.courseId !== courseId) return { kind: 'elsewhere', view: lesson };
  if (lesson) return { kind: 'ready', view: lesson, course };
  if (!outcome || outcome.kind === 'fresh') return outcome ? { kind: 'not-found' } : { kind: 'loading' };
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'not-found' };
  return { kind: 'failed', outcome };
}

/** What the server itself said; '' when it said nothing that can be read. */
const serverWords = ({ code, message }: { code: string; message: string }) => (code === 'unreadable' ? '' : message);

/** One lesson with its course from the replica, asked afresh when it is opened and when the network comes back. */
export function useLesson(courseId: number, lessonId: number): LessonOnPage {
  const engine = useEngine();
  const course = usePull(useCallback(() => engine.pullCourse(courseId), [engine, courseId]));
  const lesson = usePull(useCallback(() => engine.pullLesson(lessonId), [engine, lessonId]));
  const again = useCallback(() => {
    course.again();
    lesson.again();
  }, [course.again, lesson.again]);

  const known = useLiveQuery(async () => {
    const [course, lesson] = await Promise.all([
      readCourse(engine.replica, courseId),
      readLesson(engine.replica, lessonId),
    ]);
    return { for: lessonId, course, lesson };
  }, [engine, courseId, lessonId]);
  // Between two addresses the live query still holds the old lesson for a moment.
  const ofCourse = course.outcome;
  const isProgress = ofCourse?.kind === 'refused' && ofCourse.part === 'progress';
  const refused = isProgress ? serverWords(ofCourse) : undefined;
  const state = lessonPageState(known?.for === lessonId ? known : undefined, lesson.outcome, courseId);
  return { state, trouble: state.kind === 'ready' ? refused : undefined, ofCourse, again };
}
