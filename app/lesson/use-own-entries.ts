import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readEntry } from '#sync/reads.ts';
import { useEngine } from '../person.tsx';
import { useToast } from '../ui/toast.tsx';
import { verdictToast } from './verdict-toast.ts';

/**
 * Y7a: the page watches the entries of its own taps and says what the server made of them, only while it is open.
 * Answers the function that takes the seq of an entry to watch.
 */
export function useOwnEntries(): (seq: number) => void {
  const { replica } = useEngine();
  const toast = useToast();
  const [seqs, setSeqs] = useState<readonly number[]>([]);
  const told = useRef(new Set<string>());
  const entries = useLiveQuery(() => Promise.all(seqs.map((seq) => readEntry(replica, seq))), [replica, seqs]);

  useEffect(() => {
    for (const entry of entries ?? []) {
      // A retried entry may be refused again, and that is news again.
      const verdict = entry && `${entry.seq} ${entry.attempts} ${entry.state}`;
      const message = entry && verdictToast(entry);
      if (!verdict || !message || told.current.has(verdict)) continue;
      told.current.add(verdict);
      toast(message);
    }
  }, [entries, toast]);

  return useCallback((seq: number) => setSeqs((known) => (known.includes(seq) ? known : [...known, seq])), []);
}
