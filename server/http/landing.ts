// '/' with the landing page in it, so that a visitor sees it before any script has come.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Landing } from '#sync/contract/landing.ts';
import { withLanding } from '#sync/contract/landing-place.ts';
import { readLanding } from '../catalog/landing.ts';
import type { Deps } from '../deps.ts';

/** Draws the landing page as markup; made by the build from the app's own view of it. */
export type PaintLanding = (landing: Landing) => string;

/** The page of '/' as it is now; the shell alone while the landing page cannot be made. */
export type HomePage = (deps: Deps) => Promise<string>;

/** The catalog is looked at this often at most: a course that was unpublished is gone from the page that soon. */
const FRESH_MS = 10_000;
/** So old may a page be that is answered at once while the catalog is read anew. */
const STALE_MS = 50_000;
/** So long an older page waits for the catalog: a slow database must not keep anybody from a page. */
const PATIENCE_MS = 250;

/** The painter of the build beside the pages' folder; undefined when the build has none. */
export async function loadPainter(pagesFolder: string): Promise<PaintLanding | undefined> {
  const file = join(pagesFolder, '../landing/paint-landing.js');
  if (!existsSync(file)) return undefined;
  const painter: { paintLanding: PaintLanding } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return painter.paintLanding;
}

/**
 * Fills `shell`, which is index.html. One reading at a time; the markup is made anew only when what it shows changed. Only
 * the very first answer waits for its reading to the end.
 */
export function openHomePage(shell: string, paint: PaintLanding): HomePage {
  let shown = { content: '', html: shell };
  let askedAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async ({ db, log, now }: Deps) => {
    try {
      const landing = await readLanding(db);
      const content = JSON.stringify(landing);
      if (content !== shown.content) shown = { content, html: withLanding(shell, paint(landing)) };
    } catch (error) {
      log.error('the landing page could not be made', {
        error: error instanceof Error ? error.message : String(error),
      });
      shown = { content: '', html: shell };
    }
    readAt = now().getTime();
  };

  return async (deps) => {
    const now = deps.now().getTime();
    // A clock that was set back must not keep an old page alive.
    if (!reading && Math.abs(now - askedAt) >= FRESH_MS) {
      askedAt = now;
      reading = read(deps).finally(() => {
        reading = undefined;
      });
    }
    const age = Math.abs(now - readAt);
    if (age === Number.POSITIVE_INFINITY) await reading;
    else if (reading && age >= STALE_MS) await Promise.race([reading, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return shown.html;
  };
}
