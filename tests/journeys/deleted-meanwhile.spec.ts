// Another author deletes what is being edited: the editor stays, says so, and its text can be reached, also after a reload.
import { openAs } from './admin-steps.ts';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { askDatabase } from './database.ts';
import { draftsOf } from './device-data.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import { openLesson, signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { dialogOf, openQuizPanel, press } from './quiz-author.ts';
import { keyOf, lessonOfKind } from './quiz-key.ts';
import { actElsewhere, area, openText, save } from './writing-steps.ts';

test('[Z8] the text of a deleted lesson becomes a new one, also after a reload', async ({ page, product, noise }) => {
  const { text } = await someLessons(product);
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin', refused: [404] });
  await openText(page, text);
  await area(page).press('Control+End');
  await area(page).pressSequentially(' A whole evening of work.');
  await actElsewhere(product, 'DELETE', `lessons/${text.id}`);
  await save(page).click();
  const kept = page.getByRole('alert', { name: 'Your unsaved text' });
  await expect(kept).toContainText('This lesson was deleted');
  await expect(kept.getByRole('button', { name: 'Copy my text' })).toBeVisible();
  await expect(area(page)).toHaveValue(/A whole evening of work\.$/);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Lesson not found' })).toBeVisible();
  await kept.getByRole('button', { name: 'Make a new lesson of it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
  await expect(area(page)).toHaveValue(/A whole evening of work\.$/);
  await expect(page).not.toHaveURL(new RegExp(`/lessons/${text.id}$`));
  await page.goto(`/admin/courses/${COURSE}/lessons/${text.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lesson not found' })).toBeVisible();
  await expect(kept).toHaveCount(0);
});

test('[M7] the dialog of the only question stays when someone deletes it', async ({ page, product, noise }) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const [only, ...others] = await keyOf(product, lesson);
  for (const { id } of others) await actElsewhere(product, 'DELETE', `quiz/questions/${id}`);
  await openQuizPanel({ page, noise }, lesson, { refused: [404] });
  await page.locator('[data-focus=edit]').click();
  const dialog = dialogOf(page, 'Edit Question');
  await dialog.getByLabel('Question', { exact: true }).fill('Which ladder is right?');
  await actElsewhere(product, 'DELETE', `quiz/questions/${only?.id}`);
  await press(dialog, 'Save Question');
  await expect(dialog.getByRole('alert')).toContainText('Question not found');
  await expect(page.getByText('No questions yet')).toBeVisible();
  await expect(dialog.getByLabel('Question', { exact: true })).toHaveValue('Which ladder is right?');
});

test('[S7] the reflection of a lesson that is gone can still be copied', async ({ page, product, noise }) => {
  noise.allow(statusNoise(404));
  const capstone = await lessonOfKind(product, 'capstone');
  await signIn(page);
  await openLesson(page, capstone);
  await page.getByLabel('Your reflection (optional)').fill('What I learned on the roof.');
  await expect.poll(async () => JSON.stringify(await draftsOf(page))).toContain('on the roof');
  await askDatabase(product, 'delete from lessons where id = ?', capstone.id);
  await page.goto('/');
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByText(capstone.title)).toHaveCount(0);
  await page.goto(lessonPath(capstone));
  await expect(page.getByRole('heading', { level: 1, name: 'Lesson not found' })).toBeVisible();
  await expect(page.getByText('What I learned on the roof.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy my text' })).toBeVisible();
});
