import { lessonPath } from './content.ts';
import { askDatabase } from './database.ts';
import { ledgerOf } from './device-data.ts';
import { offer, openLongFilm, partsAsked, partsHere, says, shelfOf, showsPicture } from './downloads-steps.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';

test('[O10] two tabs show one download, which comes once, and goes on when the tab that works is closed', {
  tag: '@core',
}, async ({ page, context, product, wire }) => {
  const { video, film } = await openLongFilm(page, product, 6);
  wire.delay(`/api${film}/parts/`, 1_500);
  await offer(page).click();
  const other = await context.newPage();
  await other.goto('/downloads');
  await says(other, 'Downloading');
  const before = await partsHere(other, film, 2);
  await page.close();
  await says(other, 'On this device');
  const asked = partsAsked(wire, film);
  for (const n of before)
    expect(
      asked.filter((one) => one === n),
      `part ${n}`,
    ).toHaveLength(1);
  expect(asked.length, 'at most the two parts under way come again').toBeLessThanOrEqual(8);
  await other.goto(lessonPath(video));
  await says(other, 'On this device');
});

test('[Y10] a hotel page in place of a part is never kept', async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE, statusNoise(404));
  const { film } = await openLongFilm(page, product, 5);
  wire.delay(`/api${film}/parts/`, 700);
  await offer(page).click();
  await partsHere(page, film, 1);
  wire.captivePortal(true);
  await says(page, 'Waiting for a connection');
  const types = await page.evaluate(async () => {
    const cache = await caches.open('groundwork-downloads');
    const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return kept.map((answer) => answer?.headers.get('Content-Type'));
  });
  expect(types.filter((type) => type?.includes('html'))).toEqual([]);
  wire.captivePortal(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await says(page, 'On this device');
});

test('edited captions reach a device that has downloaded the film, and are there offline', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { video, film } = await openLongFilm(page, product, 1);
  await offer(page).click();
  await says(page, 'On this device');
  const captions = 'WEBVTT\n\n00:00.000 --> 00:20.000\nThe edited words.\n';
  const sql = 'update assets set captions = ?, captions_rev = captions_rev + 1 where id = ?';
  await askDatabase(product, sql, captions, film.replace('/media/', ''));
  const asked = partsAsked(wire, film).length;
  await page.goto(lessonPath(video));
  await expect.poll(async () => (await shelfOf(page, film)).filter((path) => path.endsWith('.vtt')).length).toBe(2);
  await expect.poll(async () => (await ledgerOf(page, film))?.isComplete).toBe(true);
  wire.cut();
  await page.reload();
  await showsPicture(page);
  await page.locator('summary', { hasText: 'Transcript' }).click();
  await expect(page.getByRole('button', { name: 'The edited words.' })).toBeVisible();
  expect(partsAsked(wire, film), 'the film itself stays').toHaveLength(asked);
});

test('[O10] removed while it plays offline, the page says that it is not here any more', async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { film } = await openLongFilm(page, product, 4);
  await offer(page).click();
  await says(page, 'On this device');
  wire.cut();
  await page.reload();
  await showsPicture(page);
  const other = await context.newPage();
  await other.goto('/downloads');
  await other
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => shelfOf(other, film)).toEqual([]);
  await expect(page.getByRole('button', { name: /Download when online/ })).toBeVisible();
  await page.reload();
  await says(page, /This video is not on this device\./);
});
