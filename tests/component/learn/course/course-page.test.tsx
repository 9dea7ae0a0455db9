// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CoursePage } from '#app/learn/course/course-page.tsx';
import { paths } from '#app/paths.ts';
import { OfflineStrip } from '#app/shell/offline-strip.tsx';
import { dayWords } from '#app/ui/labels.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

const lessons = [
  aLesson({ id: 103, orderIndex: 7, title: 'Where to stand', duration: 4500 }),
  aLesson({ id: 101, orderIndex: 5, title: 'Reading a floor plan', isPreview: true, duration: 125 }),
];
const course = aCourse({ lessonCount: 2, objectives: ['Judge a site'], prerequisites: ['A scanner'] });
const content = [{ course, lessonsOf: { courseId: 4, lessons } }];
const pages = (
  <Routes>
    <Route path={paths.course.pattern} element={<CoursePage />} />
    <Route path={paths.publicCourse.pattern} element={<CoursePage />} />
    <Route path="/" element={<h1>Catalog</h1>} />
  </Routes>
);
const given = ({ path }: TransportRequest) => {
  if (path.endsWith('/courses/4')) return { body: course };
  if (path.endsWith('/courses/4/lessons')) return { body: { lessons } };
  return undefined;
};

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({ at: '/course/4', content, screen: pages, ...more });
  return opened;
};
afterEach(() => opened.close());

const rows = async () => {
  const section = await screen.findByRole('region', { name: 'Course Content' });
  return within(section).getAllByRole('link');
};

describe('a course on this device, without a network', () => {
  test('[C1] shows badges, title, description, rating, enrollments, language and instructor', async () => {
    await open();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Certified Field Inspector');
    const words = ['Software', 'Advanced', '4.5 (12)', '30 learners enrolled', 'English', 'Tomas Reyes'];
    for (const text of [...words, 'Judgement, edge cases and quality.']) expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Certified Field Inspector · Groundwork'));
  });

  test('[C1] says until when it is due, and saves that as a calendar file', async () => {
    const dueOn = addDays(dayOf(new Date()), 3);
    await open({ content: [{ ...content[0], course: { ...course, dueOn } }] });
    expect(await screen.findByText(`Due ${dayWords(dueOn)}`)).toBeTruthy();
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
    fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
    expect(await (saved.mock.lastCall as [Blob])[0].text()).toContain(
      `DTSTART;VALUE=DATE:${dueOn.replaceAll('-', '')}`,
    );
  });

  test('counts who has begun it here among the learners', async () => {
    const { engine } = await open({ content: [{ ...content[0], course: { ...course, enrollmentCount: 0 } }] });
    await screen.findByText('Tomas Reyes');
    expect(screen.queryByText(/enrolled/), 'nobody yet').toBeNull();
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    expect(await screen.findByText('1 learner enrolled')).toBeTruthy();
  });

  test("[C1] 'What you'll learn' has the course's objectives, or four general lines without any", async () => {
    await open();
    expect(await screen.findByText('Judge a site')).toBeTruthy();
    await opened.close();
    await open({ content: [{ course: aCourse(), lessonsOf: { courseId: 4, lessons } }] });
    const heading = await screen.findByText("What you'll learn");
    expect(heading.parentElement?.querySelectorAll('li')).toHaveLength(4);
  });

  test('[C2] lists the lessons in order with number, Preview badge, duration and state', async () => {
    await open();
    const [first, second, ...others] = await rows();
    expect(others).toEqual([]);
    expect(first?.textContent).toBe('5. Reading a floor planPreview3 min');
    expect(second?.textContent).toBe('7. Where to stand1h 15m');
    expect(first?.getAttribute('href')).toBe('/course/4/lesson/101');
    expect(within(first as HTMLElement).getByRole('img', { name: 'Not started' })).toBeTruthy();
  });

  test('[C1] Start Learning leads to the first lesson; on the way it leads to the first uncompleted one', async () => {
    const { engine } = await open();
    expect((await screen.findByRole('link', { name: 'Start Learning' })).getAttribute('href')).toBe(
      '/course/4/lesson/101',
    );
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    const next = await screen.findByRole('link', { name: 'Continue: lesson 7, 1h 15m' });
    expect(next.getAttribute('href')).toBe('/course/4/lesson/103');
  });

  test('[C1, O3] the progress card follows what was done here before it is sent', async () => {
    const { engine } = await open();
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Course progress' });
    expect(screen.getByText('0 of 20 points')).toBeTruthy();
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await waitFor(() => expect(bar.value).toBe(50));
    expect(screen.getByText('10 of 20 points')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Waiting to be sent' })).toBeTruthy();
  });

  test('[C4] the public twin stays in the public route family', async () => {
    await open({ at: '/public-course/4', as: 'visitor' });
    expect((await screen.findByRole('link', { name: 'Start Learning' })).getAttribute('href')).toBe(
      '/public-course/4/lesson/101',
    );
    expect((await rows()).map((row) => row.getAttribute('href'))).toEqual([
      '/public-course/4/lesson/101',
      '/public-course/4/lesson/103',
    ]);
  });

  test("[S10, Y2] a visitor's progress is kept here and waits for nobody", async () => {
    const { engine } = await open({ at: '/public-course/4', as: 'visitor' });
    await screen.findByText(/^Your progress is saved on this device only\./);
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await screen.findByText('10 of 20 points');
    expect(screen.queryByRole('img', { name: 'Waiting to be sent' })).toBeNull();
  });
});

test('[P3] progress that the server refuses to give is said in a toast, over what this device knows', async () => {
  await open({ network: (request) => given(request) ?? refused('internal') });
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(screen.getByText(refused('internal').body.message)).toBeTruthy();
  expect(await rows()).toHaveLength(2);
});

describe('what could not be fetched is named, over what this device has', () => {
  const note = async (words: string) => (await screen.findByText(words)).closest('[role=status]') as HTMLElement;

  test('[A14] a course that is refused, with another try', async () => {
    await open({ network: () => refused('internal') });
    const told = await note('Failed to fetch course.');
    expect(told.textContent).toContain('Only the lessons on this device are listed.');
    opened.setNetwork(given);
    fireEvent.click(within(told).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Failed to fetch course.')).toBeNull());
    expect(screen.queryByText('Error')).toBeNull();
  });

  test.each([
    [undefined, '/course/4', 'Failed to fetch lessons'],
    ['visitor', '/public-course/4', 'Failed to fetch public course lessons'],
  ] as const)('[A14] as %s: lessons that are refused are not called the course', async (as, at, words) => {
    const withoutLessons = (request: TransportRequest) =>
      request.path.endsWith('/lessons') ? refused('internal') : given(request);
    await open({ as, at, content: [], network: withoutLessons });
    const alert = (await screen.findByText(words)).closest('[role=alert]');
    expect(alert?.textContent).toContain(refused('internal').body.message);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Certified Field Inspector');
    expect(screen.queryByText(/Failed to fetch (public )?course$/)).toBeNull();
  });

  test('[C2] one lesson of many is not called the course, nor counted as all of it', async () => {
    const { engine } = await open({ content: [{ course }, { lesson: aLesson({ id: 101 }) }] });
    await screen.findByText('Only the lessons on this device are listed.');
    await screen.findByText('1 lesson on this device');
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await screen.findByRole('img', { name: 'Completed' });
    expect(screen.queryByText('100%')).toBeNull();
  });

  test('[O2] a whole course without a network needs no word', async () => {
    await open();
    await rows();
    await screen.findByText('2 lessons');
    expect(screen.queryByText(/Only the lessons on this device/)).toBeNull();
  });
});

describe('a course that cannot be shown', () => {
  const expectNotFound = async () => {
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Course not found');
    fireEvent.click(screen.getByRole('link', { name: 'Back to Catalog' }));
    await waitFor(() => expect(opened.address()).toBe('/'));
  };

  test("[C3] one that the server does not have is 'Course not found', and back leads to the catalog", async () => {
    await open({ content: [], network: () => refused('course_not_found') });
    await expectNotFound();
  });

  test('[C3] [M14] one that was here says that access has ended, and leaves the device', async () => {
    const { engine } = await open({ network: () => refused('access_ended') });
    expect(await screen.findByRole('heading', { name: 'You no longer have access to this course' })).toBeTruthy();
    expect(document.title).toBe('Access ended · Groundwork');
    expect(screen.getByText(/Your progress and certificates are kept\./)).toBeTruthy();
    await waitFor(async () => expect(await engine.replica.lessons.get(103)).toBeUndefined());
  });

  test('[C3] an address that is no id is not found without asking anybody', async () => {
    await open({ at: '/course/abc', content: [] });
    await expectNotFound();
    expect(opened.asked).toEqual([]);
  });

  test('[O2] one that is not on this device says so, and opens when the network is back', async () => {
    const withBadge = (
      <>
        <OfflineStrip />
        {pages}
      </>
    );
    await open({ content: [], screen: withBadge });
    await screen.findByText('This course is not on this device');
    opened.setNetwork(({ path }) => {
      if (path === '/api/health') return { body: {} };
      if (path === '/api/courses/4') return { body: course };
      if (path === '/api/courses/4/lessons') return { body: { lessons } };
      return undefined;
    });
    fireEvent(window, new Event('online'));
    expect((await rows()).length).toBe(2);
  });

  test('[O2] one whose lessons are not on this device shows what is known and says the rest', async () => {
    await open({ content: [{ catalog: [course] }] });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Certified Field Inspector');
    await screen.findByText('The lessons are not on this device');
  });

  test('[A14] a visitor is told of the public course', async () => {
    await open({ as: 'visitor', content: [], network: () => refused('internal') });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch public course');
  });

  test('[A14] another refusal is an error in words that can be tried again', async () => {
    await open({ content: [], network: () => refused('internal') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to fetch course');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
