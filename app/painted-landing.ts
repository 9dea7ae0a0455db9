// The landing page that stood in the page before any script came: what it shows, and its end once the app has drawn its own.
import { Landing } from '#sync/contract/landing.ts';

const standing = () => document.getElementById('landing');

/** What the painted landing page shows; undefined where none stands. */
export function paintedLanding(): Landing | undefined {
  const text = standing()?.querySelector('script')?.textContent;
  if (!text) return undefined;
  try {
    const read = Landing.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

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
