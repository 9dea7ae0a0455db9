import { groupLessons, Outline } from '#sync/contract/authoring.ts';
import { moved } from '../../ui/moved.ts';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { type Order, reordered } from './new-order.ts';
import { askAgainIfLate, OUTLINE_REFRESHES, outlinePath, showOutline } from './use-outline.ts';

/** `before` is what the author saw, and sees again after a refusal. */
type Wanted = { order: Order; before: Outline };

/** Puts lessons into another order inside their group: shown at once, and taken back when the server refuses. */
export function useReorder(outline: Outline) {
  const courseId = outline.course.id;
  const { run, isRunning } = useAct({
    method: 'PUT',
    path: () => `${outlinePath(courseId)}/reorder`,
    payload: ({ order, before }: Wanted) => ({ lessonOrders: order, seenRev: before.outlineRev }),
    answer: Outline,
    said: () => adminToasts.lessonsReordered,
    failed: adminFailures.reorderLessons,
    shows: showOutline,
    missed: (failure, { before }) => {
      showOutline(before);
      askAgainIfLate(courseId, failure);
    },
    refreshes: OUTLINE_REFRESHES,
  });
  /** Resolves with true once the server has it. */
  const reorder = async (groupId: number, from: number, to: number): Promise<boolean> => {
    const group = groupLessons(outline.modules, outline.lessons).find(({ id }) => id === groupId);
    if (isRunning || !group) return false;
    const next = reordered(outline, groupId, moved(group.lessons, from, to));
    showOutline(next.outline);
    return (await run({ order: next.order, before: outline })) !== undefined;
  };
  return { reorder, isReordering: isRunning };
}
