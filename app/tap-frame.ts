// Between a tap that is kept and the frame that shows it, nothing else is read or drawn: it is all that the person waits for.
import { flushSync } from 'react-dom';

/** A storage that hangs keeps nothing else from the screen. */
const LATEST_MS = 250;
/** A tab that nobody sees draws no frame: from the commit of its tap on, others hear of it after this. */
const UNSEEN_MS = 50;

let waiting: (() => void)[] | undefined;
let latest: ReturnType<typeof setTimeout>;
let tap = 0;

/**
 * From now on what is given to `afterTap` waits. Answers the number of this tap, by which `showTap` or `endTap` ends it; a
 * newer tap goes on with the wait.
 */
export function beginTap(): number {
  waiting ??= [];
  tap += 1;
  endIn(LATEST_MS);
  return tap;
}

/** Draws what the tap became, and ends it when the frame with that is surely on the screen: at the next one. */
export function showTap(shown: number, draw: () => void): void {
  flushSync(draw);
  if (waiting && shown === tap) endIn(UNSEEN_MS);
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => endTap(shown))));
}

function endIn(ms: number): void {
  clearTimeout(latest);
  latest = setTimeout(() => endTap(), ms);
}

/** What has waited is done now, each by itself: one that fails takes no other along. Nothing while a newer tap goes on. */
export function endTap(ended = tap): void {
  if (ended !== tap) return;
  clearTimeout(latest);
  const works = waiting ?? [];
  waiting = undefined;
  for (const work of works) {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  }
}

/** Does `work` at once, or after the frame of the tap that is under way. */
export function afterTap(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** True from a tap to its frame. */
export const isTapUnderWay = (): boolean => waiting !== undefined;

/** How many taps there were: an answer that one of them has overtaken is older than what it shows. */
export const countTaps = (): number => tap;
