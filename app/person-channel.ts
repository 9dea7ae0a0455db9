// Tells every tab of this browser that the person of the device changed, and why.

export type PersonChange = 'signed-in' | 'signed-out' | 'expired' | 'profile';

const CHANNEL = 'groundwork-person';
const here = new EventTarget();

/** Tells this tab and all others; listeners read the device again. */
export function announcePersonChange(change: PersonChange): void {
  here.dispatchEvent(new CustomEvent<PersonChange>('change', { detail: change }));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(change);
  channel.close();
}

/** Calls `changed` for changes announced in this tab or another; returns the way to stop listening. */
export function onPersonChange(changed: (change: PersonChange) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<PersonChange>) => changed(event.data);
  const listen = (event: Event) => changed((event as CustomEvent<PersonChange>).detail);
  here.addEventListener('change', listen);
  return () => {
    channel.close();
    here.removeEventListener('change', listen);
  };
}
