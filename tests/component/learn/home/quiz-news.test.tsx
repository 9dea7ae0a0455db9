// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CoursePage } from '#app/learn/course/course-page.tsx';
import { DownloadsPage } from '#app/learn/downloads/downloads-page.tsx';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { LessonPage } from '#app/learn/lesson/lesson-page.tsx';
import { paths } from '#app/paths.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => ({ partner: null }) }));

const course = aCourse({ title: 'Certified Inspector', lessonCount: 3 });
const lessons = [
  aLesson({ id: 101, orderIndex: 1, title: 'First' }),
  aLesson({ id: 102, orderIndex: 2, title: 'Quiz: the scanner' }),
  aLesson({ id: 103, orderIndex: 3, title: 'Last' }),
];
const pages = (
  <Routes>
    <Route path={paths.home.pattern} element={<HomePage />} />
    <Route path={paths.course.pattern} element={<CoursePage />} />
    <Route path={paths.lesson.pattern} element={<LessonPage />} />
    <Route path={paths.downloads.pattern} element={<DownloadsPage />} />
  </Routes>
);

let opened: Awaited<ReturnType<typeof openApp>>;
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ lessons: [] }));
  const content = [{ catalog: [course] }, { lessonsOf: { courseId: 4, lessons } }];
  opened = await openApp({ at: '/', content, screen: null });
});
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
});

const complete = (lessonId: number) =>
  opened.engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
const graded = (score: number, at = '2026-11-25T10:00:00.000Z') =>
  opened.engine.replica.quizResults.put({
    opId: crypto.randomUUID(),
    lessonId: 102,
    at,
    score,
    passed: score === 100,
    review: [],
    isNews: true,
  });
const news = () => screen.findByRole('list', { name: 'Quiz results' });
const noNews = () => waitFor(() => expect(screen.queryByRole('list', { name: 'Quiz results' })).toBeNull());

describe('a quiz that was not passed', () => {
  const WORDS = 'Not passed: 66%. You need 100% to pass this quiz.';

  test.each([
    ['the first page', '/'],
    ["its course's page", '/course/4'],
  ])('is told by %s with its score, as what to do next', async (_, address) => {
    for (const id of [101, 103]) await complete(id);
    await graded(66);
    opened.show(pages, address);
    const [told] = await screen.findAllByText(
      (_, element) => element?.tagName === 'P' && !!element.textContent?.endsWith(WORDS),
    );
    expect(told).toBeTruthy();
    const again = screen.getAllByRole('link', { name: 'Try again' });
    expect(again.map((link) => link.getAttribute('href'))).toEqual(again.map(() => '/course/4/lesson/102'));
    expect(screen.queryByRole('link', { name: /^Continue(:|$)/ })).toBeNull();
  });

  test('is told before another lesson that comes next, until it was answered again', async () => {
    const { engine } = opened;
    await graded(33, '2026-11-25T09:00:00.000Z');
    await graded(66);
    await complete(101);
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 103, status: 'in_progress' });
    opened.show(pages, '/');
    const link = within(await news()).getByRole('link');
    expect(link.textContent).toBe(`Quiz: the scanner${WORDS}Try again`);
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy();
    await engine.record({ kind: 'quiz', courseId: 4, lessonId: 102, answers: {}, quizVersion: 'v1', durationMs: 1 });
    await noNews();
  });
});

test('the page of downloads, where one waits for a connection, tells of a quiz that was not passed', async () => {
  await graded(66);
  opened.show(pages, paths.downloads());
  expect(
    within(await news())
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/course/4/lesson/102');
});

describe('a quiz that was passed while one was elsewhere', () => {
  test('is told once: what was seen or dismissed is no news', async () => {
    await complete(102);
    await graded(100);
    opened.show(pages, '/');
    const link = within(await news()).getByRole('link');
    expect(link.textContent).toBe('Quiz: the scannerPassed:\u00a0100%See your answers');
    expect(link.getAttribute('href')).toBe('/course/4/lesson/102');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Quiz: the scanner' }));
    await noNews();
    await graded(100, '2026-11-25T11:00:00.000Z');
    await news();
    opened.show(pages, '/course/4/lesson/102');
    await screen.findByText('Perfect Score!');
    opened.show(pages, '/');
    await screen.findByRole('heading', { name: 'All Courses' });
    await noNews();
  });

  test('and completed its course, leads to the certificate', async () => {
    for (const { id } of lessons) await complete(id);
    await graded(100);
    opened.show(pages, '/');
    const link = within(await news()).getByRole('link');
    expect(link.textContent).toBe(
      'Course completed: Certified InspectorQuiz: the scanner passed:\u00a0100%View certificate',
    );
    expect(link.getAttribute('href')).toBe('/course/4/certificate');
    opened.show(pages, '/course/4');
    expect(within(await news()).getByRole('link').textContent).toMatch(/^Course completedQuiz: the scanner passed/);
  });

  test('with others that completed the course together, is told and dismissed once', async () => {
    for (const { id } of lessons) await complete(id);
    await graded(100);
    const { quizResults } = opened.engine.replica;
    const [first] = await quizResults.toArray();
    if (first) await quizResults.put({ ...first, opId: 'another', lessonId: 101, at: '2026-11-01T00:00:00.000Z' });
    opened.show(pages, '/');
    expect(within(await news()).getAllByRole('link')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Quiz: the scanner' }));
    await noNews();
  });
});
