import { useCallback, useState } from 'react';
import { MAX_QUIZ_DURATION_MS } from '#sync/contract/quiz.ts';

/**
 * How long the questions have been open, in whole ms, together with `spentMs` from before a reload (decision 19). By the
 * monotonic clock: somebody who sets the device's time changes nothing.
 */
export function useAnsweringTime(spentMs: number): () => number {
  const [opened] = useState(() => ({ at: performance.now(), spentMs }));
  return useCallback(() => {
    const passed = Math.round(opened.spentMs + performance.now() - opened.at);
    return Math.min(MAX_QUIZ_DURATION_MS, Math.max(0, passed));
  }, [opened]);
}
