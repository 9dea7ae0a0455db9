// Tells every tab of this browser that the person of the device changed, and why.
import { keepLocally, keptLocally } from './local-storage.ts';

/** 'switched': somebody who is signed in here already sat down (O7). */
export type ActiveUserChange = 'signed-in' | 'switched' | 'signed-out' | 'expired' | 'profile';

type Message = { change: ActiveUserChange; from: string };

const CHANNEL = 'groundwork-person';
const TAB = crypto.randomUUID();
const here = new EventTarget();

const ENDED_AT = 'groundwork.session-ended';
const STILL_NEWS_MS = 10_000;

/** Tells this tab at once and all others; listeners read the device again. */
export function announceActiveUser(change: ActiveUserChange): void {
  if (change !== 'profile') noteEnd(change === 'expired');
  here.dispatchEvent(new CustomEvent<ActiveUserChange>('change', { detail: change }));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ change, from: TAB } satisfies Message);
  channel.close();
}

/** Calls `changed` once for every change announced in this tab or another; returns the way to stop listening. */
export function onActiveUserChange(changed: (change: ActiveUserChange) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    // The channel also brings back what this tab has said, which it has heard already.
    if (data.from === TAB) return;
    changed(data.change);
  };
  const listen = (event: Event) => changed((event as CustomEvent<ActiveUserChange>).detail);
  here.addEventListener('change', listen);
  return () => {
    channel.close();
    here.removeEventListener('change', listen);
  };
}

/** A tab that was just loading when another one met the end of the session hears no message. */
const noteEnd = (ended: boolean) => keepLocally(ENDED_AT, ended ? String(Date.now()) : null);

/** True within seconds after the auth service ended the session of this device, for a page that starts only now. */
export function sessionEndedJustNow(): boolean {
  const ago = Date.now() - Number(keptLocally(ENDED_AT) ?? Number.NaN);
  return ago >= 0 && ago < STILL_NEWS_MS;
}

/**
 * Calls `ended` once when the auth service ends the session of this device, also when it did so just now. Another tab's
 * message may be over before this one listens, and its note not be here yet: the note's arrival is the third way to hear.
 */
export function onSessionEnd(ended: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = () => {
    if (Date.now() - toldAt < STILL_NEWS_MS) return;
    toldAt = Date.now();
    ended();
  };
  const look = () => sessionEndedJustNow() && tell();
  look();
  window.addEventListener('storage', look);
  const stop = onActiveUserChange((change) => {
    if (change !== 'expired') return;
    // The worker, which may have met it, has no local storage to note it in.
    noteEnd(true);
    tell();
  });
  return () => {
    window.removeEventListener('storage', look);
    stop();
  };
}
