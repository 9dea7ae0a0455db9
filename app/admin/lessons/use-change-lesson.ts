import { type AdminLesson, type LessonChange, LessonKept } from '#sync/contract/authoring.ts';
import { api } from '../../session.ts';
import type { ToastMessage } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';
import { askAgainIfLate, OUTLINE_REFRESHES } from './use-outline.ts';

/** Changes a lesson; `said` is the toast once it is kept. `missed` hears of a refusal, after the list was asked for again. */
export function useChangeLesson(lesson: AdminLesson, said: () => ToastMessage, missed?: (failure: unknown) => void) {
  const { run, isRunning } = useAct({
    send: (change: LessonChange) =>
      api(`/api/admin/lessons/${lesson.id}`, { method: 'PUT', payload: change, answer: LessonKept }),

    said,
    failed: adminFailures.updateLesson,
    missed: (failure) => {
      askAgainIfLate(lesson.courseId, failure);
      missed?.(failure);
    },
    refreshes: OUTLINE_REFRESHES,
  });
  const change = async (part: LessonChange): Promise<boolean> => (await run(part)) !== undefined;
  return { change, isChanging: isRunning };
}
