import { PART_BYTES } from '#sync/contract/media.ts';
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { ledgerOf } from './device-data.ts';
import {
  offer,
  openLongFilm,
  partsAsked,
  partsHere,
  rangeOf,
  says,
  seekTo,
  shelfOf,
  showsPicture,
} from './downloads-steps.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { cameToRest, confirmSignOut, signIn, underWorker } from './person.ts';
import { LEARNER } from './product.ts';
import type { Passed } from './wire.ts';

test('[O10] [O2] a downloaded course plays, seeks, reads and asks its questions without a network', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const lessons = await lessonsOf(product);
  const films = lessons.filter(({ videoUrl }) => videoUrl);
  const last = films.at(-1);
  const text = lessons.filter(({ title, videoUrl }) => !videoUrl && !/quiz|exam/i.test(title)).at(-1);
  const quiz = lessons.findLast(({ title }) => title.startsWith('Quiz'));
  if (!last || !text || !quiz) throw new Error('The sample course lost its lessons.');
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await expect(offer(page)).toContainText(/\d\sMB/);
  await offer(page).click();
  await says(page, 'On this device');
  wire.cut();
  wire.passed.length = 0;

  await page.goto(lessonPath(last));
  await showsPicture(page);
  await seekTo(page, 15);
  await expect(page.locator('video')).toHaveJSProperty('error', null);
  await page.locator('summary', { hasText: 'Transcript' }).click();
  await expect(page.getByRole('main').getByRole('list').getByRole('button').first()).toBeVisible();
  await page.goto(lessonPath(text));
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
  await page.goto(lessonPath(quiz));
  await expect(page.getByRole('main').getByText('0 of 3 answered').first()).toBeVisible();
  expect(wire.passed.filter(({ status }) => status !== undefined)).toEqual([]);
});

test('[O10] killed in the middle, a download goes on with the parts that are missing, and plays across their borders', {
  tag: '@core',
}, async ({ device, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const tablet = await device();
  const { video, film, bytes } = await openLongFilm(tablet.page, product, 5);
  wire.delay(`/api${film}/parts/`, 700);
  await offer(tablet.page).click();
  await partsHere(tablet.page, film, 2);
  await tablet.killAndRestart();
  const { page } = tablet;
  await page.goto('/downloads');
  const here = (await ledgerOf(page, film))?.here ?? [];
  expect(here.length).toBeGreaterThanOrEqual(2);
  expect(here.length).toBeLessThan(5);
  wire.delay(`/api${film}/parts/`, 0);
  await says(page, 'On this device');
  const asked = partsAsked(wire, film);
  for (const n of here)
    expect(
      asked.filter((one) => one === n),
      `part ${n}`,
    ).toHaveLength(1);

  wire.cut();
  await page.goto(lessonPath(video));
  await showsPicture(page);
  await seekTo(page, 20);
  for (const first of [PART_BYTES - 3, 3 * PART_BYTES - 1, bytes - 5]) {
    const { status, bytes: got } = await rangeOf(page, film, `bytes=${first}-${first + 4}`);
    const direct = await fetch(`http://127.0.0.1:${product.port}${film}`, {
      headers: { Range: `bytes=${first}-${first + 4}` },
    });
    expect(status).toBe(206);
    expect(got).toEqual([...new Uint8Array(await direct.arrayBuffer())]);
  }
  expect((await rangeOf(page, film, 'bytes=0-')).size, 'an open end is cut short').toBe(4 * 1024 * 1024);
});

test('[O10] cut off, it waits and says so, goes on by itself, and is paused, resumed and removed by hand', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { film } = await openLongFilm(page, product, 6);
  wire.delay(`/api${film}/parts/`, 2_000);
  await offer(page).click();
  const before = await partsHere(page, film, 1);
  wire.cut();
  await says(page, 'Waiting for a connection');
  wire.mend();
  await partsHere(page, film, before.length + 1);
  await page.getByRole('button', { name: /^Pause/ }).press('Enter');
  await says(page, 'Paused');
  await expect(page.getByRole('button', { name: /^Resume/ }), 'the focus stays on the button').toBeFocused();
  const isOver = ({ path, endedAt }: Passed) => !path.startsWith(`/api${film}/parts/`) || Number.isFinite(endedAt);
  await expect.poll(() => wire.passed.every(isOver), 'no part is on its way').toBe(true);
  const paused = (await ledgerOf(page, film))?.here.length ?? 0;
  await page.goto('/downloads');
  await says(page, /^\d+ % · \d+(\.\d)?\s[kM]B of \d+\sMB$/);
  await cameToRest(page);
  expect((await ledgerOf(page, film))?.here.length, 'nothing comes while it is paused').toBe(paused);
  wire.delay(`/api${film}/parts/`, 0);
  await page.getByRole('button', { name: /^Resume/ }).click();
  await says(page, 'On this device');
  const asked = partsAsked(wire, film);
  for (const n of before)
    expect(
      asked.filter((one) => one === n),
      `part ${n}`,
    ).toHaveLength(1);

  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await says(page, 'Nothing is downloaded yet');
  await expect(page.getByRole('main'), 'the page has the focus of the row that went').toBeFocused();
  await expect.poll(() => shelfOf(page, film)).toEqual([]);
  expect(await ledgerOf(page, film)).toBeUndefined();
});

test('[O2] an offline reader of a film that is not here learns how big it is, and it comes when there is a network', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { video } = await someLessons(product);
  await signIn(page);
  await expect(page.locator('main li h3').first()).toBeVisible();
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByRole('link', { name: video.title }).first()).toBeVisible();
  wire.cut();
  await page.goto(lessonPath(video));
  await says(page, /This video is not on this device\. It takes \d+\skB\./);
  await page.getByRole('button', { name: /Download when online \(\d+\skB\)/ }).click();
  await says(page, 'Waiting for a connection');
  wire.mend();
  await says(page, 'On this device');

  wire.cut();
  await page.goto('/course/2');
  await page.getByRole('button', { name: /Download when online \(\d+ lessons\)/ }).click();
  await says(page, 'Waiting for a connection');
  wire.mend();
  await says(page, 'On this device');
});

test('[Y23] downloads that stay at a sign-out open for nobody, and are there for whoever signs in', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(404));
  const { film } = await openLongFilm(page, product, 1);
  await offer(page).click();
  await says(page, 'On this device');
  expect((await shelfOf(page, film)).length).toBeGreaterThan(0);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Lena Learner/ })
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  wire.cut();
  expect(await rangeOf(page, film, 'bytes=0-9'), 'nobody sits here').toMatchObject({ status: 0 });
  wire.mend();
  const asked = partsAsked(wire, film).length;
  await signIn(page, LEARNER);
  await underWorker(page);
  await page.goto('/downloads');
  await says(page, 'On this device');
  expect(partsAsked(wire, film), 'nothing is fetched again').toHaveLength(asked);

  await page
    .getByRole('banner')
    .getByRole('button', { name: /Lena Learner/ })
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByLabel(/^Keep 1 course/).uncheck();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => shelfOf(page, film)).toEqual([]);
  expect(await ledgerOf(page, film)).toBeUndefined();
});
