// What a new version of the app must not interrupt, here or in another tab (O12): a quiz, a text being written, an upload,
// and a pass that is sending work.
import { useEffect } from 'react';
import { flushLock } from '#sync/ports.ts';
import { createValue, useValue } from './value.ts';

const LOCK = 'groundwork-unfinished';

const count = createValue(0);
const isPartGone = createValue(false);
let release = () => {};

export const unsavedParts = {
  /** Whether this page has something that a reload would interrupt. */
  isAny: () => count.get() > 0,
  /** Something begins that must not be interrupted, also not from another tab; returns its end. */
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
  /** A part of this page belongs to a version that is gone: the person is asked to load it again, when it suits them. */
  askToReload: () => isPartGone.set(true),
};

/** Whether this page has something that a reload would interrupt, and whether a part of it is gone. */
export const useHasUnsaved = (): boolean => useValue(count) > 0;
export const useIsPartGone = (): boolean => useValue(isPartGone);

/** While `isSo`, no new version of the app interrupts this page (O12). */
export function useUnsavedPart(isSo: boolean): void {
  useEffect(() => (isSo ? unsavedParts.begin() : undefined), [isSo]);
}

/** Runs `work` once nothing is unfinished in any tab and no pass of this person is under way; rejects when `signal` says so. */
export async function whenAllIsSaved(userId: string, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(LOCK, { signal }, () =>
    navigator.locks.request(flushLock(userId), { signal }, () => work()),
  );
}
