// Budget 14: a film of 1 GB onto the device: the memory that it takes, and playing it.
import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { PART_BYTES } from '#sync/contract/media.ts';
import { newProfile, processesOf, startDevice } from './browser.ts';
import { lessonPath, originOf, signInOnPage, underWorker } from './learner-device.ts';
import { type Plan, roundsThatFit, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const PARTS = 125;
/** 1,000 MiB. */
const FILM_BYTES = PARTS * PART_BYTES;
const MB = 1024 ** 2;
const PATIENCE_MS = 10 * 60_000;

/** Makes a film so large with a box that players skip; what it holds takes no room on the server's disk. */
function growFilm(dataDir: string, assetId: string): void {
  const database = new Database(join(dataDir, 'groundwork.db'));
  const row = database.prepare('select storage_key from assets where id = ?').get(assetId) as { storage_key: string };
  const file = join(dataDir, 'media', row.storage_key);
  const { size } = statSync(file);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(FILM_BYTES - size, 0);
  head.write('free', 4, 'latin1');
  const open = openSync(file, 'r+');
  writeSync(open, head, 0, head.length, size);
  closeSync(open);
  truncateSync(file, FILM_BYTES);
  database.prepare("update assets set size_bytes = ?, etag = 'large' where id = ?").run(FILM_BYTES, assetId);
  database.close();
}

/** What all processes of the browser on this profile hold for themselves, in bytes. */
function memoryOf(profile: string): number {
  let sum = 0;
  for (const pid of processesOf(profile)) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      for (const [, kB] of rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)) sum += Number(kB) * 1024;
    } catch {
      // It ended meanwhile.
    }
  }
  return sum;
}

/** The product's own download, by its button; returns the memory above idle in MB. */
async function keepOffline(page: Page, profile: string): Promise<number> {
  await page.waitForTimeout(2_000);
  const idle = memoryOf(profile);
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(profile))), 500);
  await page.getByRole('button', { name: /Download for offline use/ }).click();
  await page.getByRole('main').getByText('On this device', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  clearInterval(watching);
  return (most - idle) / MB;
}

/** Takes the download off the device again. */
async function takeOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: /Download for offline use/ }).waitFor();
}

/** Milliseconds until the first picture of the film loaded anew, and of a seek into the middle, both from this device. */
async function play(page: Page): Promise<{ first: number; seek: number }> {
  await page.reload();
  const video = page.locator('video');
  await video.waitFor();
  const first = await video.evaluate(async (film: HTMLVideoElement) => {
    // The page had it before anybody could look: once more from the beginning.
    film.load();
    const started = performance.now();
    while (film.readyState < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - started;
  });
  const seek = await video.evaluate(async (film: HTMLVideoElement) => {
    const started = performance.now();
    const arrived = new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }));
    film.currentTime = film.duration / 2;
    await arrived;
    return performance.now() - started;
  });
  return { first, seek };
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const dataDir = newFolder();
  const product = await startProduct(dataDir);
  const { lessons } = await (await fetch(`${originOf(product)}/api/public/courses/4/lessons`)).json();
  const lesson = lessons.find(({ videoUrl }: { videoUrl: string | null }) => videoUrl);
  growFilm(dataDir, lesson.videoUrl.replace('/media/', ''));

  const profile = newProfile();
  const device = await startDevice(profile);
  try {
    const page = device.pages()[0] ?? (await device.newPage());
    await signInOnPage(page, originOf(product));
    await underWorker(page);
    await page.goto(originOf(product) + lessonPath(lesson));
    const memory: number[] = [];
    const firsts: number[] = [];
    const seeks: number[] = [];
    for (let round = roundsThatFit(rounds, { roundMs: 45_000, totalMs: 300_000 }); round > 0; round -= 1) {
      memory.push(await keepOffline(page, profile));
      const played = await play(page);
      firsts.push(played.first);
      seeks.push(played.seek);
      await takeOff(page);
    }
    const row = (what: string, figures: number[], budget: Row['budget']): Row => ({
      number: '14',
      what,
      measured: spreadOf(figures),
      budget,
    });
    return [
      row('memory of the browser above idle, all processes, while 1 GB is downloaded', memory, atMost(50, 'MB')),
      row('first picture of the film of 1 GB from this device', firsts, atMost(1000, 'ms')),
      row('a seek into its middle', seeks, atMost(300, 'ms')),
    ];
  } finally {
    await device.close();
    await product.stop();
  }
}
