// A page that is left in the middle of a tap, and shown again from the back/forward cache (Y26). Playwright turns that cache
// off by itself. WebKit, where such a page kept its locks, is tried by tests/engines.
import { someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { badgeSays, more, openLesson, signIn } from './person.ts';
import { browserArguments, chromiumPath } from './playwright.config.ts';
import { LEARNER } from './product.ts';
import { openBarePage } from './storage-faults.ts';

test.use({
  launchOptions: {
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: browserArguments,
    chromiumSandbox: process.getuid?.() !== 0,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

test('[Y7, Y26] a tap under way when the page is left keeps no later page waiting, and is saved when the page is back', async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  // Heard before the app hears of it: the tap is reading when the page goes.
  await page.addInitScript(() => {
    addEventListener('pagehide', () => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent?.trim() === 'Mark Complete')?.click();
    });
  });
  await signIn(page);
  await openLesson(page, text);
  await badgeSays(page, 'All work sent');
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await openBarePage(page);
  const found = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const name = names.find((each) => /^groundwork:[0-9a-f-]{36}$/.test(each)) ?? '';
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction(['outbox', 'units'], 'readwrite');
        const counting = writing.objectStore('outbox').count();
        writing.oncomplete = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
  });
  expect(found).toBe(0);

  // A page from the cache loads nothing.
  await page.goBack({ waitUntil: 'commit' });
  await expect(more(page)).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window), 'it came from the cache').toBe(true);
  await badgeSays(page, 'All work sent');
  await expect
    .poll(async () => (await unitsOf(product, LEARNER)).map(({ lesson_id, status }) => [lesson_id, status]))
    .toEqual([[text.id, 'completed']]);
});
