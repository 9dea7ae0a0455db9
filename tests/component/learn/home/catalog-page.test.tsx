// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { FIRST_RUN } from '#app/paths.ts';
import { Navigate, Route, Routes } from '#app/ui/router.ts';
import type { Course } from '#sync/contract/course.ts';
import { freshUnit } from '#sync/contract/progress.ts';
import type { Config } from '#sync/contract/server.ts';
import { newDownload } from '#sync/store/media-ledger.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

const installation = vi.hoisted((): { partner: Config['partner'] } => ({ partner: null }));
vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => installation }));

const catalog: Course[] = [
  aCourse({ id: 1, title: 'Property Inspection', level: 'beginner' }),
  aCourse({
    id: 2,
    title: 'Operating the Scanner',
    category: 'hardware',
    level: 'beginner',
    instructorName: 'Ines Okafor',
  }),
  aCourse({ id: 3, title: 'Growing a Business', category: 'business', level: 'intermediate', percentComplete: 100 }),
  aCourse({ id: 4, title: 'Certified Inspector', level: 'advanced', percentComplete: 40 }),
];

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({ at: '/', content: [{ catalog }], screen: <HomePage />, ...more });
  return opened;
};
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
  localStorage.clear();
  installation.partner = null;
});

// The search inside lessons: lesson-hits.test.tsx.
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ lessons: [] })));

const whole = ({ path }: { path: string }) =>
  path.startsWith('/api/courses') ? { body: { courses: catalog, nextCursor: null } } : { body: {} };
const titles = () => {
  const all = screen.queryByRole('region', { name: 'All Courses' });
  const headings = all ? within(all).queryAllByRole('heading', { level: 3 }) : [];
  return headings.map((heading) => heading.textContent);
};
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the signed-in home, without a network', () => {
  test('[H4] has the heading of the hub and course 4 as the featured one', async () => {
    await open({
      content: [{ catalog: catalog.map((course) => ({ ...course, duration: course.id === 4 ? 25 : 90 })) }],
    });
    await screen.findByText('All Courses');
    expect(screen.getByRole('heading', { name: 'Welcome to the Groundwork Learning Hub' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good (morning|afternoon|evening), Maren$/);
    for (const text of ['25 minutes', 'Certificate included', 'Video lessons'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('3 lessons'), 'without a second length').toBeTruthy();
    expect(screen.getByText('25m'), 'the same length on its card').toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue Course' }).getAttribute('href')).toBe('/course/4');
  });

  test('[H4] without course 4 the first accessible one by id is featured', async () => {
    await open({ content: [{ catalog: catalog.filter(({ id }) => id === 2 || id === 3) }] });
    expect((await screen.findByRole('link', { name: 'Continue Course' })).getAttribute('href')).toBe('/course/2');
  });

  const arriving = (
    <Routes>
      <Route path="/joined" element={<Navigate to="/" state={FIRST_RUN} />} />
      <Route path="/" element={<HomePage />} />
      <Route path="*" element={null} />
    </Routes>
  );

  test('whoever has just joined finds the featured course open, unless they have begun one', async () => {
    await open({ at: '/joined', screen: arriving, content: [{ catalog: [aCourse({ id: 1 }), aCourse({ id: 4 })] }] });
    await waitFor(() => expect(opened.address()).toBe('/course/4'));
    await opened.engine.replica.saveContent({ lessonsOf: { courseId: 4, lessons: [aLesson({ id: 41 })] } });
    await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 41, status: 'in_progress' });
    opened.show(null, '/elsewhere');
    opened.show(arriving, '/joined');
    await screen.findByText('All Courses');
    expect(opened.address()).toBe('/');
  });

  test('[H5] lists all courses, and search, category and level narrow them together, in the address', async () => {
    await open();
    await waitFor(() => expect(titles()).toHaveLength(4));
    choose('Level', 'beginner');
    await waitFor(() => expect(titles()).toEqual(['Property Inspection', 'Operating the Scanner']));
    choose('Search courses', 'okafor');
    await waitFor(() => expect(titles()).toEqual(['Operating the Scanner']));
    await waitFor(() => expect(opened.query()).toBe('?level=beginner&search=okafor'));
    choose('Category', 'hardware');
    await waitFor(() => expect(opened.query()).toBe('?level=beginner&search=okafor&category=hardware'));
    expect(screen.getAllByText('1 course')[0]).toBeTruthy();
  });

  test("[H5] 'all' means no filter and leaves the address", async () => {
    await open({ at: '/?category=business&level=all' });
    await waitFor(() => expect(titles()).toEqual(['Growing a Business']));
    choose('Category', 'all');
    await waitFor(() => expect(titles()).toHaveLength(4));
    expect(opened.query()).toBe('?level=all');
  });

  test.each(['category=bogus', 'level=bogus', 'category=bogus&level=Beginner'])(
    '[H5] ?%s narrows nothing, and the choices say so',
    async (query) => {
      await open({ at: `/?${query}` });
      await waitFor(() => expect(titles()).toHaveLength(4));
      expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('all');
      expect(screen.getByLabelText<HTMLSelectElement>('Level').value).toBe('all');
      expect(screen.queryByText('No courses found')).toBeNull();
    },
  );

  test('[H5] a search in the address is in the box after a reload', async () => {
    await open({ at: '/?search=scanner' });
    await waitFor(() => expect(titles()).toEqual(['Operating the Scanner']));
    expect(screen.getByPlaceholderText<HTMLInputElement>('Search courses...').value).toBe('scanner');
  });

  test("[H5] with nothing left it says 'No courses found' and offers all of them", async () => {
    await open({ at: '/?search=zzz' });
    await screen.findByText('No courses found');
    fireEvent.click(screen.getByRole('button', { name: 'Show all courses' }));
    await waitFor(() => expect(titles()).toHaveLength(4));
    expect(opened.query()).toBe('');
  });

  test('[H5] offers the three categories and any other that the catalog holds', async () => {
    await open({ content: [{ catalog: [...catalog, aCourse({ id: 9, category: 'design' })] }] });
    const offered = within(await screen.findByLabelText('Category')).getAllByRole<HTMLOptionElement>('option');
    expect(offered.map(({ value }) => value)).toEqual(['all', 'software', 'hardware', 'business', 'design']);
  });

  test('nothing on the device: it says so, and fetches when asked again', async () => {
    await open({ content: [] });
    await screen.findByText('No courses on this device yet');
    opened.setNetwork(whole);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toHaveLength(4));
  });

  test('[H5] a list that could not be loaded is not called all courses: it says what is missing, until it comes', async () => {
    await open({ content: [{ course: aCourse({ id: 1, title: 'Property Inspection' }) }] });
    await screen.findByText(/New courses may be missing\./);
    expect(screen.getAllByText('1 course')[0]).toBeTruthy();
    await screen.findByRole('button', { name: 'On this device', pressed: true });
    opened.setNetwork(whole);
    await opened.engine.checkReachable();
    await waitFor(() => expect(titles()).toHaveLength(4));
    expect(screen.queryByText(/Courses that were added/)).toBeNull();
  });

  test('[A14] so is one that the server refused, in its words', async () => {
    await open({ network: () => refused('internal') });
    const note = (await screen.findByText('Failed to fetch courses.')).closest('[role=status]');
    expect(note?.textContent).toContain(refused('internal').body.message);
    expect(screen.getAllByText('4 courses')[0]).toBeTruthy();
  });

  test('[O5] a sign-in that ran out is not called a missing network', async () => {
    await open({ content: [], network: () => ({ status: 401, body: {} }), refresh: 'ended' });
    await screen.findByRole('heading', { name: 'Sign in again to continue' });
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin');
  });

  test('[A14] a refusal with nothing on the device is an error in words', async () => {
    await open({ content: [], network: () => refused('internal') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to fetch courses');
    expect(alert.textContent).toContain(refused('internal').body.message);
  });
});

test("[H7] on a partner's host the heading is theirs, over the one course named for them", async () => {
  installation.partner = { name: 'Brightway', courseId: 2 };
  await open({ content: [{ catalog: [aCourse({ id: 2, title: 'Operating the Scanner', lessonCount: 1 })] }] });
  expect((await screen.findByText('Brightway Training')).tagName).toBe('H1');
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Operating the Scanner');
  expect(screen.getByRole('link', { name: 'Continue Course' }).getAttribute('href')).toBe('/course/2');
  expect(screen.queryByText('All Courses')).toBeNull();
  expect(titles()).toEqual([]);
  // Once it is begun, it is shown once.
  await opened.engine.replica.saveContent({ lessonsOf: { courseId: 2, lessons: [aLesson({ id: 21, courseId: 2 })] } });
  await opened.engine.record({ kind: 'unit', courseId: 2, lessonId: 21, status: 'in_progress' });
  await screen.findByRole('region', { name: 'Continue where you left off' });
  expect(screen.getAllByText('Operating the Scanner')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Continue Course' })).toBeNull();
});

describe('where one left off', () => {
  const FILM = '6f1c8d7e-1111-4222-8333-444455556666';
  const course = aCourse({ title: 'Certified Inspector', lessonCount: 3 });
  const lessons = [
    aLesson({ id: 101, orderIndex: 1, title: 'First' }),
    aLesson({ id: 102, orderIndex: 2, title: 'The film', videoUrl: `/media/${FILM}`, duration: 400 }),
    aLesson({ id: 103, orderIndex: 3, title: 'Last' }),
  ];
  const begin = () => open({ content: [{ catalog: [course] }, { lessonsOf: { courseId: 4, lessons } }] });
  const block = () => screen.findByRole('region', { name: /Continue where you left off/ });
  const unit = { kind: 'unit', courseId: 4 } as const;
  /** Without a network a lesson that opens comes before one that does not. */
  const haveFilm = async (userId: string) => {
    await device.downloads.put({ ...newDownload(FILM), isComplete: true });
    await device.grants.put({ userId, assetId: FILM });
  };
  afterEach(() => Promise.all([device.downloads.clear(), device.grants.clear()]));

  test('[H4] is offered with course, lesson and second, without a network, and not before anything was done', async () => {
    const { engine } = await begin();
    await haveFilm(engine.userId);
    await screen.findByText('All Courses');
    expect(screen.queryByText(/Continue where/)).toBeNull();
    await engine.record({ ...unit, lessonId: 102, status: 'in_progress', positionSeconds: 133, watched: [[0, 133]] });
    const offered = within(await block());
    expect(await offered.findByText('The film')).toBeTruthy();
    expect(offered.getByText('2:13 of 6:40')).toBeTruthy();
    expect(offered.getByText(/Lesson 2 · Video/)).toBeTruthy();
    expect(offered.getByRole('heading', { name: 'Certified Inspector' })).toBeTruthy();
    expect(offered.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/course/4/lesson/102');
  });

  test('[H4] a completed lesson leads to the next open one, a completed course nowhere', async () => {
    const { engine } = await begin();
    await engine.record({ ...unit, lessonId: 102, status: 'completed' });
    expect(await within(await block()).findByText('Last')).toBeTruthy();
    expect(within(await block()).getByText('Not finished: Lesson 1')).toBeTruthy();
    await engine.record({ ...unit, lessonId: 103, status: 'completed' });
    expect(await within(await block()).findByText('First')).toBeTruthy();
    expect(within(await block()).queryByText(/Not finished/)).toBeNull();
    await engine.record({ ...unit, lessonId: 101, status: 'completed' });
    await waitFor(() => expect(screen.queryByText(/Continue where/)).toBeNull());
  });

  test('a course in which only answers wait for their grade leads to them, and offers nothing to continue with', async () => {
    const { engine } = await begin();
    for (const lessonId of [101, 102]) await engine.record({ ...unit, lessonId, status: 'completed' });
    await engine.record({ kind: 'quiz', courseId: 4, lessonId: 103, answers: {}, quizVersion: 'v1', durationMs: 1 });
    const offered = within(await block());
    const answers = await offered.findByRole('link', { name: 'See your answers' });
    expect(answers.getAttribute('href')).toBe('/course/4/lesson/103');
    expect(offered.getByText("You're done for now. Lesson 3 is graded when you are online.")).toBeTruthy();
    expect(offered.getByText('Graded when you are online')).toBeTruthy();
    expect(offered.queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  test('without a network a course that was downloaded comes before one that may need it', async () => {
    const other = { ...course, id: 7, title: 'Downloaded', lessonCount: 1 };
    const { engine } = await open({
      content: [
        { catalog: [course, other] },
        { lessonsOf: { courseId: 4, lessons } },
        { lessonsOf: { courseId: 7, lessons: [aLesson({ id: 701, courseId: 7, title: 'On a text' })] } },
      ],
    });
    await haveFilm(engine.userId);
    await device.keptLessons.put({
      ...{ userId: engine.userId, courseId: 7, lessonId: 701, courseTitle: '', title: '', orderIndex: 1 },
      ...{ files: [], isPaused: false, wantedAt: 1, checkedAt: 1, refusal: null },
    });
    await engine.record({ kind: 'unit', courseId: 7, lessonId: 701, status: 'in_progress' });
    await engine.record({ ...unit, lessonId: 102, status: 'in_progress', positionSeconds: 9, watched: [[0, 9]] });
    await engine.checkReachable();
    await within(await block()).findByText('On a text');
    await device.keptLessons.clear();
    await within(await block()).findByText('The film');
  });

  test("[O2] a colleague's copy of its video does not play for this person", async () => {
    const assetId = crypto.randomUUID();
    const video = aLesson({ id: 102, orderIndex: 1, videoUrl: `/media/${assetId}`, duration: 400 });
    const lessonsOf = { courseId: 4, lessons: [video] };
    const { engine } = await open({ content: [{ catalog: [{ ...course, lessonCount: 1 }] }, { lessonsOf }] });
    await device.downloads.put({ ...newDownload(assetId), isComplete: true });
    await device.grants.put({ userId: 'a colleague', assetId });
    await engine.record({ ...unit, lessonId: 102, status: 'in_progress', positionSeconds: 9, watched: [[0, 9]] });
    await engine.checkReachable();
    expect(await within(await block()).findByText('Needs a connection')).toBeTruthy();
    await device.grants.put({ userId: engine.userId, assetId });
    await within(await block()).findByText('7 min left');
  });

  test('[O2] of which this device has no lesson, the course needs a connection', async () => {
    const begun = { ...course, percentComplete: 33, lastActivityAt: '2026-03-01T08:00:00.000Z' };
    await open({ content: [{ catalog: [begun] }] });
    const offered = within(await block());
    expect(await offered.findByText('Needs a connection')).toBeTruthy();
    expect(offered.getByRole('heading', { level: 2 }).textContent).toBe('Certified Inspector');
  });

  test('[H4] a fresh device fetches the course that the server says was last', async () => {
    const lastActivityAt = '2026-03-01T08:00:00.000Z';
    const progress = { percentComplete: 0, pointsEarned: 0, totalPoints: 30, completedAt: null };
    const at = { positionSeconds: 133, updatedAt: lastActivityAt };
    const touched = { ...freshUnit(102), ...at, status: 'in_progress', rev: 1 };
    const told = { ...course, percentComplete: 0, lastActivityAt };
    await open({
      content: [],
      network: ({ path }) => {
        if (path.startsWith('/api/courses?')) return { body: { courses: [told], nextCursor: null } };
        if (path === '/api/courses/4') return { body: told };
        if (path === '/api/courses/4/lessons') return { body: { lessons } };
        return {
          body: { courseProgress: progress, unitProgress: [touched], certificate: null, round: 1, dataEpoch: 'e1' },
        };
      },
    });
    expect(await within(await block()).findByText('2:13 of 6:40')).toBeTruthy();
    expect(within(await block()).getByText('5 min left')).toBeTruthy();
  });
});

test('[H5] while something is searched, only results are shown', async () => {
  await open({ network: whole });
  await screen.findByRole('link', { name: 'Continue Course' });
  choose('Search courses', 'scanner');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Continue Course' })).toBeNull());
  expect(titles()).toEqual(['Operating the Scanner']);
  choose('Search courses', '');
  await screen.findByRole('link', { name: 'Continue Course' });
});

test('[H4] the other courses that were begun follow, with what is left of each', async () => {
  const begun = { lessonCount: 12, percentComplete: 33 };
  const two = [
    aCourse({ ...begun, id: 2, title: 'Operating the Scanner', lastActivityAt: '2026-03-02T08:00:00.000Z' }),
    aCourse({ ...begun, id: 4, title: 'Certified Inspector', lastActivityAt: '2026-03-01T08:00:00.000Z' }),
  ];
  const network = ({ path }: { path: string }) =>
    path.startsWith('/api/courses?') ? { body: { courses: two, nextCursor: null } } : { status: 404, body: {} };
  await open({ content: [{ catalog: two }], network });
  const others = within(await screen.findByRole('region', { name: 'Your other courses' }));
  expect(others.getByRole('link').getAttribute('href')).toBe('/course/4');
  expect(others.getByText('8 lessons left')).toBeTruthy();
});

test('[O9] work that waits stays in sight while it is sent', async () => {
  holdTimers();
  const lessonsOf = { courseId: 4, lessons: [aLesson()] };
  const refuse: Parameters<typeof opened.setNetwork>[0] = (request) =>
    whole(request) ?? { status: 503, body: { error: 'Busy', message: 'Busy', code: 'unavailable' } };
  const { engine, setNetwork } = await open({ content: [{ catalog }, { lessonsOf }], network: refuse });
  await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  await engine.syncNow();
  const note = () => screen.queryByText('1 change waiting to be sent');
  await waitFor(async () => expect((await engine.replica.outbox.toArray())[0]?.attempts).toBeGreaterThan(0));
  await pass(3_000);
  await waitFor(() => expect(note()).toBeTruthy());
  setNetwork(() => new Promise(() => undefined));
  void engine.syncNow();
  await waitFor(async () => expect((await engine.replica.outbox.toArray())[0]?.state).toBe('sending'));
  await pass(100);
  expect(note()).toBeTruthy();
  vi.useRealTimers();
});

describe('the percent on the cards', () => {
  const bar = (title: string) => screen.getByRole<HTMLProgressElement>('progressbar', { name: `Progress in ${title}` });

  test('[P5] is kept in local storage under one key, by course', async () => {
    await open();
    await waitFor(() => expect(localStorage.getItem('groundwork.progress')).not.toBeNull());
    const kept = JSON.parse(localStorage.getItem('groundwork.progress') ?? '');
    expect(kept['4']).toMatchObject({ progress: 40 });
    expect(kept['3']).toMatchObject({ progress: 100 });
  });

  test('[P5] another person of the same device never sees it', async () => {
    const record = { '1': { progress: 77, userId: 'somebody else' } };
    localStorage.setItem('groundwork.progress', JSON.stringify(record));
    await open({ at: '/?place=all' });
    await waitFor(() => expect(bar('Property Inspection').value).toBe(0));
  });

  test('[P5, O3] follows the work on this device before any of it was sent', async () => {
    const lessons = [aLesson(), aLesson({ id: 102, orderIndex: 2 })];
    const course = aCourse({ title: 'Certified Inspector', lessonCount: 2 });
    const content = [{ catalog: [course] }, { lessonsOf: { courseId: 4, lessons } }];
    const { engine } = await open({ at: '/?place=all', content });
    await waitFor(() => expect(bar('Certified Inspector').value).toBe(0));
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await waitFor(() => expect(bar('Certified Inspector').value).toBe(50));
    await waitFor(() => expect(localStorage.getItem('groundwork.progress')).toContain('"progress":50'));
  });
});
