// Budget 14: a film of 1 GB onto the device, against the same parts by a bare loop, the memory that it takes, and playing it.
import { closeSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { PART_BYTES } from '#sync/contract/media.ts';
import { newProfile, startDevice } from './browser.ts';
import { lessonPath, originOf, signInOnPage, underWorker } from './learner-device.ts';
import { interleave, type Plan, ratio, roundsThatFit, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atLeast, atMost, type Row } from './table.ts';

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
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) continue;
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      for (const [, kB] of rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)) sum += Number(kB) * 1024;
    } catch {
      // It ended meanwhile.
    }
  }
  return sum;
}

/** The bare loop: the same parts into a cache of its own, two at a time; answers the seconds. */
const bare = (page: Page, film: string) =>
  page.evaluate(
    async ([address, parts]) => {
      const cache = await caches.open('bench-bare');
      const started = performance.now();
      let next = 0;
      const work = async () => {
        for (let n = next++; n < parts; n = next++)
          await cache.put(`/bench/${n}`, await fetch(`/api${address}/parts/${n}`, { cache: 'no-store' }));
      };
      await Promise.all([work(), work()]);
      const seconds = (performance.now() - started) / 1000;
      await caches.delete('bench-bare');
      return seconds;
    },
    [film, PARTS] as const,
  );

/** The product's own download, by its button; answers the seconds and the memory above `idle` in MB. */
async function ours(page: Page, profile: string): Promise<{ seconds: number; extra: number }> {
  await page.waitForTimeout(2_000);
  const idle = memoryOf(profile);
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(profile))), 500);
  const started = performance.now();
  await page.getByRole('button', { name: /Download for offline use/ }).click();
  await page.getByRole('main').getByText('On this device', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  clearInterval(watching);
  return { seconds: (performance.now() - started) / 1000, extra: (most - idle) / MB };
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
    await signInOnPage(page, product);
    await underWorker(page);
    await page.goto(originOf(product) + lessonPath(lesson));
    const memory: number[] = [];
    const firsts: number[] = [];
    const seeks: number[] = [];
    const count = roundsThatFit(rounds, { roundMs: 90_000, totalMs: 300_000 });
    const seconds = await interleave(count, {
      ours: async () => {
        const took = await ours(page, profile);
        memory.push(took.extra);
        const played = await play(page);
        firsts.push(played.first);
        seeks.push(played.seek);
        await takeOff(page);
        return took.seconds;
      },
      bare: () => bare(page, lesson.videoUrl),
    });
    const row = (what: string, measured: Row['measured'], budget: Row['budget']) => ({
      number: 14,
      what,
      measured,
      budget,
    });
    return [
      row(
        '1 GB downloaded : the same parts by a bare loop of fetch and put, bytes a second',
        ratio(seconds.bare, seconds.ours),
        atLeast(0.8),
      ),
      row(
        'memory of the browser above idle, all processes, while 1 GB is downloaded, in MB',
        spreadOf(memory),
        atMost(50),
      ),
      row('first picture of the film of 1 GB from this device', spreadOf(firsts), atMost(1000, { unit: 'ms' })),
      row('a seek into its middle', spreadOf(seeks), atMost(300, { unit: 'ms' })),
    ];
  } finally {
    await device.close();
    await product.stop();
  }
}
