// The address of a computer in the local network, opened by plain http: the app works online, and says that this address cannot do more.
import { chromium } from '@playwright/test';
import { lessonPath, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { browserArguments, chromiumPath } from './playwright.config.ts';
import { LEARNER, PASSWORD } from './product.ts';

test('opened by http from another machine the app signs in and sends work, and says that it cannot work offline', async ({
  product,
  noise,
}) => {
  // The browser itself says that it ignores a header there.
  noise.allow(/Cross-Origin-Opener-Policy header has been ignored/);
  const { text } = await someLessons(product);
  const resolved = '--host-resolver-rules=MAP tablet-server.example 127.0.0.1';
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...browserArguments, resolved],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage({ baseURL: `http://tablet-server.example:${product.port}` });
    noise.watch(page.context());
    await page.goto('/auth/signin');
    expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false]);
    await page.getByLabel('Email', { exact: true }).fill(LEARNER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome to the Groundwork Learning Hub' })).toBeVisible();
    await page.goto(lessonPath(text));
    await expect(page.getByRole('alert').getByText('This address cannot work offline')).toBeVisible();
    await page.getByRole('button', { name: 'Mark Complete' }).click();
    await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
  } finally {
    await browser.close();
  }
});
