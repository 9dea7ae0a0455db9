import { type AdminLesson, groupLessons, type Outline, orderIndexesOf } from '#sync/contract/authoring.ts';

export type Order = { lessonId: number; orderIndex: number }[];

/** The outline with a group's lessons in another order, and the indexes of the whole course that this means. */
export function reordered(
  outline: Outline,
  groupId: number,
  lessons: AdminLesson[],
): { outline: Outline; order: Order } {
  const groups = groupLessons(outline.modules, outline.lessons);
  const order = orderIndexesOf(groups.map((group) => (group.id === groupId ? { ...group, lessons } : group)));
  const indexes = new Map(order.map(({ lessonId, orderIndex }) => [lessonId, orderIndex]));
  const placed = outline.lessons.map((lesson) => {
    const orderIndex = indexes.get(lesson.id) ?? lesson.orderIndex;
    return orderIndex === lesson.orderIndex ? lesson : { ...lesson, orderIndex };
  });
  return { outline: { ...outline, lessons: placed.sort((a, b) => a.orderIndex - b.orderIndex) }, order };
}
