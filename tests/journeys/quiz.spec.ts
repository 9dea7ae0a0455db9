// A quiz as a learner takes it: every view, the verdict, what is kept, and what is never told before (R-Q1 to R-Q6).
import { lessonPath } from './content.ts';
import { unitsOf } from './database.ts';
import { draftsOf } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, chooseReset, completedInCourse, more, openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';
import { answerAll, answerQuestion, attemptsOf, keyOf, lessonOfKind, questionOn, takeAway } from './quiz-key.ts';

const SUBMIT = { name: 'Submit', exact: true };

test('[Q1] loading, answering, results; submit waits for every answer and leads to what is missing', async ({
  page,
  product,
  wire,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const [first, second, third] = key;
  if (!first || !second || !third) throw new Error('The sample quiz lost its questions.');
  await signIn(page);
  wire.delay(`/api/lessons/${lesson.id}/quiz`, 1_500);
  await page.goto(lessonPath(lesson));
  await expect(page.getByRole('status', { name: 'Loading the questions' })).toBeVisible();
  await expect(page.getByText('0 of 3 answered')).toBeVisible();
  const submit = page.getByRole('button', SUBMIT);
  await expect(submit).toBeDisabled();

  await answerQuestion(page, third);
  await answerQuestion(page, first);
  await expect(page.getByText('2 of 3 answered')).toBeVisible();
  await expect(page.getByText('1 left', { exact: true })).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.getByRole('button', { name: 'Go to question 2' }).click();
  await expect(
    questionOn(page, second)
      .getByRole(second.isMultiple ? 'checkbox' : 'radio')
      .first(),
  ).toBeFocused();
  // The keyboard alone: space chooses, Tab goes on.
  await page.keyboard.press('Space');
  await expect(page.getByText('Ready to submit')).toBeVisible();
  await answerQuestion(page, second);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
});

test('[Q1] answers outlive a reload and a killed browser, and are nobody else’s', { tag: '@core' }, async ({
  device,
  product,
  person,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const [first, , third] = await keyOf(product, lesson);
  if (!first || !third) throw new Error('The sample quiz lost its questions.');
  const tablet = await device();
  const other = await person();
  await signIn(tablet.page);
  await openLesson(tablet.page, lesson);
  await answerQuestion(tablet.page, first);
  await tablet.page.reload();
  await expect(tablet.page.getByText('1 of 3 answered')).toBeVisible();
  await answerQuestion(tablet.page, third);
  await expect(tablet.page.getByText('2 of 3 answered')).toBeVisible();
  await expect.poll(async () => JSON.stringify(await draftsOf(tablet.page))).toContain(`"${third.id}"`);
  await tablet.killAndRestart();
  await tablet.page.goto(lessonPath(lesson));
  await expect(tablet.page.getByText('2 of 3 answered')).toBeVisible();

  await tablet.page.goto('/auth/signin?add=true');
  await tablet.page.getByLabel('Email', { exact: true }).fill(other.email);
  await tablet.page.getByLabel('Password', { exact: true }).fill(other.password);
  await tablet.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(tablet.page.getByRole('heading', { name: 'Welcome to the Groundwork Learning Hub' })).toBeVisible();
  await tablet.page.goto(lessonPath(lesson));
  await expect(tablet.page.getByText('0 of 3 answered')).toBeVisible();
});

test('[Q2, Q3, Q6] below 100: Try Again, the toast, the review, and Retry clears the answers', async ({
  page,
  product,
}) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const [wrong, right] = key;
  if (!wrong || !right) throw new Error('The sample quiz lost its questions.');
  await signIn(page);
  await openLesson(page, lesson);
  await answerAll(page, key, [wrong]);
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByText('Quiz Not Passed', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your score: \d+%\. Please try again\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Try Again', exact: true })).toBeVisible();
  await expect(page.getByText('You need 100% to pass this quiz.', { exact: true })).toBeVisible();

  await page.reload();
  const rowOf = (text: string) =>
    page.getByRole('region', { name: 'Quiz' }).getByRole('listitem').filter({ hasText: text });
  const given = wrong.answers.find(({ isCorrect }) => !isCorrect)?.text ?? '';
  const correct = wrong.answers.find(({ isCorrect }) => isCorrect)?.text ?? '';
  await expect(page.getByRole('heading', { name: 'What was wrong' })).toBeVisible();
  await expect(rowOf(wrong.text)).toContainText(`Your answer: incorrect${given}`);
  await expect(rowOf(wrong.text)).toContainText(wrong.explanation ?? 'Explanation');
  await expect(rowOf(wrong.text).getByText(correct, { exact: true })).toBeHidden();
  await rowOf(wrong.text).getByText('Show correct answer').click();
  await expect(rowOf(wrong.text).getByText(correct, { exact: true }).last()).toBeVisible();
  await page.getByText('2 correct answers').click();
  await expect(rowOf(right.text)).toContainText('Your answer: correct');

  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('0 of 3 answered')).toBeVisible();
  await expect(page.locator('input:checked')).toHaveCount(0);
  await answerAll(page, key);
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  expect((await attemptsOf(product, LEARNER)).map(({ passed }) => Boolean(passed))).toEqual([false, true]);
});

test('[Q2] 100 percent: Perfect Score!, completed, also after a reload and on another device', {
  tag: '@core',
}, async ({ page, product, device }) => {
  const lesson = await lessonOfKind(product, 'quiz');
  await signIn(page);
  await openLesson(page, lesson);
  await answerAll(page, await keyOf(product, lesson));
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await expect(page.getByText('Lesson completed!', { exact: true }), 'not said again').toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await expect(page.getByText('3 correct answers')).toBeVisible();
  expect(await unitsOf(product, LEARNER)).toEqual([{ lesson_id: lesson.id, status: 'completed', rev: 1 }]);

  const phone = await device({ width: 390, height: 844 });
  await signIn(phone.page);
  await phone.page.goto(lessonPath(lesson));
  await expect(phone.page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await expect(more(phone.page)).toBeVisible();
  await chooseReset(page);
  await expect(page.getByText('0 of 3 answered')).toBeVisible();
  await expect(completedInCourse(page, lesson)).toHaveCount(0);
});

test('[Q4] nothing that the server says before a submission tells an answer', async ({ page, product }) => {
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const heard: { path: string; text: string }[] = [];
  const reading: Promise<unknown>[] = [];
  // Those that came whole: the rest of one that a new page cut off is waited for without end.
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const text = request.response().then((response) => response?.text() ?? '');
    reading.push(
      text.then(
        (said) => heard.push({ path: pathname, text: said }),
        () => undefined,
      ),
    );
  });
  await signIn(page);
  await page.goto(`/course/${lesson.courseId}`);
  await openLesson(page, lesson);
  await answerAll(page, key);
  await page.waitForLoadState('networkidle');
  await Promise.all(reading);
  expect(heard.map(({ path }) => path)).toContain(`/api/lessons/${lesson.id}/quiz`);
  expect(
    key.some(({ explanation }) => explanation),
    'the sample quiz explains its answers',
  ).toBe(true);
  for (const { path, text } of heard) {
    expect(text, path).not.toMatch(/correct(AnswerIds)?"|is_?correct/i);
    for (const { explanation } of key) if (explanation) expect(text, path).not.toContain(explanation);
  }
});

test('[Q5] each of the five messages in its case', async ({ page, product, wire, noise, device }) => {
  noise.allow(NETWORK_NOISE, statusNoise(500), statusNoise(404));
  const lesson = await lessonOfKind(product, 'quiz');
  const path = `/api/lessons/${lesson.id}/quiz`;
  const marked = { headers: { 'X-Groundwork-Api': '1' } };
  const said = (words: string) => expect(page.getByText(words)).toBeVisible();

  await page.goto(`/public-course/${lesson.courseId}/lesson/${lesson.id}`);
  await said('Please log in to access quiz questions.');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();

  await signIn(page);
  const message = 'Something went wrong on our side. Please try again.';
  wire.answer(path, { status: 500, body: { error: message, message, code: 'internal' }, ...marked });
  await page.goto(lessonPath(lesson));
  await said('Failed to fetch quiz questions');
  wire.answer(path, { status: 200, body: { nonsense: true }, ...marked });
  await page.getByRole('button', { name: 'Try again' }).click();
  await said('Failed to load quiz questions. Please try again.');
  wire.answer(path, undefined);
  await page.getByRole('button', { name: 'Try again' }).click();
  await said('0 of 3 answered');

  const refused = { error: 'Lesson not found', message: 'Lesson not found', code: 'lesson_not_found' };
  wire.answer(`${path}/submit`, { status: 404, body: refused, ...marked });
  await answerAll(page, await keyOf(product, lesson));
  await page.getByRole('button', SUBMIT).click();
  await said('Failed to submit quiz. Please try again.');
  await said('3 of 3 answered');
  wire.answer(`${path}/submit`, undefined);
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible();
  await badgeSays(page, 'All work sent');

  for (const { id } of await keyOf(product, lesson)) await takeAway(product, id);
  const tablet = await device();
  const learner = tablet.page;
  await signIn(learner, 'orgadmin@demo.example');
  await learner.goto(lessonPath(lesson));
  await expect(learner.getByText('No questions found for this quiz.')).toBeVisible();
});

test('[Q6] saying that a quiz is completed does not complete it', async ({ page, product, noise }) => {
  noise.allow(statusNoise(422));
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const asked = page.waitForRequest((request) => request.url().includes('/api/') && 'x-op-user' in request.headers());
  await signIn(page);
  const { authorization = '' } = (await asked).headers();
  const complete = () =>
    page.request.post('/api/progress/unit', {
      headers: { authorization },
      data: { lessonId: lesson.id, status: 'completed' },
    });
  const untried = await complete();
  expect(untried.status()).toBe(422);
  expect(await untried.json()).toMatchObject({
    message: 'You need 100% to pass this quiz.',
    failed: true,
    currentScore: 0,
  });
  await openLesson(page, lesson);
  await expect(page.getByRole('button', { name: 'Mark Complete' }), 'nobody is led into the refusal').toHaveCount(0);
  await answerAll(page, key, key.slice(0, 1));
  await page.getByRole('button', SUBMIT).click();
  await expect(page.getByText('Quiz Not Passed', { exact: true })).toBeVisible();
  const [attempt] = await attemptsOf(product, LEARNER);
  expect(await (await complete()).json()).toMatchObject({ failed: true, currentScore: attempt?.score });
  expect(await unitsOf(product, LEARNER).then((units) => units.filter(({ status }) => status === 'completed'))).toEqual(
    [],
  );
});
