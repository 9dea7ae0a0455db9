// The two facts on every screen: whether the device is offline, and whether the user's work has been sent.
import { plural, t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { SyncStatus } from '#sync/store/reads.ts';
import { useLocation } from '../ui/router.ts';
import { useActiveUser, useEngine, useSyncStatus } from './active-user.tsx';
import { localText, setLocalText } from './device.ts';
import { useTryAgain } from './try-again.ts';

/** The state of the user's work; 'kept' and 'none' are a visitor's, whose work is not sent. */
export type Work =
  | { kind: 'sent'; at: string | null }
  | { kind: 'waiting'; count: number }
  | { kind: 'syncing'; count: number }
  | { kind: 'attention'; count: number }
  | { kind: 'kept'; count: number }
  | { kind: 'none' }
  /** Nothing is waiting because the last change could not be saved here, so 'All work sent' would be wrong. */
  | { kind: 'unsaved' }
  /** Not read from the device yet, so nothing may be said (Y28). */
  | { kind: 'unread' };

export interface Connection {
  isOffline: boolean;
  work: Work;
}

/** The changes that are waiting or being sent. */
export const unsentCount = (status: SyncStatus) => status.waiting + status.sending;

/** Y28: 'sent' only when nothing is queued, sending or blocked; 'syncing' only while the server can be reached. */
export function describeWork(status: SyncStatus, isOffline: boolean): Work {
  const count = unsentCount(status);
  if (count > 0 && status.sending > 0 && !isOffline) return { kind: 'syncing', count };
  if (count > 0) return { kind: 'waiting', count };
  if (status.attention > 0) return { kind: 'attention', count: status.attention };
  return { kind: 'sent', at: status.lastSyncAt };
}

/** Set while the last page that heard from the server, or missed it, was offline: read at once, before the database is. */
const OFFLINE_KEY = 'groundwork.offline';

/** Whether this page has heard from the server, or missed it. */
let hadContact = false;

function noteContact(isReachable: boolean): void {
  hadContact = true;
  setLocalText(OFFLINE_KEY, isReachable ? null : 'yes');
}

/** Notes what a look at the server finds, begun before the device is read: mostly it is known before the first paint. */
export async function lookFirst(look: Promise<boolean>): Promise<void> {
  const isReachable = await look;
  if (!hadContact) noteContact(isReachable);
}

/** Whether the page starts as an offline one: by its first contact, and before that as the last page was. */
const startsOffline = (): boolean => !navigator.onLine || localText(OFFLINE_KEY) !== null;

/** Offline when the browser or our last request says so; before the first request, as the last page was. */
export function describeConnection(
  status: SyncStatus,
  facts: { isBrowserOnline: boolean; isVisitor: boolean; wasOffline: boolean },
): Connection {
  const isOffline = !facts.isBrowserOnline || !(status.reachable ?? !facts.wasOffline);
  if (!facts.isVisitor) return { isOffline, work: describeWork(status, isOffline) };
  const count = unsentCount(status);
  return { isOffline, work: count > 0 ? { kind: 'kept', count } : { kind: 'none' } };
}

function listenToBrowser(changed: () => void): () => void {
  const stop = new AbortController();
  for (const type of ['online', 'offline']) window.addEventListener(type, changed, { signal: stop.signal });
  return () => stop.abort();
}

/** The two facts, live. `isGuess` while 'offline' is only what the last page knew. */
export function useConnection(): Connection & { isGuess: boolean } {
  const status = useSyncStatus();
  const isVisitor = useActiveUser().state !== 'known';
  const isBrowserOnline = useSyncExternalStore(listenToBrowser, () => navigator.onLine);
  const { health, onHealth } = useEngine();
  const storage = useSyncExternalStore(onHealth, health);
  const wasOffline = startsOffline();
  const isGuess = isBrowserOnline && !hadContact && (status?.reachable ?? null) === null;
  if (!status) return { isOffline: !isBrowserOnline || wasOffline, work: { kind: 'unread' }, isGuess };
  const connection = describeConnection(status, { isBrowserOnline, isVisitor, wasOffline });
  if (storage === 'deleted') return { ...connection, work: { kind: 'unread' }, isGuess };
  const isUnsaved = storage === 'not-saved' && connection.work.kind === 'sent';
  return { ...connection, work: isUnsaved ? { kind: 'unsaved' } : connection.work, isGuess };
}

/** Whether the page was offline when it was opened, by which it is laid out: nothing moves under the finger later. */
export function useOpenedOffline(): boolean {
  const { isOffline, work } = useConnection();
  const { key } = useLocation();
  const opened = useRef({ key: '', isOffline: false });
  if (opened.current.key !== key && (isOffline || work.kind !== 'unread')) opened.current = { key, isOffline };
  return opened.current.key === key && opened.current.isOffline;
}

/** Longer pauses would leave a page offline for too long after the network has come back without the browser's notice. */
export const LONGEST_PROBE_PAUSE_MS = 15_000;

/** Probes the server while it is not reached; used once per page. Browsers say 'online' in dead networks. */
export function useServerProbe(): void {
  const engine = useEngine();
  const status = useSyncStatus();
  const reachable = status?.reachable ?? null;
  useEffect(() => {
    if (reachable !== null) noteContact(reachable);
  }, [reachable]);
  const isUnreached = status !== undefined && !reachable;
  const [missed, setMissed] = useState<object>();
  const probe = async () => {
    const isUseful = navigator.onLine && document.visibilityState === 'visible';
    const isHere = isUseful && (await engine.checkReachable().catch(() => false));
    setMissed(isHere ? undefined : {});
  };
  const probeNow = useEffectEvent(probe);
  useEffect(() => {
    if (!isUnreached) return;
    const look = () => void probeNow();
    look();
    const stop = new AbortController();
    window.addEventListener('online', look, { signal: stop.signal });
    document.addEventListener('visibilitychange', look, { signal: stop.signal });
    return () => stop.abort();
  }, [isUnreached]);
  useTryAgain(isUnreached ? missed : undefined, probe, LONGEST_PROBE_PAUSE_MS);
}

/** Runs `work` each time the connection comes back, not while it `isHeld`; the browser's 'online' event misses many of these. */
export function useBackOnline(work: () => unknown, isHeld = false): void {
  const isAway = useConnection().isOffline || isHeld;
  const wasAway = useRef(isAway);
  const run = useEffectEvent(work);
  useEffect(() => {
    if (wasAway.current && !isAway) run();
    wasAway.current = isAway;
  }, [isAway]);
}

/** '1 needs attention', '2 need attention'. */
export const attentionLabel = (count: number) => plural(count, { one: '# needs attention', other: '# need attention' });

/** The state of the work as the header and the status page show it. */
export function workLabel(work: Work): string {
  switch (work.kind) {
    case 'sent':
      return t`All work sent`;
    case 'waiting':
      return plural(work.count, { one: '# change waiting', other: '# changes waiting' });
    case 'syncing':
      return t`Syncing…`;
    case 'attention':
      return attentionLabel(work.count);
    case 'kept':
      return t`Kept on this device`;
    case 'none':
      return t`Not signed in`;
    case 'unsaved':
      return t`Last change not saved`;
    case 'unread':
      return '';
  }
}
