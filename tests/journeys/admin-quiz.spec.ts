// A quiz's panel: its order by mouse and keyboard, and what was answered before a change.
import { otherPage, toast } from './admin-steps.ts';
import { expect, test } from './fixtures.ts';
import { pickUp } from './lesson-list.ts';
import { badgeSays, openLesson } from './person.ts';
import { LEARNER } from './product.ts';
import { chooseIn, dialogOf, openQuizPanel, press, questions, quizApi } from './quiz-author.ts';
import { answerAll, keyOf, lessonOfKind } from './quiz-key.ts';

test('[U9] questions are put in another order by mouse, keyboard and menu, and go back when it fails', async ({
  page,
  product,
  wire,
  noise,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const texts = (await keyOf(product, lesson)).map(({ text }) => text);
  const [a = '', b = '', c = ''] = texts;
  await openQuizPanel({ page, noise }, lesson, { refused: [500] });
  const stand = async (...order: string[]) => {
    for (const [at, text] of order.entries()) await expect(questions(page).nth(at)).toContainText(text);
    await expect.poll(async () => (await keyOf(product, lesson)).map(({ text }) => text)).toEqual(order);
  };
  await chooseIn(page, 'More for question 1', 'Move down');
  await expect(toast(page, 'Questions reordered')).toBeVisible();
  await stand(b, a, c);
  const said = (words: string | RegExp) => expect(page.getByText(words)).toBeAttached();
  await page.getByRole('button', { name: 'Move question 3' }).focus();
  await pickUp(page, '3 of 3');
  await page.keyboard.press('ArrowUp');
  await said(/is now at position 2 of 3/);
  await page.keyboard.press('Space');
  await stand(b, c, a);
  // Tall enough for a question to be dragged past the next one.
  await page.setViewportSize({ width: 1280, height: 1800 });
  const grip = page.getByRole('button', { name: 'Move question 1' });
  await expect(grip).toHaveAttribute('aria-disabled', 'false');
  await grip.hover();
  await page.mouse.down();
  const goal = await page.getByRole('button', { name: 'Move question 2' }).boundingBox();
  if (!goal) throw new Error('There is nothing to drag onto.');
  await page.mouse.move(goal.x + 20, goal.y + 60, { steps: 12 });
  await said(/is now at position 2 of 3/);
  await page.mouse.up();
  await stand(c, b, a);
  wire.answerOnce(`${quizApi(lesson)}/order`, { status: 500, body: {} });
  await chooseIn(page, 'More for question 3', 'Move up');
  await expect(toast(page, 'Error reordering questions')).toBeVisible();
  await expect(toast(page, 'Failed to reorder questions')).toBeVisible();
  await stand(c, b, a);
});

test('[U9] a past attempt reads in the words that were answered, and who is answering is told of the change', async ({
  page,
  product,
  noise,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const old = key[0]?.text ?? '';
  await openQuizPanel({ page, noise }, lesson, { refused: [422] });
  await expect(page.getByRole('button', { name: 'Past attempts' })).toHaveCount(0);
  const learner = await otherPage(page, LEARNER);
  await openLesson(learner, lesson);
  await answerAll(learner, key, key.slice(0, 1));
  await press(learner, 'Submit');
  await expect(learner.getByRole('heading', { name: 'Try Again' })).toBeVisible();
  await badgeSays(learner, 'All work sent');
  await press(learner, 'Retry');
  await answerAll(learner, key);

  await page.reload();
  await expect(page.getByText(/^1 person has taken this quiz\./)).toBeVisible();
  await press(page, 'Edit question 1');
  const edit = dialogOf(page, 'Edit Question');
  await edit.getByLabel('Question', { exact: true }).fill('Which one is it now?');
  await press(edit, 'Save Question');
  await expect(toast(page, 'Question Updated')).toBeVisible();

  await press(learner, 'Submit');
  await expect(learner.getByText('This quiz was changed while you were answering.')).toBeVisible();
  await learner.context().close();

  await press(page, 'Past attempts');
  await press(dialogOf(page, 'Past attempts'), /^Lena Learner/);
  const attempt = dialogOf(page, 'Attempt of Lena Learner');
  await expect(attempt.getByText('66% Not passed')).toBeVisible();
  await expect(attempt.getByText('The quiz was changed since.', { exact: false })).toBeVisible();
  const asked = attempt.getByRole('list', { name: 'Questions of the attempt' });
  await expect(asked).toContainText(old);
  await expect(asked).not.toContainText('Which one is it now?');
  await expect(asked.getByText('Incorrect', { exact: true })).toHaveCount(1);
  await press(attempt, 'All attempts');
  const listed = dialogOf(page, 'Past attempts').getByRole('table', { name: 'Attempts' }).getByRole('row');
  await expect(listed.filter({ hasText: 'Lena Learner' })).toHaveCount(1);
});
