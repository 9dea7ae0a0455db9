// What a user does in a lesson, recorded as intents: the screen changes at the local commit, the server is told later (Y7).
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Unit } from '#sync/contract/progress.ts';
import type { Entry, Intent } from '#sync/store/entry.ts';
import { type LessonState, readEntriesFrom } from '#sync/store/reads.ts';
import { lessonProgressFailed, texts, toasts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import type { LessonProgress } from '../lesson-parts.tsx';

/** The toast for the server's result of a tap (Y7a); undefined for no news, null when the last toast is no longer true. */
function resultToast(entry: Pick<Entry, 'kind' | 'state' | 'result' | 'lastError'>): ToastMessage | null | undefined {
  const { kind, state, lastError } = entry;
  if (state === 'blocked') {
    // A refused quiz says so beside its questions, where it can be fixed.
    if (kind === 'quiz') return undefined;
    // For an unreadable response, the text is ours and not the server's message.
    return lessonProgressFailed(lastError?.code === 'unreadable' ? '' : lastError?.text);
  }
  if (entry.state !== 'done') return undefined;
  if (entry.result?.outcome === 'already_completed')
    return { title: t`Lesson Already Completed!`, description: t`Your progress has already been saved.` };
  // The page says so itself; the last attempt's 'Quiz Not Passed' may still be shown.
  if (entry.result?.outcome === 'passed') return null;
  if (entry.result?.outcome !== 'not_passed') return undefined;
  const { score = 0 } = entry.result;
  const description = t`Your score: ${score}%. Please try again.`;
  // The page says it too, and why: whoever begins to read that needs no message over it.
  return { title: t`Quiz Not Passed`, description, variant: 'destructive', isPassing: true };
}

type WatchEntry = (seq: number, expected?: 'already_completed') => void;

/**
 * Y7a: while the page is open, it watches the entries of its own taps and shows the server's results. `watchEntry` starts
 * watching an entry, by its seq; an `expected` outcome shows no toast: another reflection of a completed lesson is
 * 'already_completed' and saved all the same. `closeResult` takes away the toast of the last result.
 */
function useOwnEntries(): { watchEntry: WatchEntry; closeResult: () => void } {
  const { replica } = useEngine();
  const toast = useToast();
  const [seqs, setSeqs] = useState<readonly number[]>([]);
  const reported = useRef(new Set<string>());
  const closeLast = useRef(() => {});
  const expectedOutcomes = useRef(new Map<number, string>());
  const entries = useLiveQuery(async () => {
    const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
    const near = await readEntriesFrom(replica, first, last);
    return near.filter(({ seq }) => seqs.includes(seq));
  }, [replica, seqs]);

  useEffect(() => {
    for (const entry of entries ?? []) {
      // A retried entry may be refused again, which needs another toast.
      const result = `${entry.seq} ${entry.attempts} ${entry.state}`;
      const message = resultToast(entry);
      if (message === undefined || reported.current.has(result)) continue;
      if (entry.state === 'done' && expectedOutcomes.current.get(entry.seq) === entry.result?.outcome) continue;
      reported.current.add(result);
      if (message) closeLast.current = toast(message);
      else closeLast.current();
    }
  }, [entries, toast]);

  const watchEntry: WatchEntry = (seq, expected) => {
    if (expected) expectedOutcomes.current.set(seq, expected);
    setSeqs((known) => (known.includes(seq) ? known : [...known, seq]));
  };
  return { watchEntry, closeResult: () => closeLast.current() };
}

const LEFT_COMPLETED = { title: t`Lesson Completed!`, description: t`Your progress has been saved.`, isPassing: true };
const MARKED_COMPLETE = { title: t`Progress Updated`, description: t`Lesson marked as complete!` };

/** The toasts of a tap; an `expected` result of the server shows none. */
type ToastOptions = {
  success?: ToastMessage | undefined;
  failure: ToastMessage;
  expected?: 'already_completed' | undefined;
  /** Absent where the intent completes nothing and resets nothing. */
  completedBy?: LessonProgress['completedBy'];
};

type UnitIntent = Omit<Extract<Intent, { kind: 'unit' }>, 'kind' | 'courseId' | 'lessonId'>;

/** `shown` is the lesson as the live query last read it. The first read after a tap was saved includes that tap. */
export function useLessonProgress(shown: LessonState): LessonProgress {
  const { courseId, id: lessonId, videoUrl } = shown.lesson;
  const engine = useEngine();
  const toast = useToast();
  const { watchEntry, closeResult } = useOwnEntries();
  const [resets, setResets] = useState(0);
  const [completedBy, setCompletedBy] = useState<LessonProgress['completedBy']>(null);
  const [saved, setSaved] = useState<{ unit: Unit; over?: LessonState }>();
  // The lesson rendered together with the tap may have been read just before it.
  if (saved && !saved.over) setSaved({ ...saved, over: shown });

  const record = async (intent: Intent, { success, failure, expected, completedBy: by }: ToastOptions) => {
    try {
      const { entry, unit } = await engine.record(intent);
      flushSync(() => {
        if (entry && unit) setSaved({ unit });
        if (by !== undefined) setCompletedBy(by);
      });
      if (entry) watchEntry(entry.seq, expected);
      if (success) toast(success);
      return true;
    } catch (error) {
      // The device could not save it, and the user must know.
      console.warn('A change could not be saved on this device.', error);
      toast(failure);
      return false;
    }
  };
  const change = (unit: UnitIntent, options: Omit<ToastOptions, 'failure'> = {}) =>
    record({ kind: 'unit', courseId, lessonId, ...unit }, { ...options, failure: lessonProgressFailed() });
  const complete: LessonProgress['complete'] = ({ isLeft = false, ...more } = {}) =>
    change({ ...more, status: 'completed' }, { success: isLeft ? LEFT_COMPLETED : undefined, completedBy: 'tap' });

  return {
    saved: saved?.over === shown ? saved.unit : null,
    complete,
    markComplete: () => void complete(),
    saveReflection: (reflection) =>
      change({ status: 'completed', reflection }, { success: toasts.progressSaved, expected: 'already_completed' }),
    reset: ({ positionSeconds, watched }) => {
      // First unmounts the old player: its final report must not come after the Reset.
      if (videoUrl) setResets((count) => count + 1);
      // Undo completes the lesson again.
      const back: UnitIntent = { status: 'completed', watched, ...(positionSeconds !== null && { positionSeconds }) };
      const onPress = () => void change(back, { success: MARKED_COMPLETE, completedBy: null });
      const success = { ...toasts.progressSaved, action: { label: t`Undo`, onPress } };
      void change({ status: 'not_started' }, { success, completedBy: null });
    },
    report: (report) => change(report, report.status === 'completed' ? { completedBy: 'watching' } : {}),
    submitQuiz: (submission) =>
      record(
        { kind: 'quiz', courseId, lessonId, ...submission },
        { failure: { title: t`Error`, description: texts.quizSubmitFailed, variant: 'destructive' } },
      ),
    closeResult,
    resets,
    completedBy,
  };
}
