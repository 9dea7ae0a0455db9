// All pages closed, and unsent work leaves all the same where the browser knows Background Sync (Y19, R-O4). The event is
// Chromium's own: it comes when the browser, and not only the wire, has a network again.
import type { BrowserContext, Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { someLessons } from './content.ts';
import { appliedOperations, unitsOf } from './database.ts';
import { breakToken } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, completedInCourse, markComplete, offlineSays, openLesson, resetLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';
import type { Passed } from './wire.ts';

const isReplay = ({ method, path }: Passed) =>
  method === 'POST' && (path === '/api/sync' || path.startsWith('/api/progress/'));

/** A lesson completed without a network, and the browser asked to wait for one. */
async function completeOffline(page: Page, context: BrowserContext, lesson: Lesson): Promise<void> {
  await openLesson(page, lesson);
  await context.setOffline(true);
  await markComplete(page);
  await offlineSays(page, '1 change');
  await badgeSays(page, '1 change waiting');
  await expect.poll(() => tagsOf(page)).toContain('groundwork-drain');
}

const tagsOf = (page: Page) =>
  page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } };
    return sync.getTags();
  });

/** What the worker sets the badge of the app to from now on. */
async function watchIcon(context: BrowserContext): Promise<() => Promise<number[]>> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  await worker.evaluate(() => {
    const shown: number[] = [];
    Object.assign(self, { shown });
    navigator.setAppBadge = async (count = 0) => void shown.push(count);
    navigator.clearAppBadge = async () => void shown.push(0);
  });
  return () => worker.evaluate(() => (self as unknown as { shown: number[] }).shown);
}

test('[Y19] [O4] with every page closed the browser sends what waits when it has a network, and the next page knows', {
  tag: '@core',
}, async ({ page, context, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await completeOffline(page, context, text);
  const icon = await watchIcon(context);
  await page.close();
  expect(context.pages()).toEqual([]);
  expect(await unitsOf(product, LEARNER)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  await expect.poll(icon).toEqual([0]);

  wire.cut();
  const again = await context.newPage();
  await openLesson(again, text);
  await badgeSays(again, 'All work sent');
  await expect(completedInCourse(again, text)).toBeVisible();
  wire.mend();
  await again.reload();
  await badgeSays(again, 'All work sent');
  expect(await appliedOperations(product)).toBe(1);
});

test('[Y19] [O5] a token that ran out meanwhile is refreshed by one POST, and the page goes on with the new one', async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(401));
  const { text, secondText } = await someLessons(product);
  await signIn(page);
  await completeOffline(page, context, text);
  await breakToken(page);
  await page.close();
  const before = wire.passed.length;
  await context.setOffline(false);
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  const passed = wire.passed.slice(before);
  expect(passed.filter(isReplay).map(({ status }) => status)).toEqual([401, 200]);
  const refreshes = () => wire.passed.slice(before).filter(({ path }) => path === '/auth/v1/token');
  expect(refreshes().map(({ status }) => status)).toEqual([200]);

  const again = await context.newPage();
  await openLesson(again, secondText);
  await markComplete(again);
  await badgeSays(again, 'All work sent');
  expect(refreshes(), 'the session that the worker has written back serves the page').toHaveLength(1);
});

test('[Y19] [Y22] a sign-in that ended meanwhile keeps the work here, for the next sign-in', async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(400), statusNoise(401));
  const { text } = await someLessons(product);
  await signIn(page);
  await completeOffline(page, context, text);
  await breakToken(page);
  await page.close();
  const before = wire.passed.length;
  const code = 'refresh_token_not_found';
  wire.answer('/auth/v1/token', { status: 400, body: { code, error_code: code, msg: 'Invalid Refresh Token' } });
  await context.setOffline(false);
  await expect.poll(() => wire.passed.slice(before).filter(({ path }) => path === '/auth/v1/token').length).toBe(1);

  const again = await context.newPage();
  await again.goto('/');
  await expect(again.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  // Not sooner: a page that comes before the worker has written that the session ended would renew it.
  wire.answer('/auth/v1/token', undefined);
  expect(await unitsOf(product, LEARNER)).toEqual([]);
  await signIn(again);
  await badgeSays(again, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[Y19] a hotel network takes nothing from anybody, and the browser tries again', async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await completeOffline(page, context, text);
  await page.close();
  const before = wire.passed.length;
  wire.captivePortal(true);
  await context.setOffline(false);
  await expect.poll(() => wire.passed.slice(before).filter(isReplay).length).toBe(1);
  wire.captivePortal(false);
  expect(await unitsOf(product, LEARNER)).toEqual([]);

  // Chromium's own next try comes after five minutes.
  const elsewhere = await context.newPage();
  const browser = await context.newCDPSession(elsewhere);
  const registration = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(wire.url) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const again = { origin: wire.url, registrationId: await registration, tag: 'groundwork-drain', lastChance: false };
  await browser.send('ServiceWorker.dispatchSyncEvent', again);
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  expect(elsewhere.url(), 'no page of ours was open').toBe('about:blank');
});

/** How often the worker has looked for open pages from now on, which each of its passes does first. */
async function watchLooks(context: BrowserContext): Promise<() => Promise<number>> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  type Scope = { looks: number; clients: { matchAll: (...given: unknown[]) => Promise<unknown> } };
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    const look = scope.clients.matchAll.bind(scope.clients);
    scope.looks = 0;
    scope.clients.matchAll = (...given) => {
      scope.looks += 1;
      return look(...given);
    };
  });
  return () => worker.evaluate(() => (self as unknown as Scope).looks);
}

test('[Y19] beside an open page nothing is sent twice', async ({ page, context, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await completeOffline(page, context, text);
  const looks = await watchLooks(context);
  const before = wire.passed.length;
  await context.setOffline(false);
  await badgeSays(page, 'All work sent');
  await expect.poll(looks, 'the worker lets a page in sight go first').toBeGreaterThan(0);
  expect(wire.passed.slice(before).filter(isReplay)).toHaveLength(1);
  await resetLesson(page);
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'not_started', rev: 2 }]);
});
