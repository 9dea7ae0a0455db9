import Dexie, { liveQuery } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import { isConnectionLost, reopenAll } from '#sync/store/database.ts';
import { reportStorageHealth } from './storage-health.ts';

type Query<T> = () => PromiseLike<T> | T;

/**
 * The answer of a query of the device, live; undefined before the first. A connection that the browser has dropped is opened
 * again; a storage that cannot be read leaves what is on screen and is said above it, it takes no page away (Y26).
 */
export function useLiveQuery<T>(query: Query<T>, changed: unknown[]): T | undefined {
  return useObservable<T | undefined>(
    () => liveQuery(() => Dexie.Promise.resolve(query()).then(undefined, (error) => readAgain(query, error))),
    changed,
  );
}

const APART_MS = 2_000;
const APART_AT_MOST_MS = 10_000;
/** A tenth of the time is the most that one query may take up. */
const SHARE = 10;

/**
 * A query that reads much, while it says so: it is asked again after 2 s, or ten times as long as it took, at most 10 s. While
 * a long queue is sent, every commit would have it read everything again, and sending would wait for it (Y28c). What was
 * overtaken is not asked at all.
 */
export function unhurried<T>(query: () => PromiseLike<T>, isMuch: (answer: T) => boolean): () => PromiseLike<T> {
  let nextAt = 0;
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    const ask = (): PromiseLike<T> => {
      if (mine !== latest) return new Dexie.Promise<T>(() => {});
      const asked = performance.now();
      if (nextAt > 0) nextAt = asked + APART_MS;
      return query().then((answer) => {
        const now = performance.now();
        const pause = Math.min(Math.max(APART_MS, SHARE * (now - asked)), APART_AT_MOST_MS);
        nextAt = isMuch(answer) ? now + pause : 0;
        return answer;
      });
    };
    const wait = nextAt - performance.now();
    if (wait <= 0) return ask();
    return new Dexie.Promise<void>((resolve) => setTimeout(resolve, wait)).then(ask);
  };
}

const PAUSES_MS = [0, 300, 2000];

/**
 * Reads again over new connections after a read has lost its own. While nothing can be read the promise stays open, so that
 * a screen keeps what it shows, and the trouble is told. Other errors are thrown. Dexie's own promises know whose reads these
 * are, so that the query hears of later changes.
 */
function readAgain<T>(query: Query<T>, lost: unknown, tries = 0): PromiseLike<T> {
  if (!isConnectionLost(lost)) throw lost;
  const pause = PAUSES_MS[tries];
  if (pause === undefined) {
    reportStorageHealth('unreadable');
    return new Dexie.Promise<T>(() => {});
  }
  return new Dexie.Promise<void>((resolve) => setTimeout(resolve, pause))
    .then(() => {
      reopenAll();
      return query();
    })
    .then(
      (answer) => {
        reportStorageHealth(undefined);
        return answer;
      },
      (error) => readAgain(query, error, tries + 1),
    );
}
