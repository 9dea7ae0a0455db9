// What a new version of the app must not interrupt, in this tab or another (R-O12).
import { useEffect } from 'react';
import { flushLock } from '#sync/ports.ts';
import { createValue, useValue } from './value.ts';

const LOCK = 'groundwork-unfinished';

const count = createValue(0);
const mustReload = createValue(false);
let release = () => {};

export const unsavedParts = {
  /** Whether this page has something that a reload would interrupt. */
  isAny: () => count.get() > 0,
  /** Starts something that must not be interrupted, not even from another tab; returns the function that ends it. */
  begin: () => {
    count.set(count.get() + 1);
    if (count.get() === 1) {
      const ended = new Promise<void>((resolve) => {
        release = resolve;
      });
      navigator.locks?.request(LOCK, { mode: 'shared' }, () => ended).catch(() => undefined);
    }
    return () => {
      count.set(count.get() - 1);
      if (count.get() === 0) release();
    };
  },
  /** A part of this page belongs to a version that is gone: the user is asked to reload when it suits them. */
  askToReload: () => mustReload.set(true),
};

/** Whether this page has something that a reload would interrupt, and whether a part of it is gone. */
export const useHasUnsaved = (): boolean => useValue(count) > 0;
export const useMustReload = (): boolean => useValue(mustReload);

/** While `isSo`, no new version of the app interrupts this page (R-O12). */
export function useUnsavedPart(isSo: boolean): void {
  useEffect(() => (isSo ? unsavedParts.begin() : undefined), [isSo]);
}

/** Runs `work` once nothing is unsaved in any tab and no flush of this user is under way; rejects when `signal` aborts. */
export async function whenAllIsSaved(userId: string, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(LOCK, { signal }, () =>
    navigator.locks.request(flushLock(userId), { signal }, () => work()),
  );
}
