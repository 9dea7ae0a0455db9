import { useCallback, useEffect, useRef, useState } from 'react';
import { readEntriesFrom } from '#sync/reads.ts';
import { useLiveQuery } from '../live-query.ts';
import { useEngine } from '../person.tsx';
import { useToast } from '../ui/toast.tsx';
import { verdictToast } from './verdict-toast.ts';

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
