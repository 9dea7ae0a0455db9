// The rest of the main jobs without a mouse: enrolling, a video to its end, exam, capstone and certificate, sending, signing out (R-Z3).
import type { Locator, Page } from '@playwright/test';
import { COURSE, lessonsOf, someLessons } from './content.ts';
import { askDatabase, completeAllBut, unitsOf } from './database.ts';
import { countedAsWaiting } from './device-data.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { mainHeading, pressOn, tabTo } from './keyboard-steps.ts';
import { badgeSays, offlineSays, openLesson, signIn } from './person.ts';
import { LEARNER, type Product } from './product.ts';
import { type KeyedQuestion, keyOf, lessonOfKind, questionOn } from './quiz-key.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first();

/** Chooses the right answers: Tab into the question, an arrow to the next circle, Space for each box. */
async function answerByKeys(page: Page, question: KeyedQuestion): Promise<void> {
  const fields = questionOn(page, question).locator('input');
  const right = question.answers.filter(({ isCorrect }) => isCorrect).map(({ id }) => String(id));
  if (question.isMultiple) {
    for (const value of right)
      await pressOn(page, questionOn(page, question).locator(`input[value="${value}"]`), 'Space');
    return;
  }
  await pressOn(page, fields.first(), 'Space');
  const values = await fields.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
  for (let step = 0; step < values.indexOf(right[0] ?? ''); step++) await page.keyboard.press('ArrowDown');
}

const enrolledIn = (product: Product, courseId: number) =>
  askDatabase(
    product,
    'select 1 from course_progress where course_id = ? and user_id = (select id from profiles where email = ?)',
    courseId,
    LEARNER,
  );

/** Completes a text by Tab and Enter; the network is as the test has it. */
async function completeByKeys(page: Page): Promise<void> {
  await pressOn(page, button(page, 'Mark Complete'));
  await expect(page.getByRole('status').filter({ hasText: 'Lesson completed!' }).first()).toBeAttached();
}

const focused = (target: Locator, why: string) => expect(target, why).toBeFocused();

test('[Z3] by keyboard alone from a course that is not begun to the end of its first video', async ({
  page,
  product,
}) => {
  const [first, second] = await lessonsOf(product);
  if (!first || !second) throw new Error('The sample course lost its lessons.');
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await expect(mainHeading(page, 'Certified Field Inspector')).toBeVisible();
  await pressOn(page, link(page, 'Start Learning'));
  await focused(mainHeading(page, first.title), 'the lesson is announced');
  const speed = page.getByLabel('Speed');
  await tabTo(page, speed);
  await page.keyboard.press('End');
  await expect(speed).toHaveValue('2');
  await page.evaluate(() => document.querySelector('video')?.setAttribute('muted', ''));
  await pressOn(page, button(page, 'Play'), 'Space');
  await expect(button(page, 'Pause')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Lesson completed!' }).first()).toBeAttached({
    timeout: 45_000,
  });
  await expect.poll(() => enrolledIn(product, COURSE)).toHaveLength(1);
  await pressOn(page, link(page, 'Continue to Next Lesson'));
  await focused(mainHeading(page, second.title), 'the next lesson is announced');
});

test('[Z3] by keyboard alone through the exam and the capstone to a certificate that is shared, printed and closed', async ({
  page,
  product,
}) => {
  const [exam, capstone] = [await lessonOfKind(product, 'exam'), await lessonOfKind(product, 'capstone')];
  await completeAllBut(product, LEARNER, exam);
  await askDatabase(product, 'delete from unit_progress where lesson_id = ?', capstone.id);
  await page.addInitScript(() => {
    const done: string[] = [];
    Object.assign(window, { done, print: () => done.push('printed') });
    Object.assign(navigator, { share: async ({ url }: ShareData) => done.push(new URL(url ?? '').pathname) });
  });
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await pressOn(page, link(page, /^Continue/));
  await focused(mainHeading(page, exam.title), 'the exam is announced');
  for (const question of await keyOf(product, exam)) await answerByKeys(page, question);
  await pressOn(page, button(page, 'Submit'));
  await expect(page.getByRole('status').filter({ hasText: /Perfect Score! ?Your score: 100%/ })).toBeAttached();
  await pressOn(page, link(page, 'Continue to Next Lesson'));

  await focused(mainHeading(page, capstone.title), 'the project is announced');
  await tabTo(page, page.getByRole('textbox', { name: /Your reflection/ }));
  await page.keyboard.type('I would begin in the attic.');
  await pressOn(page, button(page, 'Hand In and Mark Complete'));
  await focused(mainHeading(page, 'Course completed! Great job!'), 'the end is announced');

  await pressOn(page, button(page, 'Share certificate'));
  await pressOn(page, button(page, 'Print'));
  const serial = /GW(-[0-9A-Z]{4}){3}/.exec(await page.getByRole('article', { name: 'Certificate' }).innerText())?.[0];
  expect(await page.evaluate(() => Reflect.get(window, 'done'))).toEqual([`/verify/${serial}`, 'printed']);
  await pressOn(page, link(page, 'Close'));
  await focused(mainHeading(page, 'Certified Field Inspector'), 'the course is announced');
});

test('[Z3] by keyboard alone on a phone: work saved to a file, uploaded from it, and sent', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  await page.setViewportSize({ width: 390, height: 844 });
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  wire.cut();
  await completeByKeys(page);
  await offlineSays(page, '1 change');
  await page.goto('/sync');
  const saving = page.waitForEvent('download');
  await pressOn(page, button(page, 'Save unsent work to a file'));
  const file = await (await saving).path();
  await focused(button(page, 'Save unsent work to a file'), 'a file is saved and the focus stays');
  const choosing = page.waitForEvent('filechooser');
  await pressOn(page, button(page, 'Upload work from a file'));
  await (await choosing).setFiles(file);
  await expect(page.getByText('0 changes added, 1 already here.', { exact: true })).toBeVisible();
  await focused(button(page, 'Upload work from a file'), 'a file is read and the focus stays');
  wire.mend();
  await page.evaluate(() => document.getElementById('main')?.focus());
  await pressOn(page, button(page, 'Sync now'));
  await badgeSays(page, 'All work sent');
  await focused(button(page, 'Sync now'), 'work is sent and the focus stays');
  await expect.poll(() => unitsOf(product, LEARNER)).toMatchObject([{ lesson_id: text.id, status: 'completed' }]);
});

test('[Z3] by keyboard alone signed out: with nothing unsent, and with unsent work discarded in two steps', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const chooseSignOut = async () => {
    await pressOn(page, page.getByRole('banner').getByRole('button', { name: /Lena Learner/ }));
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('End');
    await focused(page.getByRole('menuitem', { name: 'Sign Out' }), 'End leads to the last item');
    await page.keyboard.press('Enter');
  };
  const isOut = () =>
    focused(mainHeading(page, 'Learn 20-minute property inspections'), 'the landing page is announced');
  await signIn(page);
  await chooseSignOut();
  await pressOn(page, button(page, 'Sign out'));
  await isOut();

  await signIn(page);
  await openLesson(page, text);
  wire.cut();
  await completeByKeys(page);
  await chooseSignOut();
  await expect(dialog('You are offline')).toBeVisible();
  await pressOn(page, button(page, 'Discard instead...'));
  await expect(dialog('Discard 1 change for good?')).toBeVisible();
  await pressOn(page, button(page, 'Back'));
  await pressOn(page, button(page, 'Discard instead...'));
  await pressOn(page, button(page, 'Discard 1 change'));
  await isOut();
  // Their data is deleted once the other pages have let go of it.
  await expect.poll(() => countedAsWaiting(page)).toBe(0);
  wire.mend();
});
