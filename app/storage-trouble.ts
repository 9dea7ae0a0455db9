// Trouble with this device's storage that no engine tells of: it cannot be read, or there is none at all (Y26).

/** 'unreadable': it does not answer; 'none': the browser gives none, and everything is held in memory. */
export type StorageTrouble = 'unreadable' | 'none';

let trouble: StorageTrouble | undefined;
const listeners = new Set<() => void>();

export const storageTrouble = () => trouble;

/** undefined when it is over. That there is no storage stays true for the page's life. */
export function tellStorageTrouble(next: StorageTrouble | undefined): void {
  if (next === trouble || trouble === 'none') return;
  trouble = next;
  for (const heard of listeners) heard();
}

export function onStorageTrouble(heard: () => void): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}
