// What is typed into a dialog of administration is not lost by Back, Escape or a reload, and a second click meets no other button.
import type { Page } from '@playwright/test';
import { openAs } from './admin-steps.ts';
import { COURSE } from './content.ts';
import { expect, test } from './fixtures.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';
import { openQuizPanel, quizApi } from './quiz-author.ts';
import { lessonOfKind } from './quiz-key.ts';

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

test('[U2] a double click on a button that saves meets no other one, however long it takes', async ({
  page,
  product,
  wire,
}) => {
  const quiz = await lessonOfKind(product, 'quiz');
  await openQuizPanel({ page }, quiz);
  await page.getByRole('button', { name: 'Add Question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Question' });
  await dialog.getByLabel('Question', { exact: true }).fill('Which ladder?');
  await dialog.getByLabel('Answer 1', { exact: true }).fill('The long one');
  await dialog.getByLabel('Answer 2', { exact: true }).fill('The short one');
  await dialog.getByLabel('Answer 1 is correct').check();
  wire.delay(`${quizApi(quiz)}/questions`, 600);
  const create = dialog.getByRole('button', { name: 'Create Question' });
  const box = await create.boundingBox();
  if (!box) throw new Error('The button is not on the screen.');
  // At the side where a shorter button would end.
  await page.mouse.dblclick(box.x + 12, box.y + box.height / 2, { delay: 20 });
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByText('Which ladder?')).toBeVisible();
});
