// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dropSecondClicks } from '#app/ui/second-click.ts';
import { freshUnit, type Unit } from '#sync/contract/progress.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

const lessons = [
  aLesson({ id: 103, orderIndex: 3, title: 'Knowledge Quiz', questionCount: null }),
  aLesson({ id: 101, orderIndex: 1, title: 'Reading a floor plan' }),
  aLesson({ id: 102, orderIndex: 2, title: 'Where to stand', duration: 125 }),
  aLesson({ id: 104, orderIndex: 4, title: 'Final Exam' }),
  aLesson({ id: 105, orderIndex: 5, title: 'Capstone: a whole house' }),
];
const content = [{ course: aCourse({ lessonCount: 5 }), lessonsOf: { courseId: 4, lessons } }];

dropSecondClicks();

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> & { at: string }) => {
  opened = await openApp({ content, screen: lessonPages, ...more });
  return opened;
};
afterEach(() => opened.close());

const sideList = () => screen.findByRole('navigation', { name: 'Lessons' });
const outbox = () => opened.engine.replica.outbox.toArray();
const unitAnswer = (request: TransportRequest, unit: Partial<Unit>) => {
  const body = request.body as { lessonId: number };
  return { body: { unit: { ...freshUnit(body.lessonId), ...unit }, changed: true, dataEpoch: 'e1' } };
};

test('[P2] the screen shows what was saved before the live query has read it, and then what that says', async () => {
  const { engine } = await open({ at: '/course/4/lesson/101' });
  const button = await screen.findByRole('button', { name: 'Mark Complete' });
  const unheard = vi.spyOn(Dexie.on.storagemutated, 'fire').mockImplementation(() => undefined);
  fireEvent.click(button);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  await screen.findByRole('button', { name: 'More' });
  expect(within(await sideList()).getByText('0% complete'), 'nothing was read').toBeTruthy();
  unheard.mockRestore();
  // As in another tab.
  await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'not_started' });
  await screen.findByRole('button', { name: 'Mark Complete' });
});

test('[S5] the end of a lesson fills a status that was there before, so that it is read out', async () => {
  await open({ at: '/course/4/lesson/102' });
  const button = await screen.findByRole('button', { name: 'Mark Complete' });
  const statuses = screen.getAllByRole('status');
  fireEvent.click(button);
  const said = (await screen.findByText('Lesson completed!')).closest('[role=status]');
  expect(statuses).toContain(said);
});

test('a search leads to the paragraph with the sentence, marked and focused', async () => {
  const body = 'Look at the plan.\n\n- Doors first\n- **Walls** of the plan, then doors\n\nThe end.';
  const lessonsOf = { courseId: 4, lessons: [aLesson({ id: 101, body })] };
  const content = [{ course: aCourse({ lessonCount: 1 }), lessonsOf }];
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  await open({ at: '/course/4/lesson/101?find=wall+plan', content });
  const found = await screen.findByText(/of the plan, then doors/);
  await waitFor(() => expect(document.activeElement).toBe(found));
  expect(document.querySelectorAll('[data-found]')).toHaveLength(1);
  expect(scrolled.mock.instances).toEqual([found]);
  scrolled.mockRestore();
});

test('[S5] the tap that completes a course counts at once: the certificate follows, not the next lesson', async () => {
  const { engine, address } = await open({ at: '/course/4/lesson/101' });
  for (const lessonId of [102, 103, 104, 105])
    await engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
  await within(await sideList()).findByText('80% complete');
  const unheard = vi.spyOn(Dexie.on.storagemutated, 'fire').mockImplementation(() => undefined);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(address()).not.toBe('/course/4/lesson/101'));
  unheard.mockRestore();
  expect(address()).toBe('/course/4/certificate');
});

describe('the side list', () => {
  test('[S2] shows the course, its lessons in order, their labels and the current one', async () => {
    await open({ at: '/course/4/lesson/102' });
    const list = await sideList();
    expect(within(list).getByRole('heading', { name: 'Certified Field Inspector' })).toBeTruthy();
    expect(within(list).getByText('0 of 5 lessons')).toBeTruthy();
    expect(within(list).getByText('0% complete')).toBeTruthy();
    const rows = within(list).getAllByRole('link');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Lesson 13 minReading a floor plan',
      'Lesson 23 minWhere to stand',
      'Lesson 33 questionsKnowledge Quiz',
      'Lesson 420 questionsFinal Exam',
      'Lesson 560 min projectCapstone: a whole house',
    ]);
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'page', null, null, null]);
    expect(within(list).queryByText('Course complete')).toBeNull();
  });

  test('[S2] says nothing of lessons that are not on this device', async () => {
    const lesson = aLesson({ id: 101, module: { id: 7, title: 'Orientation' } });
    const content = [{ course: aCourse({ lessonCount: 5, percentComplete: 40 }), lesson }];
    const { engine } = await open({ at: '/course/4/lesson/101', content });
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await within(await sideList()).findByText('Completed');
    expect((await sideList()).textContent).toMatch(/Inspector5 lessons40% complete40%OrientationLesson 1/);
  });

  test('[S2] a completed lesson is tagged, the percent follows, and at 100 the course-complete icon stands there', async () => {
    const { engine } = await open({ at: '/course/4/lesson/101' });
    const list = await sideList();
    for (const { id } of lessons) await engine.record({ kind: 'unit', courseId: 4, lessonId: id, status: 'completed' });
    await within(list).findByText('100% complete');
    expect(within(list).getAllByText('Completed')).toHaveLength(5);
    expect(within(list).getByText('Course complete')).toBeTruthy();
  });
});

describe('a text lesson', () => {
  test('[S6] Continue completes it, says so, and half a second later the next lesson is there', async () => {
    const { address } = await open({ at: '/course/4/lesson/101' });
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    const button = await screen.findByRole('button', { name: 'Completed' });
    // The toast celebrates; beside it the button is quiet.
    expect([button.querySelector('svg'), button.matches(':disabled')]).toEqual([null, true]);
    expect(address()).toBe('/course/4/lesson/101');
    await screen.findByText('Lesson Completed!');
    expect(screen.getByText('Your progress has been saved.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/course/4/lesson/102'), { timeout: 2000 });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Where to stand' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Where to stand · Groundwork');
    const rows = await outbox();
    expect(rows).toMatchObject([
      { subject: 'lesson:101', body: { status: 'completed' }, title: 'Reading a floor plan' },
    ]);
  });

  test('[S6] a visitor stays in the public route family', async () => {
    const { address } = await open({ at: '/public-course/4/lesson/101', as: 'visitor' });
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe('/public-course/4/lesson/102'), { timeout: 2000 });
  });

  const bar = () => document.querySelector('[data-page-mark=bottom-bar]');

  test('[S6] Continue stands where the text ends and says what it does; once completed, the next step is always in view', async () => {
    await open({ at: '/course/4/lesson/101' });
    await screen.findByRole('button', { name: 'Continue' });
    expect(bar()?.textContent).toContain('Completes this lesson. Next: 2. Where to stand, 3 min');
    expect(within(bar() as HTMLElement).queryByRole('button', { name: 'Mark Complete' })).toBeNull();
    expect(bar()?.className).not.toContain('sticky');
    fireEvent.click(screen.getByRole('button', { name: 'Mark Complete' }));
    await screen.findByRole('link', { name: 'Continue to Next Lesson' });
    expect(bar()?.className).toContain('sticky');
  });

  test('[H9] before a quiz, whose answers a message would cover, only the button says that the lesson is completed', async () => {
    const { address } = await open({ at: '/course/4/lesson/102' });
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await screen.findByRole('button', { name: 'Completed' });
    await waitFor(() => expect(address()).toBe('/course/4/lesson/103'), { timeout: 2000 });
    expect(screen.queryByText('Lesson Completed!')).toBeNull();
  });

  test('[S8] Mark Complete completes without turning the page, and Reset takes it back', async () => {
    const { address } = await open({ at: '/course/4/lesson/102' });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    await screen.findByText('Lesson completed!');
    expect(screen.queryByText('Progress Updated'), 'the panel says it, and no toast again').toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    await screen.findByText('Progress saved');
    await screen.findByRole('button', { name: 'Mark Complete' });
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    expect(address()).toBe('/course/4/lesson/102');
    expect((await outbox()).map((row) => row.kind === 'unit' && row.body.status)).toEqual(['completed', 'not_started']);
  });
});

test('[S5] the lesson that completes the course leads to its certificate, wherever it stands; seen again, to the next', async () => {
  const { engine, show } = await open({ at: '/course/4/lesson/101', screen: null });
  const complete = (lessonId: number) => engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
  for (const { id } of lessons) if (id !== 103) await complete(id);
  show(lessonPages, '/course/4/lesson/103');
  await screen.findByRole('heading', { level: 1, name: 'Knowledge Quiz' });
  await complete(103);
  expect((await screen.findByRole('link', { name: 'View certificate' })).getAttribute('href')).toBe(
    '/course/4/certificate',
  );
  expect(screen.queryByRole('link', { name: 'Continue to Next Lesson' })).toBeNull();
  show(null, '/');
  show(lessonPages, '/course/4/lesson/103');
  await screen.findByRole('link', { name: 'Continue to Next Lesson' });
});

test('[S5] a quiz that was answered offline is not called unfinished at the end of the course', async () => {
  const { engine } = await open({ at: '/course/4/lesson/105' });
  for (const lessonId of [101, 102]) await engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
  for (const lessonId of [103, 104]) {
    await engine.record({ kind: 'quiz', courseId: 4, lessonId, answers: {}, quizVersion: 'v1', durationMs: 1 });
  }
  fireEvent.click(await screen.findByRole('button', { name: /Mark Complete$/ }));
  await screen.findByText(/^Lessons 3 and 4 are graded when you are online/);
  screen.getByText("You're done for now");
  expect(within(await sideList()).getAllByText('To be graded')).toHaveLength(2);
  expect(screen.queryByText(/Great job/), 'a failed quiz would take it back').toBeNull();
  expect(screen.queryByRole('link', { name: /Not finished/ })).toBeNull();
  screen.getByRole('link', { name: 'Back to the course' });
});

test('[S5] the last lesson completed first is a completed lesson, not a completed course', async () => {
  await open({ at: '/course/4/lesson/105' });
  fireEvent.click(await screen.findByRole('button', { name: /Mark Complete$/ }));
  const words = (await screen.findByText('Lesson completed!')).parentElement;
  expect(words?.textContent).toBe('Lesson completed!4 lessons left. 1 of 5 in this course done. 10 points.');
  expect(screen.queryByText(/Course completed/)).toBeNull();
  screen.getByRole('link', { name: 'Not finished: Lesson 1' });
});

test('[S7] the second half of a double tap does not press what takes the place of the button', async () => {
  const { address } = await open({ at: '/course/4/lesson/105' });
  const button = await screen.findByRole('button', { name: /Mark Complete$/ });
  fireEvent.click(button, { detail: 1 });
  const next = await screen.findByRole('link', { name: 'Not finished: Lesson 1' });
  fireEvent.click(next, { detail: 2 });
  expect(address()).toBe('/course/4/lesson/105');
  fireEvent.click(next, { detail: 1 });
  expect(address()).toBe('/course/4/lesson/101');
});

test('[S7] of two touches at one place the second presses nothing, where taps are not counted either', async () => {
  const { address } = await open({ at: '/course/4/lesson/105' });
  const touch = (target: HTMLElement, clientX: number) => {
    fireEvent.pointerDown(target, { pointerType: 'touch', clientX });
    fireEvent.click(target, { detail: 1 });
  };
  touch(await screen.findByRole('button', { name: /Mark Complete$/ }), 100);
  const next = await screen.findByRole('link', { name: 'Not finished: Lesson 1' });
  const complete = await screen.findByText('Completed', { selector: 'button' });
  touch(complete, 100);
  touch(next, 110);
  expect(address()).toBe('/course/4/lesson/105');
  touch(next, 300);
  expect(address()).toBe('/course/4/lesson/101');
});

describe('what the server says to a tap', () => {
  const refuse =
    (...refusal: Parameters<typeof refused>) =>
    (request: TransportRequest) =>
      request.path === '/api/progress/unit' ? refused(...refusal) : undefined;

  test('[P4, Y7a] 409 is said by the page that made the tap', async () => {
    const unit = { ...freshUnit(102), status: 'completed', rev: 3, completedAt: '2026-01-02T03:04:05.000Z' };
    await open({
      at: '/course/4/lesson/102',
      network: refuse('already_completed', { unit, changed: false, dataEpoch: 'e1' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    expect(await screen.findByText('Lesson Already Completed!', {}, { timeout: 4000 })).toBeTruthy();
    expect(screen.getByText('Your progress has already been saved.')).toBeTruthy();
  });

  test('[Y7a, P3] a refusal is said with its reason, and the lesson is not completed', async () => {
    await open({ at: '/course/4/lesson/102', network: refuse('lesson_not_found') });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    expect(await screen.findByText('Progress Update Failed', {}, { timeout: 4000 })).toBeTruthy();
    expect(screen.getByText('Lesson not found')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Mark Complete' })).toBeTruthy();
  });

  test('[Y7a] a page opened later says nothing about older taps', async () => {
    const { engine, setNetwork } = await open({ at: '/course/4/lesson/102' });
    const { entry } = await engine.record({ kind: 'unit', courseId: 4, lessonId: 102, status: 'completed' });
    setNetwork(refuse('lesson_not_found'));
    await engine.syncNow();
    await waitFor(async () => expect((await engine.replica.outbox.get(entry?.seq ?? 0))?.state).toBe('blocked'));
    await screen.findByRole('button', { name: 'Mark Complete' });
    expect(screen.queryByText('Progress Update Failed')).toBeNull();
  });

  test('[O3] a lesson completed offline is marked as not sent, and that goes when the server has it', async () => {
    const { engine, setNetwork } = await open({ at: '/course/4/lesson/102' });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    expect((await screen.findAllByText('Not sent yet')).length).toBeGreaterThan(0);
    setNetwork((request) =>
      request.path === '/api/progress/unit' ? unitAnswer(request, { status: 'completed', rev: 1 }) : undefined,
    );
    await engine.syncNow();
    await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
    expect(screen.getByRole('button', { name: 'Completed' })).toBeTruthy();
  });
});

describe('what is not here', () => {
  test('[O2] a lesson that is not on the device says so and is fetched when asked again online', async () => {
    const { setNetwork } = await open({ at: '/course/4/lesson/101', content: [] });
    await screen.findByRole('heading', { name: 'This lesson is not on this device' });
    setNetwork((request) =>
      request.path === '/api/lessons/101' ? { body: aLesson({ id: 101, title: 'Fetched now' }) } : undefined,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Fetched now' });
  });

  test('[O2] and below it what opens now, the next lesson first', async () => {
    const { engine } = await open({ at: '/course/4/lesson/199' });
    await screen.findByRole('heading', { name: 'This lesson is not on this device' });
    const rows = within(await screen.findByRole('region', { name: 'What opens now' }));
    const listed = () => rows.getAllByRole('link').map((row) => row.getAttribute('href'));
    expect(listed(), 'a quiz and an exam do not open').toEqual([101, 102, 105].map((id) => `/course/4/lesson/${id}`));
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await waitFor(() => expect(listed()[0]).toBe('/course/4/lesson/102'));
  });

  test('[S9] a server that fails gives the view with its words and a retry', async () => {
    await open({ at: '/course/4/lesson/101', content: [], network: () => refused('internal') });
    await screen.findByRole('heading', { name: 'Failed to fetch lesson' });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test('[P3] progress that the server refuses is said with its words, and the lesson stays readable', async () => {
    const network = ({ path }: TransportRequest) => {
      if (path === '/api/courses/4') return { body: content[0]?.course };
      if (path === '/api/courses/4/lessons') return { body: { lessons } };
      return refused('unavailable');
    };
    await open({ at: '/course/4/lesson/101', network });
    await screen.findByText('Error');
    expect(screen.getByText(refused('unavailable').body.message)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Reading a floor plan' })).toBeTruthy();
  });

  const only = [{ course: aCourse({ lessonCount: 5 }), lesson: aLesson({ id: 101 }) }];

  test('[S2, A14] a list of lessons that the server refuses is named, and is not called progress', async () => {
    const network = ({ path }: TransportRequest) =>
      path === '/api/courses/4' ? { body: content[0]?.course } : refused('unavailable');
    await open({ at: '/course/4/lesson/101', content: only, network });
    const note = await screen.findByText('Failed to fetch lessons.');
    expect(note.parentElement?.textContent).toContain('Only the lessons on this device are listed.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText('Error')).toBeNull();
  });

  test('[S5] the only lesson on this device is not called the last of the course', async () => {
    const { engine } = await open({ at: '/course/4/lesson/101', content: only });
    await screen.findByText('Only the lessons on this device are listed.');
    await engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
    await screen.findByText('Lesson completed!');
    expect(screen.queryByText(/Course completed/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'View certificate' })).toBeNull();
  });

  test('[S9] an unknown lesson is not found, and the course is one step away', async () => {
    await open({ at: '/course/4/lesson/999', content: [], network: () => refused('lesson_not_found') });
    await screen.findByRole('heading', { name: 'Lesson not found' });
    expect(screen.getByRole('link', { name: 'Back to the course' }).getAttribute('href')).toBe('/course/4');
  });

  test('[S9] a lesson of another course is shown where it belongs', async () => {
    await open({ at: '/course/7/lesson/101' });
    await screen.findByRole('heading', { name: 'This lesson belongs to another course' });
    expect(document.title).toContain('Lesson not found');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open it there' }).getAttribute('href')).toBe('/course/4/lesson/101');
  });

  const ids = ['abc', '-1', '0', '1e3', '99999999999999999999', '%00', '1%27--'];
  test.each(ids)('[R1] %s in an address is no id: not found at once', async (id) => {
    await open({ at: `/course/4/lesson/${id}` });
    await screen.findByRole('heading', { name: 'Lesson not found' });
  });
});
