// What every page may know of an upload: that one is under way, where it is seen, and how it ended. The upload itself is the
// admin area's; it writes here, and the note beside the pages, the update prompt and the sign-out read.
import type { ToastMessage } from '../ui/toaster.tsx';
import { createValue, useValue } from './value.ts';

/** The upload that is under way; `percent` from 0 to 100, `waiting` how many come after it, `to` the page that shows it. */
export type ShownUpload = { title: string; percent: number; waiting: number; to: string; stopAll: () => void };

const shown = createValue<ShownUpload | undefined>(undefined);
const unheard: ToastMessage[] = [];
let hear: ((message: ToastMessage) => void) | undefined;

export const uploadBoard = {
  /** The same object as long as nothing changed; undefined when no upload is under way. */
  shown: shown.get,
  subscribe: shown.subscribe,
  show: (next: ShownUpload | undefined) => {
    if (!same(shown.get(), next)) shown.set(next);
  },
  /** Says how an upload ended, wherever the person is by then. */
  tell: (message: ToastMessage) => {
    if (hear) hear(message);
    else unheard.push(message);
  },
  /** Who passes such words on, the earlier ones too; returns the way to stop. */
  listen: (listener: (message: ToastMessage) => void) => {
    hear = listener;
    for (const message of unheard.splice(0)) listener(message);
    return () => {
      if (hear === listener) hear = undefined;
    };
  },
};

/** The upload that is under way, live. */
export const useShownUpload = () => useValue(shown);

function same(one: ShownUpload | undefined, other: ShownUpload | undefined): boolean {
  if (!one || !other) return one === other;
  const { title, percent, waiting, to } = one;
  return title === other.title && percent === other.percent && waiting === other.waiting && to === other.to;
}
