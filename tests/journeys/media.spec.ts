// Films through the service worker: with the person's right to them, from the device without a network, by ranges.
import type { Page } from '@playwright/test';
import { filmOf, takeFilmFromOtherCourses } from './database.ts';
import { ledgerOf } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { confirmSignOut, signIn, underWorker } from './person.ts';

/** Belongs to the demo organization: nobody else may see its films. */
const CLOSED_COURSE = 3;
const OPEN_COURSE = 4;

const isReady = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThanOrEqual(2);

/** Whether the film is on this device; undefined when the ledger does not know of it. */
const isKept = async (page: Page, film: string) => (await ledgerOf(page, film))?.isComplete;

/** What the page gets for a range of the file, as a player would ask; 0 stands for no answer. */
const rangeOf = (page: Page, path: string, range: string) =>
  page.evaluate(
    async ([address, header]) => {
      const answer = await fetch(address, { headers: { Range: header } }).catch(() => undefined);
      if (!answer) return { status: 0, bytes: 0, range: null };
      const { size } = await answer.blob();
      return { status: answer.status, bytes: size, range: answer.headers.get('Content-Range') };
    },
    [path, range] as const,
  );

test('a film for members plays by its plain address, offline too and from any second, and goes with the person', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE, statusNoise(416));
  const { id, film } = await filmOf(product, CLOSED_COURSE);
  await takeFilmFromOtherCourses(product, CLOSED_COURSE, film);
  const direct = await fetch(`http://127.0.0.1:${product.port}${film}`);
  expect(direct.status, 'nobody gets it without a sign-in').toBe(404);

  await signIn(page);
  await page.goto(`/course/${CLOSED_COURSE}/lesson/${id}`);
  await isReady(page);
  expect(await page.locator('video').getAttribute('src')).toBe(film);
  await expect.poll(() => isKept(page, film)).toBe(true);

  wire.cut();
  await page.reload();
  await isReady(page);
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    const arrived = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = 15;
    await arrived;
  });
  await isReady(page);

  const whole = await rangeOf(page, film, 'bytes=0-');
  expect(whole).toEqual({ status: 206, bytes: whole.bytes, range: `bytes 0-${whole.bytes - 1}/${whole.bytes}` });
  expect(await rangeOf(page, film, 'bytes=0-1')).toMatchObject({ status: 206, bytes: 2 });
  expect(await rangeOf(page, film, 'bytes=-100')).toMatchObject({ status: 206, bytes: 100 });
  expect(await rangeOf(page, film, 'bytes=10-19')).toMatchObject({ range: `bytes 10-19/${whole.bytes}` });
  expect(await rangeOf(page, film, `bytes=${whole.bytes}-`)).toMatchObject({ status: 416 });

  await page.getByRole('button', { name: /Lena Learner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await rangeOf(page, film, 'bytes=0-'), 'the next person gets nothing').toMatchObject({ status: 0 });
  await expect.poll(() => isKept(page, film)).toBeUndefined();
});

test('[O2] a film that was opened before the worker came is kept all the same', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { id, film } = await filmOf(product, OPEN_COURSE);
  await page.goto(`/public-course/${OPEN_COURSE}/lesson/${id}`);
  await underWorker(page);
  await expect.poll(() => isKept(page, film), { timeout: 15_000 }).toBe(true);
  wire.cut();
  await page.reload();
  await isReady(page);
});
