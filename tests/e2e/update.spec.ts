// A new version arrives while work waits (O12): it asks, takes over where it was allowed to, and loses nothing.
import type { Page } from '@playwright/test';
import { someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';
import { deploySecondVersion } from './second-version.ts';

const version = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? 'first');
const notReloadedSince = (page: Page) => page.evaluate(() => 'remembers' in window);

test('[O12] an update asks, takes over only in the tab that said yes, and the queue goes on', async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(503));
  const { text, secondText } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  const other = await context.newPage();
  await other.goto('/');
  await other.evaluate(() => Object.assign(window, { remembers: true }));

  const busy = {
    status: 503,
    body: { error: 'busy', message: 'busy', code: 'unavailable' },
    headers: { 'X-Groundwork-Api': '1' },
  };
  wire.answer('/api/progress/unit', busy);
  wire.answer('/api/sync', busy);
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await badgeSays(page, '1 change waiting');

  deploySecondVersion(wire);
  await page.reload();
  const prompt = page.getByText('A new version is ready');
  await expect(prompt).toBeVisible({ timeout: 15_000 });
  expect(await version(page), 'nothing was taken over yet').toBe('first');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(prompt).toBeHidden();
  await openLesson(page, secondText);
  expect(await version(page)).toBe('first');

  await page.reload();
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => version(page).catch(() => 'loading')).toBe('second');
  await badgeSays(page, '1 change waiting');
  expect(await notReloadedSince(other), 'the other tab was left alone').toBe(true);
  await other.getByRole('link', { name: 'Sync status' }).click();
  await expect.poll(() => version(other).catch(() => 'loading'), 'it follows at its next navigation').toBe('second');

  wire.answer('/api/progress/unit', undefined);
  wire.answer('/api/sync', undefined);
  await page.reload();
  await badgeSays(page, 'All work sent');
  await expect
    .poll(async () => (await unitsOf(product, LEARNER)).map(({ lesson_id, status }) => [lesson_id, status]))
    .toEqual([[text.id, 'completed']]);
});

test('[Y27] a page whose database a newer version takes over says so, and does not hide it', async ({
  page,
  noise,
}) => {
  // Passes in the background fail, and say so.
  noise.allow(/DatabaseClosedError|newer version|background work failed/);
  await signIn(page);
  await page.waitForTimeout(2000);
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('groundwork:') ? [name] : []));
    const raised = names.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name, 9_990);
          opening.onsuccess = () => resolve(opening.result.close());
          opening.onerror = () => reject(opening.error);
        }),
    );
    await Promise.all(raised);
  });
  const notice = page.getByRole('alert').filter({ hasText: 'A newer version of the app is in use on this device' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(notice, 'this old build cannot use the database even now').toBeVisible({ timeout: 10_000 });
});

test('[O12, H9] on a phone a toast stands above the update prompt', async ({ page, product, wire }) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await openLesson(page, text);
  deploySecondVersion(wire);
  await page.reload();
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 15_000 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toast).toBeVisible();
  const prompt = await page.locator('[data-bottom-prompt]').boundingBox();
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box && prompt ? box.y + box.height <= prompt.y : undefined;
    })
    .toBe(true);
});
