// Whether somebody sits at this device, where the small script in index.html can read it before anything is painted: the
// landing page is not for them. The device itself has the last word (app/main.tsx).
import { keepLocally, keptLocally } from './local-storage.ts';

const KEY = 'groundwork.seat';

/** Somebody sat here, and the device knows nobody: the browser has removed its data (Y26). Kept until it was seen. */
const LOST = 'groundwork.lost-seat';

export const hasLostActiveUser = (): boolean => keptLocally(LOST) !== null;

export const forgetLostActiveUser = (): void => keepLocally(LOST, null);

/** To be called with what the device says, at each start and each change of the person. */
export function noteActiveUser(isTaken: boolean, isStart = false): void {
  if (isStart && !isTaken && keptLocally(KEY)) keepLocally(LOST, 'lost');
  keepLocally(KEY, isTaken ? 'taken' : null);
}
