// What a journey needs to know of downloads: films of any size on the server, and what lies in the browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PART_BYTES } from '#sync/contract/media.ts';
import { someLessons } from './content.ts';
import { askDatabase } from './database.ts';
import { type Evaluating, ledgerOf } from './device-data.ts';
import { openLesson, signIn } from './person.ts';
import type { Product } from './product.ts';
import type { Wire } from './wire.ts';

/** Makes a film so many parts long, once: its picture stays, a box that players skip follows. */
export async function growFilm(product: Product, film: string, parts: number): Promise<{ bytes: number }> {
  const assetId = film.replace('/media/', '');
  const [row] = await askDatabase<{ storage_key: string }>(
    product,
    'select storage_key from assets where id = ?',
    assetId,
  );
  const file = join(product.dataDir, 'media', row?.storage_key ?? '');
  const picture = readFileSync(file);
  if (picture.length === parts * PART_BYTES - 1000) return { bytes: picture.length };
  const box = Buffer.alloc(parts * PART_BYTES - 1000 - picture.length);
  // Every byte tells where it stands, so that parts in a wrong order would be found.
  for (let at = 8; at < box.length; at += 1) box[at] = (at * 31 + (at >> 12)) & 0xff;
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  const grown = Buffer.concat([picture, box]);
  writeFileSync(file, grown);
  await replaceEtag(product, film, `grown-${parts}`, grown.length);
  return { bytes: grown.length };
}

/** The film counts as another one from now on. */
export async function replaceEtag(product: Product, film: string, etag: string, size: number): Promise<void> {
  const sql = 'update assets set etag = ?, size_bytes = ? where id = ?';
  await askDatabase(product, sql, etag, size, film.replace('/media/', ''));
}

/** The numbers of the parts of a film that were asked for at the wire, in order. */
export function partsAsked(wire: Wire, film: string): number[] {
  const begin = `/api${film}/parts/`;
  return wire.passed.flatMap(({ path }) => (path.startsWith(begin) ? [Number(path.slice(begin.length))] : []));
}

/** Waits until so many parts of a film are on the device. */
export async function partsHere(page: Page, film: string, count: number): Promise<number[]> {
  await expect
    .poll(async () => (await ledgerOf(page, film))?.here.length ?? 0, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(count);
  return (await ledgerOf(page, film))?.here ?? [];
}

/** What of a film lies in the cache, by address. */
export function shelfOf(page: Evaluating, film: string): Promise<string[]> {
  return page.evaluate(async (begin) => {
    const kept = await (await caches.open('groundwork-downloads')).keys();
    return kept.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(`${begin}/`));
  }, film);
}

/** The browser throws a part away behind everybody's back. */
export function losePart(page: Evaluating, film: string, n: number): Promise<boolean> {
  return page.evaluate(
    async ([begin, number]) => {
      const cache = await caches.open('groundwork-downloads');
      const meant = (await cache.keys()).find(({ url }) => new URL(url).pathname === `${begin}/parts/${number}`);
      return meant ? cache.delete(meant) : false;
    },
    [film, n] as const,
  );
}

/** The size and the first bytes of what the page gets for a range of a film; status 0 for no answer. */
export function rangeOf(
  page: Evaluating,
  film: string,
  range: string,
): Promise<{ status: number; size: number; bytes: number[] }> {
  return page.evaluate(
    async ([address, header]) => {
      const answer = await fetch(address, { headers: { Range: header } }).catch(() => undefined);
      if (!answer) return { status: 0, size: 0, bytes: [] };
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return { status: answer.status, size: bytes.length, bytes: [...bytes.slice(0, 10)] };
    },
    [film, range] as const,
  );
}

/** Waits until the picture of the film on this page is there. */
export const showsPicture = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 20_000 })
    .toBeGreaterThanOrEqual(2);

/** Goes to a second of the film; answers after how many milliseconds its picture was there. */
export function seekTo(page: Page, second: number): Promise<number> {
  return page.locator('video').evaluate(async (element: HTMLVideoElement, to) => {
    const started = performance.now();
    const arrived = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = to;
    await arrived;
    return performance.now() - started;
  }, second);
}

/** The button that offers a download. */
export const offer = (page: Page) => page.getByRole('button', { name: /Download for offline use/ });
const main = (page: Page) => page.getByRole('main');
/** The page says exactly this, soon. */
export const says = (page: Page, words: string | RegExp) =>
  expect(main(page).getByText(words, { exact: true }).first()).toBeVisible({ timeout: 40_000 });

/** A film of so many parts (of four and more the worker keeps no small copy), its lesson open before the signed-in person. */
export async function openLongFilm(page: Page, product: Product, parts: number) {
  const { video } = await someLessons(product);
  const film = video.videoUrl ?? '';
  const { bytes } = await growFilm(product, film, parts);
  await signIn(page);
  await openLesson(page, video);
  return { video, film, bytes };
}
