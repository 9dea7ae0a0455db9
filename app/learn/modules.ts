// A course's lessons by module, and how long they take: what the course page, a lesson's list and its header say is one sum.

import { plural, t } from '@lingui/core/macro';
import { type Lesson, lessonKind, lessonMinutes } from '#sync/contract/lesson.ts';
import type { CourseToContinue } from '#sync/store/next-lesson.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { lessonDurationLabel, lessonLabel } from '../ui/course-labels.ts';
import { KIND_LABELS } from '../ui/labels.ts';
import { locale } from '../ui/language.ts';

export interface ModuleGroup {
  /** The id of its first lesson: a module's own id is absent behind the last one. */
  key: number;
  /** undefined for the one list of a course without modules. */
  title: string | undefined;
  lessons: LessonState[];
  completed: number;
}

/** Lessons in course order by module; lessons outside every module are t`More lessons`, unless there is no module at all. */
export function groupByModule(lessons: readonly LessonState[]): ModuleGroup[] {
  const hasModules = lessons.some(({ lesson }) => lesson.module);
  const groups: ModuleGroup[] = [];
  let last: number | undefined;
  for (const state of lessons) {
    const { id, module } = state.lesson;
    if (groups.length === 0 || module?.id !== last) {
      const title = module?.title ?? (hasModules ? t`More lessons` : undefined);
      groups.push({ key: id, title, lessons: [], completed: 0 });
    }
    last = module?.id;
    const group = groups.at(-1);
    group?.lessons.push(state);
    if (group && state.unit.status === 'completed') group.completed += 1;
  }
  return groups;
}

/** The whole minutes that a lesson still takes. */
export function minutesOf({ lesson, unit }: LessonState): number {
  const played = lesson.videoUrl && unit.status === 'in_progress' ? (unit.positionSeconds ?? 0) : 0;
  return lessonMinutes(lesson, played);
}

/** Answered, and graded by the server when it hears of it. */
export const isSubmitted = ({ isAnswered }: LessonState) => isAnswered === true;

/** '14 min' or '1h 25m': what the lessons that are neither completed nor answered still take; undefined when none is left. */
function timeLeft(lessons: readonly LessonState[]): string | undefined {
  const open = lessons.filter((one) => one.unit.status !== 'completed' && !isSubmitted(one));
  const minutes = open.reduce((sum, state) => sum + minutesOf(state), 0);
  return open.length > 0 ? lessonDurationLabel(60 * minutes) : undefined;
}

/** '14 min left, 1 to be graded': what lessons still ask for; undefined when all are completed. */
export function whatIsLeft(lessons: readonly LessonState[]): string | undefined {
  const isBegun = lessons.some((one) => one.unit.status === 'completed' || isSubmitted(one));
  const left = timeLeft(lessons);
  const answered = lessons.filter(isSubmitted).length;
  if (!left) return answered > 0 ? t`${answered} to be graded` : undefined;
  if (answered === 0) return isBegun ? t`${left} left` : left;
  return t`${left} left, ${answered} to be graded`;
}

const listed = new Intl.ListFormat(locale, { type: 'conjunction' });

/** The most runs of numbers that are named. */
const RUNS = 3;

/** 'Not finished: Lesson 5', 'Not finished: Lessons 1, 3, and 5 to 7', or of many 'Not finished: Lessons 1, 3, 5, and 4 more'. */
export function notFinished(lessons: readonly LessonState[]): string {
  const runs: number[][] = [];
  for (const { lesson } of lessons) {
    const run = runs.at(-1);
    if (run?.at(-1) === lesson.orderIndex - 1) run.push(lesson.orderIndex);
    else runs.push([lesson.orderIndex]);
  }
  const words = runs.slice(0, RUNS).map(([first = 0, ...run]) => {
    const last = run.at(-1);
    return last === undefined ? String(first) : t`${first} to ${last}`;
  });
  const more = runs.slice(RUNS).flat().length;
  if (more > 0) words.push(t`${more} more`);
  const numbers = listed.format(words);
  return lessons.length > 1 ? t`Not finished: Lessons ${numbers}` : t`Not finished: Lesson ${numbers}`;
}

/** 'Lesson 30 is graded when you are online.', or of several lessons 'Lessons 5 and 30 are graded ...' */
export function gradedLater(answered: readonly LessonState[]): string {
  const numbers = listed.format(answered.map(({ lesson }) => String(lesson.orderIndex)));
  return answered.length > 1
    ? t`Lessons ${numbers} are graded when you are online.`
    : t`Lesson ${numbers} is graded when you are online.`;
}

/** What is left of a course that was begun: '3 lessons left', or that nothing but answers wait in it. */
export const leftToDo = ({ lesson, lessonsLeft }: CourseToContinue<LessonState>) =>
  lesson && isSubmitted(lesson)
    ? t`Graded when you are online`
    : plural(lessonsLeft, { one: '# lesson left', other: '# lessons left' });

/** The length of one lesson on a button: '3 min left' in a video that was begun, else its label. */
export function lengthToGo(state: LessonState): string {
  const isBegun = state.lesson.videoUrl !== null && state.unit.status === 'in_progress';
  const left = timeLeft([state]) ?? '';
  return isBegun ? t`${left} left` : lessonLabel(state.lesson);
}

export const kindLabel = (lesson: Lesson): string => KIND_LABELS[lessonKind(lesson)];
