// From an empty course to a certificate: everything an author and a learner do, each with their own hands.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { badge, heading, openAs, pick, toast } from './admin-steps.ts';
import type { LessonPlace } from './content.ts';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, openLesson, turnPageOf, watchToTheEnd } from './person.ts';
import { ORG_ADMIN, type Product } from './product.ts';
import { answerAll, keyOf } from './quiz-key.ts';

const COURSE = 'Ladders that hold';
const TEXT = 'Before you climb';
const VIDEO = 'Set the ladder up';
const QUIZ = 'Quiz: Ladders';
const CLIP = join(import.meta.dirname, '../../content/media/set-up-your-account.mp4');
const LEARNER = { name: 'Nora Newcomer', email: 'nora@people.example' };

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** The author makes the course in the dialog and stands on its page. */
async function makeCourse(page: Page): Promise<number> {
  await press(page, 'New Course');
  const dialog = dialogOf(page, 'New Course');
  await dialog.getByLabel('Title').fill(COURSE);
  await dialog.getByLabel('Description').fill('How to stand high and stay there.');
  await dialog.getByLabel('Instructor Name').fill('Rita Roofer');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(heading(page, COURSE)).toBeVisible();
  return Number(new URL(page.url()).pathname.split('/').pop());
}

async function addLesson(page: Page, title: string): Promise<void> {
  await press(page, 'Add New Lesson');
  const dialog = dialogOf(page, 'Add New Lesson');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add Lesson' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Course Lessons' }).getByText(title, { exact: true })).toBeVisible();
}

async function writeText(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Write ${TEXT}` }).click();
  await page
    .getByRole('textbox', { name: 'Text of the lesson' })
    .fill('## Look first\n\nIs the ground **firm**? Then climb.');
  await press(page, 'Save Lesson');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.goBack();
  await expect(heading(page, COURSE)).toBeVisible();
}

/** Opens the panel below a lesson's row. */
async function openPanel(page: Page, title: string): Promise<void> {
  const opener = page.getByRole('button', { name: new RegExp(` of ${title}$`) }).and(page.locator('[aria-expanded]'));
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
}

async function sendVideo(page: Page): Promise<void> {
  await openPanel(page, VIDEO);
  const slot = page.getByRole('group', { name: `Video of ${VIDEO}` });
  await slot.locator('input[type=file]').setInputFiles(CLIP);
  await slot.getByRole('button', { name: 'Upload Video' }).click();
  await expect(toast(page, 'Video Uploaded')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('tab', { name: /1 of 3 with a video/ })).toBeVisible();
}

/** One question of two answers, the second of them right. */
async function askQuestion(page: Page, question: string, [wrong, right]: [string, string]): Promise<void> {
  await page.getByRole('button', { name: 'Add Question' }).click();
  const dialog = dialogOf(page, 'Add Question');
  await dialog.getByLabel('Question', { exact: true }).fill(question);
  await dialog.getByLabel('Answer 1', { exact: true }).fill(wrong);
  await dialog.getByLabel('Answer 2', { exact: true }).fill(right);
  await dialog.getByLabel('Answer 2 is correct').check();
  await dialog.getByRole('button', { name: 'Create Question' }).click();
  await expect(dialog).toHaveCount(0);
}

/** What the checklist still says is no must: the course goes out. */
async function publish(page: Page): Promise<void> {
  await press(page, 'Publish');
  const dialog = dialogOf(page, 'Publish this course?');
  await expect(dialog.getByText('1 video has no captions', { exact: false })).toBeVisible();
  await expect(dialog.getByText('no questions', { exact: false })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(badge(page, 'Published')).toBeVisible();
}

/** Makes a token for members and answers the link that carries it. */
async function invite(page: Page): Promise<string> {
  await page.goto('/admin?tab=invitations');
  await press(page, 'New invitation');
  await pick(page, 'Course (optional)', COURSE);
  await press(page, 'Generate Invitation Token');
  await expect(page.getByRole('heading', { name: 'Invitation Token Created' })).toBeVisible();
  return (await page.getByText(/\/invite\?token=/).textContent()) ?? '';
}

/** A new person follows the invitation and the mailed link, and gives the name that the certificate will bear. */
async function accept(page: Page, link: string, linkTo: (address: string) => Promise<string>): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Email', { exact: true }).fill(LEARNER.email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(heading(page, 'Check Your Email')).toBeVisible();
  await page.goto(await linkTo(LEARNER.email));
  await page.getByRole('main').getByRole('button').first().click();
  await expect(heading(page, COURSE)).toBeVisible();
  await page.goto('/setup-profile?edit=true');
  await page.getByLabel('Full Name').fill(LEARNER.name);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByRole('banner').getByRole('button', { name: LEARNER.name })).toBeVisible();
}

type Three = [text: LessonPlace, video: LessonPlace, quiz: LessonPlace];

/** The lessons of the course in their order, from the database. */
async function lessonsIn(product: Product, courseId: number): Promise<Three> {
  const find = 'select id, title from lessons where course_id = ? order by order_index';
  const rows = await askDatabase<{ id: number; title: string }>(product, find, courseId);
  const [text, video, quiz] = rows.map((row) => ({ ...row, courseId }));
  if (!text || !video || !quiz) throw new Error('The course has not three lessons.');
  return [text, video, quiz];
}

/** Takes the whole course along without opening a lesson of it. */
async function takeAlong(page: Page, courseId: number): Promise<void> {
  await page.goto(`/course/${courseId}`);
  await expect(heading(page, COURSE)).toBeVisible();
  await page.getByRole('button', { name: /Download for offline use/ }).click();
  await expect(page.getByRole('main').getByText('On this device')).toBeVisible({ timeout: 30_000 });
}

test('[X2, U7, U8, U9, Z8, Z10, A11, O10, O11, X3] a course is written, published and given by invitation; the learner takes it offline and earns the certificate', {
  tag: '@core',
}, async ({ page, product, device, wire, mailbox, noise }) => {
  test.setTimeout(240_000);
  noise.allow(NETWORK_NOISE);
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin/courses' });
  const courseId = await makeCourse(page);
  for (const title of [TEXT, VIDEO, QUIZ]) await addLesson(page, title);
  await writeText(page);
  await sendVideo(page);
  await openPanel(page, QUIZ);
  await askQuestion(page, 'Who holds the ladder?', ['Nobody', 'A colleague']);
  await askQuestion(page, 'Where does it stand?', ['On sand', 'On firm ground']);
  await publish(page);
  const link = await invite(page);

  const tablet = await device({ width: 1180, height: 820 });
  await accept(tablet.page, link, mailbox.linkTo);
  const [text, video, quiz] = await lessonsIn(product, courseId);
  await takeAlong(tablet.page, courseId);

  wire.cut();
  await tablet.context.setOffline(true);
  await turnPageOf(tablet.page, text);
  await openLesson(tablet.page, video);
  await watchToTheEnd(tablet.page, 8);
  await expect(tablet.page.getByText('Lesson completed!', { exact: true })).toBeVisible();
  await openLesson(tablet.page, quiz);
  await answerAll(tablet.page, await keyOf(product, quiz));
  await tablet.page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(tablet.page.getByText('Saved. Your result appears when you are online.')).toBeVisible();
  await badgeSays(tablet.page, /changes waiting/);
  expect(await askDatabase(product, 'select 1 from unit_progress where course_id = ?', courseId)).toEqual([]);
  await tablet.page.goto(`/course/${courseId}/certificate`);
  await expect(tablet.page.getByRole('article', { name: 'Certificate' })).toHaveCount(0);

  wire.mend();
  await tablet.context.setOffline(false);
  await badgeSays(tablet.page, 'All work sent');
  const certificate = tablet.page.getByRole('article', { name: 'Certificate' });
  await expect(certificate).toBeVisible({ timeout: 45_000 });
  for (const words of [LEARNER.name, COURSE]) await expect(certificate).toContainText(words);
  await tablet.page.goto(`/course/${courseId}`);
  await expect(tablet.page.getByText('100%', { exact: true }).first()).toBeVisible();

  await page.goto(`/admin/courses/${courseId}?tab=people`);
  const learner = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: LEARNER.name });
  await expect(learner).toContainText('100%');
});
