// The pages of figures over a real server: what they say without any, with some, and when they fail.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LearningAnalyticsPage } from '#app/admin/insights/learning-analytics-page.tsx';
import { OrganizationQuizPage } from '#app/admin/insights/organization-quiz-page.tsx';
import { QuizAnalyticsPage } from '#app/admin/insights/quiz-analytics-page.tsx';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openScreen, openServer, press, says } from '#tests/fixtures/served-screen.tsx';

const FIGURES = 'GET /api/admin/quiz-analytics/lessons';
/** The figure and its note; what it counts comes last. */
const card = (name: string) => {
  const told = screen.getByText(name, { selector: 'dt span' }).closest('div')?.querySelectorAll('dd') ?? [];
  return [...told]
    .slice(0, -1)
    .map(({ textContent }) => textContent)
    .join('');
};
const alertSays = (words: string) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(words),
  );
const rowOf = (table: string, text: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .find(({ textContent }) => textContent?.includes(text));

/** Lena, of Demo Inspections unless a super admin, has passed a quiz; Ben, of no organization, has failed it. */
async function openFigures(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer(options);
  const { plant, home, db } = server;
  const course = await plant.course({ title: 'Roofs', organizationId: home, priceCents: 4900 });
  const quiz = await plant.lesson(course, { title: 'Quiz: Roofs' });
  const ben = await plant.person({ fullName: 'Ben Builder', email: 'ben@demo.example' });
  const { quizFigures, courseProgress } = db.tables;
  const now = new Date();
  const answered = (userId: string, passed: number) => ({
    ...{
      userId,
      lessonId: quiz,
      attempts: 3,
      passed,
      scoreSum: passed ? 300 : 0,
      durationMsSum: 4500,
      timedAttempts: 3,
    },
    ...{ lastAttemptAt: now, firstAttemptAt: now, firstPassed: passed > 0 },
  });
  await db.insert(quizFigures).values([answered(LENA.id, 3), answered(ben, 0)]);
  await db.insert(courseProgress).values({ userId: LENA.id, courseId: course, enrolledAt: now });
  return { ...server, quiz };
}

test('[N3] Learning Analytics has cards, charts and courses, and a failure is told in its place', async () => {
  const { failNext } = await openFigures();
  failNext('GET /api/analytics/categories', { words: 'The figures are asleep.' });
  await openScreen('/analytics', '/analytics', <LearningAnalyticsPage />);
  await alertSays('The figures are asleep.');
  await waitFor(() => expect(card('Total Courses')).toMatch(/^1/));
  expect(card('Total Courses'), 'all of them are new').toContain('Nothing to compare with yet');
  for (const name of ['Active Learners', 'Completion Rate', 'Average Rating']) expect(card(name)).toBeTruthy();
  await says('Demo Inspections', 'Enrollment Trends', 'Popular Categories');
  await press('Try again');
  await screen.findByRole('img', { name: 'Enrollments: 100%' });
  expect(rowOf('Top Performing Courses', 'Roofs')?.textContent).toContain('$49.00');
  for (const name of ['Course', 'Enrollments', 'Completion Rate', 'Avg. Rating', 'Revenue'])
    expect(rowOf('Top Performing Courses', name)).toBeTruthy();
});

test('[N1] quiz analytics say what there is in whole seconds, of which lesson, that there is nothing, and that they failed', async () => {
  const { failNext, quiz } = await openFigures({ isSuperAdmin: true });
  const open = (search = '') =>
    openScreen(`/admin/quiz-analytics${search}`, '/admin/quiz-analytics', <QuizAnalyticsPage />);
  await open();
  await waitFor(() => expect(card('Total Attempts')).toBe('6'));
  expect([card('Average Score'), card('Pass Rate'), card('Average Duration')]).toEqual(['50%', '50%', '2 s']);
  screen.getByRole('img', { name: 'Pass rate: 50% of 6' });
  await waitFor(() => expect(rowOf('Quiz results per user', 'Ben Builder')?.textContent).toContain('ben@demo.example'));
  expect(rowOf('Quiz results per lesson', 'Quiz: Roofs')).toBeTruthy();
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  await press('Export CSV', within(screen.getByRole('region', { name: 'Per User' })));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(await (saved.mock.lastCall?.[0] as Blob | undefined)?.text()).toContain(
    '\r\nBen Builder,ben@demo.example,3,0,0,1,',
  );
  await open(`?lessonId=${quiz}`);
  await waitFor(() => expect(card('Total Attempts')).toBe('6'));
  await open('?lessonId=999999');
  await waitFor(() => expect(screen.getAllByText('No quiz attempts yet')).toHaveLength(2));
  expect(card('Total Attempts')).toBe('0');
  await open('?lessonId=abc');
  await alertSays('Failed to load quiz analytics.');

  failNext(FIGURES, { words: 'The figures are asleep.' });
  await open();
  await alertSays('Failed to load quiz analytics.The figures are asleep.');
  failNext(FIGURES);
  await press('Try again');
  await alertSays('Unknown error occurred');
  failNext('GET /api/admin/quiz-analytics/people');
  await press('Try again');
  await alertSays('Failed to load per-user analytics.Failed to fetch per-user quiz analytics');
  expect(card('Total Attempts')).toBe('6');
  await press('Try again');
  await waitFor(() => expect(rowOf('Quiz results per user', 'Ben Builder')).toBeTruthy());
});

test('[N2] an org admin reads the quizzes of the own people, and why not; another organization leads home', async () => {
  const { failNext } = await openFigures();
  const path = '/admin/organization/quiz-analytics';
  const open = (search = '') => openScreen(`${path}${search}`, path, <OrganizationQuizPage />);
  failNext(FIGURES, { words: 'The figures are asleep.' });
  await open();
  await screen.findByRole('heading', { level: 1, name: 'Organization Quiz Analytics' });
  await alertSays('The figures are asleep.');
  failNext(FIGURES);
  await press('Try again');
  await alertSays('Failed to fetch quiz analytics');
  await press('Try again');
  await waitFor(() => expect(card('Total Attempts')).toBe('3'));
  await says('Demo Inspections');
  await waitFor(() => expect(rowOf('Quiz results per user', 'Lena Learner')).toBeTruthy());
  expect(rowOf('Quiz results per user', 'Ben Builder')).toBeUndefined();
  await open('?organizationId=7d3f0c1e-0000-4000-8000-000000000002');
  await alertSays('Organization not found');
  await screen.findByRole('heading', { name: 'At /' });
});

test('[N2] a super admin names the organization, or is told that there is none', async () => {
  const { home } = await openFigures({ isSuperAdmin: true });
  const path = '/admin/organization/quiz-analytics';
  await openScreen(path, path, <OrganizationQuizPage />);
  await screen.findByRole('heading', { name: 'No organization associated with this admin account.' });
  await openScreen(`${path}?organizationId=${home}`, path, <OrganizationQuizPage />);
  await says('Demo Inspections');
  await waitFor(() => expect(card('Total Attempts')).toBe('0'));
});

test('[R4, N2] a learner is told that analytics are not for them, and led home from the page of an organization', async () => {
  const { db } = await openFigures();
  await db.update(db.tables.profiles).set({ isOrgAdmin: false });
  for (const [path, page] of [
    ['/analytics', <LearningAnalyticsPage key="1" />],
    ['/admin/quiz-analytics', <QuizAnalyticsPage key="2" />],
    ['/admin/organization/quiz-analytics', <OrganizationQuizPage key="3" />],
  ] as const) {
    await openScreen(path, path, page);
    await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
    await says('You do not have permission to view this page.');
  }
  await screen.findByRole('heading', { name: 'At /' });
});
