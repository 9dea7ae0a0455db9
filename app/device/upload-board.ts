// What every page may know of an upload: that one is under way, where it is shown, and how it ended.
import type { ToastMessage } from '../ui/toaster.tsx';
import { createValue, useValue } from './value.ts';

/** The upload that is under way; `percent` from 0 to 100, `waiting` how many come after it, `to` the page that shows it. */
export type ShownUpload = { title: string; percent: number; waiting: number; to: string; stopAll: () => void };

const shown = createValue<ShownUpload | undefined>(undefined);
const undelivered: ToastMessage[] = [];
let currentListener: ((message: ToastMessage) => void) | undefined;

export const uploadBoard = {
  /** The same object as long as nothing changed; undefined when no upload is under way. */
  shown: shown.get,
  subscribe: shown.subscribe,
  show: (next: ShownUpload | undefined) => {
    if (JSON.stringify(next) !== JSON.stringify(shown.get())) shown.set(next);
  },
  /** Reports how an upload ended, whichever page is open by then. */
  notify: (message: ToastMessage) => {
    if (currentListener) currentListener(message);
    else undelivered.push(message);
  },
  /** Sets the listener that shows these messages, earlier ones included; returns the function that removes it. */
  listen: (listener: (message: ToastMessage) => void) => {
    currentListener = listener;
    for (const message of undelivered.splice(0)) listener(message);
    return () => {
      if (currentListener === listener) currentListener = undefined;
    };
  },
};

export const useShownUpload = () => useValue(shown);
