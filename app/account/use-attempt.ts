import { useCallback, useState } from 'react';
import { failureWords } from './failure-words.ts';
import { texts } from './words.ts';

/** One form's submission: busy while it runs, then an error for the red box or a note of success. */
export type Attempt = {
  busy: boolean;
  error: string | undefined;
  note: string | undefined;
  /** Runs one at a time. `work` answers the note, or nothing; what it throws becomes the error, else `fallback`. */
  run: (work: () => Promise<string | undefined>, fallback?: string) => Promise<void>;
  /** Forgets error and note. */
  clear: () => void;
};

export function useAttempt(): Attempt {
  const [state, setState] = useState<Pick<Attempt, 'busy' | 'error' | 'note'>>(IDLE);
  const run = useCallback(async (work: () => Promise<string | undefined>, fallback: string = texts.authFallback) => {
    setState({ busy: true, error: undefined, note: undefined });
    try {
      const note = await work();
      setState({ busy: false, error: undefined, note });
    } catch (failure) {
      setState({ busy: false, error: failureWords(failure, fallback), note: undefined });
    }
  }, []);
  const clear = useCallback(() => setState(IDLE), []);
  return { ...state, run, clear };
}

const IDLE = { busy: false, error: undefined, note: undefined };
