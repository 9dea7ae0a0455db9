// The landing page: what a visitor sees before any script has come, without scripts, without a network, and who never sees it.
import type { Page } from '@playwright/test';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { cameToRest, confirmSignOut, signIn, underWorker } from './person.ts';

const FIRST_FREE = 1;
const HUB = 'Welcome to the Groundwork Learning Hub';

const hero = (page: Page) => page.getByRole('heading', { level: 1, name: 'Learn 20-minute property inspections' });
const card = (page: Page) => page.getByRole('region', { name: 'Your first course is free' });

/** Nothing that is a script reaches the page. */
const withoutScripts = (page: Page) => page.route('**/*.js', (route) => route.abort());

/** True once the app has drawn the page itself. */
const isTakenOver = (page: Page) => page.waitForFunction(() => !document.getElementById('landing'));

async function showsHeroAndClaims(page: Page): Promise<void> {
  await expect(hero(page)).toBeVisible();
  const main = page.getByRole('main');
  const claims = ['20-minute inspections', '3-4x more jobs', '75 percent faster', 'Under 60 minutes of training'];
  for (const claim of claims) await expect(main.getByRole('heading', { name: claim })).toBeVisible();
  for (const promise of ['Free', 'No credit card']) {
    await expect(main.getByText(promise, { exact: true })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: 'Sign Up Free' })).toHaveAttribute('href', '/auth');
  await expect(main.getByRole('link', { name: 'Create Free Account' })).toHaveAttribute('href', '/auth');
}

const startLearning = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Start Learning', exact: true });

test('[H1] a visitor sees hero, benefits and claims, and starts learning in the first free course', async ({
  page,
}) => {
  await page.goto('/');
  await showsHeroAndClaims(page);
  await isTakenOver(page);
  await showsHeroAndClaims(page);
  await expect(startLearning(page)).toHaveAttribute('href', `/public-course/${FIRST_FREE}`);
  await startLearning(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Property Inspection Field Training' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/public-course/${FIRST_FREE}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Create Free Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get Started' })).toBeVisible();
});

test('[H1, H2] it stands before any script has come, and nothing moves when the app takes over', async ({ page }) => {
  await page.addInitScript(() => {
    const moved = { total: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.total += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  // The scripts are parts of the page: it is not loaded before they have come.
  await page.goto('/', { waitUntil: 'commit' });
  await showsHeroAndClaims(page);
  await expect(page.locator('#landing')).toBeVisible();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
  open();
  await isTakenOver(page);
  await expect(card(page)).toContainText('Featured Course');
  await cameToRest(page);
  expect(await page.evaluate(() => scrollY)).toBe(200);
  expect(await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total)).toBe(0);
  await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
});

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false });

  test('[H1] the landing page is read as it is; other pages say what they need', async ({ page }) => {
    await page.goto('/');
    await showsHeroAndClaims(page);
    await expect(page.getByText('Loading courses')).toBeHidden();
    await expect(page.getByText(/needs JavaScript/)).toBeHidden();
    await startLearning(page).click();
    await expect(page.getByText(/needs JavaScript/)).toBeVisible();
  });
});

test('[H1, O1] offline the worker gives the landing page, and the device its courses', {
  tag: '@core',
}, async ({ device, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const tablet = await device();
  await tablet.page.goto('/');
  await expect(card(tablet.page)).toContainText('...and');
  await underWorker(tablet.page);
  wire.cut();
  await tablet.killAndRestart();
  const answer = await tablet.page.goto('/');
  expect(answer?.fromServiceWorker()).toBe(true);
  expect(await answer?.text()).toContain('20-minute inspections');
  await showsHeroAndClaims(tablet.page);
  await expect(card(tablet.page)).toContainText('...and');
});

test('[H1, H4] somebody who is signed in never sees it, not for a moment; after the sign-out it is there again', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: HUB })).toBeVisible();
  await expect(hero(page)).toBeHidden();
  await page.addInitScript(() => {
    const seen = { landing: false };
    Object.assign(window, { seen });
    const look = () => {
      const landing = document.getElementById('landing');
      if (landing && landing.getClientRects().length > 0) seen.landing = true;
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: HUB })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: { landing: boolean } }).seen.landing)).toBe(false);

  await page.getByRole('button', { name: /Lena Learner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(hero(page)).toBeVisible();
  await page.reload();
  await showsHeroAndClaims(page);
});

test('[H1, H4] with a person known on the device the filled page stays hidden, even if the app never comes', async ({
  page,
  noise,
}) => {
  noise.allow(/Failed to load resource/);
  await page.addInitScript(() => localStorage.setItem('groundwork.seat', 'taken'));
  await withoutScripts(page);
  await page.goto('/');
  await expect(page.locator('#landing')).toBeAttached();
  await expect(page.locator('#landing')).toBeHidden();
  await expect(page.locator('#root')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Groundwork could not be loaded.');
});

test('[H1, O1] a visitor to whom the app never comes reads the landing page, and that the rest is missing', async ({
  page,
  noise,
}) => {
  noise.allow(/Failed to load resource/);
  await withoutScripts(page);
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Groundwork could not be loaded.');
  await expect(hero(page)).toBeVisible();
});
