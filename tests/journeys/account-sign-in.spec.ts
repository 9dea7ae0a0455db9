// The screens of /auth: three modes, what they refuse, and where each way in leads (R-A1 to R-A5).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, statusNoise, test } from './fixtures.ts';
import { invite, ORGANIZATION } from './invitations.ts';
import { signIn, underWorker } from './person.ts';
import { LEARNER, PASSWORD } from './product.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name });
const newAddress = () => `${randomUUID().slice(0, 8)}@people.example`;

async function fillSignUp(page: Page, fields: { email: string; name?: string; password?: string; repeated?: string }) {
  const { email, name = 'Nina New', password = 'secret-1', repeated = password } = fields;
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(repeated);
}
const signUp = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true });

test('[A1] three modes with their headings and links; token and invitation leave the address', async ({
  page,
  product,
}) => {
  await page.goto('/auth');
  await expect(heading(page, 'Get Started')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('nina@people.example');
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).click();
  await expect(heading(page, 'Welcome Back')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nina@people.example');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Reset Password')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(/\/auth\/signin$/);
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
  await expect(heading(page, 'Get Started')).toBeVisible();
  for (const [mode, title] of [
    ['signin', 'Welcome Back'],
    ['signup', 'Get Started'],
    ['reset', 'Reset Password'],
  ]) {
    await page.goto(`/auth?mode=${mode}`);
    await expect(heading(page, title ?? '')).toBeVisible();
  }
  const token = invite(product);
  for (const name of ['token', 'invitation']) {
    await page.goto(`/auth?mode=signin&courseId=4&${name}=${token}`);
    await expect(page).toHaveURL(/\/auth\?mode=signin&courseId=4$/);
    await expect(page.getByText(ORGANIZATION)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText(ORGANIZATION), 'kept for the tab').toBeVisible();
});

test('[A2] sign-up says what is wrong, and that an account exists', async ({ page, noise }) => {
  noise.allow(statusNoise(422));
  await page.goto('/auth');
  await expect(signUp(page)).toBeDisabled();
  const box = page.getByRole('main').getByRole('alert');
  const email = newAddress();
  for (const [fields, words] of [
    [{ repeated: 'secret2' }, 'Passwords do not match'],
    [{ password: '12345' }, 'Password must be at least 6 characters long'],
    [{ name: ' N ' }, 'Full name must be at least 2 characters long'],
    [{ name: 'N'.repeat(100) }, 'Full name must be less than 100 characters'],
  ] as const) {
    await fillSignUp(page, { email, ...fields });
    await signUp(page).click();
    await expect(box).toHaveText(`Error${words}`);
  }
  await fillSignUp(page, { email: LEARNER.toUpperCase() });
  await signUp(page).click();
  await expect(box).toHaveText(
    'ErrorAn account with this email already exists. Please sign in instead or use a different email.',
  );
});

test('[A3] a valid invitation names the organization, and only a public course is named', async ({ page, product }) => {
  const token = invite(product);
  await page.goto(`/auth?courseId=4&token=${token}`);
  await expect(page.getByText(ORGANIZATION)).toBeVisible();
  await expect(page.getByText('Certified Field Inspector')).toBeVisible();
  await fillSignUp(page, { email: newAddress() });
  await signUp(page).click();
  await expect(
    page.getByText(`Check your email to confirm your account and join ${ORGANIZATION}.`, { exact: true }),
  ).toBeVisible();

  const expired = invite(product, { expiresAt: Date.now() - 1000 });
  await page.goto(`/auth?courseId=3&token=${expired}`);
  await expect(page.getByText('This invitation has expired')).toBeVisible();
  await expect(page.getByText('Growing an Inspection Business')).toHaveCount(0);
  await fillSignUp(page, { email: newAddress() });
  await signUp(page).click();
  await expect(page.getByText('Check your email to confirm your account.', { exact: true })).toBeVisible();
});

test('[A4] a magic link by mail signs in; with an organization token it joins', async ({ page, product, mailbox }) => {
  const token = invite(product);
  const email = newAddress();
  await page.goto('/auth/signin');
  await page.getByRole('button', { name: 'Use a magic link' }).click();
  await expect(page.getByRole('button', { name: 'Send Magic Link' })).toBeDisabled();
  await page.getByLabel('Email', { exact: true }).fill(` ${email.toUpperCase()} `);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(page.getByText('Magic link sent! Check your email.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send again or use a different email' }).click();
  await page.getByLabel('Invitation Token (optional)').fill(token);
  await expect(page.getByText(`Invitation to ${ORGANIZATION}`)).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(newAddress());
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(page.getByText(`Magic link sent! Check your email to join ${ORGANIZATION}.`)).toBeVisible();

  await page.goto(await mailbox.linkTo(email));
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(heading(page, 'Set Up Your Profile')).toBeVisible();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('[A5] a password leads home; a sign-in elsewhere to the profile; a wrong one is said', { tag: '@core' }, async ({
  page,
  context,
  noise,
  person,
}) => {
  noise.allow(statusNoise(400));
  const { email } = await person();
  const other = await context.newPage();
  await other.goto('/auth/signin');
  await expect(heading(other, 'Welcome Back')).toBeVisible();

  await page.goto('/auth/signin');
  await underWorker(page);
  const button = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });
  await expect(button).toBeDisabled();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await expect(button).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await button.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('ErrorWrong email or password.');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button.click();
  await expect(page.getByText('Signed in successfully!', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  // By way of /setup-profile, which a person with a name does not need.
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto('/auth');
  await expect(other, 'opened when already signed in').toHaveURL(/\/$/);
});

test('[A5] the mail for a new password', async ({ page, mailbox }) => {
  await page.goto('/auth?mode=reset');
  await page.getByLabel('Email', { exact: true }).fill(LEARNER);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByText('Password reset email sent!')).toBeVisible();
  expect(new URL(await mailbox.linkTo(LEARNER)).pathname).toMatch(/reset-password|verify/);
});

test('[A7] an invitation kept by the tab is used by the sign-in that follows', async ({ page, product, person }) => {
  const { email } = await person();
  const token = invite(product);
  await page.goto(`/auth?mode=signin&token=${token}`);
  await expect(page.getByText(ORGANIZATION)).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Organization: Member')).toBeVisible();
});

test('an invitation opened by somebody signed in is asked about, and never joined by an address alone', async ({
  page,
  product,
  person,
}) => {
  const { email, fullName } = await person();
  const token = invite(product);
  await signIn(page, email);
  await page.goto(`/auth/callback?invitation=${token}`);
  await expect(heading(page, `Join ${ORGANIZATION}?`)).toBeVisible();
  await expect(page.getByText(`You are signed in as ${fullName}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(heading(page, `Welcome back, ${fullName}!`)).toBeVisible();
  await expect(page.getByText('Organization: Member')).toHaveCount(0);
});
