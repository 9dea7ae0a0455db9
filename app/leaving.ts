import { useSyncExternalStore } from 'react';

let isUnderWay = false;
const watchers = new Set<() => void>();
const say = (isSo: boolean) => {
  isUnderWay = isSo;
  for (const changed of watchers) changed();
};

/**
 * True in the tab in which somebody is signing out, until it is done. The home page, to which it leads at once, waits for
 * the visitor's: drawn for the person once more it would ask for pictures with a session that is gone.
 */
export const leaving = {
  isUnderWay: () => isUnderWay,
  begin: () => say(true),
  end: () => say(false),
};

const subscribe = (changed: () => void) => {
  watchers.add(changed);
  return () => void watchers.delete(changed);
};

export const useIsLeaving = (): boolean => useSyncExternalStore(subscribe, leaving.isUnderWay);
