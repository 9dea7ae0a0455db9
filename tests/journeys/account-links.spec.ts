// Mailed links: the callback in all its states, the invitation's tries, and the reset of a password (R-A6 to R-A8).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { invite, ORGANIZATION } from './invitations.ts';
import { signIn } from './person.ts';
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

test('[A6] without a sign-in the time-out comes after 3 s, and 3 s later the sign-in page', async ({ page }) => {
  for (const query of ['', '?test_timeout=true']) {
    await page.goto(`/auth/callback${query}`);
    const opened = Date.now();
    await expect(heading(page, 'Processing Authentication')).toBeVisible();
    await expect(page.getByText(EXPIRED)).toBeVisible({ timeout: 6000 });
    expect(Date.now() - opened).toBeGreaterThan(2500);
    const told = Date.now();
    await expect(page).toHaveURL(/\/auth\?mode=signin$/, { timeout: 6000 });
    expect(Date.now() - told).toBeGreaterThan(2500);
  }
  await page.goto('/auth/callback#error=access_denied&error_code=otp_expired&error_description=Expired');
  await expect(page.getByText(EXPIRED)).toBeVisible({ timeout: 2500 });
});

test('[A6] a profile is made: named by the sign-up, else asked for', async ({ page, mailbox, device }) => {
  const email = newAddress();
  await signUp(page, email);
  await follow(page, await mailbox.linkTo(email));
  await expect(page.getByText('Taking you to your dashboard...')).toBeVisible();
  await expect(heading(page, 'Welcome back, Nina New!')).toBeVisible();

  const nameless = newAddress();
  const { page: second } = await device();
  await second.goto('/auth/signin');
  await second.getByRole('button', { name: 'Use a magic link' }).click();
  await second.getByLabel('Email', { exact: true }).fill(nameless);
  await second.getByRole('button', { name: 'Send Magic Link' }).click();
  await follow(second, await mailbox.linkTo(nameless));
  await expect(heading(second, 'Set Up Your Profile')).toBeVisible();
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

test('[A7] an invitation that cannot be used is said once, without further tries', async ({
  page,
  product,
  mailbox,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(410));
  const token = invite(product, { maxUses: 1 });
  const emails = [newAddress(), newAddress()];
  for (const email of emails) await signUp(page, email, `?token=${token}`);
  const [first = '', second = ''] = emails;
  await follow(page, await mailbox.linkTo(first));
  await expect(page.getByText('Organization: Member')).toBeVisible();
  await follow(page, await mailbox.linkTo(second));
  await expect(page.getByText('Failed to process invitation: This invitation has reached maximum uses')).toBeVisible();
  expect(wire.passed.filter(({ path, status }) => path === CONSUME && status === 410)).toHaveLength(1);
  await page.getByRole('button', { name: 'Continue without it' }).click();
  await expect(heading(page, 'Welcome back, Nina New!')).toBeVisible();
  await expect(page.getByText('Organization: Member')).toHaveCount(0);
});

test('[A8] a reset link opens the form, and the new password works', { tag: '@core' }, async ({
  page,
  mailbox,
  person,
  noise,
}) => {
  noise.allow(statusNoise(400), statusNoise(422));
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
  await fields[0].fill('12345');
  await expect(update).toBeDisabled();
  await fields[1].fill('123456');
  await update.click();
  const box = page.getByRole('main').getByRole('alert');
  await expect(box).toHaveText('ErrorPasswords do not match');
  await fields[1].fill('12345');
  await update.click();
  await expect(box).toHaveText('ErrorPassword must be at least 6 characters long');
  for (const field of fields) {
    await field.fill('a-new-password');
    await page
      .getByRole('button', { name: /^Show / })
      .first()
      .click();
    await expect(field).toHaveAttribute('type', 'text');
  }
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
  await expect(box).toHaveText('ErrorWrong email or password.');
  await signInAs('a-new-password');
  await expect(page).toHaveURL(/\/$/);
});

test('[A8] a link that is wrong, or no link at all, is an invalid reset link', async ({
  page,
  noise,
  wire,
  authWire,
}) => {
  noise.allow(statusNoise(403), NETWORK_NOISE);
  await signIn(page);
  await page.goto('/auth/reset-password');
  await expect(heading(page, 'Invalid Reset Link')).toBeVisible();
  await expect(page.getByText('Invalid or expired password reset link. Please request a new one.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Sign In' })).toBeVisible();

  const wrong = '/auth/reset-password?token_hash=0000000000000000000000000000000000000000000&type=recovery';
  await page.goto(wrong);
  wire.cut();
  authWire.cut();
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'ErrorAn error occurred while verifying the reset link.',
  );
  wire.mend();
  authWire.mend();
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(heading(page, 'Invalid Reset Link')).toBeVisible();
});
