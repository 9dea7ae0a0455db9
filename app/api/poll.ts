import { pauseAfter } from '#sync/backoff.ts';

/** Asks `everyMs` after the last answer, after failures less and less often. Returns how to end it. */
export function poll(ask: () => Promise<unknown>, everyMs: number): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const askLater = () => {
    if (isEnded) return;
    const pause = failures === 0 ? everyMs : Math.max(everyMs, pauseAfter(failures, Math.random()));
    timer = setTimeout(async () => {
      const isAnswered = await ask().then(
        () => true,
        () => false,
      );
      failures = isAnswered ? 0 : failures + 1;
      askLater();
    }, pause);
  };
  askLater();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
