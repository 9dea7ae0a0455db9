// What is typed into a dialog of administration is not lost by Back, Escape or a reload, and a second click meets no other button.
import type { Page } from '@playwright/test';
import { openAs, toast } from './admin-steps.ts';
import { COURSE } from './content.ts';
import { expect, test } from './fixtures.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';

type Editor = { at: string; button: string; dialog: string; field: string };

const EDITORS: Editor[] = [
  { at: '/admin/courses', button: 'New Course', dialog: 'New Course', field: 'Title' },
  {
    at: `/admin/courses/${COURSE}?tab=general`,
    button: 'Edit Course',
    dialog: 'Edit Course',
    field: 'Instructor Name',
  },
  { at: `/admin/courses/${COURSE}`, button: 'Add New Lesson', dialog: 'Add New Lesson', field: 'Title' },
  { at: '/admin/organizations', button: 'New Organization', dialog: 'Create Organization', field: 'Organization Name' },
  { at: '/admin/integrations', button: 'New token', dialog: 'New API token', field: 'Name' },
];

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you wrote?' });

async function staysInEveryWay(page: Page, { at, button, dialog: name, field: label }: Editor): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // As a link does, so that Back leads to a page of the app.
  await page.evaluate((path) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: 'linked', usr: null }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, at);
  const opener = page.getByRole('main').getByRole('button', { name: button, exact: true }).first();
  await opener.click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  const field = dialog.getByLabel(label, { exact: true });
  await field.fill('Ladders');
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await leave();
    await question(page).getByRole('button', { name: 'Keep writing' }).click();
    await expect(field).toHaveValue('Ladders');
  }
  const asked = page.waitForEvent('dialog');
  const reloading = page.reload().catch(() => undefined);
  await (await asked).dismiss();
  await reloading;
  await expect(field).toHaveValue('Ladders');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/admin$/);
}

test('[U2] Back, Escape and a reload ask before they take what was typed into any dialog', async ({ page }) => {
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin' });
  for (const editor of EDITORS) await staysInEveryWay(page, editor);
});

test('[U2] so do those of an org admin', async ({ page }) => {
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin' });
  await staysInEveryWay(page, { at: '/admin/groups', button: 'New group', dialog: 'New group', field: 'Name' });
});

test('[U2] Escape asks also while a toast is shown', async ({ page }) => {
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin/courses' });
  await page.getByRole('button', { name: 'New Course' }).click();
  const title = page.getByRole('dialog', { name: 'New Course' }).getByLabel('Title');
  await page.getByRole('button', { name: 'Create Course' }).click();
  await expect(toast(page, 'Missing required fields')).toBeVisible();
  await expect(title).toBeFocused();
  await title.fill('Ladders');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Keep writing' }).click();
  await expect(title).toHaveValue('Ladders');
});
