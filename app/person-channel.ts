// Tells every tab of this browser that the person of the device changed, and why.

/** 'switched': somebody who is signed in here already sat down (O7). */
export type PersonChange = 'signed-in' | 'switched' | 'signed-out' | 'expired' | 'profile';

type Message = { change: PersonChange; from: string };

const CHANNEL = 'groundwork-person';
const TAB = crypto.randomUUID();
const here = new EventTarget();

/** Tells this tab at once and all others; listeners read the device again. */
export function announcePersonChange(change: PersonChange): void {
  here.dispatchEvent(new CustomEvent<PersonChange>('change', { detail: change }));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ change, from: TAB } satisfies Message);
  channel.close();
}

/** Calls `changed` once for every change announced in this tab or another; returns the way to stop listening. */
export function onPersonChange(changed: (change: PersonChange) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    // The channel also brings back what this tab has said, which it has heard already.
    if (data.from !== TAB) changed(data.change);
  };
  const listen = (event: Event) => changed((event as CustomEvent<PersonChange>).detail);
  here.addEventListener('change', listen);
  return () => {
    channel.close();
    here.removeEventListener('change', listen);
  };
}
