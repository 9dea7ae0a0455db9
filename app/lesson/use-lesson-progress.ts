// What a person does in a lesson, as intents: the screen turns at the local commit, the server hears of it later (Y7).
import { useCallback, useMemo, useState } from 'react';
import type { Intent } from '#sync/entry.ts';
import { lessonProgressFailed, texts, toasts } from '../messages.ts';
import { useEngine } from '../person.tsx';
import { type ToastMessage, useToast } from '../ui/toast.tsx';
import { useOwnEntries } from './use-own-entries.ts';
import type { WatchReport } from './use-watching.ts';

export interface LessonProgress {
  /** Completes the lesson with 'Lesson Completed!'; false when it could not be kept on this device. */
  complete: (more?: { reflection?: string }) => Promise<boolean>;
  markComplete: () => void;
  reset: () => void;
  /** A report of the player. */
  report: (report: WatchReport) => Promise<boolean>;
  submitQuiz: (submission: QuizIntent) => Promise<boolean>;
  /** Grows with every Reset: a player that starts anew must forget what it has played. */
  resets: number;
}

type UnitIntent = Omit<Extract<Intent, { kind: 'unit' }>, 'kind' | 'courseId' | 'lessonId'>;
type QuizIntent = Omit<Extract<Intent, { kind: 'quiz' }>, 'kind' | 'courseId' | 'lessonId'>;

export function useLessonProgress(courseId: number, lessonId: number): LessonProgress {
  const engine = useEngine();
  const toast = useToast();
  const watchEntry = useOwnEntries();
  const [resets, setResets] = useState(0);

  const record = useCallback(
    async (intent: Intent, said: ToastMessage | undefined, failure: ToastMessage) => {
      try {
        const { entry } = await engine.record(intent);
        if (entry) watchEntry(entry.seq);
        if (said) toast(said);
        return true;
      } catch (error) {
        // The device itself could not keep it; nobody may believe that it is saved.
        console.warn('A change could not be kept on this device.', error);
        toast(failure);
        return false;
      }
    },
    [engine, toast, watchEntry],
  );
  const change = useCallback(
    (unit: UnitIntent, said?: ToastMessage) =>
      record({ kind: 'unit', courseId, lessonId, ...unit }, said, lessonProgressFailed()),
    [record, courseId, lessonId],
  );

  return useMemo(
    () => ({
      complete: (more) => change({ status: 'completed', ...more }, toasts.lessonCompleted),
      markComplete: () => void change({ status: 'completed' }, toasts.progressMarkedComplete),
      reset: () => {
        // First the old player goes: its last word must not come after the Reset.
        setResets((count) => count + 1);
        void change({ status: 'not_started' }, toasts.progressSaved);
      },
      report: (report) => change(report, report.status === 'completed' ? toasts.lessonCompleted : undefined),
      submitQuiz: (submission) =>
        record({ kind: 'quiz', courseId, lessonId, ...submission }, undefined, {
          title: 'Error',
          description: texts.quizSubmitFailed,
          variant: 'destructive',
        }),
      resets,
    }),
    [record, change, courseId, lessonId, resets],
  );
}
