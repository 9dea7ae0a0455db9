// Between a draft and its learners: the checklist, and who is met by taking a course away (R-Z10).
import type { Page } from '@playwright/test';
import { badge, failureIn, openAs, toast } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { draftCourse } from './drafts.ts';
import { expect, test } from './fixtures.ts';
import { recordLearning } from './learning-record.ts';
import { type Product, SUPER_ADMIN } from './product.ts';

const fact = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const publish = (page: Page, name: 'Publish' | 'Unpublish') =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Makes a draft of course 4 with something wrong of every kind; answers the lessons concerned. */
async function spoilCourse(product: Product) {
  const run = (sql: string, ...values: unknown[]) => askDatabase(product, sql, ...values);
  await run('update courses set is_published = false where id = 4');
  const lesson = async (like: string) => {
    const [row] = await askDatabase<{ id: number; title: string }>(
      product,
      'select id, title from lessons where course_id = 4 and title like ? order by order_index limit 1',
      like,
    );
    if (!row) throw new Error(`No lesson like ${like}.`);
    return row;
  };
  const quiz = await lesson('%Quiz%');
  await run('update quiz_questions set retired_at = ? where lesson_id = ?', Date.now(), quiz.id);
  const texts = await askDatabase<{ id: number; title: string }>(
    product,
    "select id, title from lessons where course_id = 4 and asset_id is null and title not like '%quiz%' and title not like '%exam%' and title not like '%capstone%' order by order_index limit 2",
  );
  const [empty, pictured] = texts;
  if (!empty || !pictured) throw new Error('The sample course lost its texts.');
  await run("update lessons set body = '' where id = ?", empty.id);
  await run("update lessons set body = '![A roof](https://elsewhere.example/roof.png)' where id = ?", pictured.id);
  await run("update assets set content_type = 'video/quicktime', captions = null where content_type like 'video/%'");
  return { quiz, empty, pictured };
}

test('[Z10] a draft without lessons is not published, and its checklist says what is missing', async ({
  page,
  product,
}) => {
  const courseId = await draftCourse(product, 'Empty');
  await openAs({ page }, { as: SUPER_ADMIN, at: `/admin/courses/${courseId}` });
  await publish(page, 'Publish');
  const dialog = dialogOf(page, 'Publish this course?');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'The course has no lessons yet.' })).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'Must be fixed' })).toBeVisible();
  await expect(dialog.getByText(/belongs to none/)).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('No one could complete this course yet.');
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
  await dialog.getByRole('link', { name: 'Open General' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true');
  expect(await askDatabase(product, 'select is_published from courses where id = ?', courseId)).toMatchObject([
    { is_published: 0 },
  ]);
});

test('[Z10] the checklist names lessons, tells why something will not work offline, and weighs the download', async ({
  page,
  product,
  wire,
  noise,
}) => {
  const { quiz, empty, pictured } = await spoilCourse(product);
  await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/courses/4', refused: [500] });
  await publish(page, 'Publish');
  const dialog = dialogOf(page, 'Publish this course?');
  const item = (words: string | RegExp) => dialog.getByRole('listitem').filter({ hasText: words }).first();
  await expect(item('1 lesson has neither a text nor a video.')).toContainText(empty.title);
  await expect(item('1 quiz has no questions')).toContainText(quiz.title);
  await expect(item('8 videos have no captions')).toBeVisible();
  const offline = dialog.locator('section', { hasText: 'What will not work offline' });
  await expect(
    offline.getByRole('listitem').filter({ hasText: '1 text shows pictures of other websites' }),
  ).toContainText(pictured.title);
  await expect(offline).toContainText('8 videos have a format that not every browser plays (AVI, Ogg, QuickTime).');
  await item('8 videos have no captions').getByText('Show 8 lessons').click();
  await expect(item('8 videos have no captions').getByRole('link')).toHaveCount(8);
  await expect(fact(page, 'Lessons')).toHaveText('31');
  const [weight] = await askDatabase<{ bytes: number }>(
    product,
    'select sum(size_bytes) as bytes from assets where id in (select asset_id from lessons where course_id = 4)',
  );
  const megabytes = Number.parseFloat((await fact(page, 'Download').innerText()).replace(' MB', ''));
  expect(megabytes).toBeGreaterThanOrEqual(Number(weight?.bytes) / 1e6 - 0.05);
  expect(megabytes).toBeLessThan(Number(weight?.bytes) / 1e6 + 0.3);

  await item('1 quiz has no questions').getByRole('link').click();
  await expect(dialog).toHaveCount(0);
  const opener = page.getByRole('button', { name: `Quiz of ${quiz.title}` });
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(opener).toBeFocused();
  await askDatabase(product, 'update quiz_questions set retired_at = null where lesson_id = ?', quiz.id);
  await page.reload();
  await publish(page, 'Publish');
  await item('1 lesson has neither').getByRole('link').click();
  await expect(page).toHaveURL(`/admin/courses/4/lessons/${empty.id}`);
  await page.goBack();

  await publish(page, 'Publish');
  wire.answerOnce('/api/admin/courses/4', { status: 500, body: {}, isExact: true });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(failureIn(page, 'Error updating course')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, 'Course published')).toBeVisible();
  await expect(badge(page, 'Published')).toBeVisible();
});

test('[Z10] whoever unpublishes is told who is in the middle of it, and may think better of it', async ({
  page,
  product,
}) => {
  await recordLearning(product);
  await openAs({ page }, { as: SUPER_ADMIN, at: '/admin/courses/4' });
  await publish(page, 'Unpublish');
  const dialog = dialogOf(page, 'Unpublish this course?');
  await expect(dialog).toContainText('1 person is partway through.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(badge(page, 'Published')).toBeVisible();
  await publish(page, 'Unpublish');
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await expect(toast(page, 'Course is a draft again')).toBeVisible();
  await expect(badge(page, 'Draft')).toBeVisible();
});
