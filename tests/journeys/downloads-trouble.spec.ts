import { PART_BYTES } from '#sync/contract/media.ts';
import { lessonPath } from './content.ts';
import { ledgerOf } from './device-data.ts';
import {
  losePart,
  offer,
  openLongFilm,
  partsAsked,
  partsHere,
  rangeOf,
  replaceEtag,
  says,
  shelfOf,
  showsPicture,
} from './downloads-steps.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { confirmSignOut } from './person.ts';

test('what the browser threw away is told, played from the network, and fetched again by part', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { video, film } = await openLongFilm(page, product, 4);
  await offer(page).click();
  await says(page, 'On this device');
  expect(await losePart(page, film, 1)).toBe(true);
  wire.passed.length = 0;
  await page.goto('/downloads');
  await says(page, /no longer on this device/i);
  expect(partsAsked(wire, film), 'nothing is fetched without a word').toEqual([]);
  await page.goto(lessonPath(video));
  await showsPicture(page);
  wire.cut();
  await page.reload();
  await says(page, /This video is not on this device\./);
  wire.mend();
  await page.getByRole('button', { name: 'Download again' }).click();
  await says(page, 'On this device');
  expect(partsAsked(wire, film)).toEqual([1]);
});

test('a full device says so, keeps what is there, and goes on once there is room', { tag: '@core' }, async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(/QuotaExceeded/);
  const { film } = await openLongFilm(page, product, 4);
  const browser = await context.newCDPSession(page);
  const { usage } = await browser.send('Storage.getUsageAndQuota', { origin: wire.url });
  await browser.send('Storage.overrideQuotaForOrigin', { origin: wire.url, quotaSize: usage + 2.5 * PART_BYTES });
  await offer(page).click();
  await says(page, 'No space left on this device');
  const here = (await ledgerOf(page, film))?.here ?? [];
  expect(here.length).toBeGreaterThanOrEqual(1);
  await page.goto('/downloads');
  await expect(page.getByRole('alert').getByText('No space left on this device')).toBeVisible();
  await browser.send('Storage.overrideQuotaForOrigin', { origin: wire.url });
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await says(page, 'On this device');
  for (const n of here)
    expect(
      partsAsked(wire, film).filter((one) => one === n),
      `part ${n}`,
    ).toHaveLength(1);
});

test('[O7] [Y23a] another person of the tablet has what lies on it once they sign in, and nothing comes twice', async ({
  page,
  person,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(404));
  const { video, film } = await openLongFilm(page, product, 4);
  await offer(page).click();
  await says(page, 'On this device');
  const asked = partsAsked(wire, film).length;
  const ole = await person({ fullName: 'Ole Other' });
  await page.goto('/auth/signin?add=true');
  await page.getByLabel('Email', { exact: true }).fill(ole.email);
  await page.getByLabel('Password', { exact: true }).fill(ole.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Already on this device', { exact: true })).toBeVisible();
  await page.goto('/downloads');
  await says(page, 'On this device');
  wire.cut();
  await page.goto(lessonPath(video));
  await showsPicture(page);
  expect(await rangeOf(page, film, 'bytes=9000000-9000009')).toMatchObject({ status: 206 });
  wire.mend();
  expect(partsAsked(wire, film), 'the bytes are here already').toHaveLength(asked);

  await page
    .getByRole('banner')
    .getByRole('button', { name: /Ole Other/ })
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByLabel(/^Keep 1 course/).uncheck();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await rangeOf(page, film, 'bytes=0-9'), 'it is a public film').toMatchObject({ status: 206 });
  expect((await shelfOf(page, film)).length, 'Lena still has it').toBeGreaterThan(0);
});

test('a film that is replaced while it comes starts over and is the new one', async ({ page, product, wire }) => {
  const { film, bytes } = await openLongFilm(page, product, 5);
  wire.delay(`/api${film}/parts/`, 2_000);
  await offer(page).click();
  await partsHere(page, film, 1);
  await replaceEtag(product, film, 'another', bytes);
  await says(page, 'On this device');
  const row = await ledgerOf(page, film);
  expect(row).toMatchObject({ isComplete: true, etag: '"another"' });
  expect(partsAsked(wire, film).filter((n) => n === 0)).toHaveLength(2);
});
