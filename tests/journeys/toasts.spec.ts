// Toasts: where they stand (R-H9), and what is said of progress that another device has changed or that fails (R-P3, R-P4).
import type { Page } from '@playwright/test';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import { openAs } from './admin-steps.ts';
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { unitsOf } from './database.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import { otherDevice } from './other-device.ts';
import {
  badgeSays,
  cameToRest,
  chooseReset,
  completedInCourse,
  markComplete,
  openLesson,
  resetLesson,
  signIn,
} from './person.ts';
import { LEARNER, SUPER_ADMIN } from './product.ts';
import type { Planned } from './wire.ts';

const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const isQuiz = (lesson: Lesson | undefined) => lesson !== undefined && lessonKind(lesson) === 'quiz';
const refusal = (status: number, body: unknown): Planned => ({ status, body, headers: { 'X-Groundwork-Api': '1' } });

/** Every toast that the page shows from now on, in their order. */
async function toastsHeard(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    // The region comes with the first toast.
    new MutationObserver(() => {
      const shown = document.querySelector('[role=region][aria-label*=Notifications] li')?.textContent;
      if (shown && heard.at(-1) !== shown) heard.push(shown);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('[H9] on the first pages of a phone, a toast and the end of the page stand above the tabs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await expect(toast(page)).toContainText('Signed in successfully!');
  const edges = () =>
    page.evaluate(() => {
      const edge = (selector: string, side: 'top' | 'bottom') =>
        document.querySelector(selector)?.getBoundingClientRect()[side] ?? Number.NaN;
      window.scrollTo(0, document.body.scrollHeight);
      return {
        toast: edge('[role=region][aria-label*=Notifications] li', 'bottom'),
        end: edge('main > :last-child', 'bottom'),
        tabs: edge('[data-page-mark=tab-bar]', 'top'),
      };
    });
  await expect.poll(async () => ((all) => Math.max(all.toast, all.end) <= all.tabs)(await edges())).toBe(true);
});

test('[H9] on a phone, a toast of the lesson before covers no answer of a quiz', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lessons = await lessonsOf(product);
  const before = lessons.find((lesson, at) => lessonKind(lesson) === 'text' && isQuiz(lessons[at + 1]));
  if (!before) throw new Error('No text of the sample course leads to a quiz.');
  await signIn(page);
  await openLesson(page, before);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Question 1 of', { exact: false }).first()).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

for (const [screen, width] of [
  ['phone', 390],
  ['tablet', 768],
  ['desk', 1280],
] as const) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport: { width, height: 844 } });

    test(`[H9] at most 420 px wide, over neither the heading nor the next step, on a ${screen}`, async ({
      page,
      product,
    }) => {
      const last = (await lessonsOf(product)).at(-1);
      if (!last) throw new Error('The sample course has no lessons.');
      await signIn(page);
      await openLesson(page, last);
      await markComplete(page);
      await resetLesson(page);
      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toast(page)).toContainText('Lesson marked as complete!');
      const next = page.getByRole('link', { name: /^Not finished/ });
      await expect(next).toBeInViewport({ ratio: 1 });
      const over = await toast(page).boundingBox();
      if (!over) throw new Error('There is no toast.');
      expect(over.width).toBeLessThanOrEqual(420);
      for (const place of [page.getByRole('heading', { level: 1 }), next, page.getByRole('banner')]) {
        const under = await place.boundingBox();
        if (!under) throw new Error('It is not drawn.');
        const apart =
          over.y >= under.y + under.height ||
          under.y >= over.y + over.height ||
          over.x >= under.x + under.width ||
          under.x >= over.x + over.width;
        expect(apart, JSON.stringify({ over, under })).toBe(true);
      }
    });
  });
}

for (const [screen, width] of [
  ['phone', 390],
  ['desk', 1280],
] as const) {
  test(`[H9] what is said of a dialog can be read and closed above it, on a ${screen}`, async ({ page, noise }) => {
    await page.setViewportSize({ width, height: 844 });
    await openAs({ page, noise }, { as: SUPER_ADMIN, at: '/admin/courses' });
    await page.getByRole('button', { name: 'New Course' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Course' });
    await dialog.getByRole('button', { name: 'Create Course' }).click();
    const title = page.getByText('Missing required fields', { exact: true });
    await expect(title).toBeVisible();
    const isOnTop = () =>
      title.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const seen = [left + 1, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
        return seen.every((found) => found?.closest('li') === element.closest('li'));
      });
    await expect.poll(isOnTop).toBe(true);
    await page.locator('li', { has: title }).getByLabel('Close').click();
    await expect(title).toHaveCount(0);
    await expect(dialog, 'the dialog is still open').toBeVisible();
  });
}

test('[P4] a lesson that another device completed: the page says so, and brings the progress up to date', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(statusNoise(409));
  const { text, secondText } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await badgeSays(page, 'All work sent');
  const other = await otherDevice(product);
  expect(await other.record(text, 'completed')).toBe(200);
  expect(await other.record(secondText, 'completed')).toBe(200);
  await expect(completedInCourse(page, secondText)).toHaveCount(0);

  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(toast(page)).toContainText('Lesson Already Completed!');
  await expect(toast(page)).toContainText('Your progress has already been saved.');
  await expect(completedInCourse(page, text)).toBeVisible();
  await expect(completedInCourse(page, secondText), 'the other lesson has arrived, too').toBeVisible();
  await expect.poll(() => unitsOf(product, LEARNER)).toMatchObject([{ rev: 1 }, { rev: 1 }]);
});

test('[P4] in a replay behind the scenes the same answer counts as done, silently', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(statusNoise(503), statusNoise(409));
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await badgeSays(page, 'All work sent');
  // Neither tap nor pass gets through; the page of the tap is left meanwhile.
  wire.answer('/api/progress/unit', refusal(503, { error: 'busy', message: 'busy', code: 'unavailable' }));
  wire.answer('/api/sync', refusal(503, { error: 'busy', message: 'busy', code: 'unavailable' }));
  await markComplete(page);
  await page.getByRole('link', { name: 'Certified Field Inspector' }).first().click();
  await expect(page.getByRole('region', { name: 'Course Content' })).toBeVisible();
  const heard = await toastsHeard(page);
  const other = await otherDevice(product);
  expect(await other.record(text, 'completed')).toBe(200);
  wire.answer('/api/progress/unit', undefined);
  wire.answer('/api/sync', undefined);
  await page.getByRole('link', { name: 'Sync' }).click();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await badgeSays(page, 'All work sent');
  await cameToRest(page);
  expect((await heard()).join(), 'no toast about it').not.toContain('Already');
});

test('[P3] a quiz that was reset is completed again by Undo: its passed attempt still counts', async ({
  page,
  product,
}) => {
  const quiz = (await lessonsOf(product)).find(({ title }) => /^Quiz/.test(title));
  if (!quiz) throw new Error('The sample course has no quiz.');
  const other = await otherDevice(product);
  await other.completeAll([quiz]);
  await signIn(page);
  await openLesson(page, quiz);
  await chooseReset(page);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(completedInCourse(page, quiz)).toBeVisible();
  await badgeSays(page, 'All work sent');
  await expect.poll(() => unitsOf(product, LEARNER)).toEqual([{ lesson_id: quiz.id, status: 'completed', rev: 3 }]);
});

for (const [whose, body, words] of [
  ['the server', { error: 'Out of order', message: 'Out of order', code: 'internal' }, 'Out of order'],
  ['the catalogue', 'nothing that can be read', 'Failed to load progress data'],
] as const) {
  test(`[P3] progress that cannot be loaded is said in the words of ${whose}, and the lesson is there`, async ({
    page,
    product,
    wire,
    noise,
  }) => {
    noise.allow(statusNoise(500));
    const { text } = await someLessons(product);
    await signIn(page);
    wire.answer(`/api/progress/enhanced/${COURSE}`, refusal(500, body));
    await page.goto(lessonPath(text));
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
    await expect(toast(page)).toContainText(`Error${words}`);
  });
}

for (const [whose, body, words] of [
  [
    'the server',
    { error: 'Lesson not found', message: 'Lesson not found', code: 'lesson_not_found' },
    'Lesson not found',
  ],
  ['the catalogue', { error: '', message: '', code: 'lesson_not_found' }, 'There was an error saving your progress.'],
] as const) {
  test(`[P3] progress that the server refuses is said in the words of ${whose}`, async ({
    page,
    product,
    wire,
    noise,
  }) => {
    noise.allow(statusNoise(404));
    const { text } = await someLessons(product);
    await signIn(page);
    await openLesson(page, text);
    await badgeSays(page, 'All work sent');
    wire.answer('/api/progress/unit', refusal(404, body));
    wire.answer('/api/sync', refusal(404, body));
    await page.getByRole('button', { name: 'Mark Complete' }).click();
    await expect(toast(page)).toContainText('Progress Update Failed');
    await expect(toast(page)).toContainText(words);
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
    await badgeSays(page, '1 needs attention');
  });
}
