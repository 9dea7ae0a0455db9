// A quiz as a learner takes it: what is kept, its verdict, and what is never told before (R-Q1 to R-Q6).
import { lessonPath } from './content.ts';
import { unitsOf } from './database.ts';
import { draftsOf } from './device-data.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import { chooseReset, completedInCourse, more, openLesson, signIn } from './person.ts';
import { LEARNER } from './product.ts';
import { answerAll, answerQuestion, attemptsOf, keyOf, lessonOfKind } from './quiz-key.ts';

const SUBMIT = { name: 'Submit', exact: true };

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
