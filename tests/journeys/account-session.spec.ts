// A sign-in that lasts and ends as it should, the people of one tablet, and leaving it (R-A12, R-A13, R-O7, Y22, Y23).
import type { BrowserContext, Page } from '@playwright/test';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { tamperWithSession } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, completedInCourse, confirmSignOut, markComplete, openLesson, signIn } from './person.ts';
import { LEARNER, PASSWORD } from './product.ts';
import type { Passed, Wire } from './wire.ts';

const TOKEN = '/auth/v1/token';
const SOON = () => Math.floor(Date.now() / 1000) + 60;
const PAST = () => Math.floor(Date.now() / 1000) - 60;

const posted = ({ passed }: Wire, path: string): Passed[] =>
  passed.filter((call) => call.method === 'POST' && call.path === path);
const openMenu = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true }).click();

/** The parts of the stored session, straight from where a service worker reads it. */
const storedSessions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ userId: string; refreshToken: string }[]>((resolve, reject) => {
        const opening = indexedDB.open('groundwork-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const rows = opening.result.transaction('sessions').objectStore('sessions').getAll();
          rows.onsuccess = () => {
            opening.result.close();
            resolve(rows.result.map(({ userId, session }) => ({ userId, refreshToken: session.refresh_token })));
          };
        };
      }),
  );

test('[A12] a session that ends soon is refreshed, also by two tabs at once, and both stay signed in', {
  tag: '@core',
}, async ({ page, context, authWire }) => {
  await signIn(page);
  const [before] = await storedSessions(page);
  const other = await context.newPage();
  await other.goto(`/course/${COURSE}`);
  const refreshes = () => posted(authWire, TOKEN).slice(1);
  expect(refreshes()).toHaveLength(0);
  await tamperWithSession(page, { expiresAt: SOON() });
  await Promise.all([page.reload(), other.reload()]);
  await expect.poll(() => refreshes().filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  await expect.poll(async () => (await storedSessions(page))[0]?.refreshToken).not.toBe(before?.refreshToken);
  for (const tab of [page, other]) {
    await tab.goto('/dashboard');
    await expect(tab.getByRole('heading', { name: 'Welcome back, Lena Learner!' })).toBeVisible();
    await expect(tab.getByText(LEARNER)).toBeVisible();
  }
  // One that a navigation cut off has no status; the next page repeats it.
  expect(refreshes().filter(({ status }) => status !== undefined && status !== 200)).toEqual([]);
});

test('[A12] a page that stays open looks every 30 s', async ({ page, authWire }) => {
  await signIn(page);
  await tamperWithSession(page, { expiresAt: SOON() });
  await expect.poll(() => posted(authWire, TOKEN).length, { timeout: 40_000 }).toBe(2);
});

test('[A12] work that waits when a session ends is sent once, after signing in again on the page that was asked for', {
  tag: '@core',
}, async ({ page, context, product, wire, authWire, noise }) => {
  noise.allow(NETWORK_NOISE, statusNoise(400), statusNoise(401));
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await goOffline(context, [wire, authWire]);
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  const asked = `${lessonPath(text)}?find=roof#main`;
  await page.goto(asked);
  await badgeSays(page, '1 change waiting');
  authWire.answer(TOKEN, { status: 400, body: { code: 'session_not_found', message: 'Session not found' } });
  await tamperWithSession(page, { accessToken: 'e.e30.e', expiresAt: PAST() });
  await goOnline(context, [wire, authWire]);
  await page.reload();
  await expect(
    page.getByText('Your work is saved on this device and is sent when you sign in.', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?mode=signin$/);

  authWire.answer(TOKEN, undefined);
  await page.getByRole('main').getByRole('button', { name: 'Lena Learner Signed out · 1 unsent' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname + url.search + url.hash === asked);
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
  await badgeSays(page, 'All work sent');
  expect(await unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  expect(posted(wire, '/api/progress/unit').filter(({ status }) => status === 200)).toHaveLength(1);
});

test('[A12] a session that the auth service refuses ends in every tab, with words', async ({
  page,
  context,
  authWire,
  noise,
}) => {
  noise.allow(statusNoise(400), statusNoise(401));
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`/course/${COURSE}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  authWire.answer(TOKEN, { status: 400, body: { code: 'session_not_found', message: 'Session not found' } });
  await tamperWithSession(page, { accessToken: 'e.e30.e', expiresAt: PAST() });
  await page.goto('/dashboard');
  await expect(page.getByText('Session expired. Please sign in again.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?mode=signin$/);
  await expect(other).toHaveURL(/\/auth\?mode=signin$/);
});

test('[A12] a page that was loading while another tab met the end of the session says so, too', async ({
  page,
  context,
  authWire,
  noise,
}) => {
  noise.allow(statusNoise(400), statusNoise(401));
  await signIn(page);
  const other = await context.newPage();
  await page.goto('about:blank');
  authWire.answer(TOKEN, { status: 400, body: { code: 'session_not_found', message: 'Session not found' } });
  await other.goto('/dashboard');
  await tamperWithSession(other, { accessToken: 'e.e30.e', expiresAt: PAST() });
  await other.reload();
  await expect(other).toHaveURL(/\/auth\?mode=signin$/);
  await page.goto('/dashboard');
  await expect(page.getByText('Session expired. Please sign in again.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?mode=signin$/);
});

test('[A12] anything else than a definite refusal ends no session', async ({ page, authWire, noise }) => {
  // 404: the worker sends no token that ran out, and pictures of closed courses are then nobody's.
  noise.allow(statusNoise(503), statusNoise(429), statusNoise(401), statusNoise(404), NETWORK_NOISE);
  await signIn(page);
  for (const answer of [
    { status: 503, body: { code: 'unexpected_failure', message: 'Busy' } },
    { status: 429, body: { code: 'over_request_rate_limit', message: 'Slow down' } },
    { status: 200, body: '<h1>Welcome to Hotel WiFi</h1>', headers: { 'Content-Type': 'text/html' } },
  ]) {
    authWire.answer(TOKEN, answer);
    const asked = posted(authWire, TOKEN).length;
    await tamperWithSession(page, { expiresAt: PAST() });
    await page.reload();
    await expect.poll(() => posted(authWire, TOKEN).length).toBeGreaterThan(asked);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Lena Learner' })).toBeVisible();
    expect(await storedSessions(page)).toHaveLength(1);
  }
});

test('[A13] one 401 is followed by one refresh and one more try, with bearer and JSON', async ({
  page,
  wire,
  authWire,
  noise,
}) => {
  noise.allow(statusNoise(401));
  await signIn(page);
  await page.waitForLoadState('networkidle');
  const refreshed = posted(authWire, TOKEN).length;
  wire.answerOnce('/api/auth/profile', {
    status: 401,
    body: { error: 'x', message: 'x', code: 'token_expired' },
    headers: { 'X-Groundwork-Api': '1' },
  });
  const request = page.waitForRequest((asked) => asked.url().endsWith('/api/auth/profile'));
  await page.goto('/dashboard');
  const headers = await (await request).allHeaders();
  expect(headers.authorization).toMatch(/^Bearer \S+$/);
  const answers = () => wire.passed.filter(({ path }) => path === '/api/auth/profile').map(({ status }) => status);
  await expect.poll(answers).toEqual([401, 200]);
  await expect(page.getByText(LEARNER)).toBeVisible();
  expect(posted(authWire, TOKEN).length - refreshed).toBe(1);
});

/** Signs a second person in beside the first. */
async function addPerson(page: Page, from: string, email: string): Promise<void> {
  await openMenu(page, from);
  await page.getByRole('menuitem', { name: 'Add another person' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

async function switchTo(page: Page, from: string, to: string | RegExp): Promise<void> {
  await openMenu(page, from);
  await page.getByRole('menuitem', { name: to }).click();
}

const goOffline = async (context: BrowserContext, wires: Wire[]) => {
  await context.setOffline(true);
  for (const wire of wires) wire.cut();
};
const goOnline = async (context: BrowserContext, wires: Wire[]) => {
  for (const wire of wires) wire.mend();
  await context.setOffline(false);
};

test('[O7, Z4] two people share a tablet: two taps, also offline, each with their own work, none of it mixed', {
  tag: '@core',
}, async ({ page, context, product, wire, authWire, person, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { email, fullName } = await person({ fullName: 'Milo Mate' });
  const { text } = await someLessons(product);
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await openLesson(page, text);
  await addPerson(page, 'Lena Learner', email);
  await expect(page.getByRole('banner').getByRole('button', { name: fullName })).toBeVisible();
  expect(await storedSessions(page), 'both are signed in').toHaveLength(2);
  await page.goto(`/course/${COURSE}`);
  await openLesson(page, text);

  await goOffline(context, [wire, authWire]);
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  await switchTo(page, fullName, 'Lena Learner');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Lena Learner' })).toBeVisible();
  await badgeSays(page, 'All work sent');
  await page.goto(`/course/${COURSE}/lesson/${text.id}`);
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
  await expect(completedInCourse(page, text), "the other person's work is not hers").toHaveCount(0);
  await openMenu(page, 'Lena Learner');
  await expect(page.getByRole('menuitem', { name: /Milo Mate/ })).toContainText('1 unsent');
  await page.keyboard.press('Escape');

  await goOnline(context, [wire, authWire]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
  expect(await unitsOf(product, LEARNER)).toEqual([]);
  await switchTo(page, 'Lena Learner', /Milo Mate/);
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, email)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  expect(await unitsOf(product, LEARNER)).toEqual([]);
});

test('[O7] signing out with unsent work asks; kept, it is hidden and sent at the next sign-in', {
  tag: '@core',
}, async ({ page, context, product, wire, authWire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await goOffline(context, [wire, authWire]);
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  const leave = async () => {
    await openMenu(page, 'Lena Learner');
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    const question = page.getByRole('dialog', { name: 'You are offline' });
    await expect(question).toContainText('1 change stays saved here and is sent when you sign in again.');
  };
  await leave();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await badgeSays(page, '1 change waiting');
  await page.getByRole('banner').getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await leave();
  await page.goBack();
  await expect(page.getByRole('dialog'), 'Back means Stay').toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  await badgeSays(page, '1 change waiting');
  await leave();
  await confirmSignOut(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await storedSessions(page)).toEqual([]);

  await goOnline(context, [wire, authWire]);
  await page.goto('/auth/signin');
  await expect(page.getByText('Signed out · 1 unsent')).toBeVisible();
  await signIn(page);
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[R3] signing out in one tab sends the others to /auth, also from the dashboard', async ({
  page,
  context,
  noise,
}) => {
  // What the other tab was asking when the session ended.
  noise.allow(statusNoise(401));
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Welcome back, Lena Learner!' })).toBeVisible();
  await openMenu(page, 'Lena Learner');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/auth\?mode=signin$/);
});

test('[R3] whoever reloads the page as soon as it has turned after Sign Out is signed out', async ({ page }) => {
  await signIn(page);
  await page.goto('/dashboard');
  await openMenu(page, 'Lena Learner');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' });
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await expect(page.getByText("Your browser deleted some of this app's data")).toHaveCount(0);
});
