// The quiz panel of a lesson's row: questions, answers, their rules and every message.
import { failureIn, otherPage, toast } from './admin-steps.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { openLesson } from './person.ts';
import { LEARNER } from './product.ts';
import { answersOf, chooseIn, dialogOf, openQuizPanel, press, questions, quizApi } from './quiz-author.ts';
import { keyOf, lessonOfKind } from './quiz-key.ts';

const refusal = (message: string) => ({ status: 500, body: { error: message, message, code: 'internal' } });

test('[U9] a question is written by its rules, asked of learners, changed in one go, and deleted', async ({
  page,
  product,
  wire,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  await openQuizPanel({ page }, lesson);
  await expect(questions(page)).toHaveCount(3);
  await press(page, 'Add Question');
  const dialog = dialogOf(page, 'Add Question');
  const create = dialog.getByRole('button', { name: 'Create Question' });
  await expect(create).toBeDisabled();
  await expect(dialog.getByLabel('Points')).toHaveValue('1');
  await expect(dialog.getByRole('button', { name: /^Remove answer/ })).toHaveCount(0);
  await dialog.getByLabel('Question', { exact: true }).fill('  ');
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Question', { exact: true }).fill('What holds a ladder?');
  await create.click();
  await expect(toast(page, 'Validation Error')).toBeVisible();
  await expect(toast(page, 'Please mark at least one answer as correct.')).toBeVisible();
  await dialog.getByLabel('Answer 1 is correct').check();
  await create.click();
  await expect(toast(page, 'All answers must have text.')).toBeVisible();
  await dialog.getByLabel('Answer 2 is correct').check();
  await expect(dialog.getByLabel('Answer 1 is correct')).not.toBeChecked();
  await dialog.getByLabel('Answer 1', { exact: true }).fill('A string');
  await dialog.getByLabel('Answer 2', { exact: true }).fill('A colleague');
  await press(dialog, 'Add Answer');
  await expect(dialog.getByLabel('Answer 3', { exact: true })).toBeFocused();
  await dialog.getByLabel('Points').fill('11');
  await create.click();
  await expect(dialog.getByText('Points must be a whole number from 1 to 10.')).toBeVisible();
  await dialog.getByLabel('Points').fill('10');
  await create.click();
  await expect(toast(page, 'Question Created')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(questions(page).nth(3)).toContainText('10 points');
  await expect(answersOf(page, 4)).toHaveText([/^A string/, /^Correct: A colleague/]);

  const learner = await otherPage(page, LEARNER);
  await openLesson(learner, lesson);
  await expect(learner.getByRole('group', { name: 'What holds a ladder?' }).getByRole('radio')).toHaveCount(2);
  await learner.context().close();

  await press(page, 'Edit question 4');
  const edit = dialogOf(page, 'Edit Question');
  await edit.getByLabel('Question Type').selectOption('Multiple Choice');
  await edit.getByLabel('Answer 1 is correct').check();
  await expect(edit.getByLabel('Answer 2 is correct')).toBeChecked();
  await press(edit, 'Add Answer');
  await press(edit, 'Save Question');
  await expect(toast(page, 'All answers must have text.')).toBeVisible();
  await edit.getByLabel('Answer 3', { exact: true }).fill('Hope');
  const before = wire.passed.length;
  await press(edit, 'Save Question');
  await expect(toast(page, 'Question Updated')).toBeVisible();
  const written = wire.passed.slice(before).filter(({ method }) => method !== 'GET');
  expect(written.map(({ method, status }) => [method, status])).toEqual([['PUT', 200]]);
  await expect(answersOf(page, 4)).toHaveText([/^Correct: A string/, /^Correct: A colleague/, /^Hope/]);

  await press(page, 'Delete question 4');
  await expect(dialogOf(page, 'Delete Question')).toContainText('"What holds a ladder?"');
  await press(dialogOf(page, 'Delete Question'), 'Delete');
  await expect(toast(page, 'Question Deleted')).toBeVisible();
  await expect(questions(page)).toHaveCount(3);
});

test('[U9] answers are added, changed and deleted one by one, and two and a key always stay', async ({
  page,
  product,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const [first] = await keyOf(product, lesson);
  const right = first?.answers.findIndex(({ isCorrect }) => isCorrect) ?? 0;
  await openQuizPanel({ page }, lesson);
  await expect(answersOf(page, 1).nth(right)).toContainText('Correct:');
  await chooseIn(page, 'More for question 1', 'Add Answer');
  const adding = dialogOf(page, 'Add Answer');
  await press(adding, 'Add Answer');
  await expect(toast(page, 'All answers must have text.')).toBeVisible();
  await adding.getByLabel('Answer', { exact: true }).fill('Quite another thing');
  await adding.getByLabel('This answer is correct').check();
  await press(adding, 'Add Answer');
  await expect(toast(page, 'Answer Added')).toBeVisible();
  await expect(answersOf(page, 1).last()).toHaveText(/^Correct: Quite another thing/);
  await expect(answersOf(page, 1).nth(right)).not.toContainText('Correct:');

  await chooseIn(page, 'More for answer Quite another thing', 'Delete Answer');
  await expect(toast(page, 'Please mark at least one answer as correct.')).toBeVisible();
  await chooseIn(page, 'More for answer Quite another thing', 'Edit Answer');
  const editing = dialogOf(page, 'Edit Answer');
  await editing.getByLabel('This answer is correct').uncheck();
  await press(editing, 'Save Answer');
  await expect(toast(page, 'Validation Error')).toBeVisible();
  await editing.getByLabel('This answer is correct').check();
  await editing.getByLabel('Answer', { exact: true }).fill('The right thing');
  await press(editing, 'Save Answer');
  await expect(toast(page, 'Answer Updated')).toBeVisible();
  await expect(answersOf(page, 1).last()).toHaveText(/^Correct: The right thing/);

  const others = first?.answers.map(({ text }) => text) ?? [];
  for (const text of others.slice(1)) {
    await chooseIn(page, `More for answer ${text}`, 'Delete Answer');
    await press(dialogOf(page, 'Delete Answer'), 'Delete');
    await expect(toast(page, 'Answer Deleted')).toBeVisible();
    await expect(answersOf(page, 1).filter({ hasText: text })).toHaveCount(0);
  }
  await expect(answersOf(page, 1)).toHaveCount(2);
  await press(page, `More for answer ${others[0]}`);
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Answer']);
});

test('[U9] every failure has its words, and nothing that was typed is lost', async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const lesson = await lessonOfKind(product, 'quiz');
  const [first] = await keyOf(product, lesson);
  const text = first?.answers[0]?.text ?? '';
  await openQuizPanel({ page, noise }, lesson, { refused: [500] });
  const fails = async (path: string, title: string, act: () => Promise<void>) => {
    wire.answerOnce(path, refusal('The roof is wet.'));
    await act();
    await expect(failureIn(page, title)).toBeVisible();
    await expect(failureIn(page, 'The roof is wet.')).toBeVisible();
  };
  await press(page, 'Add Question');
  const dialog = dialogOf(page, 'Add Question');
  await dialog.getByLabel('Question', { exact: true }).fill('Kept?');
  await dialog.getByLabel('Question Type').selectOption('True/False');
  await expect(dialog.getByLabel('Answer 1', { exact: true })).toHaveValue('True');
  await dialog.getByLabel('Answer 1 is correct').check();
  await fails(`${quizApi(lesson)}/questions`, 'Failed to Create Question', () => press(dialog, 'Create Question'));
  await expect(dialog.getByLabel('Question', { exact: true })).toHaveValue('Kept?');
  wire.cut();
  await press(dialog, 'Create Question');
  await expect(failureIn(page, 'The server cannot be reached. Check your connection and try again.')).toBeVisible();
  wire.mend();
  await press(dialog, 'Close');
  await press(dialogOf(page, 'Discard what you wrote?'), 'Keep writing');
  await expect(dialog.getByLabel('Question', { exact: true })).toHaveValue('Kept?');
  await press(dialog, 'Cancel');
  await press(dialogOf(page, 'Discard what you wrote?'), 'Discard');
  await expect(dialog).toBeHidden();

  await press(page, 'Edit question 1');
  await fails('/api/admin/quiz/questions', 'Failed to Update Question', () =>
    press(dialogOf(page, 'Edit Question'), 'Save Question'),
  );
  await press(dialogOf(page, 'Edit Question'), 'Cancel');
  await press(page, 'Delete question 1');
  await fails('/api/admin/quiz/questions', 'Failed to Delete Question', () =>
    press(dialogOf(page, 'Delete Question'), 'Delete'),
  );
  await press(dialogOf(page, 'Delete Question'), 'Cancel');
  await chooseIn(page, 'More for question 1', 'Add Answer');
  const answer = dialogOf(page, 'Add Answer');
  await answer.getByLabel('Answer', { exact: true }).fill('Never');
  await fails('/api/admin/quiz/questions', 'Failed to Add Answer', () => press(answer, 'Add Answer'));
  await press(answer, 'Cancel');
  await press(dialogOf(page, 'Discard what you wrote?'), 'Discard');
  await chooseIn(page, `More for answer ${text}`, 'Edit Answer');
  await fails('/api/admin/quiz/answers', 'Failed to Update Answer', () =>
    press(dialogOf(page, 'Edit Answer'), 'Save Answer'),
  );
  await press(dialogOf(page, 'Edit Answer'), 'Cancel');
  await chooseIn(page, `More for answer ${first?.answers.find(({ isCorrect }) => !isCorrect)?.text}`, 'Delete Answer');
  await fails('/api/admin/quiz/answers', 'Failed to Delete Answer', () =>
    press(dialogOf(page, 'Delete Answer'), 'Delete'),
  );
  await press(dialogOf(page, 'Delete Answer'), 'Cancel');
  expect(await keyOf(product, lesson)).toHaveLength(3);

  wire.answer(quizApi(lesson), refusal('The roof is wet.'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch quiz questions' })).toBeVisible();
  wire.answer(quizApi(lesson), undefined);
  await press(page, 'Try again');
  await expect(questions(page)).toHaveCount(3);
});
