// Where lessons stand in a course, by rules that both sides hold (decisions 9).

/** The id and the name of the group for lessons outside every module. */
export const OTHER_GROUP_ID = 999;
export const OTHER_GROUP_TITLE = 'Other/New Lessons';

interface Range {
  id: number;
  title: string;
  orderIndex: number;
  startLessonIndex: number;
  endLessonIndex: number;
}
interface Placed {
  id: number;
  orderIndex: number;
}

/** `module` is null for the group 'Other/New Lessons'. */
export interface LessonGroup<L extends Placed, M extends Range> {
  id: number;
  title: string;
  module: M | null;
  lessons: L[];
}

/** The modules in the order of their ranges, each with its lessons by orderIndex, then 'Other/New Lessons'; empty groups too. */
export function groupLessons<L extends Placed, M extends Range>(
  modules: readonly M[],
  lessons: readonly L[],
): LessonGroup<L, M>[] {
  const inOrder = [...lessons].sort((a, b) => a.orderIndex - b.orderIndex || a.id - b.id);
  const ranges = [...modules].sort((a, b) => a.startLessonIndex - b.startLessonIndex || a.id - b.id);
  const groups: LessonGroup<L, M>[] = ranges.map((module) => ({
    id: module.id,
    title: module.title,
    module,
    lessons: [],
  }));
  const other: LessonGroup<L, M> = { id: OTHER_GROUP_ID, title: OTHER_GROUP_TITLE, module: null, lessons: [] };
  for (const lesson of inOrder)
    (groups.find(({ module }) => module && holds(module, lesson)) ?? other).lessons.push(lesson);
  return [...groups, other];
}

function holds({ startLessonIndex, endLessonIndex }: Range, { orderIndex }: Placed): boolean {
  return orderIndex >= startLessonIndex && orderIndex <= endLessonIndex;
}

/**
 * The indexes of a whole course after a reorder: each module begins at its start, 'Other' at the larger of the last
 * module's end + 1 and its own smallest index; inside a group they are consecutive. A group's lessons are in their new order.
 */
export function orderIndexesOf<L extends Placed, M extends Range>(
  groups: readonly LessonGroup<L, M>[],
): { lessonId: number; orderIndex: number }[] {
  const behindModules = Math.max(0, ...groups.map(({ module }) => module?.endLessonIndex ?? 0)) + 1;
  return groups.flatMap(({ module, lessons }) => {
    const smallest = Math.min(...lessons.map(({ orderIndex }) => orderIndex));
    const start = module?.startLessonIndex ?? Math.max(behindModules, smallest);
    return lessons.map(({ id }, place) => ({ lessonId: id, orderIndex: start + place }));
  });
}
