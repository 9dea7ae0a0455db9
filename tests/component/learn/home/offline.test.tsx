// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => ({ partner: null }) }));

const catalog = [
  aCourse({ id: 1, title: 'Property Inspection', level: 'beginner' }),
  aCourse({ id: 2, title: 'Operating the Scanner', level: 'beginner' }),
  aCourse({ id: 3, title: 'Growing a Business', level: 'intermediate', percentComplete: 100 }),
  aCourse({ id: 4, title: 'Certified Inspector', level: 'advanced', percentComplete: 40 }),
];

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({ at: '/', content: [{ catalog }], screen: <HomePage />, ...more });
  return opened;
};
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ lessons: [] })));
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const whole = ({ path }: { path: string }) =>
  path.startsWith('/api/courses') ? { body: { courses: catalog, nextCursor: null } } : { body: {} };
const titles = () =>
  within(screen.getByRole('region', { name: 'All Courses' }))
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('what works without a connection', () => {
  const lessons = [aLesson({ courseId: 2, id: 201 })];
  const content = [{ catalog }, { lessonsOf: { courseId: 2, lessons } }];
  const filter = () => screen.getByRole('button', { name: 'On this device' });
  const away = () => screen.getByText('Needs a connection').closest('section')?.querySelectorAll('ul:last-of-type li');

  test('[O2, H5] offline the filter is on by itself; what needs a connection stays in sight, below', async () => {
    localStorage.setItem('groundwork.offline', 'yes');
    await open({ content });
    await waitFor(() => expect(filter().getAttribute('aria-pressed')).toBe('true'));
    expect(titles()[0]).toBe('Operating the Scanner');
    expect(away()).toHaveLength(3);
    fireEvent.click(filter());
    await waitFor(() => expect(opened.query()).toBe('?place=all'));
    await waitFor(() => expect(screen.getAllByText('Needs a connection')).toHaveLength(3));
    fireEvent.click(filter());
    await waitFor(() => expect(opened.query()).toBe(''));
  });

  test('[O9] nothing moves while the connection comes and goes; the next visit follows', async () => {
    const { engine, setNetwork } = await open({ content, network: whole });
    await screen.findByText('4 courses');
    await waitFor(() => expect(titles()).toHaveLength(4));
    setNetwork(() => undefined);
    await engine.checkReachable();
    await waitFor(() => expect(screen.getAllByText('Needs a connection')).toHaveLength(3));
    expect(filter().getAttribute('aria-pressed')).toBe('false');
    choose('Level', 'beginner');
    await waitFor(() => expect(filter().getAttribute('aria-pressed')).toBe('true'));
    setNetwork(whole);
    await engine.checkReachable();
    await screen.findByText('Not on this device');
    expect(titles()).toEqual(['Operating the Scanner', 'Property Inspection']);
  });

  test('[H5] online the filter is off, and lists what was downloaded', async () => {
    await open({ content, network: whole });
    await screen.findByText('4 courses');
    expect(filter().getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(filter());
    await screen.findByText('Nothing is downloaded yet');
    expect(opened.query()).toBe('?place=here');
    fireEvent.click(screen.getByRole('button', { name: 'Show all courses' }));
    await waitFor(() => expect(titles()).toHaveLength(4));
  });
});

describe('[O2] what to continue with offline', () => {
  const film = aLesson({ id: 401, courseId: 4, orderIndex: 1, title: 'Care for the Scanner', videoUrl: '/media/film' });
  const text = aLesson({ id: 402, courseId: 4, orderIndex: 2, title: 'Photos and Notes' });
  const openWith = async (lessons: (typeof film)[]) => {
    localStorage.setItem('groundwork.offline', 'yes');
    const course = { ...aCourse({ id: 4, title: 'Certified Inspector', lessonCount: lessons.length }) };
    await open({ content: [{ catalog: [course] }, { lessonsOf: { courseId: 4, lessons } }] });
    await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 401, status: 'in_progress', positionSeconds: 5 });
    return within(await screen.findByRole('region', { name: 'Continue where you left off' }));
  };

  test('a text that opens comes before the video that needs a connection, and that is said', async () => {
    const card = await openWith([film, text]);
    await card.findByRole('heading', { level: 2, name: 'Photos and Notes' });
    expect(card.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/course/4/lesson/402');
    expect(card.getByText('Lesson 1 needs a connection.')).toBeTruthy();
  });

  test('where nothing opens, the action is not the main one', async () => {
    const card = await openWith([film]);
    await card.findByText('Needs a connection');
    await waitFor(() => expect(card.getByRole('link', { name: 'Continue' }).className).not.toContain('bg-accent '));
  });
});
