// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { REFUSALS } from '#sync/contract/refusal.ts';
import { indexCaptions, type LessonHit } from '#sync/contract/search.ts';
import { withCaptions } from '#sync/extras/lesson-search.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { answer as answered } from '#tests/fixtures/auth-service.ts';
import type { Reply } from '#tests/fixtures/fake-network.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => ({ partner: null }) }));
vi.mock('#sync/extras/lesson-search.ts', async (original) => {
  const real = await original<typeof import('#sync/extras/lesson-search.ts')>();
  return { ...real, withCaptions: vi.fn(real.withCaptions) };
});

const catalog = [aCourse({ id: 4, title: 'Certified Inspector' }), aCourse({ id: 5, title: 'Safety' })];
const lessons = [
  aLesson({ id: 41, courseId: 4, title: 'Ladders', description: 'Climb well.', body: 'Rungs.' }),
  aLesson({ id: 42, courseId: 4, title: 'Roofs', body: 'Look up first. Lean the **ladder** on the wall.' }),
];
const content = [{ catalog }, { lessonsOf: { courseId: 4, lessons } }];
const aHit = (fields: Partial<LessonHit>): LessonHit => ({
  lessonId: 51,
  courseId: 5,
  title: 'On the roof',
  courseTitle: 'Safety',
  excerpt: 'Hold the ladder.',
  second: 67,
  score: 3,
  ...fields,
});

/** What the server answers to a search; undefined without a network. */
let answer: (() => Response) | undefined;
const asked: string[] = [];
let opened: Awaited<ReturnType<typeof openApp>>;
beforeEach(() => {
  asked.length = 0;
  answer = undefined;
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.mocked(withCaptions).mockReset();
  localStorage.clear();
});

const open = async (search: string, network?: Reply) => {
  opened = await openApp({ at: `/?search=${search}`, content, network, screen: <HomePage /> });
};
const section = () => screen.findByRole('region', { name: 'In lessons' });
const rows = async () => within(await section()).findAllByRole('listitem');

test('a search lists lessons on the device with the sentence, the words marked and a link to it, and says it is all', async () => {
  await open('LADDER');
  await screen.findByText('Only lessons on this device were searched.');
  const [title, text] = await rows();
  expect(title?.textContent).toBe('LaddersCertified InspectorClimb well.');
  expect(text?.textContent).toBe('RoofsCertified InspectorLean the ladder on the wall.');
  expect(text?.querySelector('mark')?.textContent).toBe('ladder');
  expect(
    within(text as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/course/4/lesson/42?find=ladder');
  await within(await section()).findByText('2 lessons');
});

test('an answer that cannot be read is not called a missing network', async () => {
  answer = () => answered(200, { lessons: 'none' });
  await open('ladder');
  const note = (await screen.findByText('Failed to search lessons.')).closest('[role=status]');
  expect(note?.textContent).toContain('The server answered in a way this app does not understand.');
});

test('of a very long search the server is asked the beginning', async () => {
  answer = () => answered(200, { lessons: [aHit({})] });
  await open('ladder+'.repeat(40));
  await rows();
  const lengths = asked.map((address) => new URL(address, location.origin).searchParams.get('q')?.length);
  expect(lengths).toContain(200);
});

test('what the server finds is added, without doubles, and a video leads to its second', async () => {
  answer = () => answered(200, { lessons: [aHit({}), aHit({ lessonId: 42, courseId: 4, title: 'Roofs', score: 3 })] });
  await open('ladder');
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(new Set(asked)).toEqual(new Set(['/api/search?q=ladder']));
  const link = screen.getByRole('link', { name: 'On the roof' });
  expect(link.getAttribute('href')).toBe('/course/5/lesson/51?find=ladder&t=67');
  expect(link.closest('li')?.textContent).toContain('1:07');
  expect(screen.queryByText(/Only lessons on this device/)).toBeNull();
});

test('a refusal is shown with a second try, beside what the device has', async () => {
  const [status, message] = REFUSALS.rate_limited;
  answer = () => answered(status, { error: message, message, code: 'rate_limited' });
  await open('ladder');
  await screen.findByText(/Failed to search lessons\./);
  expect(await rows()).toHaveLength(2);
  answer = () => answered(200, { lessons: [aHit({})] });
  fireEvent.click(within(await section()).getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
});

test('nothing found is said once device and server have answered', async () => {
  answer = () => answered(200, { lessons: [] });
  await open('zebra');
  await screen.findByText('No lesson contains all of these words.');
  expect(within(await section()).getByRole('status').textContent).toBe('0 lessons');
});

test('that nothing matches is not said while captions are read, and what only a video says is found then', async () => {
  const captions = 'WEBVTT\n\n00:07.000 --> 00:09.000\nA zebra on the roof.\n';
  let haveBeenRead = () => {};
  const reading = new Promise<void>((resolve) => {
    haveBeenRead = resolve;
  });
  vi.mocked(withCaptions).mockImplementation(async (texts) => {
    await reading;
    const spoken = [...texts].map(([id, { index, lesson }]) => {
      const text = `${index.text} ${indexCaptions(captions)}`;
      return [id, { index: { ...index, text }, lesson: { ...lesson, captions } }] as const;
    });
    return new Map(spoken);
  });
  await open('zebra');
  await screen.findByText('Only lessons on this device were searched.');
  await waitFor(() => expect(withCaptions).toHaveBeenCalled());
  await screen.findByText('Searching…');
  expect(screen.queryByText('No lesson contains all of these words.')).toBeNull();
  haveBeenRead();
  expect(await rows()).toHaveLength(2);
});

test('one letter searches no lessons and asks nobody', async () => {
  await open('l');
  await screen.findByText('All Courses');
  fireEvent.focus(screen.getByLabelText('Search courses'));
  expect(screen.queryByText('In lessons')).toBeNull();
  expect(asked).toEqual([]);
});

test('with the filter for this device, the server is not asked', async () => {
  answer = () => answered(200, { lessons: [aHit({})] });
  const online: Reply = ({ path }) => ({
    body: path.startsWith('/api/courses') ? { courses: catalog, nextCursor: null } : {},
  });
  await open('ladder&place=here', online);
  expect(await rows()).toHaveLength(2);
  expect(asked).toEqual([]);
});

test('the device is searched while one types; the address and the server follow after a pause', async () => {
  answer = () => answered(200, { lessons: [aHit({})] });
  await open('');
  const box = await screen.findByLabelText('Search courses');
  const pause = holdPause();
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: 'ladder' } });
  expect(await rows()).toHaveLength(2);
  screen.getByText('No courses found');
  expect([opened.query(), asked]).toEqual(['?search=', []]);
  pause.end();
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(opened.query()).toBe('?search=ladder');
});

/** The pause in typing ends when the test says so. */
function holdPause() {
  const { setTimeout } = window;
  let end = () => {};
  vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    if (ms !== 150) return setTimeout(work, ms);
    end = work;
  }) as typeof setTimeout);
  return { end: () => act(() => end()) };
}
