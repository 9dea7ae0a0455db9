// When unsent work is sent (R-O4), what an expired or ended sign-in does to it (R-O5), and what two devices make of it (R-O8).
import type { Page } from '@playwright/test';
import { lessonsOf, someLessons } from './content.ts';
import { appliedOperations, unitsOf } from './database.ts';
import { tamperWithSession } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import {
  badgeSays,
  completedInCourse,
  markComplete,
  offlineSays,
  openLesson,
  resetLesson,
  signIn,
  untilTriesAreOver,
} from './person.ts';
import { LEARNER } from './product.ts';
import type { Passed, Wire } from './wire.ts';

const isReplay = ({ method, path }: Passed) =>
  method === 'POST' && (path === '/api/sync' || path.startsWith('/api/progress/'));
const REFUSED_TOKEN = {
  status: 401,
  body: { error: 'expired', message: 'expired', code: 'token_expired' },
  headers: { 'X-Groundwork-Api': '1' },
};

/** Completes or resets the lesson on screen while nothing gets through, and waits until sending it has failed. */
async function workThatFails(page: Page, wire: Wire, act: (page: Page) => Promise<void>): Promise<void> {
  const triesAreOver = untilTriesAreOver(page);
  wire.cut();
  await act(page);
  await offlineSays(page, '1 change');
  await badgeSays(page, '1 change waiting');
  await triesAreOver();
  wire.mend();
}

test('[O4] waiting work is sent on the signs that the network is back: online, focus, a start, and by hand', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  const soon = { timeout: 8_000 };
  const sent = page.getByRole('banner').getByRole('link').filter({ hasText: 'All work sent' });

  await workThatFails(page, wire, markComplete);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(sent).toBeVisible(soon);

  await workThatFails(page, wire, resetLesson);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(sent).toBeVisible(soon);

  await workThatFails(page, wire, markComplete);
  await page.reload();
  await expect(sent).toBeVisible(soon);

  await page.getByRole('link', { name: 'Sync' }).click();
  await page.goBack();
  await workThatFails(page, wire, resetLesson);
  await page.getByRole('banner').getByRole('link', { name: 'Sync' }).click();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(sent).toBeVisible(soon);
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'not_started', rev: 4 }]);
});

test('[O4] without any sign waiting work is sent by the clock', async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await workThatFails(page, wire, markComplete);
  const sent = page.getByRole('banner').getByRole('link').filter({ hasText: 'All work sent' });
  await expect(sent).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[O4] of two tabs one sends at a time, and everything once', { tag: '@core' }, async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text, secondText } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  const other = await context.newPage();
  await openLesson(other, secondText);
  const triesAreOver = [untilTriesAreOver(page), untilTriesAreOver(other)];
  wire.cut();
  await markComplete(page);
  await markComplete(other);
  await badgeSays(page, '2 changes waiting');
  for (const areOver of triesAreOver) await areOver();
  const before = wire.passed.length;
  wire.delay('/api/sync', 1_000);
  wire.delay('/api/progress/unit', 1_000);
  wire.mend();
  const online = () => window.dispatchEvent(new Event('online'));
  await Promise.all([page.evaluate(online), other.evaluate(online)]);
  await badgeSays(page, 'All work sent');
  await badgeSays(other, 'All work sent');

  const replays = wire.passed.slice(before).filter(isReplay);
  for (const [i, replay] of replays.entries()) {
    const next = replays[i + 1];
    if (next) expect(next.at, 'no pass began while another ran').toBeGreaterThanOrEqual(replay.endedAt);
  }
  await expect
    .poll(async () => (await unitsOf(product, LEARNER)).map(({ status, rev }) => [status, rev]))
    .toEqual([
      ['completed', 1],
      ['completed', 1],
    ]);
  expect(await appliedOperations(product)).toBe(2);
});

test('[O4] Retry-After is obeyed, whatever else calls for a try', async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE, statusNoise(503));
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  const busy = {
    status: 503,
    body: { error: 'busy', message: 'busy', code: 'unavailable' },
    headers: { 'X-Groundwork-Api': '1', 'Retry-After': '7' },
  };
  wire.answer('/api/progress/unit', busy);
  wire.answer('/api/sync', busy);
  await markComplete(page);
  await expect.poll(() => wire.passed.filter(isReplay).length).toBe(1);
  wire.answer('/api/progress/unit', undefined);
  wire.answer('/api/sync', undefined);
  const triggered = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    return wire.passed.filter(isReplay).length;
  };
  await expect.poll(triggered, { timeout: 30_000, intervals: [500] }).toBe(2);
  const [refused, sent] = wire.passed.filter(isReplay);
  expect((sent?.at ?? 0) - (refused?.endedAt ?? 0), 'milliseconds in between').toBeGreaterThan(6_900);
  await badgeSays(page, 'All work sent');
});

test('[O5] a refused token during replay is refreshed once and the work sent once more', { tag: '@core' }, async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(401));
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  const tokenOf = () => wire.passed.filter(({ path }) => path === '/auth/v1/token');
  const before = { tokens: tokenOf().length, replays: wire.passed.filter(isReplay).length };
  wire.answerOnce('/api/progress/unit', REFUSED_TOKEN);
  await markComplete(page);
  await badgeSays(page, 'All work sent');
  const replays = () => wire.passed.filter(isReplay).slice(before.replays);
  await expect.poll(() => replays().map(({ status }) => status)).toEqual([401, 200]);
  expect(
    tokenOf()
      .slice(before.tokens)
      .map(({ status }) => status),
  ).toEqual([200]);
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[O5] when the sign-in has ended for good the queue waits for the next one, and nothing is dropped', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(statusNoise(401), statusNoise(400));
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  wire.answer('/api/progress/unit', REFUSED_TOKEN);
  wire.answer('/auth/v1/token', {
    status: 400,
    body: { code: 'refresh_token_not_found', error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
  });
  await markComplete(page);
  await expect(page.getByText('Session expired. Please sign in again.', { exact: true })).toBeVisible({
    timeout: 15_000,
  });
  await expect(page).toHaveURL(/\/auth/);
  expect(await unitsOf(product, LEARNER)).toEqual([]);
  expect(wire.passed.filter(isReplay)).toHaveLength(1);

  wire.answer('/api/progress/unit', undefined);
  wire.answer('/auth/v1/token', undefined);
  await signIn(page);
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[O5] work done with a token that had run out long ago is sent after one refresh', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(401));
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  wire.cut();
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  await tamperWithSession(page, { expiresAt: Math.floor(Date.now() / 1000) - 30 * 86_400 });
  wire.mend();
  await page.reload();
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[O8] two devices that complete the same lesson offline end equal, and it counts once', { tag: '@core' }, async ({
  device,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(409));
  const { text } = await someLessons(product);
  const devices = [await device(), await device({ width: 390, height: 844 })];
  for (const { page } of devices) {
    await signIn(page);
    await openLesson(page, text);
  }
  wire.cut();
  for (const { page } of devices) {
    await markComplete(page);
    await badgeSays(page, '1 change waiting');
  }
  wire.mend();
  for (const { page } of devices) {
    await page.goto('/sync');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await badgeSays(page, 'All work sent');
    await expect(page.getByText('Lesson Already Completed!'), 'a replay says nothing about it').toHaveCount(0);
  }
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[O8] a late Reset does not take back a completion that its author never saw', async ({
  device,
  product,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const [, text] = (await lessonsOf(product)).filter(({ videoUrl }) => !videoUrl);
  if (!text) throw new Error('The sample course lost its texts.');
  const desk = await device();
  await signIn(desk.page);
  await openLesson(desk.page, text);
  await markComplete(desk.page);
  await badgeSays(desk.page, 'All work sent');

  const tablet = await device();
  await signIn(tablet.page);
  await openLesson(tablet.page, text);
  await expect(completedInCourse(tablet.page, text)).toBeVisible();
  await tablet.context.setOffline(true);
  await resetLesson(tablet.page);
  await badgeSays(tablet.page, '1 change waiting');

  await resetLesson(desk.page);
  await markComplete(desk.page);
  await badgeSays(desk.page, 'All work sent');
  await expect.poll(async () => (await unitsOf(product, LEARNER))[0]?.rev).toBe(3);

  await tablet.context.setOffline(false);
  await tablet.page.getByRole('banner').getByRole('link', { name: 'Sync' }).click();
  await tablet.page.getByRole('button', { name: 'Sync now' }).click();
  await badgeSays(tablet.page, 'All work sent');
  await expect(tablet.page.getByText('Not reset: it was completed on another device meanwhile')).toBeVisible();
  await openLesson(tablet.page, text);
  await expect(completedInCourse(tablet.page, text)).toBeVisible();
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 3 }]);
});
