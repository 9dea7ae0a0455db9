// Whether somebody sits at this device, where the small script in index.html can read it before anything is painted: the
// landing page is not for them. The device itself has the last word (app/main.tsx).

const KEY = 'groundwork.seat';

/** To be called with what the device says, at each start and each change of the person. */
export function noteSeat(isTaken: boolean): void {
  try {
    if (isTaken) localStorage.setItem(KEY, 'taken');
    else localStorage.removeItem(KEY);
  } catch {
    // Local storage may be forbidden; then the landing page is seen until the device has been read.
  }
}
