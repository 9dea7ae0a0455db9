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
    expect(next.getByText(`Overdue since ${dayWords(addDays(today, -1))}`)).toBeTruthy();
    expect(next.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/course/3');
    await waitFor(() => expect(titles()).toEqual(['Course 3', 'Course 2', 'Course 1', 'Course 4']));
    expect(screen.getAllByText(`Due ${dayWords(addDays(today, 9))}`)).toHaveLength(1);
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
    fireEvent.click(screen.getByRole('button', { name: 'Add due dates to calendar' }));
    const file = await (saved.mock.lastCall as [Blob])[0].text();
    expect(file.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Due: Course 3', 'SUMMARY:Due: Course 2']);
  });

  test('[X3] certificates that end are told from 90 days before to 30 days after, the first to end first, without a network', async () => {
    const ends = (id: number, days: number) =>
      aCourse({ id, title: `Course ${id}`, percentComplete: 100, certificateEnds: addDays(today, days) });
    const catalog = [ends(1, 90), ends(2, 12), ends(3, -30), ends(4, 91), ends(6, -31), aCourse({ id: 5 })];
    await open({ content: [{ catalog }] });
    const told = within(await screen.findByRole('region', { name: 'Your certificates' }));
    const links = told.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);
    expect(links).toEqual([
      ['/course/3/certificate', expect.stringMatching(/^Course 3Expired on /)],
      ['/course/2/certificate', expect.stringMatching(/^Course 2Expires in 12 days, on /)],
      ['/course/1/certificate', expect.stringMatching(/^Course 1Expires in 90 days, on /)],
    ]);
    expect(told.getByText(/^An administrator can renew them\./)).toBeTruthy();
  });

  test('[H6] a card says it, unless the course is completed', async () => {
    await open({ content: [], network: () => ({ body: { courses, nextCursor: null } }) });
    const cards = within(await screen.findByRole('region', { name: 'All Courses' }));
    expect(await cards.findAllByText(/^(Due|Overdue since) /)).toHaveLength(2);
  });
});
