// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { freshUnit } from '#sync/contract/progress.ts';
import type { Quiz } from '#sync/contract/quiz.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { aCourse, aLesson, aQuestion } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

const colours = [
  { id: 12, answer_text: 'Green', order_index: 2 },
  { id: 11, answer_text: 'Red', order_index: 1 },
];
const quiz: Quiz = {
  lessonId: 301,
  quizVersion: 'v1',
  questions: [
    aQuestion(1, 'Which colour is complete?', [], { answers: colours }),
    aQuestion(2, 'What do you pack?', ['Scanner', 'Charger', 'Dog'], { question_type: 'multiple_choice' }),
  ],
};
const lessons = [
  aLesson({ id: 301, orderIndex: 1, title: 'Quiz: basics' }),
  aLesson({ id: 302, orderIndex: 2, title: 'Capstone: a house' }),
];
const content = [{ course: aCourse({ lessonCount: 2 }), lessonsOf: { courseId: 4, lessons } }];

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({
    content: [{ ...content[0], quiz }],
    screen: lessonPages,
    at: '/course/4/lesson/301',
    ...more,
  });
  return opened;
};
afterEach(() => opened.close());

/** The server's verdict: what was chosen, and that 12 and [21, 22] were right. */
const graded = (score: number) => (request: TransportRequest) => {
  if (request.path !== '/api/lessons/301/quiz/submit') return undefined;
  const passed = score === 100;
  const unit = { ...freshUnit(301), status: passed ? 'completed' : 'in_progress', rev: 1 };
  const review = [
    { questionId: 1, chosenAnswerIds: [passed ? 12 : 11], correctAnswerIds: [12], explanation: 'Green means done.' },
    { questionId: 2, chosenAnswerIds: [21, 22], correctAnswerIds: [21, 22], explanation: null },
  ];
  return { body: { score, passed, review, unit, changed: true, dataEpoch: 'e1' } };
};

const answerAll = async (first = 'Green') => {
  fireEvent.click(await screen.findByLabelText(first));
  fireEvent.click(screen.getByLabelText('Scanner'));
  fireEvent.click(screen.getByLabelText('Charger'));
};
const submit = () => screen.getByRole('button', { name: 'Submit' });
const handIn = async (first?: string) => {
  await answerAll(first);
  fireEvent.click(submit());
  await screen.findByText(/^Saved\./);
};
const grade = (score: number) => {
  opened.setNetwork(graded(score));
  return opened.engine.syncNow();
};

describe('answering', () => {
  test('[Q1] radio or checkbox by type, answers in their order, submit only when all are answered', async () => {
    await open();
    const first = await screen.findByRole('group', { name: /Which colour/ });
    expect(
      within(first)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Red', 'Green']);
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    expect(submit()).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByLabelText('Green'));
    expect(submit()).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Go to question 2' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Scanner'));
    fireEvent.click(screen.getByLabelText('Scanner'));
    expect(submit()).toHaveProperty('disabled', false);
    fireEvent.click(screen.getByLabelText('Scanner'));
    expect(submit()).toHaveProperty('disabled', true);
  });

  test('[Q1] chosen answers are there again after the page was closed', async () => {
    const { engine, show } = await open();
    await answerAll();
    await waitFor(async () =>
      expect(Object.keys((await engine.replica.drafts.get(301))?.answers ?? {})).toHaveLength(2),
    );
    show(null, '/');
    show(lessonPages, '/course/4/lesson/301');
    await waitFor(() => expect(screen.getByLabelText('Green')).toHaveProperty('checked', true));
    expect(screen.getByLabelText('Charger')).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Dog')).toHaveProperty('checked', false);
  });

  test.each([
    ['the last open lesson promises the certificate', [301, 302], true],
    ['one of several open lessons promises none', [301], false],
  ])('[X3] submitted offline, %s', async (_, taken, isPromised) => {
    const { engine } = await open();
    if (taken.includes(302)) await engine.record({ kind: 'unit', courseId: 4, lessonId: 302, status: 'completed' });
    await answerAll();
    fireEvent.click(submit());
    await screen.findByText('Saved. Your result appears when you are online.');
    const promise = screen.queryByText(/^That was the last lesson\. If you passed, your certificate comes/);
    expect(promise !== null).toBe(isPromised);
  });

  test('[O11] submitted offline it is kept, says so, and the verdict comes with the network', async () => {
    const { engine } = await open();
    await answerAll();
    fireEvent.click(submit());
    await screen.findByText('Saved. Your result appears when you are online.');
    expect(screen.getByRole('link', { name: 'Continue to Next Lesson' }).getAttribute('href')).toBe(
      '/course/4/lesson/302',
    );
    const statuses = screen.getAllByRole('status');
    expect(await engine.replica.outbox.toArray()).toMatchObject([
      { kind: 'quiz', body: { answers: { 1: '12', 2: ['21', '22'] }, quizVersion: 'v1' } },
    ]);
    await grade(100);
    await screen.findByText('Perfect Score!');
    const said = statuses.filter((status) => status.textContent?.includes('Perfect Score!Your score: 100%'));
    expect(said, 'it is read out').toHaveLength(1);
    expect(screen.getAllByText(/Perfect Score|Lesson completed/), 'and said once').toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(await screen.findByText(/\d+ points\.$/)).toBeTruthy();
  });
});

describe('the verdict', () => {
  test('[Q2] what takes the place of the questions has the focus, and the questions again after Retry', async () => {
    await open();
    await answerAll('Red');
    submit().focus();
    fireEvent.click(submit());
    await screen.findByText(/^Saved\./);
    const place = screen.getByRole('region', { name: 'Quiz' });
    await waitFor(() => expect(document.activeElement).toBe(place));
    await grade(50);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(document.activeElement).toBe(place);
    retry.focus();
    fireEvent.click(retry);
    await screen.findByLabelText('Red');
    await waitFor(() => expect(document.activeElement).toBe(place));
  });

  test('[Q2, Q3] below 100: Try Again, what is needed, the review, and Retry clears the answers', async () => {
    await open();
    await handIn('Red');
    await grade(50);
    await screen.findByRole('heading', { name: 'Try Again' });
    expect(screen.getByText('You need 100% to pass this quiz.')).toBeTruthy();
    expect(screen.getByText('(1 of 2 correct)')).toBeTruthy();
    expect(document.querySelector('.stroke-complete'), 'green is complete').toBeNull();
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toContainEqual(
      'Question 1. Which colour is complete?Your answer: incorrectRedGreen means done.Show correct answerGreen',
    );
    expect(rows).toContainEqual('Question 2. What do you pack?Your answer: correctScannerCharger');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByLabelText('Red')).toHaveProperty('checked', false));
    expect(screen.getAllByRole('checkbox', { checked: false })).toHaveLength(3);
  });

  test('[S5] a pass that completes the course says so, before the score', async () => {
    const { engine } = await open();
    await engine.replica.units.put({ ...freshUnit(302), status: 'completed', rev: 1 });
    await handIn();
    await grade(100);
    const score = await screen.findByText('Perfect Score!');
    const course = await screen.findByText('Course completed! Great job!');
    expect(course.compareDocumentPosition(score)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('[Q6, Y7a] a failure is said by its page with the score, until a try that passes takes its place', async () => {
    const { engine, setNetwork } = await open();
    await handIn('Red');
    await grade(50);
    await screen.findByText('Quiz Not Passed');
    expect(screen.getByText('Your score: 50%. Please try again.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByLabelText('Red')).toHaveProperty('checked', false));
    // It would cover the answers.
    await waitFor(() => expect(screen.queryByText('Quiz Not Passed')).toBeNull());
    await answerAll();
    setNetwork(graded(100));
    fireEvent.click(submit());
    await engine.syncNow();
    await screen.findByText('Perfect Score!');
    expect(screen.getAllByText(/perfect score|lesson completed/i)).toHaveLength(1);
  });

  test('[Q5] a refused submission says so and keeps the answers', async () => {
    const { engine, setNetwork } = await open();
    await handIn();
    setNetwork(() => refused('lesson_not_found'));
    await engine.syncNow();
    await screen.findByText(/Failed to submit quiz. Please try again./);
    expect(screen.getByLabelText('Green')).toHaveProperty('checked', true);
  });
});

describe('no questions', () => {
  test.each([
    ['quiz_not_found', 'No questions found for this quiz.'],
    ['internal', 'Failed to fetch quiz questions'],
    ['not_authenticated', 'Please log in to access quiz questions.'],
  ] as const)('[Q5] %s reads "%s"', async (code, words) => {
    await open({
      content,
      network: ({ path }) => (path.endsWith('/quiz') ? refused(code) : undefined),
      ...(code === 'not_authenticated' ? { as: 'visitor' as const } : {}),
    });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('[Q5] an answer without readable questions is a failed load', async () => {
    await open({ content, network: (request) => (request.path.endsWith('/quiz') ? { body: '' } : undefined) });
    expect(await screen.findByText('Failed to load quiz questions. Please try again.')).toBeTruthy();
  });

  test('[O12] a kind of question of a later release asks for the update', async () => {
    const number = { id: 9, question_text: 'How many?', question_type: 'number', order_index: 1, points: 1 };
    const body = { lessonId: 12, questions: [{ ...number, explanation: null, answers: [] }], quizVersion: 'v1' };
    await open({ content, network: (request) => (request.path.endsWith('/quiz') ? { body } : undefined) });
    expect(await screen.findByText('This needs the newer version of the app')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Update the app' }));
    expect(await screen.findByText(/No newer version was found/)).toBeTruthy();
  });

  test('[Q5] a visitor is led to the sign-in, or on to the next lesson, without a question to the server', async () => {
    const { asked } = await open({ content, as: 'visitor' });
    await screen.findByText('Please log in to access quiz questions.');
    const onward = screen.getByRole('link', { name: 'Continue to Next Lesson' });
    expect(onward.getAttribute('href')).toBe('/course/4/lesson/302');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin?courseId=4');
    expect(asked.filter(({ path }) => path.endsWith('/quiz'))).toEqual([]);
  });

  test('[O2] questions that are not on the device say so, and are fetched when asked again', async () => {
    const { setNetwork } = await open({ content });
    await screen.findByText('This quiz is not on this device');
    setNetwork((request) => (request.path.endsWith('/quiz') ? { body: quiz } : undefined));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('Green');
  });
});

describe('the capstone', () => {
  test('[S7] a reflection is kept while it is written and goes with the completion', async () => {
    const { engine, show } = await open({ at: '/course/4/lesson/302' });
    fireEvent.change(await screen.findByLabelText(/Your reflection/), { target: { value: 'The stairs were hard.' } });
    await screen.findByText('Draft saved on this device.');
    show(null, '/');
    show(lessonPages, '/course/4/lesson/302');
    await screen.findByDisplayValue('The stairs were hard.');
    fireEvent.click(screen.getByRole('button', { name: 'Hand In and Mark Complete' }));
    await screen.findByRole('button', { name: 'Completed' });
    expect(await engine.replica.outbox.toArray()).toMatchObject([
      { body: { status: 'completed', reflection: 'The stairs were hard.' } },
    ]);
    expect(await screen.findByText('Lesson completed!')).toBeTruthy();
  });

  test('[S7] its tasks are boxes to tick, kept like the words, and the way to the words is always at hand', async () => {
    const [one, two] = lessons;
    const body = '## Check yourself\n\n- [ ] Door count\n- [ ] Heating';
    const project = { courseId: 4, lessons: [one, { ...two, body }] as typeof lessons };
    const { show } = await open({ content: [{ ...content[0], lessonsOf: project }], at: '/course/4/lesson/302' });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Heating' }));
    await screen.findByText('Draft saved on this device.');
    fireEvent.click(screen.getByRole('button', { name: 'Go to your reflection' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/Your reflection/));
    fireEvent.change(screen.getByLabelText(/Your reflection/), { target: { value: 'Dry.' } });
    await screen.findByText('Draft saved on this device.');
    show(null, '/');
    show(lessonPages, '/course/4/lesson/302');
    expect(await screen.findByRole('checkbox', { name: 'Heating' })).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: 'Door count' })).toHaveProperty('checked', false);
    screen.getByDisplayValue('Dry.');
    fireEvent.click(screen.getByRole('button', { name: 'Hand In and Mark Complete' }));
    await screen.findByRole('button', { name: 'Completed' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('[S7] the reflection is optional', async () => {
    const { engine } = await open({ at: '/course/4/lesson/302' });
    fireEvent.click(await screen.findByRole('button', { name: 'Hand In and Mark Complete' }));
    await screen.findByRole('button', { name: 'Completed' });
    const [entry] = await engine.replica.outbox.toArray();
    expect(entry?.body).toEqual({ lessonId: 302, status: 'completed' });
  });
});
