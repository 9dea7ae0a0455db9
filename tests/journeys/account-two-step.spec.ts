// Two-step sign-in on the screens: set up, asked for at the next sign-in and by administration, and recovered from a lost phone.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeAt } from '../fixtures/authenticator.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { confirmSignOut, openAccount, signIn } from './person.ts';
import { PASSWORD, SUPER_ADMIN } from './product.ts';
import { openMenu } from './tablet-steps.ts';

const STEP_MS = 30_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The key of the authenticator that is being set up. */
async function keyOf(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  return (await page.getByRole('code').innerText()).replaceAll(/\s/g, '');
}

/** A code is taken once: each call of a test names a later step than the one before. */
async function enterCode(page: Page, secret: string, step: -1 | 0 | 1, verb: string): Promise<void> {
  await page.getByLabel('Code from your authenticator app').fill(codeAt(secret, new Date(Date.now() + step * STEP_MS)));
  await page.getByRole('button', { name: verb, exact: true }).click();
}

async function signInWithPassword(page: Page): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email', { exact: true }).fill(SUPER_ADMIN);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('an admin sets up two-step sign-in, signs in with a code, and gets in again after losing the phone', async ({
  page,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(422), statusNoise(400));
  await signIn(page, SUPER_ADMIN);
  await page.goto('/dashboard');
  await openAccount(page);
  const card = page.getByRole('region', { name: 'Two-Step Sign-In' });
  await card.getByRole('link', { name: 'Set up' }).click();
  await expect(heading(page, 'Set Up Your Authenticator')).toBeVisible();
  const secret = await keyOf(page);
  await enterCode(page, secret, -1, 'Turn on');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  const saved = await codes.allInnerTexts();
  expect(saved.every((code) => file.includes(code))).toBe(true);
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();

  await openMenu(page, 'Sofia Super');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signInWithPassword(page);
  await expect(heading(page, 'Two-Step Sign-In')).toBeVisible();
  // Administration leads to the code as well, and goes on where it was left.
  await page.goto('/admin/users');
  await expect(heading(page, 'Two-Step Sign-In')).toBeVisible();
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Wrong code. Use the newest code in your app')).toBeVisible();
  await enterCode(page, secret, 0, 'Continue');
  await expect(heading(page, 'Users')).toBeVisible();

  await openMenu(page, 'Sofia Super');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await confirmSignOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signInWithPassword(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(saved[4] ?? '');
  // As after five minutes: the service wants a proof of this moment.
  const old = { error_code: 'reauthentication_needed', msg: 'Enrolling a factor requires reauthentication' };
  await page.route('**/auth/v1/factors', (route) => route.fulfill({ status: 400, json: old }), { times: 1 });
  await page.getByRole('button', { name: 'Use recovery code' }).click();
  await expect(heading(page, 'Set Up a New Authenticator')).toBeVisible();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await enterCode(page, await keyOf(page), 0, 'Turn on');
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await page.goto('/admin/users');
  await expect(heading(page, 'Users')).toBeVisible();
});

test('without a connection the page and the card say so, and the courses stay open', async ({ page, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  await signIn(page, SUPER_ADMIN);
  wire.cut();
  await page.goto('/dashboard');
  await openAccount(page);
  const card = page.getByRole('region', { name: 'Two-Step Sign-In' });
  await expect(card.getByText("Two-step sign-in is shown here when you're back online.")).toBeVisible();
  await page.goto('/auth/two-step');
  await expect(heading(page, "You're offline")).toBeVisible();
  await page.getByRole('link', { name: 'Go to your courses' }).click();
  await expect(page.getByRole('heading', { name: 'All Courses' })).toBeVisible();
});
