// An installation comes from the last release: its server keeps working on the database that this one has migrated, and its app,
// with work that was never sent, is answered by this server.

import type { Page } from '@playwright/test';
import { startCluster } from '../postgres-cluster.ts';
import { someLessons } from './content.ts';
import { askDatabase, unitsOf } from './database.ts';
import { newDevice } from './device.ts';
import { test as base, expect, NETWORK_NOISE, statusNoise } from './fixtures.ts';
import { buildLastRelease, type LastRelease } from './last-release.ts';
import { badgeSays, markComplete, openLesson, signIn, turnPageOf } from './person.ts';
import { LEARNER, newDataDir, PASSWORD, type Product, removeDataDir, SUPER_ADMIN, startProduct } from './product.ts';
import { answerAll, attemptsOf, type KeyedQuestion, keyOf, lessonOfKind, questionOn } from './quiz-key.ts';
import { openWire } from './wire.ts';

const test = base.extend<object, { last: LastRelease }>({
  last: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const last = buildLastRelease();
      await use(last);
      last.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** What the page was loaded from: the files of two builds have different names. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src));

const versionOf = async ({ port }: Product) =>
  (await (await fetch(`http://127.0.0.1:${port}/api/health`)).json()).version as string;

test('the last release goes on learning and administering on a database that this one has migrated', async ({
  last,
  noise,
}) => {
  const cluster = await startCluster();
  const dataDir = newDataDir();
  const settings = { DATABASE_URL: `${cluster.url}/postgres` };
  let old: Product | undefined;
  const wire = await openWire(() => old?.port ?? 0);
  old = await startProduct(dataDir, { ...settings, PUBLIC_URL: wire.url }, last.main);
  const reads = await readAll(old, SUPER_ADMIN);
  const present = await startProduct(dataDir, { ...settings, PUBLIC_URL: wire.url });
  const device = await newDevice({ baseURL: wire.url, watch: noise.watch });
  try {
    expect(await versionOf(old)).not.toBe(await versionOf(present));
    const { page } = device;
    const { text } = await someLessons(old);
    await signIn(page);
    await openLesson(page, text);
    await markComplete(page);
    const quiz = await lessonOfKind(old, 'quiz');
    await openLesson(page, quiz);
    await answerAll(page, await keyOf(old, quiz));
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect.poll(() => attemptsOf(old as Product, LEARNER)).toMatchObject([{ score: 100 }]);
    await badgeSays(page, 'All work sent');
    expect((await unitsOf(present, LEARNER)).map(({ lesson_id, status }) => [lesson_id, status])).toEqual(
      [text, quiz].map(({ id }) => [id, 'completed']),
    );
    expect(reads.filter((line) => line.startsWith('200 ')).length).toBeGreaterThan(20);
    expect(await readAll(old, SUPER_ADMIN)).toEqual(reads);
  } finally {
    await device.remove();
    await wire.close();
    await old.stop();
    await present.stop();
    await cluster.stop();
    removeDataDir(dataDir);
  }
});

test('work that the last release’s app never sent is taken by this server, and the app becomes this one', async ({
  last,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(503));
  const dataDir = newDataDir();
  let product: Product | undefined;
  const wire = await openWire(() => product?.port ?? 0);
  product = await startProduct(dataDir, { PUBLIC_URL: wire.url }, last.main);
  const device = await newDevice({ baseURL: wire.url, watch: noise.watch });
  try {
    const { page } = device;
    const { text, secondText } = await someLessons(product);
    const quiz = await lessonOfKind(product, 'quiz');
    const key = await keyOf(product, quiz);
    await signIn(page);
    await openLesson(page, quiz);
    await badgeSays(page, 'All work sent');
    // What the old app has not fetched yet cannot be answered without the network.
    await expect(questionOn(page, key[0] as KeyedQuestion)).toBeVisible();
    wire.cut();
    await turnPageOf(page, text);
    await openLesson(page, quiz);
    await answerAll(page, key);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await badgeSays(page, '2 changes waiting');

    const before = await versionOf(product);
    await product.stop();
    product = await startProduct(dataDir, { PUBLIC_URL: wire.url });
    expect(await versionOf(product)).not.toBe(before);
    wire.mend();
    await page.goto('/sync');
    await badgeSays(page, 'All work sent');
    const done = () => unitsOf(product as Product, LEARNER);
    expect((await done()).map(({ lesson_id, status }) => [lesson_id, status])).toEqual(
      [text, quiz].map(({ id }) => [id, 'completed']),
    );
    expect(await attemptsOf(product, LEARNER)).toMatchObject([{ score: 100 }]);

    await page.reload();
    const old = await scriptsOf(page);
    await page.getByRole('button', { name: 'Update now' }).click({ timeout: 30_000 });
    // The page loads once more, from the files of this build.
    await expect.poll(() => scriptsOf(page).catch(() => old)).not.toEqual(old);
    await openLesson(page, secondText);
    await markComplete(page);
    await badgeSays(page, 'All work sent');
    expect(await done()).toHaveLength(3);
  } finally {
    await device.remove();
    await wire.close();
    await product.stop();
    removeDataDir(dataDir);
  }
});

/** What it answers to reads of every room, each with its status; some are of rooms that it does not have yet. */
async function readAll(product: Product, email: string): Promise<string[]> {
  const origin = `http://127.0.0.1:${product.port}`;
  const signedIn = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: 'any' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token } = await signedIn.json();
  const [organization] = await askDatabase<{ id: string }>(product, 'select id from organizations limit 1');
  const within = `/api/enterprise/admin/organizations/${organization?.id}`;
  const paths = [
    ...['/api/auth/user', '/api/auth/profile', '/api/auth/sessions', '/api/account/exports', '/api/certificates'],
    ...['/api/public/courses', '/api/courses', '/api/search?q=inspection'],
    ...['activity', 'attention', 'courses', 'groups', 'media-usage', 'organizations'].map((one) => `/api/admin/${one}`),
    ...['stats', 'tablets', 'users', 'lessons-upload-status'].map((one) => `/api/admin/${one}`),
    ...['organization', 'summary', 'users'].map((one) => `/api/admin/quiz-analytics/${one}`),
    ...['overview', 'categories', 'top-courses', 'trends'].map((one) => `/api/analytics/${one}`),
    ...['users', 'groups', 'invitations', 'reminders'].map((one) => `${within}/${one}`),
    '/api/enterprise/admin/organizations',
  ];
  const lines: string[] = [];
  for (const path of paths) {
    const { status } = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${access_token}` } });
    lines.push(`${status} ${path}`);
  }
  return lines;
}
