// An exam: the same view as a quiz with 20 questions and more (R-Q7), and the time that an attempt took (P-19).
import type { Page } from '@playwright/test';
import { draftsOf } from './device-data.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';
import { answerAll, answerQuestion, attemptsOf, growTo, keyOf, lessonOfKind, questionOn, reword } from './quiz-key.ts';

const SUBMIT = { name: 'Submit', exact: true };
const NEXT = { name: /^(Next|Review answers)$/ };
const PHONE = { width: 390, height: 844 };

/** The bar with the count is on the screen, and what has the focus is not under it. */
async function barLeavesFocusFree(page: Page): Promise<void> {
  const bar = page.locator('[data-page-mark=bottom-bar]');
  await expect(bar).toBeInViewport({ ratio: 1 });
  const [top, bottom] = await Promise.all([
    bar.evaluate((element) => element.getBoundingClientRect().top),
    page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0),
  ]);
  expect(bottom).toBeLessThanOrEqual(top);
}

test('[O9] on a phone the strip that says Offline covers nothing that stands in place of the header', async ({
  page,
  context,
  product,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  await page.setViewportSize(PHONE);
  await signIn(page);
  await openLesson(page, await lessonOfKind(product, 'quiz'));
  await expect(page.getByText('Question 1 of 3', { exact: true })).toBeVisible();
  await context.setOffline(true);
  const strip = page
    .getByRole('banner')
    .getByRole('status')
    .getByText(/^Offline/);
  await expect(strip).toBeVisible();
  const [words, leave] = await Promise.all([
    strip.boundingBox(),
    page.getByRole('link', { name: /^Leave/ }).boundingBox(),
  ]);
  expect(leave?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
});

test('[Q7] an exam is the same view with 20 questions, and the count stays in sight', async ({ page, product }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  const lesson = await lessonOfKind(product, 'exam');
  const key = await keyOf(product, lesson);
  const [first] = key;
  if (!first) throw new Error('The sample exam lost its questions.');
  await signIn(page);
  await openLesson(page, lesson);
  await expect(
    page
      .getByRole('main')
      .getByText(/20 questions/)
      .first(),
  ).toBeVisible();
  expect(key).toHaveLength(20);
  for (const [index, question] of key.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 20`, { exact: true })).toBeInViewport();
    await expect(questionOn(page, question)).toBeFocused();
    await answerQuestion(page, question, index !== 0);
    await expect(page.getByRole('button', { name: `${index + 1} of 20 answered` })).toBeInViewport();
    await page.getByRole('button', NEXT).click();
  }
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Try Again', exact: true })).toBeVisible();
  await expect(page.getByText('(19 of 20 correct)')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: '0 of 20 answered' })).toBeVisible();
  for (const question of key) {
    await answerQuestion(page, question);
    await page.getByRole('button', NEXT).click();
  }
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  expect((await attemptsOf(product, LEARNER)).map(({ score }) => score < 100)).toEqual([true, false]);
});

test('[Q7] sixty questions, one of them with an endless word, hold the layout of a phone', async ({
  page,
  product,
}) => {
  await page.setViewportSize(PHONE);
  const lesson = await lessonOfKind(product, 'exam');
  const [first] = await keyOf(product, lesson);
  if (!first) throw new Error('The sample exam lost its questions.');
  await growTo(product, lesson, 60, (number) => `Added question ${number}: ${'a long sentence of words '.repeat(12)}?`);
  await reword(product, first.id, `Endless${'word'.repeat(200)}?`);
  await signIn(page);
  await openLesson(page, lesson);
  await expect(page.getByRole('button', { name: '0 of 60 answered' })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  const key = await keyOf(product, lesson);
  const last = key.at(-1);
  if (!last) throw new Error('There is no last question.');
  await page.getByRole('button', { name: '0 of 60 answered' }).click();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: last.text }).click();
  await questionOn(page, last).getByRole('radio').last().focus();
  await barLeavesFocusFree(page);
  for (const label of await page.locator('fieldset label').all()) {
    expect((await label.boundingBox())?.height, 'a target of 48 px').toBeGreaterThanOrEqual(48);
  }
});

test('[Q7] the time of an attempt runs from opening to submission, through a reload, and anew after Retry', async ({
  page,
  product,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  await signIn(page);
  const opened = Date.now();
  await openLesson(page, lesson);
  const begun = Date.now();
  await expect.poll(() => Date.now() - begun, 'they think').toBeGreaterThan(2_500);
  await answerAll(page, key, key.slice(0, 1));
  const answered = async () => JSON.stringify(await draftsOf(page));
  for (const { id } of key) await expect.poll(answered).toContain(`"${id}"`);
  await page.reload();
  await expect(page.getByText('3 of 3 answered')).toBeVisible();
  // The device's clock is set back by a year: a length of time is none of its business.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() - 365 * 24 * 3600 * 1000;
  });
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  const longest = Date.now() - opened;
  await page.getByRole('button', { name: 'Retry' }).click();
  const again = Date.now();
  await answerAll(page, key);
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  const [first, second] = (await attemptsOf(product, LEARNER)).map(({ duration_ms }) => duration_ms ?? -1);
  expect(first).toBeGreaterThan(2_500);
  expect(first).toBeLessThan(longest);
  expect(Number.isInteger(first)).toBe(true);
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThan(Date.now() - again + 1_000);
});
