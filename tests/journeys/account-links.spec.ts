// Mailed links: the callback in all its states, the invitation's tries, and the reset of a password (R-A6 to R-A8).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, statusNoise, test } from './fixtures.ts';
import { invite, ORGANIZATION } from './invitations.ts';
import { PASSWORD } from './product.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name });
const newAddress = () => `${randomUUID().slice(0, 8)}@people.example`;
const EXPIRED = 'This confirmation link may have expired or already been used. Please try signing in manually.';
const CONSUME = '/api/enterprise/consume-invitation';

async function signUp(page: Page, email: string, query = ''): Promise<void> {
  await page.goto(`/auth${query}`);
  await page.getByLabel('Full Name').fill('Nina New');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret-1');
  await page.getByLabel('Confirm Password', { exact: true }).fill('secret-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText(/^Check your email to confirm your account/)).toBeVisible();
}
/** Opens a mailed link; ours waits for a tap, which a mail scanner does not make. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button').first().click();
}

test('[A6] a confirmed sign-up with a course is enrolled and lands on it; its link works once', {
  tag: '@core',
}, async ({ page, mailbox, wire, noise, device }) => {
  noise.allow(statusNoise(403));
  const email = newAddress();
  await signUp(page, email, '?courseId=4');
  const link = await mailbox.linkTo(email);
  await page.goto(link);
  await expect(heading(page, 'Processing Authentication')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page).toHaveURL(/\/course\/4$/);
  await expect(page.getByRole('button', { name: 'Nina New' })).toBeVisible();
  expect(wire.passed.filter(({ path, status }) => path === '/api/courses/4/enroll' && status === 200)).toHaveLength(1);
  expect(page.url()).not.toContain('token');

  const { page: second } = await device();
  await follow(second, link);
  await expect(second.getByText(EXPIRED)).toBeVisible();
  await expect(second).toHaveURL(/\/auth\?mode=signin$/, { timeout: 5000 });
});

test('[A6, A7] a sign-up by invitation joins before anything else, also when the server is busy at first', async ({
  page,
  product,
  mailbox,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(503));
  const email = newAddress();
  await signUp(page, email, `?courseId=4&token=${invite(product)}`);
  const link = await mailbox.linkTo(email);
  wire.answerOnce(CONSUME, {
    status: 503,
    body: { error: 'busy', message: 'busy', code: 'unavailable' },
    headers: { 'X-Groundwork-Api': '1' },
  });
  await follow(page, link);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(`You have joined ${ORGANIZATION}.`, { exact: true }).last()).toBeVisible();
  await expect(page.getByText('Organization: Member')).toBeVisible();
  const tries = wire.passed.filter(({ path }) => path === CONSUME);
  expect(tries.map(({ status }) => status)).toEqual([503, 200]);
  const [first, second] = tries;
  expect((second?.at ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(950);
});

test('[A8] a reset link opens the form, and the new password works', { tag: '@core' }, async ({
  page,
  mailbox,
  person,
  noise,
}) => {
  noise.allow(statusNoise(400));
  const { email } = await person();
  await page.goto('/auth?mode=reset');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByText('Password reset email sent!')).toBeVisible();
  await follow(page, await mailbox.linkTo(email));

  const update = page.getByRole('button', { name: 'Update Password' });
  const fields = [
    page.getByLabel('New Password', { exact: true }),
    page.getByLabel('Confirm New Password', { exact: true }),
  ] as const;
  await expect(update).toBeDisabled();
  await page.reload();
  for (const field of fields) await field.fill('a-new-password');
  await update.click();
  await expect(heading(page, 'Success!')).toBeVisible();
  await expect(page.getByText('Password updated successfully! Redirecting to dashboard...')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 6000 });

  await page.goto('/auth/signin?add=true');
  const signInAs = async (password: string) => {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signInAs(PASSWORD);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('ErrorWrong email or password.');
  await signInAs('a-new-password');
  await expect(page).toHaveURL(/\/$/);
});
