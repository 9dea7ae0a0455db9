// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HomePage } from '#app/learn/home/home-page.tsx';
import { dayWords } from '#app/ui/labels.ts';
import type { Course } from '#sync/contract/course.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { Config } from '#sync/contract/server.ts';
import { aCourse } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const installation = vi.hoisted((): { partner: Config['partner'] } => ({ partner: null }));
vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => installation }));

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]>) => {
  opened = await openApp({ at: '/', screen: <HomePage />, ...more });
};
// The search inside lessons.
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ lessons: [] })));
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const titles = () =>
  within(screen.getByRole('region', { name: 'All Courses' }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

describe('what is due', () => {
  const today = dayOf(new Date());
  const due = (id: number, days: number, more: Partial<Course> = {}) =>
    aCourse({ id, title: `Course ${id}`, dueOn: addDays(today, days), ...more });
  const courses = [aCourse({ id: 1, title: 'Course 1' }), due(2, 9), due(3, -1), due(4, 1, { percentComplete: 100 })];

  test('[H4] comes first, begun or not, with the days in a calendar file, without a network', async () => {
    await open({ content: [{ catalog: courses }] });
    const next = within(await screen.findByRole('region', { name: 'Your next course' }));
    expect(next.getByText('1 day late')).toBeTruthy();
    expect(next.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/course/3');
    await waitFor(() => expect(titles()).toEqual(['Course 3', 'Course 2', 'Course 1', 'Course 4']));
    expect(screen.getAllByText(`Due ${dayWords(addDays(today, 9))}`)).toHaveLength(1);
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
    fireEvent.click(screen.getByRole('button', { name: 'Add due dates to calendar' }));
    const file = await (saved.mock.lastCall as [Blob])[0].text();
    expect(file.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Due: Course 3', 'SUMMARY:Due: Course 2']);
  });

  test('[X3] certificates stand on a shelf, what ends first in front, without a network', async () => {
    const ends = (id: number, days: number) =>
      aCourse({ id, title: `Course ${id}`, percentComplete: 100, certificateEnds: addDays(today, days) });
    const catalog = [ends(1, 90), ends(2, 12), ends(3, -30), ends(4, 400), ends(6, -31), aCourse({ id: 5 })];
    await open({ content: [{ catalog }] });
    const shelf = within(await screen.findByRole('region', { name: 'Your certificates' }));
    const shown = () => shelf.getAllByRole('listitem').map((item) => item.textContent);
    const words = (days: number) =>
      new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
        new Date(addDays(today, days)),
      );
    expect(shown().slice(0, 3)).toEqual([
      `Course 3expired ${words(-30)}`,
      `Course 2until ${words(12)}`,
      `Course 1until ${words(90)}`,
    ]);
    expect(shown().slice(3)).toEqual([
      expect.stringMatching(/^Course 4until \w+ \d{4}$/),
      expect.stringMatching(/^Course 6expired \w+ \d{4}$/),
    ]);
    expect(shelf.getByRole('link', { name: /Course 2/ }).getAttribute('href')).toBe('/course/2/certificate');
    expect(shelf.getByRole('link', { name: 'See all 5' }).getAttribute('href')).toBe('/dashboard');
    expect(shelf.getByText(/^An administrator can renew them\./)).toBeTruthy();
    const own = { serial: 'GW-1A2B-3C4D-5E6F', learnerName: 'Maren', courseTitle: 'Course 7', round: 1 };
    const issued = { issuedAt: '2025-03-01T08:00:00.000Z', validUntil: null, revokedAt: null };
    await opened.engine.replica.certificates.bulkPut([
      { ...own, ...issued, courseId: 7 },
      { ...own, ...issued, courseId: 8, serial: 'GW-1A2B-3C4D-5E6G', revokedAt: '2025-04-01T08:00:00.000Z' },
    ]);
    await waitFor(() => expect(shown()[4]).toBe('Course 72025, no expiry'));
    expect(shown(), 'one that was revoked is on Me').toHaveLength(6);
  });

  test('names the one among several that an administrator can renew', async () => {
    const ends = (id: number, days: number) =>
      aCourse({ id, title: `Course ${id}`, percentComplete: 100, certificateEnds: addDays(today, days) });
    await open({ content: [{ catalog: [ends(1, 12), ends(2, 400)] }] });
    const shelf = within(await screen.findByRole('region', { name: 'Your certificates' }));
    const words = shelf.getByText((_, element) => element?.tagName === 'P');
    expect(words.textContent).toBe('An administrator can renew Course 1. You then take the course again.');
  });

  test('[X3] without a certificate there is no shelf', async () => {
    await open({ content: [{ catalog: courses }] });
    await screen.findByText('All Courses');
    expect(screen.queryByText(/Your certificate/)).toBeNull();
  });

  test('[H6] a card says it, unless the course is completed', async () => {
    await open({ content: [], network: () => ({ body: { courses, nextCursor: null } }) });
    const cards = within(await screen.findByRole('region', { name: 'All Courses' }));
    expect(await cards.findAllByText(/^(Due .*|1 day late)$/)).toHaveLength(2);
  });
});

describe('what is offered', () => {
  const first = aCourse({ id: 1, title: 'Property Inspection' });
  const later = aCourse({ id: 4, title: 'Certified Inspector', duration: 25 });
  const prerequisites = ["The course 'Property Inspection', or equal experience"];

  test('[H4] (P-7) a course that asks for one before it is not offered before that one is completed', async () => {
    await open({ content: [{ catalog: [first, { ...later, prerequisites }] }] });
    expect((await screen.findByRole('link', { name: 'Continue Course' })).getAttribute('href')).toBe('/course/1');
    expect(screen.getByText('1h 35m', { selector: 'li' }), 'as long as its card says').toBeTruthy();
  });

  test('[H4] whoever was given a course is offered no other one', async () => {
    await open({ content: [{ catalog: [first, aCourse({ id: 9, dueOn: '2099-01-01' })] }] });
    await screen.findByRole('region', { name: 'Your next course' });
    expect(screen.queryByText('Welcome to the Groundwork Learning Hub')).toBeNull();
  });
});
