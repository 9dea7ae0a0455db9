// The oracle for downloads: what the device says is here, what it asked for again, and the bytes of both sides.
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { lessonPath, someLessons } from '../../journeys/content.ts';
import { ledgerOf } from '../../journeys/device-data.ts';
import { growFilm, offer, shelfOf } from '../../journeys/downloads-steps.ts';
import type { Cost } from './cost.ts';
import type { Stage } from './stage.ts';

const PARTS = 6;
const PATIENCE_MS = 90_000;

/** One download, from the tap to the comparison. */
export interface FilmBooks {
  /** The person asks for the film. */
  begin: () => Promise<void>;
  /** The fault is next: what the device says is here now must not be asked for again. */
  note: () => Promise<void>;
  /**
   * Waits until the film is complete, compares, and takes it off the device again. Lost: parts that are said to be here
   * and are not, or are not the server's bytes. Doubled: parts that were here and came again, and more than one further
   * request for a part that was under way.
   */
  close: () => Promise<Cost>;
}

/** Makes a film of six parts; the wire holds each of them back for so long. */
export async function openFilmBooks(stage: Stage, heldMs: number): Promise<FilmBooks> {
  const { wire, product } = stage;
  const { video } = await someLessons(product);
  const film = video.videoUrl ?? '';
  await growFilm(product, film, PARTS);
  const parts = `/api${film}/parts/`;
  const before = wire.passed.length;
  // What the server never answered brought no byte.
  const times = (n: number) =>
    wire.passed.slice(before).filter(({ path, status }) => path === `${parts}${n}` && status !== undefined).length;
  let here: number[] = [];
  wire.delay(parts, heldMs);
  return {
    begin: async () => {
      await stage.page.goto(lessonPath(video));
      await offer(stage.page).first().click();
    },
    note: async () => {
      here = (await ledgerOf(stage.page, film))?.here ?? [];
    },
    close: async () => {
      await stage.page.goto('/downloads');
      await complete(stage.page, film);
      wire.delay(parts, 0);
      const [told, right] = [await ownHashes(stage.page, film), await serverHashes(stage, film)];
      const cost = { lost: 0, doubled: 0, strays: 0 };
      for (const [n, hash] of right.entries()) {
        if (told[n] !== hash) cost.lost += 1;
        if (times(n) > (here.includes(n) ? 1 : 2)) cost.doubled += 1;
      }
      await takeOff(stage.page, film);
      return cost;
    },
  };
}

async function complete(page: Page, film: string): Promise<void> {
  const patience = Date.now() + PATIENCE_MS;
  while (!(await ledgerOf(page, film))?.isComplete) {
    if (Date.now() > patience) throw new Error(`The film never came: ${JSON.stringify(await ledgerOf(page, film))}`);
    await page.waitForTimeout(250);
  }
}

/** The hashes of the parts on this device, in their order. */
function ownHashes(page: Page, film: string): Promise<string[]> {
  return page.evaluate(async (begin) => {
    const cache = await caches.open('groundwork-downloads');
    const hashes: string[] = [];
    for (const request of await cache.keys()) {
      const n = Number(new URL(request.url).pathname.replace(begin, ''));
      if (Number.isNaN(n)) continue;
      const bytes = await (await cache.match(request))?.arrayBuffer();
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)));
      hashes[n] = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }
    return hashes;
  }, `${film}/parts/`);
}

async function serverHashes({ product }: Stage, film: string): Promise<string[]> {
  const origin = `http://127.0.0.1:${product.port}`;
  const hashes: string[] = [];
  for (let n = 0; n < PARTS; n += 1) {
    const answer = await fetch(`${origin}/api${film}/parts/${n}`);
    if (!answer.ok) throw new Error(`Part ${n} was answered ${answer.status}.`);
    hashes.push(
      createHash('sha256')
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest('hex'),
    );
  }
  return hashes;
}

/** For the next run. */
async function takeOff(page: Page, film: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const patience = Date.now() + 15_000;
  while ((await shelfOf(page, film)).length > 0 && Date.now() < patience) await page.waitForTimeout(100);
}
