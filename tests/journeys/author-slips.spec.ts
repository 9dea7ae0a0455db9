// Slips of somebody who writes courses for the first time: what was typed is not lost, and what is wrong is found.
import type { Locator, Page } from '@playwright/test';
import { openAs, toast } from './admin-steps.ts';
import { someLessons } from './content.ts';
import { expect } from './fixtures.ts';
import { lessonsRegion, rowOf } from './lesson-list.ts';
import { signIn } from './person.ts';
import { ORG_ADMIN, SUPER_ADMIN } from './product.ts';
import { chooseIn, openCourse, openPanel, pendingOf, slotOf, test } from './video-panel.ts';
import { openText, save, says } from './writing-steps.ts';

/** Escape asks before what stands in the field is lost; whoever keeps writing finds it again. */
async function staysWhenAsked(page: Page, field: Locator): Promise<void> {
  const written = await field.inputValue();
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard what you wrote?' })
    .getByRole('button', { name: 'Keep writing' })
    .click();
  await expect(field).toHaveValue(written);
}

test('[U2, M10] what was typed about a course is not lost by Escape, also while a toast is shown', async ({ page }) => {
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin/courses' });
  await page.getByRole('button', { name: 'New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Course' });
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(toast(page, 'Missing required fields')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'New Course' }).click();
  await dialog.getByLabel('Title').fill('Ladders');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Title')).toHaveValue('Ladders');
  await dialog.getByLabel('Description').fill('How to climb.');
  await dialog.getByLabel('Instructor Name').fill('Ann Ruiz');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ladders' })).toBeVisible();

  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByRole('button', { name: 'Edit Course' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Course' });
  await edit.getByLabel('Description').fill('A long text that took an hour.');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(edit.getByLabel('Description')).toHaveValue('A long text that took an hour.');
  await edit.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toHaveCount(0);
  await expect(page.getByText('How to climb.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Course' }).click();
  await expect(edit.getByLabel('Description')).toHaveValue('How to climb.');
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);
});

test('[U7, U9, Z8] a new lesson says how much it holds, and where its text is written', async ({ page }) => {
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin/courses' });
  await page.getByRole('link', { name: /^Manage / }).click();
  for (const title of ['Ladder exam', 'Ropes']) {
    await page.getByRole('button', { name: 'Add New Lesson' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill(title);
    await staysWhenAsked(page, page.getByRole('dialog', { name: 'Add New Lesson' }).getByLabel('Title'));
    await page.getByRole('dialog').getByRole('button', { name: 'Add Lesson' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(rowOf(page, 'Ladder exam')).toContainText('No questions yet');
  await expect(rowOf(page, 'Ropes')).toContainText('1 min');
  await page.getByRole('button', { name: 'Video of Ropes' }).click();
  const written = rowOf(page, 'Ropes').getByRole('link', { name: 'Write the text of Ropes' });
  await expect(written).toBeVisible();
  await page.getByRole('button', { name: 'Modules' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await dialog.getByRole('button', { name: 'Add Module' }).click();
  await expect(dialog.getByText('Please enter a title for the module.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Heights');
  await staysWhenAsked(page, page.getByRole('dialog', { name: 'Add Module' }).getByLabel('Title'));
  await page.getByRole('dialog', { name: 'Add Module' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Modules' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await written.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ropes' })).toBeVisible();
  await expect(lessonsRegion(page)).toHaveCount(0);
});

test('[Z8] a setting that cannot be saved is led to, wherever the page is scrolled', async ({ page, product }) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await page.getByLabel('Points').fill('-3');
  await page.evaluate(() => scrollTo(0, 0));
  await save(page).click();
  await expect(page.getByLabel('Points')).toBeFocused();
  await expect(page.getByLabel('Points')).toBeInViewport();
  await expect(says(page, 'Not saved: correct the fields marked in red first.')).toBeVisible();
  await page.getByLabel('Points').fill('3');
  await expect(says(page, 'Not saved yet, kept on this device')).toBeVisible();
  await save(page).click();
  await expect(says(page, 'All changes saved')).toBeVisible();
});

test('[U8] an empty file is refused at once, and typed captions are asked about', async ({ page, product, files }) => {
  const [lesson] = await pendingOf(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, lesson);
  await chooseIn(page, lesson, files.empty('nothing.mp4', 0));
  await expect(toast(page, 'Empty File')).toBeVisible();
  await expect(slotOf(page, lesson)).toContainText('No video yet');
  const filmed = page.getByRole('button', { name: /^Video uploaded of/ }).first();
  await filmed.click();
  await page
    .getByRole('button', { name: /^(Add captions|Captions) of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Captions of/ });
  const text = dialog.getByRole('textbox', { name: 'Captions' });
  await text.fill('WEBVTT\n\n00:01.000 --> 00:02.000\nA whole evening of work.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(text).toHaveValue(/A whole evening of work/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});
