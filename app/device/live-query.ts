import Dexie, { liveQuery } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import { isConnectionLost, reopenAll } from '#sync/store/database.ts';
import { reportStorageHealth } from './storage-health.ts';

type Query<T> = () => PromiseLike<T> | T;

/** The result of a query on the device, live; undefined before the first one. A lost connection is opened again (Y26). */
export function useLiveQuery<T>(query: Query<T>, changed: unknown[]): T | undefined {
  return useObservable<T | undefined>(
    () => liveQuery(() => Dexie.Promise.resolve(query()).then(undefined, (error) => readAgain(query, error))),
    changed,
  );
}

const APART_MS = 2_000;
const APART_AT_MOST_MS = 10_000;
/** One query may take up at most a tenth of the time. */
const SHARE = 10;

/**
 * Slows down a query while its result is large (`isMuch`): it runs again after 2 s, or ten times as long as it took, at most
 * 10 s. While a long queue is sent, every commit would otherwise read everything again, and sending would wait (Y28c). A run
 * that a later one has overtaken is dropped.
 */
export function unhurried<T>(query: () => PromiseLike<T>, isMuch: (answer: T) => boolean): () => PromiseLike<T> {
  let nextAt = 0;
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    const run = (): PromiseLike<T> => {
      if (mine !== latest) return new Dexie.Promise<T>(() => {});
      const startedAt = performance.now();
      if (nextAt > 0) nextAt = startedAt + APART_MS;
      return query().then((answer) => {
        const now = performance.now();
        const pause = Math.min(Math.max(APART_MS, SHARE * (now - startedAt)), APART_AT_MOST_MS);
        nextAt = isMuch(answer) ? now + pause : 0;
        return answer;
      });
    };
    const wait = nextAt - performance.now();
    if (wait <= 0) return run();
    return new Dexie.Promise<void>((resolve) => setTimeout(resolve, wait)).then(run);
  };
}

const PAUSES_MS = [0, 300, 2000];
const LATER_MS = 5000;

/** Dexie's zone, which its types omit: `signal` is aborted when a live query runs again or nobody listens any more. */
const zones = Dexie.Promise as unknown as { readonly PSD: { readonly signal?: AbortSignal } };

/**
 * Reads again over a new connection after a read has lost its own. When that fails three times, it is reported, the screen keeps what
 * it shows, and every five seconds it is tried again, as long as anybody waits for it. Other errors are thrown. Dexie's own promises
 * are needed, because they connect the reads with the live query.
 */
function readAgain<T>(query: Query<T>, lost: unknown): PromiseLike<T> {
  if (!isConnectionLost(lost)) throw lost;
  const { signal } = zones.PSD;
  return new Dexie.Promise<T>((resolve, reject) => {
    let tries = 0;
    const tryLater = () => {
      const pause = PAUSES_MS[tries];
      tries += 1;
      if (pause === undefined) reportStorageHealth('unreadable');
      void new Dexie.Promise<void>((done) => setTimeout(done, pause ?? LATER_MS)).then(tryNow);
    };
    const tryNow = () => {
      if (signal?.aborted) return;
      reopenAll();
      void Dexie.Promise.resolve()
        .then(query)
        .then(
          (answer) => {
            reportStorageHealth(undefined);
            resolve(answer);
          },
          (error) => (isConnectionLost(error) ? tryLater() : reject(error)),
        );
    };
    tryLater();
  });
}
