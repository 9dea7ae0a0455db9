import type { LessonOrders } from '#sync/contract/authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { type Group, groupsOf, settle } from './arrangement.ts';
import { changeOutline, keepArrangement, noteOutlineAct, type OpenOutline } from './change-outline.ts';

type Orders = LessonOrders['lessonOrders'];

/**
 * Puts the lessons of a course in another order inside their groups. The orders name every lesson once; the indexes that
 * are kept are those of the pure rules. Refuses `course_not_found`, `outline_changed` and `order_not_whole`.
 */
export function reorderLessons(
  db: Db,
  acting: Acting,
  { courseId, lessonOrders, seenRev }: LessonOrders & { courseId: number },
): Promise<void> {
  return changeOutline(db, { acting, courseId, seenRev }, function* (outline) {
    requireWhole(outline, lessonOrders);
    const after = settle(inOrder(outline, lessonOrders), outline.window);
    const outlineRev = yield* keepArrangement(outline, after);
    if (outlineRev !== outline.course.outlineRev)
      yield* noteOutlineAct(outline, 'lessons.reordered', { subject: courseId });
  });
}

function requireWhole({ lessons }: OpenOutline, orders: Orders): void {
  const own = new Set(lessons.map(({ id }) => id));
  const [named, taken] = [new Set<number>(), new Set<number>()];
  for (const [n, { lessonId, orderIndex }] of orders.entries()) {
    if (!own.has(lessonId) || named.has(lessonId)) throw notWhole(`lessonOrders.${n}.lessonId`);
    if (taken.has(orderIndex)) throw notWhole(`lessonOrders.${n}.orderIndex`, 'Two lessons cannot have one number.');
    named.add(lessonId);
    taken.add(orderIndex);
  }
  if (named.size < own.size) throw notWhole('lessonOrders');
}

/** The groups as they are, each in the new order; who would leave their group is refused. */
function inOrder(outline: OpenOutline, orders: Orders): Group[] {
  const asked = orders.map(({ lessonId, orderIndex }) => ({ id: lessonId, orderIndex }));
  const goals = groupsOf({ modules: outline.modules, lessons: asked });
  const goalOf = new Map(
    goals.flatMap(({ id, lessons }) => lessons.map((lesson, place) => [lesson.id, { id, place }])),
  );
  return groupsOf(outline).map((group) => {
    for (const { id } of group.lessons) {
      if (goalOf.get(id)?.id === group.id) continue;
      const place = orders.findIndex(({ lessonId }) => lessonId === id);
      throw notWhole(`lessonOrders.${place}.orderIndex`, 'A new order keeps every lesson inside its module.');
    }
    const placeOf = (id: number) => goalOf.get(id)?.place ?? 0;
    return { ...group, lessons: [...group.lessons].sort((a, b) => placeOf(a.id) - placeOf(b.id)) };
  });
}

function notWhole(field: string, message?: string): Refusal {
  return new Refusal('order_not_whole', { field }, message);
}
