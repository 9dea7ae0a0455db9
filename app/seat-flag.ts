// Whether somebody sits at this device, where the small script in index.html can read it before anything is painted: the
// landing page is not for them. The device itself has the last word (app/main.tsx).

const KEY = 'groundwork.seat';

/** Somebody sat here, and the device knows nobody: the browser has removed its data (Y26). Kept until it was seen. */
const LOST = 'groundwork.lost-seat';

export function hasLostSeat(): boolean {
  try {
    return localStorage.getItem(LOST) !== null;
  } catch {
    return false;
  }
}

export function forgetLostSeat(): void {
  localStorage.removeItem(LOST);
}

/** To be called with what the device says, at each start and each change of the person. */
export function noteSeat(isTaken: boolean, isStart = false): void {
  try {
    if (isStart && !isTaken && localStorage.getItem(KEY)) localStorage.setItem(LOST, 'lost');
    if (isTaken) localStorage.setItem(KEY, 'taken');
    else localStorage.removeItem(KEY);
  } catch {
    // Local storage may be forbidden; then the landing page is seen until the device has been read.
  }
}
