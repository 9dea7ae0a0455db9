// A network or a proxy gives something else in the place of a file of the app: it is never kept, and the app lives on.
import type { Locator, Page } from '@playwright/test';
import { FILES, fileOf } from './app-files.ts';
import { lessonPath, someLessons } from './content.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, openLesson, signIn } from './person.ts';
import { LEARNER, PASSWORD } from './product.ts';
import { deploySecondVersion } from './second-version.ts';
import { LIES, type Wire } from './wire.ts';

const isViewer = (file: string) => /\/pdf[.-]|\.wasm$/.test(file);

/** What browsers write when they refuse a file. */
const REFUSED =
  /integrity|MIME type|bad-precaching|Failed to fetch|preload|SyntaxError|Unexpected (end|token)|dynamically imported|could not be loaded|This page|redirect|Offline start|Manifest/i;

const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');

/** What lies in the precache under this address, as the page's own text. */
const kept = (page: Page, file: string) =>
  page.evaluate(async (path) => {
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (new URL(request.url).pathname === path) return (await (await caches.match(request))?.text()) ?? '';
    return undefined;
  }, file);

/** What the app shows where its own code was answered wrongly. */
const wayOut = (page: Page) => page.getByRole('button', { name: /^(Try Again|Load again)$/ });

/** A page that lacks a file loads itself again, once, which may end what the test has begun. */
const visit = (page: Page, path: string) => page.goto(path).catch(() => undefined);

/** Waits until this is there, by the page's own second try or by the way out. */
async function comes(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted.or(wayOut(page)).first()).toBeVisible({ timeout: 20_000 });
  if (!(await wanted.isVisible()))
    await wayOut(page)
      .click()
      .catch(() => undefined);
  await expect(wanted).toBeVisible({ timeout: 20_000 });
}

/** Waits until an installation has asked for this file and was given up, or the page itself says that it needs the file. */
async function isRefused(page: Page, wire: Wire, file: string): Promise<void> {
  const isOver = () =>
    page.evaluate(async () => !(await navigator.serviceWorker.getRegistration())?.installing).catch(() => false);
  const isAsked = () => wire.passed.some(({ path }) => path === file);
  await expect
    .poll(async () => (await wayOut(page).isVisible()) || (isAsked() && (await isOver())), { timeout: 20_000 })
    .toBe(true);
}

for (const [file, core] of [
  ['/index.html', true],
  [fileOf('quiz'), true],
  ...FILES.filter((name) => !isViewer(name) && name !== '/index.html' && name !== fileOf('quiz')).map((name) => [
    name,
    false,
  ]),
] as [string, boolean][])
  test(`[O1] a first installation with a wrong ${file.replace(/-[\w-]{8}\./, '.')} fails and is tried again`, {
    tag: core ? '@core' : [],
  }, async ({ page, wire, noise }) => {
    noise.allow(REFUSED, NETWORK_NOISE);
    for (const lie of LIES) {
      wire.passed.length = 0;
      wire.lie(file, lie);
      await visit(page, '/auth/signin');
      await isRefused(page, wire, file);
      await expect.poll(() => hasWorker(page).catch(() => true), lie).toBe(false);
      await expect.poll(() => kept(page, file).catch(String), lie).toBeUndefined();
    }
    wire.lie(file, undefined);
    await visit(page, '/auth/signin');
    const welcome = page.getByRole('heading', { level: 1, name: 'Welcome Back' });
    await comes(page, welcome);
    await expect.poll(() => hasWorker(page).catch(() => false), { timeout: 30_000 }).toBe(true);
    wire.cut();
    await page.goto('/auth/signin');
    await expect(welcome).toBeVisible();
  });

test('[O12] an update with a wrong file is not offered, and unsent work stays in reach', { tag: '@core' }, async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(REFUSED, NETWORK_NOISE, /status of 503/);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  for (const path of ['/api/progress/unit', '/api/sync'])
    wire.answer(path, {
      status: 503,
      body: { error: 'busy', message: 'busy', code: 'unavailable' },
      headers: { 'X-Groundwork-Api': '1' },
    });
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await badgeSays(page, '1 change waiting');

  deploySecondVersion(wire);
  for (const lie of LIES) {
    wire.passed.length = 0;
    wire.lie('/index.html', lie);
    await page.goto('/sync');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined));
    await isRefused(page, wire, '/index.html');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting), lie).toBeNull();
    await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible();
    await badgeSays(page, '1 change waiting');
  }
  wire.lie('/index.html', undefined);
  await page.reload();
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('meta[name=version]') !== null).catch(() => false))
    .toBe(true);
  await badgeSays(page, '1 change waiting');
});

for (const lie of LIES)
  test(`[O1] a lesson whose part of the app was answered by ${lie} opens by Load again, past every cache`, {
    tag: lie === 'foreign page' ? '@core' : [],
  }, async ({ page, product, wire, noise }) => {
    noise.allow(/./);
    const { video } = await someLessons(product);
    // No worker comes: what the browser itself keeps for a year is in the way.
    wire.answer('/service-worker.js', { status: 503, body: '' });
    wire.lie(fileOf('player'), lie);
    await page.goto('/auth/signin');
    await page.getByLabel('Email', { exact: true }).fill(LEARNER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome to the Groundwork Learning Hub' })).toBeVisible();
    await page.goto(lessonPath(video));
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible({ timeout: 20_000 });
    wire.lie(fileOf('player'), undefined);
    await comes(page, page.locator('video'));
  });

test('[O1] a wrong file that an older version has kept is taken out and fetched', async ({ page, product, noise }) => {
  noise.allow(/./);
  const { video } = await someLessons(product);
  await signIn(page);
  await expect.poll(() => hasWorker(page)).toBe(true);
  await page.evaluate(async (path) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      if (await cache.match(path))
        await cache.put(path, new Response('Welcome', { headers: { 'Content-Type': 'text/html' } }));
    }
  }, fileOf('player'));
  // The first time in a minute the page loads itself again.
  await page.goto(lessonPath(video));
  await expect(page.locator('video')).toBeVisible({ timeout: 20_000 });
  expect(await kept(page, fileOf('player'))).not.toBe('Welcome');
});

test('[O1] a viewer of PDF that was answered wrongly is not kept, and comes when it is asked for', {
  tag: '@core',
}, async ({ page, wire, noise }) => {
  noise.allow(/./);
  const viewer = FILES.filter(isViewer);
  expect(viewer.length).toBeGreaterThan(2);
  await signIn(page);
  const keep = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage({ type: 'KEEP_PDF_VIEWER' }));
  for (const lie of LIES) {
    wire.passed.length = 0;
    for (const file of viewer) wire.lie(file, lie);
    await keep();
    // Once from the browser's cache, or the network, and once past it.
    await expect.poll(() => viewer.every((file) => wire.passed.some(({ path }) => path === file)), lie).toBe(true);
    const answers = await page.evaluate(
      (files) =>
        Promise.all(
          files.map((file) =>
            fetch(file).then(
              () => 'answered',
              () => 'refused',
            ),
          ),
        ),
      viewer,
    );
    expect(answers, lie).toEqual(viewer.map(() => 'refused'));
    for (const file of viewer) expect(await kept(page, file), lie).toBeUndefined();
  }
  for (const file of viewer) wire.lie(file, undefined);
  await keep();
  for (const file of viewer) await expect.poll(() => kept(page, file)).toBeDefined();
});
