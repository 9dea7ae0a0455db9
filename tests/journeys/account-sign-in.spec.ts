// The ways in at /auth, and where each leads (R-A4 and R-A5).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, statusNoise, test } from './fixtures.ts';
import { invite, ORGANIZATION } from './invitations.ts';
import { underWorker } from './person.ts';
import { PASSWORD } from './product.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name });
const newAddress = () => `${randomUUID().slice(0, 8)}@people.example`;

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
