// A new version arrives while work waits (R-O12): it asks, takes over where it was allowed to, and loses nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { lessonKind } from '#sync/contract/lesson.ts';
import { lessonsOf, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, cameToRest, markComplete, openLesson, resetLesson, signIn } from './person.ts';
import { LEARNER, SUPER_ADMIN } from './product.ts';
import { deploySecondVersion } from './second-version.ts';
import { area, openText, save } from './writing-steps.ts';

const version = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? 'first');
const notReloadedSince = (page: Page) => page.evaluate(() => 'remembers' in window);

const isWaiting = () =>
  navigator.serviceWorker.getRegistration().then((found) => found !== undefined && found.waiting !== null);

test('[O12] an update asks, takes over only in the tab that said yes, and the queue goes on', { tag: '@core' }, async ({
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
  await other.getByRole('link', { name: 'Sync' }).click();
  await expect.poll(() => version(other).catch(() => 'loading'), 'it follows at its next navigation').toBe('second');

  wire.answer('/api/progress/unit', undefined);
  wire.answer('/api/sync', undefined);
  await page.reload();
  await badgeSays(page, 'All work sent');
  await expect
    .poll(async () => (await unitsOf(product, LEARNER)).map(({ lesson_id, status }) => [lesson_id, status]))
    .toEqual([[text.id, 'completed']]);
});

test('[Y27] a page whose database a newer version takes over says so, and does not hide it', { tag: '@core' }, async ({
  page,
  noise,
}) => {
  // Passes in the background fail, and say so.
  noise.allow(/DatabaseClosedError|newer version|background work failed/);
  await signIn(page);
  await badgeSays(page, 'All work sent');
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
  await markComplete(page);
  await resetLesson(page);
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toast).toBeVisible();
  const prompt = await page.locator('[data-page-mark=bottom-prompt]').boundingBox();
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box && prompt ? box.y + box.height <= prompt.y : undefined;
    })
    .toBe(true);
});

const prompt = (page: Page) => page.getByText('A new version is ready');

test('[O12] an update does not ask during a quiz, nor from another tab, and asks after it', async ({
  page,
  context,
  product,
  wire,
}) => {
  const quiz = (await lessonsOf(product)).find((lesson) => lessonKind(lesson) === 'quiz');
  if (!quiz) throw new Error('The sample course lost its quizzes.');
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, quiz);
  await page.getByRole('radio').first().click();
  deploySecondVersion(wire);
  await page.reload();
  await expect(page.getByText(/^1 of \d+ answered/)).toBeVisible();
  const other = await context.newPage();
  await openLesson(other, text);
  for (const one of [other, page]) await expect.poll(() => one.evaluate(isWaiting), { timeout: 20_000 }).toBe(true);
  for (const one of [other, page]) await cameToRest(one);
  await expect(prompt(page)).toHaveCount(0);
  await expect(prompt(other)).toHaveCount(0);
  await openLesson(page, text);
  await expect(prompt(page)).toBeVisible();
  await expect(prompt(other)).toBeVisible();
});

test('[O12] an update does not ask while work is being sent, and asks after it', async ({ page, product, wire }) => {
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  const letThrough = wire.hold('/api/progress/unit');
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect.poll(() => wire.passed.some(({ path }) => path === '/api/progress/unit')).toBe(true);
  deploySecondVersion(wire);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await expect.poll(() => page.evaluate(isWaiting), { timeout: 20_000 }).toBe(true);
  await cameToRest(page);
  await expect(prompt(page)).toHaveCount(0);
  letThrough();
  await expect(prompt(page)).toBeVisible();
});

test('[O12] an update does not ask over an unsaved text, and asks when it is saved', async ({
  page,
  product,
  wire,
}) => {
  const { text } = await someLessons(product);
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill('Half a thought.');
  deploySecondVersion(wire);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await expect.poll(() => page.evaluate(isWaiting), { timeout: 20_000 }).toBe(true);
  await cameToRest(page);
  await expect(prompt(page)).toHaveCount(0);

  // What an old page asks for and the server no longer has.
  await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
  await expect(page.getByText('Part of this page has a newer version')).toBeVisible();
  await expect(area(page)).toHaveValue('Half a thought.');
  await save(page).click();
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(area(page)).toHaveValue('Half a thought.');
  await expect(prompt(page)).toBeVisible();
});

test('[O12] the worker keeps every chunk that a learner may need, and none of the administration', {
  tag: '@core',
}, () => {
  const client = fileURLToPath(new URL('../../dist/client/', import.meta.url));
  const worker = readFileSync(`${client}service-worker.js`, 'utf8');
  // A device keeps the languages of its people alone (decision 357).
  const parts = readdirSync(`${client}assets`).filter((name) => /^(?!language-).*\.(js|css|woff2)$/.test(name));
  const isKept = (name: string) => worker.includes(`"assets/${name}"`);
  expect(parts.filter((name) => !name.startsWith('admin-') && !isKept(name))).toEqual([]);
  expect(parts.filter((name) => name.startsWith('admin-') && isKept(name))).toEqual([]);
  // The viewer of PDF comes with the first PDF of a device (decision 283).
  const families = parts.filter((name) => name.endsWith('.js') && !name.startsWith('pdf-'));
  expect(families.length, 'a few chunks by families of routes').toBeLessThanOrEqual(24);
  expect(worker.match(/"?revision"?:/g)?.length, 'files in the precache').toBeLessThanOrEqual(40);
});

test('the server names its version and its build', async ({ request }) => {
  const { version } = await (await request.get('/api/health')).json();
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?\+[0-9a-f]{8}$/);
});
