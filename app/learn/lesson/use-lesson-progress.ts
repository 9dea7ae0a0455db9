// What a person does in a lesson, as intents: the screen turns at the local commit, the server hears of it later (Y7).

import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { lessonKind } from '#sync/contract/lesson.ts';
import type { Unit } from '#sync/contract/progress.ts';
import type { Intent } from '#sync/store/entry.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { lessonProgressFailed, texts, toasts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import type { LessonProgress } from '../lesson-props.ts';
import { useOwnEntries } from './use-own-entries.ts';

/** What is said of a tap; `meets` is what the server is expected to say and needs no toast. */
type Words = {
  said?: ToastMessage | undefined;
  failure: ToastMessage;
  meets?: 'already_completed' | undefined;
  /** False for what takes a completion back. */
  completes?: boolean;
};

type UnitIntent = Omit<Extract<Intent, { kind: 'unit' }>, 'kind' | 'courseId' | 'lessonId'>;

/** `shown` is the lesson as the live query last told it: what it tells after a tap was saved has seen that tap. */
export function useLessonProgress(shown: LessonState): LessonProgress {
  const { courseId, id: lessonId } = shown.lesson;
  const isVideo = lessonKind(shown.lesson) === 'video';
  const engine = useEngine();
  const toast = useToast();
  const watchEntry = useOwnEntries();
  const [resets, setResets] = useState(0);
  const [hasCompleted, setHasCompleted] = useState(false);
  const [saved, setSaved] = useState<{ unit: Unit; over?: LessonState }>();
  // What is drawn together with the tap may have been read just before it.
  if (saved && !saved.over) setSaved({ ...saved, over: shown });

  const record = useCallback(
    async (intent: Intent, { said, failure, meets, completes }: Words) => {
      try {
        const { entry, unit } = await engine.record(intent);
        flushSync(() => {
          if (entry && unit) setSaved({ unit });
          if (completes !== undefined) setHasCompleted(completes);
        });
        if (entry) watchEntry(entry.seq, meets);
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
    (unit: UnitIntent, words: Omit<Words, 'failure'> = {}) =>
      record({ kind: 'unit', courseId, lessonId, ...unit }, { ...words, failure: lessonProgressFailed() }),
    [record, courseId, lessonId],
  );

  const completeByTap = useCallback(
    (more: Partial<UnitIntent>, said: ToastMessage) =>
      change({ ...more, status: 'completed' }, { said, completes: true }),
    [change],
  );

  const unit = saved?.over === shown ? saved.unit : null;
  return useMemo(
    () => ({
      saved: unit,
      complete: (more = {}) => completeByTap(more, toasts.lessonCompleted),
      markComplete: () => void completeByTap({}, toasts.progressMarkedComplete),
      saveReflection: (reflection) =>
        change({ status: 'completed', reflection }, { said: toasts.progressSaved, meets: 'already_completed' }),
      reset: ({ positionSeconds, watched }) => {
        // First the old player goes: its last word must not come after the Reset.
        if (isVideo) setResets((count) => count + 1);
        // The server sends a Reset down only for a completion that was seen, so taking it back is completing again.
        const back: UnitIntent = { status: 'completed', watched, ...(positionSeconds !== null && { positionSeconds }) };
        const onPress = () => void change(back, { said: toasts.progressMarkedComplete, completes: true });
        const said = { ...toasts.progressSaved, action: { label: 'Undo', onPress } };
        void change({ status: 'not_started' }, { said, completes: false });
      },
      report: (report) => change(report, { said: report.status === 'completed' ? toasts.lessonCompleted : undefined }),
      submitQuiz: (submission) =>
        record(
          { kind: 'quiz', courseId, lessonId, ...submission },
          { failure: { title: 'Error', description: texts.quizSubmitFailed, variant: 'destructive' } },
        ),
      resets,
      hasCompleted,
    }),
    [record, change, completeByTap, courseId, lessonId, isVideo, resets, hasCompleted, unit],
  );
}
