import Dexie, { liveQuery, type Observable } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import { afterTap, countTaps, isTapUnderWay } from './tap-frame.ts';

type Query<T> = () => PromiseLike<T> | T;

const isUnderWay = <T>(asked: PromiseLike<T> | T): asked is PromiseLike<T> =>
  typeof asked === 'object' && asked !== null && 'then' in asked;

/**
 * What a query of the device answers, live; undefined before the first answer. A connection that the browser has dropped is
 * opened again; a storage that cannot be read leaves what is on screen and is said above it, it takes no page away (Y26).
 */
export function useLiveQuery<T>(query: Query<T>, changed: unknown[]): T | undefined {
  return useObservable<T | undefined>(() => observe(query), changed);
}

function observe<T>(query: Query<T>): Observable<T> {
  const again = async (error: unknown) => (await import('./read-again.ts')).readAgain(query, error);
  const read = (): Promise<T> | T => {
    const taps = countTaps();
    const asked = query();
    if (!isUnderWay(asked)) return asked;
    // An answer that was under way at a tap is older than what the tap has put on the screen.
    const fresh = (answer: T) => (taps === countTaps() ? answer : readLater());
    return Promise.resolve(asked.then(fresh, again));
  };
  // Dexie's own promise, after which it still knows whose reads these are.
  const readLater = (): Promise<T> => new Dexie.Promise<void>(afterTap).then(read);
  return liveQuery<T>(() => (isTapUnderWay() ? readLater() : read()));
}

const shared = new WeakMap<object, unknown>();

/** The same for an answer that many parts of a page show: `of` is asked once for all of them, always the same. */
export function useSharedLiveQuery<T>(of: object, query: Query<T>): T | undefined {
  return useObservable<T | undefined>(() => {
    const known = (shared.get(of) as Shared<T> | undefined) ?? new Shared(query);
    shared.set(of, known);
    return known;
  }, [of]);
}

/** One subscription for many, as long as there is one; who comes later gets the last answer at once. */
class Shared<T> {
  readonly #source: Observable<T>;
  readonly #heard = new Set<{ next: (value: T) => void; error: (error: unknown) => void }>();
  #subscription: { unsubscribe: () => void } | undefined;
  #last: { value: T } | undefined;

  constructor(query: Query<T>) {
    this.#source = observe(query);
  }

  hasValue = () => this.#last !== undefined;
  getValue = () => this.#last?.value as T;

  subscribe(next: (value: T) => void, error: (error: unknown) => void = () => {}) {
    const mine = { next, error };
    this.#heard.add(mine);
    if (this.#last) next(this.#last.value);
    // A first read that was lost, to a storage that hung or was closed, hears of nothing any more: asked again for all.
    else this.#end();
    this.#subscription ??= this.#source.subscribe(
      (value) => {
        this.#last = { value };
        for (const each of this.#heard) each.next(value);
      },
      (failure) => {
        this.#last = undefined;
        for (const each of this.#heard) each.error(failure);
      },
    );
    return () => {
      this.#heard.delete(mine);
      if (this.#heard.size > 0) return;
      this.#end();
      this.#last = undefined;
    };
  }

  #end() {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
  }
}
