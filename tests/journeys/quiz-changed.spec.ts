// A quiz that its author changes between opening and submitting, and submissions that are made twice.
import { lessonPath } from './content.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';
import { answerAll, answerQuestion, attemptsOf, growTo, keyOf, lessonOfKind, questionOn, reword } from './quiz-key.ts';

const SUBMIT = { name: 'Submit', exact: true };
const CHANGED = 'This quiz was changed while you were answering.';

test('[Q1] a quiz changed while it is answered: what fits is kept, the rest marked, and it is submitted again', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(statusNoise(422));
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const [first, second] = key;
  if (!first || !second) throw new Error('The sample quiz lost its questions.');
  await signIn(page);
  await openLesson(page, lesson);
  await answerAll(page, key);
  await reword(product, second.id, 'Which of these holds after the change?');
  await growTo(product, lesson, 4, () => 'A question that was added?');
  await page.getByRole('button', SUBMIT).click();

  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(page.getByText('2 of 4 answered')).toBeVisible();
  await expect(page.getByText('Changed question', { exact: true })).toHaveCount(1);
  await expect(page.getByText('New question', { exact: true })).toHaveCount(1);
  await expect(questionOn(page, first).locator('input:checked')).not.toHaveCount(0);
  expect(await attemptsOf(product, LEARNER)).toEqual([]);

  const newKey = await keyOf(product, lesson);
  for (const question of newKey.filter(({ id }) => !key.some((old) => old.id === id) || id === second.id)) {
    await answerQuestion(page, question);
  }
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await badgeSays(page, 'All work sent');
  expect(await attemptsOf(product, LEARNER)).toHaveLength(1);
});

test('[Q1, O11] submitted offline and changed meanwhile: the answers stay readable and lead back to the quiz', async ({
  page,
  context,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(422));
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const [first] = key;
  if (!first) throw new Error('The sample quiz lost its questions.');
  await signIn(page);
  await openLesson(page, lesson);
  await expect(page.getByText('0 of 3 answered')).toBeVisible();
  wire.cut();
  await context.setOffline(true);
  await answerAll(page, key);
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByText('Saved. Your result appears when you are online.')).toBeVisible();
  await reword(product, first.id, 'Which of these holds after the change?');
  await page.goto('/sync');
  wire.mend();
  await context.setOffline(false);
  await badgeSays(page, /attention/);

  await page.getByText('Your answers', { exact: true }).click();
  await expect(page.getByText(first.text, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open the quiz' }).click();
  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(page.getByText('2 of 3 answered')).toBeVisible();
  const [changed] = await keyOf(product, lesson);
  if (!changed) throw new Error('The sample quiz lost its questions.');
  await answerQuestion(page, changed);
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await badgeSays(page, 'All work sent');
});

test('[Q1] two taps, and two tabs at once, are one attempt', async ({ page, context, product, noise }) => {
  // The tab that comes second.
  noise.allow(/the form is not connected/);
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  await signIn(page);
  await openLesson(page, lesson);
  await answerAll(page, key);
  await expect(page.getByText('Ready to submit')).toBeVisible();
  const other = await context.newPage();
  await other.goto(lessonPath(lesson));
  await expect(other.getByText('Ready to submit')).toBeVisible();
  // Taken in hand first: whichever tab comes second has no button any more by the time a person's finger would find it.
  const buttons = await Promise.all([page, other].map((tab) => tab.getByRole('button', SUBMIT).elementHandle()));
  const tapTwice = (button: SVGElement | HTMLElement) => {
    for (let tap = 0; tap < 2; tap += 1)
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  };
  await Promise.all(buttons.map((button) => button?.evaluate(tapTwice)));
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await badgeSays(page, 'All work sent');
  expect(await attemptsOf(product, LEARNER)).toHaveLength(1);
});
