// What a new version of the app must not interrupt, here or in another tab (O12): a quiz, a text being written, an upload,
// and a pass that is sending work.
import { passLock } from '#sync/ports.ts';

const LOCK = 'groundwork-unfinished';

let count = 0;
let isPartGone = false;
let release = () => {};
const watchers = new Set<() => void>();
const tell = () => {
  for (const changed of watchers) changed();
};

export const unfinished = {
  /** Whether this page has something that a reload would interrupt. */
  isAny: () => count > 0,
  subscribe: (changed: () => void) => {
    watchers.add(changed);
    return () => void watchers.delete(changed);
  },
  /** Something begins that must not be interrupted, also not from another tab; returns its end. */
  begin: () => {
    count += 1;
    if (count === 1) {
      const ended = new Promise<void>((resolve) => {
        release = resolve;
      });
      navigator.locks?.request(LOCK, { mode: 'shared' }, () => ended).catch(() => undefined);
      tell();
    }
    return () => {
      count -= 1;
      if (count > 0) return;
      release();
      tell();
    };
  },
  /** A part of this page belongs to a version that is gone: the person is asked to load it again, when it suits them. */
  askToReload: () => {
    isPartGone = true;
    tell();
  },
  isPartGone: () => isPartGone,
};

/** Runs `work` once nothing is unfinished in any tab and no pass of this person is under way; rejects when `signal` says so. */
export async function whenAllIsFinished(
  userId: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(LOCK, { signal }, () =>
    navigator.locks.request(passLock(userId), { signal }, () => work()),
  );
}
