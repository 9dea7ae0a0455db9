// The landing page that stood in the page before any script came, and its end once the app has drawn its own.

/** The painted page; null where none stands. */
export const standing = () => document.getElementById('landing');

/** The app's own page takes the painted one's place, at the same spot and with the same link focused. */
export function replacePaintedLanding(): void {
  const painted = standing();
  if (!painted) return;
  const places = 'a, button';
  const focused = document.activeElement;
  const at = focused ? [...painted.querySelectorAll(places)].indexOf(focused) : -1;
  painted.remove();
  document.getElementById('root')?.querySelectorAll<HTMLElement>(places)[at]?.focus({ preventScroll: true });
}
