import { useCallback, useEffect, useRef, useState } from 'react';
import type { Entry } from '#sync/store/entry.ts';
import { readEntriesFrom } from '#sync/store/reads.ts';
import { lessonProgressFailed, toasts } from '../../api/messages.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';

/** What the page that made the tap says when the server has judged it (Y7a); undefined when there is nothing new to say. */
function verdictToast(entry: Pick<Entry, 'kind' | 'state' | 'result' | 'lastError'>): ToastMessage | undefined {
  const { kind, state, lastError } = entry;
  if (state === 'blocked') {
    // A refused quiz says so beside its questions, where it can be mended.
    if (kind === 'quiz') return undefined;
    // Words of our own for an answer that cannot be read are not the server's message.
    return lessonProgressFailed(lastError?.code === 'unreadable' ? '' : lastError?.text);
  }
  if (entry.state !== 'done') return undefined;
  if (entry.result?.outcome === 'already_completed')
    return { title: 'Lesson Already Completed!', description: 'Your progress has already been saved.' };
  // It takes the place of the last try's 'Quiz Not Passed', which may still be there.
  if (entry.result?.outcome === 'passed') return toasts.lessonCompleted;
  if (entry.result?.outcome !== 'not_passed') return undefined;
  const description = `Your score: ${entry.result.score ?? 0}%. Please try again.`;
  return { title: 'Quiz Not Passed', description, variant: 'destructive' };
}

type Watch = (seq: number, meets?: 'already_completed') => void;

/**
 * Y7a: the page watches the entries of its own taps and says what the server made of them, only while it is open.
 * Answers the function that takes the seq of an entry to watch, and the outcome that it is expected to meet and that says
 * nothing new: another reflection of a completed lesson is 'already_completed' and saved all the same.
 */
export function useOwnEntries(): Watch {
  const { replica } = useEngine();
  const toast = useToast();
  const [seqs, setSeqs] = useState<readonly number[]>([]);
  const told = useRef(new Set<string>());
  const expected = useRef(new Map<number, string>());
  const entries = useLiveQuery(async () => {
    const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
    const near = await readEntriesFrom(replica, first, last);
    return near.filter(({ seq }) => seqs.includes(seq));
  }, [replica, seqs]);

  useEffect(() => {
    for (const entry of entries ?? []) {
      // A retried entry may be refused again, and that is news again.
      const verdict = `${entry.seq} ${entry.attempts} ${entry.state}`;
      const message = verdictToast(entry);
      if (!message || told.current.has(verdict)) continue;
      if (entry.state === 'done' && expected.current.get(entry.seq) === entry.result?.outcome) continue;
      told.current.add(verdict);
      toast(message);
    }
  }, [entries, toast]);

  return useCallback((seq, meets) => {
    if (meets) expected.current.set(seq, meets);
    setSeqs((known) => (known.includes(seq) ? known : [...known, seq]));
  }, []);
}
