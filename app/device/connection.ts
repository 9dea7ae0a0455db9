// The two facts of every screen: what the network is (offline or not) and what the person's work is (sent or not).

import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SyncStatus } from '#sync/store/reads.ts';
import { useActiveUser, useEngine, useSyncStatus } from './active-user.tsx';

/**
 * The person's work in one word; 'kept' is a visitor's, which lies on this device and is sent by nobody. A visitor without
 * any has 'none': 'All work sent' would be a lie to somebody who has just signed out with unsent work.
 */
export type Work =
  | { kind: 'sent'; at: string | null }
  | { kind: 'waiting'; count: number }
  | { kind: 'syncing'; count: number }
  | { kind: 'attention'; count: number }
  | { kind: 'kept'; count: number }
  | { kind: 'none' }
  /** Nothing waits, because the last change could not even be kept here: 'All work sent' beside that would be a lie. */
  | { kind: 'unsaved' }
  /** Not known yet: for one read of the device nothing may be said, least of all 'All work sent' (Y28). */
  | { kind: 'unread' };

export interface Connection {
  isOffline: boolean;
  work: Work;
}

/** Everything that has not reached the server by itself, or will not. */
export const unsentCount = (status: SyncStatus) => status.waiting + status.sending;

/** Y28: 'sent' only when nothing is queued, sending or blocked; 'syncing' only while somebody can be reached. */
export function describeWork(status: SyncStatus, isOffline: boolean): Work {
  const count = unsentCount(status);
  if (count > 0 && status.sending > 0 && !isOffline) return { kind: 'syncing', count };
  if (count > 0) return { kind: 'waiting', count };
  if (status.attention > 0) return { kind: 'attention', count: status.attention };
  return { kind: 'sent', at: status.lastSyncAt };
}

/** The browser's word or our own last contact: either may say offline, and the browser is often wrong. */
export function describeConnection(
  status: SyncStatus,
  facts: { isBrowserOnline: boolean; isVisitor: boolean },
): Connection {
  const isOffline = !facts.isBrowserOnline || status.reachable === false;
  if (!facts.isVisitor) return { isOffline, work: describeWork(status, isOffline) };
  const count = unsentCount(status);
  return { isOffline, work: count > 0 ? { kind: 'kept', count } : { kind: 'none' } };
}

function listenToBrowser(changed: () => void): () => void {
  const stop = new AbortController();
  for (const type of ['online', 'offline']) window.addEventListener(type, changed, { signal: stop.signal });
  return () => stop.abort();
}

/** The two facts, live. */
export function useConnection(): Connection {
  const status = useSyncStatus();
  const isVisitor = useActiveUser().state !== 'known';
  const isBrowserOnline = useSyncExternalStore(listenToBrowser, () => navigator.onLine);
  const { health, onHealth } = useEngine();
  const isUnsaved = useSyncExternalStore(onHealth, health) === 'not-saved';
  if (!status) return { isOffline: !isBrowserOnline, work: { kind: 'unread' } };
  const connection = describeConnection(status, { isBrowserOnline, isVisitor });
  return isUnsaved && connection.work.kind === 'sent' ? { ...connection, work: { kind: 'unsaved' } } : connection;
}

const LOOK_EVERY_MS = 5_000;

/**
 * Keeps what the page says of the network true, once per page: while no contact has reached the server, it is looked for
 * again. Who has nothing to send hears of it from nobody else, and the browser says 'online' in networks that lead nowhere.
 */
export function useReach(): void {
  const engine = useEngine();
  const status = useSyncStatus();
  const isSought = status !== undefined && status.reachable !== true;
  useEffect(() => {
    if (!isSought) return;
    const look = () => {
      if (navigator.onLine && document.visibilityState === 'visible') engine.look().catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    const stop = new AbortController();
    window.addEventListener('online', look, { signal: stop.signal });
    document.addEventListener('visibilitychange', look, { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [engine, isSought]);
}

/** Runs `work` each time the network comes back; the browser's own 'online' event misses many of these moments. */
export function useBackOnline(isOffline: boolean, work: () => unknown): void {
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) work();
    wasOffline.current = isOffline;
  }, [isOffline, work]);
}

/** '1 change waiting', '2 changes waiting'. */
export const waitingWords = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'} waiting`;

/** '1 needs attention', '2 need attention'. */
export const attentionWords = (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} attention`;

/** The work in words, as the header and the status page say it. */
export function workWords(work: Work): string {
  switch (work.kind) {
    case 'sent':
      return 'All work sent';
    case 'waiting':
      return waitingWords(work.count);
    case 'syncing':
      return 'Syncing…';
    case 'attention':
      return attentionWords(work.count);
    case 'kept':
      return 'Kept on this device';
    case 'none':
      return 'Nobody is signed in';
    case 'unsaved':
      return 'Last change not saved';
    case 'unread':
      return '';
  }
}
