import { Landing } from '#sync/contract/landing.ts';
import { standing } from '../painted-landing.ts';

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
