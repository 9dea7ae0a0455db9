// What people do with a tablet that they share: hand it over, leave it lying about, ask who goes on.
import { expect, type Locator, type Page } from '@playwright/test';
import { writeSettingOf } from './device-data.ts';
import { PASSWORD } from './product.ts';

const AGO_MS = 10 * 60_000;

/** Opens the menu behind the name of whoever sits here. */
export const openMenu = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true }).click();

/** Signs a second person in beside the first. */
export async function addPerson(page: Page, from: string, email: string): Promise<void> {
  await openMenu(page, from);
  await page.getByRole('menuitem', { name: 'Add another person' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  // Where others have a PIN.
  const offer = page.getByRole('dialog', { name: 'Set a PIN' }).getByRole('button', { name: 'Not now' });
  await page.addLocatorHandler(offer, () => offer.click(), { times: 1 });
}

/** Declines the PIN that whoever is new is offered where others have one. */
export const declinePin = (page: Page) =>
  page.getByRole('dialog', { name: 'Set a PIN' }).getByRole('button', { name: 'Not now' }).click();

/** The name of whoever sits here is in sight. */
export const sitsHere = (page: Page, name: string) =>
  expect(page.getByRole('banner').getByRole('button', { name, exact: true })).toBeVisible();

/** "Who's using this device?" over everything. */
export const lockOf = (page: Page): Locator => page.getByRole('dialog', { name: "Who's using this device?" });

/** Sets the PIN of whoever sits here, on their dashboard. */
export async function setPinOf(page: Page, digits: string): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByRole('group', { name: 'New PIN, 4 to 8 digits' }).pressSequentially(digits);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('group', { name: 'Repeat new PIN' }).pressSequentially(digits);
  await expect(page.getByText('Your PIN is set', { exact: true }).first()).toBeVisible();
}

/** Lets the screen lock after five minutes, on the dashboard of whoever sits here. */
export async function lockAfterFive(page: Page): Promise<void> {
  await page.goto('/dashboard');
  const choice = page.getByLabel('Auto-lock');
  await choice.selectOption('5');
  // It shows what the device has written down.
  await expect(choice).toHaveValue('5');
}

/** Ten minutes go by in which nobody touches the tablet. */
export async function leaveAlone(page: Page): Promise<void> {
  const isLocked = async () => {
    await writeSettingOf(page, 'touchedAt', Date.now() - AGO_MS);
    return lockOf(page).isVisible();
  };
  // A touch that was not written down yet counts: then once more.
  await expect.poll(isLocked, { timeout: 30_000, intervals: [1000] }).toBe(true);
}

/** Chooses somebody at the lock. */
export const goOnAs = (page: Page, name: string) =>
  lockOf(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** Types a PIN where one is asked for: its last digit checks it. */
export const enterPin = (page: Page, name: string, digits: string) =>
  page.getByRole('group', { name: `PIN of ${name}` }).pressSequentially(digits);
