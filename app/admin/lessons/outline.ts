// What the list of lessons says, and a new order of its lessons. Pure, on plain data.

import {
  type AdminLesson,
  type CourseModule,
  groupLessons,
  type ModuleChange,
  type Outline,
  orderIndexesOf,
} from '#sync/contract/authoring.ts';
import { needsPassedAttempt } from '#sync/contract/lesson.ts';
import { lessonDurationLabel, lessonLabel } from '../../ui/course-labels.ts';
import { counted } from '../../ui/labels.ts';
import { differences } from '../forms/use-edited.ts';

type Labelled = { title: string; lessons: readonly unknown[]; module: { isEnabled: boolean } | null };

/** A group in a choice: 'Orientation (4 lessons)', 'Extras (empty, off)'. */
export function groupLabel({ title, lessons, module }: Labelled): string {
  const facts = [lessons.length === 0 ? 'empty' : counted(lessons.length, 'lesson')];
  if (module?.isEnabled === false) facts.push('off');
  return `${title} (${facts.join(', ')})`;
}

/** '12 lessons, 2 hidden'. */
export function countLabel({ lessons }: Pick<Outline, 'lessons'>): string {
  const hidden = lessons.filter(({ isVisible }) => !isVisible).length;
  return [counted(lessons.length, 'lesson'), ...(hidden > 0 ? [`${hidden} hidden`] : [])].join(', ');
}

/** The length of a lesson for its author: as learners read it, and of a quiz its minutes where they are known. */
export function lengthLabel(lesson: AdminLesson): string {
  return needsPassedAttempt(lesson) && lesson.duration > 0 ? lessonDurationLabel(lesson.duration) : lessonLabel(lesson);
}

export type Order = { lessonId: number; orderIndex: number }[];

/** The outline after a group's lessons were reordered, and the resulting order indexes of the whole course. */
export function reordered(
  outline: Outline,
  groupId: number,
  lessons: AdminLesson[],
): { outline: Outline; order: Order } {
  const groups = groupLessons(outline);
  const order = orderIndexesOf(groups.map((group) => (group.id === groupId ? { ...group, lessons } : group)));
  const indexes = new Map(order.map(({ lessonId, orderIndex }) => [lessonId, orderIndex]));
  const placed = outline.lessons.map((lesson) => {
    const orderIndex = indexes.get(lesson.id) ?? lesson.orderIndex;
    return orderIndex === lesson.orderIndex ? lesson : { ...lesson, orderIndex };
  });
  return { outline: { ...outline, lessons: placed.sort((a, b) => a.orderIndex - b.orderIndex) }, order };
}

/** `place` is that among the modules: '1' for the first. */
type ModuleForm = ReturnType<typeof formOfModule>;

export const formOfModule = (module: CourseModule | undefined, place: number) => ({
  title: module?.title ?? '',
  description: module?.description ?? '',
  place: String(place),
  isEnabled: module?.isEnabled ?? true,
});

/** Only the changed fields: what was not touched must not undo another author's change. */
export function moduleChange(written: ModuleForm, initial: ModuleForm): ModuleChange {
  const { place, ...change } = differences(written, initial);
  return { ...change, ...(place !== undefined && { place: Number(place) }) };
}
