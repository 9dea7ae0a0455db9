import { useLiveQuery as useDexieLiveQuery } from 'dexie-react-hooks';

const isUnderWay = <T>(asked: PromiseLike<T> | T): asked is PromiseLike<T> =>
  typeof asked === 'object' && asked !== null && 'then' in asked;

/**
 * What a query of the device answers, live; undefined before the first answer. A connection that the browser has dropped is
 * opened again; a storage that cannot be read leaves what is on screen and is said above it, it takes no page away (Y26).
 */
export function useLiveQuery<T>(query: () => PromiseLike<T> | T, changed: unknown[]): T | undefined {
  return useDexieLiveQuery(() => {
    const asked = query();
    if (!isUnderWay(asked)) return asked;
    const again = async (error: unknown) => (await import('./read-again.ts')).readAgain(query, error);
    return Promise.resolve(asked.then(undefined, again));
  }, changed);
}
