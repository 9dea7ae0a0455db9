// The device's storage fails (Y26, Y27): nobody believes in a save that was none, no page is white, nothing waits for ever.
import type { Page } from '@playwright/test';
import { lessonsOf, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { countedAsWaiting, ledgerOf, lessonsHere } from './device-data.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, cameToRest, keptVideo, markComplete, openLesson, signIn } from './person.ts';
import { LEARNER, PASSWORD, type Product } from './product.ts';
import { dropConnections, faultIs, openBarePage, removeDatabases, withFaults } from './storage-faults.ts';

const NOT_KEPT = /could not be saved on this device/;
const alert = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words });
const capstoneOf = async (product: Product) => {
  const capstone = (await lessonsOf(product)).find(({ title }) => /capstone/i.test(title));
  if (!capstone) throw new Error('The sample course has no capstone.');
  return capstone;
};
const completed = async (product: Product) =>
  (await unitsOf(product, LEARNER)).filter(({ status }) => status === 'completed').map(({ lesson_id }) => lesson_id);

test('[Y26] a connection that the browser has dropped is opened again, and nobody notices', { tag: '@core' }, async ({
  page,
  product,
}) => {
  const { text, secondText } = await someLessons(product);
  await withFaults(page);
  await signIn(page);
  await openLesson(page, text);
  await dropConnections(page);
  await markComplete(page);
  await badgeSays(page, 'All work sent');
  await openLesson(page, secondText);
  await faultIs(page, 'unknown once');
  await markComplete(page);
  await badgeSays(page, 'All work sent');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => completed(product)).toEqual([text.id, secondText.id]);
});

test('[Y26] a storage that hangs is told, for the person’s data and for the device', async ({ page, noise }) => {
  noise.allow(/background work failed/);
  test.setTimeout(90_000);
  await withFaults(page);
  await signIn(page);
  for (const fault of ['replica hangs', 'device hangs'] as const) {
    await faultIs(page, fault);
    await page.reload();
    await expect(alert(page, 'The storage of this device does not respond')).toBeVisible({ timeout: 25_000 });
  }
  await faultIs(page, '');
  await alert(page, 'does not respond').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /Welcome/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('[Y27] a page that an old tab keeps from opening asks to close it, and goes on by itself', async ({
  page,
  context,
}) => {
  const old = await context.newPage();
  await openBarePage(old);
  await old.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('groundwork:visitor', 10);
        opening.onsuccess = () => resolve();
        opening.onerror = () => reject(opening.error);
      }),
  );
  await page.goto('/public-course/4');
  await expect(alert(page, 'Close other Groundwork tabs to continue.')).toBeVisible({ timeout: 15_000 });
  await old.close();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('[Y26] without room what can be fetched again goes first, and the work is kept', async ({ page, product }) => {
  const { text, video } = await someLessons(product);
  await withFaults(page);
  await signIn(page);
  await openLesson(page, video);
  await keptVideo(page, video);
  await openLesson(page, text);
  await page.evaluate(() => localStorage.setItem('test.room-by', '/media/'));
  await faultIs(page, 'full');
  await markComplete(page);
  await badgeSays(page, 'All work sent');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await ledgerOf(page, video.videoUrl ?? '')).toBeUndefined();
});

test('[Y26] without any room it says NOT saved, and the text stays on the page', { tag: '@core' }, async ({
  page,
  product,
  noise,
}) => {
  noise.allow(NOT_KEPT);
  const capstone = await capstoneOf(product);
  await withFaults(page);
  await signIn(page);
  await openLesson(page, capstone);
  await faultIs(page, 'full');
  const field = page.getByRole('textbox', { name: 'Your reflection (optional)' });
  await field.fill('I would measure twice.');
  await expect(page.getByText('This draft could not be saved on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(alert(page, 'NOT saved: no room left on this device')).toBeVisible();
  await badgeSays(page, 'Last change not saved');
  await expect(field).toHaveValue('I would measure twice.');
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeEnabled();
  await faultIs(page, '');
  await markComplete(page);
  await expect(alert(page, 'NOT saved')).toHaveCount(0);
  await expect.poll(() => completed(product)).toEqual([capstone.id]);
});

test('[Y26] a person whose database is gone is told what is lost until they have seen it, and all comes back', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text, secondText } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await markComplete(page);
  await expect.poll(() => completed(product)).toEqual([text.id]);
  await badgeSays(page, 'All work sent');
  wire.cut();
  await openLesson(page, secondText);
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  await expect.poll(() => countedAsWaiting(page), 'the device has counted it').toBe(1);
  await removeDatabases(page, 'groundwork:');
  wire.mend();
  await page.goto('/');
  const notice = alert(page, "Your browser deleted some of this app's data");
  await expect(notice).toContainText('1 change that was not sent is lost.');
  await expect(notice).toContainText('Everything that was sent comes back');
  await expect.poll(() => lessonsHere(page, text.courseId), { timeout: 30_000 }).toBeGreaterThan(0);
  wire.cut();
  await page.goto(`/course/${text.courseId}`);
  await expect(notice, 'it stays until it was seen').toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(text.title) }).first()).toBeVisible();
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await cameToRest(page);
  await expect(notice).toHaveCount(0);
});

test('[Y26] when the browser has forgotten who sat here, work that waits goes out after the next sign-in', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, /Another connection wants to delete/);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  wire.cut();
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  await page.goto('about:blank');
  wire.mend();
  await removeDatabases(page, 'groundwork-device');
  await page.goto('/');
  const notice = alert(page, "Your browser deleted some of this app's data");
  await expect(notice).toContainText('work that was not sent is still here');
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
  await signIn(page);
  await badgeSays(page, 'All work sent');
  await expect.poll(() => completed(product)).toEqual([text.id]);
});

test('[Y26] a browser without storage shows the public pages, and who signs in is told that nothing is kept', {
  tag: '@core',
}, async ({ page, product }) => {
  const { text } = await someLessons(product);
  await withFaults(page);
  await openBarePage(page);
  await faultIs(page, 'refused');
  await page.goto('/public-course/4');
  await expect(page.getByRole('heading', { level: 1, name: 'Certified Field Inspector' })).toBeVisible({
    timeout: 15_000,
  });
  await expect(alert(page, 'Nothing can be saved on this device')).toBeVisible();
  await page.goto('/auth/signin');
  await page.getByLabel('Email', { exact: true }).fill(LEARNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: /Welcome/ })).toBeVisible();
  await expect(alert(page, 'Nothing can be saved on this device')).toBeVisible();
  await page
    .getByRole('link', { name: /Certified Field Inspector/ })
    .first()
    .click();
  await page
    .getByRole('link', { name: new RegExp(text.title) })
    .first()
    .click();
  await markComplete(page);
  await expect.poll(() => completed(product)).toEqual([text.id]);
  // Not by `badgeSays`, which asks the database that this browser does not have.
  await expect(page.getByRole('banner').locator('a[href="/sync"]').last()).toContainText('All work sent');
});

test('[Y26] [S7] a reflection survives a reload that comes before its draft was written', async ({ page, product }) => {
  const capstone = await capstoneOf(product);
  await withFaults(page);
  await signIn(page);
  await openLesson(page, capstone);
  await faultIs(page, 'drafts fail');
  const field = page.getByRole('textbox', { name: 'Your reflection (optional)' });
  await field.fill('The last words.');
  await faultIs(page, '');
  await page.reload();
  await expect(field).toHaveValue('The last words.');
  await expect(page.getByText('Draft saved on this device.')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.text.')))).toEqual([]);
});
