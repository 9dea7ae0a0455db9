// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AdminPage } from '#app/admin/admin-page.tsx';
import type { Activity, ActivityLine } from '#sync/contract/analytics.ts';
import type { Profile } from '#sync/contract/profile.ts';
import { closeOpened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route, refusal } from '#tests/fixtures/auth-service.ts';

const NOW = Date.now();
const HOUR_MS = 3_600_000;
const NAMES = ['Lena', 'Omar', 'Priya', 'Tomas'].map((name) => ({ id: name.toLowerCase(), name }));
const line = (kind: ActivityLine['kind'], count: number, more: Partial<ActivityLine> = {}): ActivityLine => {
  const at = new Date(NOW - 2 * HOUR_MS).toISOString();
  return { kind, id: 7, title: 'Scan a room', at, count, people: NAMES.slice(0, count), ...more };
};
const happened = (...lines: ActivityLine[]) =>
  answer(200, { since: new Date(NOW - 24 * HOUR_MS).toISOString(), isAll: lines.length < 9, lines } satisfies Activity);

async function open(activity: Route, rights: Partial<Profile> = { is_super_admin: true }) {
  const { asked } = await openWithRights(rights, <AdminPage />, {
    'GET /api/admin/attention': () => answer(200, { organizations: [], quiz: null }),
    'GET /api/admin/stats': () => answer(200, { organizations: 1, users: 2, courses: 3 }),
    'GET /api/admin/activity': activity,
  });
  const activities = () => asked.filter((request) => request.startsWith('GET /api/admin/activity'));
  return { activities };
}
const region = async () => within(await screen.findByRole('region', { name: 'Activity' }));
const askedSince = (request = '') => Date.parse(decodeURIComponent(/since=([^&]+)/.exec(request)?.[1] ?? ''));

beforeEach(async () => {
  localStorage.clear();
  await closeOpened();
});

test('what one person did leads to them, what several did opens their names', async () => {
  const quiz = { id: 8, title: 'Quiz: Scan Quality', course: 'Field training' };
  await open(() => happened(line('course', 1), line('lesson', 4), line('failed', 30, { ...quiz, people: NAMES })));
  const list = await region();
  expect(await list.findByRole('link', { name: /^Lena completed the course Scan a room/ })).toHaveProperty(
    'pathname',
    '/admin/people/lena',
  );
  const sentence = list.getByText('Lena and 3 others completed Scan a room');
  const gathered = sentence.closest('details') as HTMLDetailsElement;
  expect(gathered.open).toBe(false);
  fireEvent.click(sentence);
  expect(gathered.open).toBe(true);
  const tomas = within(gathered).getByRole('link', { name: 'Tomas' });
  expect(tomas).toHaveProperty('pathname', '/admin/people/tomas');
  expect(list.getByText("Lena and 29 others tried Quiz: Scan Quality and haven't passed yet")).toBeTruthy();
  expect(list.getByText('and 26 others')).toBeTruthy();
  expect(list.getByText('Field training · 2 hours ago')).toBeTruthy();
});

test('what many did leads to the list that has all of them', async () => {
  const lesson = { id: 8, title: 'Quiz: Scan Quality', course: 'Field training', courseId: 4, people: NAMES };
  const demo = { id: 'o', title: 'Demo Inspections', people: NAMES };
  const lines = () =>
    happened(line('account', 301, demo), line('joined', 30, demo), line('course', 30), line('failed', 30, lesson));
  const lists = async () => {
    const list = await region();
    await list.findByText('Lena and 300 others created accounts');
    // The lines are closed.
    return [...document.querySelectorAll('details a[aria-label^="See all: "]')].map((link) =>
      link.getAttribute('href'),
    );
  };
  await open(lines);
  expect(await lists()).toEqual([
    '/admin/organizations/o',
    '/admin/organizations/o?sort=-activity',
    '/admin/courses/7?tab=people&learner-state=completed',
    '/admin/courses/4?tab=people',
  ]);
  await open(lines, { is_org_admin: true, organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } });
  expect((await lists()).slice(0, 2)).toEqual(['/admin/people', '/admin/people?sort=-activity']);
});

test('begins where the last visit ended, and keeps that for as long as this one lasts', async () => {
  const visit = async () => {
    const { activities } = await open(() => happened());
    await (await region()).findByText('Nothing has happened in this time.');
    return askedSince(activities()[0]);
  };
  const period = async () =>
    (await region()).getByLabelText<HTMLSelectElement>('Period of the activity').selectedOptions[0]?.text;
  expect(await visit(), 'the first visit').toBeCloseTo(Date.now() - 7 * 24 * HOUR_MS, -5);
  expect(await period()).toBe('Last 7 days');
  const firstVisit = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(firstVisit + 20 * HOUR_MS);
  expect(await visit(), 'the next day').toBeCloseTo(firstVisit, -4);
  expect(await period()).toBe('Since your last visit');
  vi.spyOn(Date, 'now').mockReturnValue(firstVisit + 20.5 * HOUR_MS);
  expect(await visit(), 'the same visit').toBeCloseTo(firstVisit, -4);
});

test('of another period, all of it, and what fails says so', async () => {
  const many = Array.from({ length: 9 }, (_, place) => line('lesson', 1, { id: place, title: `Lesson ${place}` }));
  const { activities } = await open(() => happened(...many));
  const list = await region();
  fireEvent.click(await list.findByRole('button', { name: 'Show 3 more' }));
  expect(list.getByText('Lena completed Lesson 8')).toBeTruthy();
  expect(list.getByText('What happened before is not listed.')).toBeTruthy();
  fireEvent.change(list.getByLabelText('Period of the activity'), { target: { value: '30' } });
  await vi.waitFor(() => expect(askedSince(activities()[1])).toBeCloseTo(Date.now() - 30 * 24 * HOUR_MS, -5));
  await open(() => refusal(500, 'internal', 'No'));
  await (await region()).findByText('This could not be read just now.');
});
