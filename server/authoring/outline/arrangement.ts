// The places of a course's lessons and modules after a change (P-8 and P-9): pure functions over plain rows.
import { type LessonGroup, type ModuleRange, orderIndexesOf, type PlacedLesson } from '#sync/contract/authoring.ts';

/** The course's window: learners see no lessons outside it. Null is open. */
export interface Window {
  from: number | null;
  to: number | null;
}
export type Group = LessonGroup<PlacedLesson, ModuleRange>;
export interface Arrangement {
  lessons: readonly PlacedLesson[];
  modules: readonly ModuleRange[];
  window: Window;
}

/**
 * Gives each lesson the index of its place in its group. A module with more lessons than its range holds grows, and
 * everything behind it moves on, the window included.
 */
export function renumber(groups: readonly Group[], window: Window): Arrangement {
  const growths: { end: number; by: number }[] = [];
  const grown = () => growths.reduce((sum, { by }) => sum + by, 0);
  const settled = byStart(groups).map((group): Group => {
    const before = grown();
    if (!group.module) {
      const lessons = group.lessons.map((lesson) => ({ ...lesson, orderIndex: lesson.orderIndex + before }));
      return { ...group, lessons };
    }
    const { startLessonIndex: start, endLessonIndex: end } = group.module;
    const by = Math.max(0, group.lessons.length - (end - start + 1));
    growths.push({ end, by });
    return {
      ...group,
      module: { ...group.module, startLessonIndex: start + before, endLessonIndex: end + before + by },
    };
  });
  const lessons = orderIndexesOf(settled).map(({ lessonId, orderIndex }) => ({ id: lessonId, orderIndex }));
  const modules = settled.flatMap(({ module }) => module ?? []);
  return { lessons, modules, window: keepVisible(moveWindow(window, growths), { groups, window, lessons }) };
}

function moveWindow({ from, to }: Window, growths: readonly { end: number; by: number }[]): Window {
  const shift = (edge: number, moves: (end: number) => boolean) =>
    edge + growths.reduce((sum, { end, by }) => sum + (moves(end) ? by : 0), 0);
  return {
    from: from === null ? null : shift(from, (end) => end < from),
    // A window that ends with a growing module still ends with it.
    to: to === null ? null : shift(to, (end) => end <= to),
  };
}

/** Lessons outside every module that were inside the window stay visible when they move behind the modules. */
function keepVisible(
  moved: Window,
  before: { groups: readonly Group[]; window: Window; lessons: readonly PlacedLesson[] },
): Window {
  if (moved.to === null) return moved;
  const { from, to } = before.window;
  const others = before.groups.find(({ module }) => !module)?.lessons ?? [];
  const hidden = others.findIndex(({ orderIndex }) => orderIndex < (from ?? 0) || orderIndex > (to ?? 0));
  const last = others.slice(0, hidden === -1 ? others.length : hidden).at(-1);
  const place = before.lessons.find(({ id }) => id === last?.id)?.orderIndex ?? 0;
  return { ...moved, to: Math.max(moved.to, place) };
}

/** Modules by their ranges; 'Other/New Lessons' stays last. */
function byStart(groups: readonly Group[]): Group[] {
  const start = ({ module }: Group) => module?.startLessonIndex ?? Number.POSITIVE_INFINITY;
  return [...groups].sort((a, b) => start(a) - start(b) || 0);
}

/** The groups with the module at another place, 1 for the first; the ranges keep their sizes and follow each other. */
export function placeModule(groups: readonly Group[], moduleId: number, place: number): Group[] {
  const inOrder = byStart(groups);
  const own = inOrder.filter(({ module }) => module && module.id !== moduleId);
  own.splice(place - 1, 0, ...inOrder.filter(({ module }) => module?.id === moduleId));
  let next = Math.min(...own.map(({ module }) => module?.startLessonIndex ?? 1));
  const laid = own.map((group): Group => {
    if (!group.module) return group;
    const { startLessonIndex: start, endLessonIndex: end } = group.module;
    const module = { ...group.module, startLessonIndex: next, endLessonIndex: next + end - start };
    next = module.endLessonIndex + 1;
    return { ...group, module };
  });
  return [...laid, ...inOrder.filter(({ module }) => !module)];
}

/** The last index that a module reserves; 0 without modules. */
export function lastModuleEnd(modules: readonly ModuleRange[]): number {
  return Math.max(0, ...modules.map(({ endLessonIndex }) => endLessonIndex));
}

export function nextIndex(lessons: readonly PlacedLesson[]): number {
  return Math.max(0, ...lessons.map(({ orderIndex }) => orderIndex)) + 1;
}

/** Moves a lesson to the end of the module with this id, or of 'Other' with null. */
export function moveLesson(groups: readonly Group[], lesson: PlacedLesson, moduleId: number | null): Group[] {
  const behind = lastModuleEnd(groups.flatMap(({ module }) => module ?? [])) + 1;
  const last = nextIndex(groups.flatMap(({ lessons }) => lessons));
  const placed = { ...lesson, orderIndex: Math.max(behind, last) };
  return groups.map((group) => {
    const others = group.lessons.filter(({ id }) => id !== lesson.id);
    const isGoal = (group.module?.id ?? null) === moduleId;
    return { ...group, lessons: isGoal ? [...others, placed] : others };
  });
}
