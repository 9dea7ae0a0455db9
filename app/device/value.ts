import { useSyncExternalStore } from 'react';

/** A value of this page that components can follow; `subscribe` returns the function that unsubscribes. */
export type Value<T> = { get: () => T; set: (next: T) => void; subscribe: (changed: () => void) => () => void };

export function createValue<T>(initial: T): Value<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const changed of watchers) changed();
    },
    subscribe: (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
  };
}

/** The value, live; also in static markup. */
export const useValue = <T>({ subscribe, get }: Pick<Value<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get, get);
