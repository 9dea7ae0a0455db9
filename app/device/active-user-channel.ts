// Tells every tab of this browser that the active user changed, and why; and keeps, for the next start, whether there is one.
import { newId } from '#sync/new-id.ts';
import { localText, setLocalText } from './device.ts';
import { storageHealth } from './storage-health.ts';

/** 'switched': a user who was already signed in on this device became active (R-O7). */
export type ActiveUserChange = 'signed-in' | 'switched' | 'signed-out' | 'expired' | 'profile';

type Message = { change: ActiveUserChange; from: string };

const CHANNEL = 'groundwork-person';
const TAB = newId();

/** May return a promise: of having read the device again. */
type Listener = (change: ActiveUserChange, isOtherTab: boolean) => unknown;
const listeners = new Set<Listener>();

const ENDED_AT = 'groundwork.session-ended';
const STILL_NEWS_MS = 10_000;

/**
 * Notifies this tab at once, and all others; listeners read the device again. Resolves when those of this tab have: a page that
 * opens earlier is still the previous user's, and fetches their pictures with the rights of the new one.
 */
export async function announceActiveUser(change: ActiveUserChange): Promise<void> {
  if (change !== 'profile') noteEnd(change === 'expired');
  const reads = [...listeners].map((changed) => changed(change, false));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ change, from: TAB } satisfies Message);
  channel.close();
  await Promise.all(reads);
}

/** Calls `changed` once for every change announced in this tab or another; returns the function that stops it. */
export function onActiveUserChange(changed: Listener): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    // This tab has already been notified of its own messages.
    if (data.from === TAB) return;
    changed(data.change, true);
  };
  listeners.add(changed);
  return () => {
    channel.close();
    listeners.delete(changed);
  };
}

/** For a tab that was still loading when the session ended, and so misses the message. */
const noteEnd = (ended: boolean) => setLocalText(ENDED_AT, ended ? String(Date.now()) : null);

/** True for 10 s after the auth service ended the session, for a page that starts only then. */
export function sessionEndedJustNow(): boolean {
  const ago = Date.now() - Number(localText(ENDED_AT) ?? Number.NaN);
  return ago >= 0 && ago < STILL_NEWS_MS;
}

/** Calls `ended` once when the auth service ends the session, also when it did so just before this tab listened. */
export function onSessionEnd(ended: () => void): () => void {
  let announcedAt = Number.NEGATIVE_INFINITY;
  const announce = () => {
    if (Date.now() - announcedAt < STILL_NEWS_MS) return;
    announcedAt = Date.now();
    ended();
  };
  const check = () => sessionEndedJustNow() && announce();
  check();
  window.addEventListener('storage', check);
  const stop = onActiveUserChange((change) => {
    if (change !== 'expired') return;
    // The service worker may have sent this, and has no local storage to note it in.
    noteEnd(true);
    announce();
  });
  return () => {
    window.removeEventListener('storage', check);
    stop();
  };
}

// Whether someone is signed in here, for the script in index.html; the device database decides in the end (app/main.tsx).

const FLAG = 'groundwork.seat';

/** Someone was signed in, but the device database knows no one: the browser has removed its data (Y26). Kept until the notice was seen. */
const LOST = 'groundwork.lost-seat';

/** Whether someone was signed in when this browser last showed the app with its storage. */
export const wasSomeoneHere = (): boolean => localText(FLAG) !== null;

export const hasLostActiveUser = (): boolean => localText(LOST) !== null;

export const forgetLostActiveUser = () => setLocalText(LOST, null);

/** Called at each start and at each change of the active user, with what the device database says; one in memory knows nothing. */
export function rememberActiveUser(isSignedIn: boolean, isStart = false): void {
  if (storageHealth() === 'none') return;
  if (isStart && !isSignedIn && localText(FLAG)) setLocalText(LOST, 'lost');
  setLocalText(FLAG, isSignedIn ? 'taken' : null);
}
