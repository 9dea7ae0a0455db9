import { useCallback, useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 400;

/**
 * Asks about what is typed, a moment after the last change; `answer` is undefined until that was answered, or while
 * `isAsked` is false. `again` asks once more. `ask` must be the same function each time and never reject.
 */
export function useTypedCheck<Answer>(typed: string, isAsked: boolean, ask: (typed: string) => Promise<Answer>) {
  const [answered, setAnswered] = useState<{ typed: string; answer: Answer }>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    setAnswered(undefined);
    const timer = setTimeout(async () => {
      const answer = await ask(typed);
      if (current) setAnswered({ typed, answer });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, isAsked, ask, round]);
  const again = useCallback(() => setRound((last) => last + 1), []);
  return { answer: answered?.typed === typed ? answered.answer : undefined, again, setAnswered };
}
