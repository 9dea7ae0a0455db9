// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AdminBar } from '#app/admin/shell/admin-bar.tsx';
import { device } from '#app/device/device.ts';
import type { Profile } from '#sync/contract/profile.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const MEMBERS = 'GET /api/enterprise/admin/organizations/o/users';
const GROUPS = 'GET /api/enterprise/admin/organizations/o/groups';
const COURSES = 'GET /api/admin/courses';
const LESSONS = 'GET /api/search';
const OF_DEMO = { is_org_admin: true, organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };

const person = (id: string, full_name: string | null, email: string) => ({ id, full_name, email });
const FOUND: Record<string, Route> = {
  [MEMBERS]: () => answer(200, { users: [person('p1', 'Viktor Petrenko', 'vp@demo.example')], nextCursor: null }),
  [GROUPS]: () =>
    answer(200, {
      groups: [
        { id: 'g1', name: 'Crew Vienna', people: 1, leads: [] },
        { id: 'g2', name: 'Laviron', people: 2, leads: [] },
      ],
    }),
  [COURSES]: () => answer(200, { courses: [{ id: 7, title: 'Victorian houses' }], nextCursor: null }),
  [LESSONS]: () =>
    answer(200, { lessons: [{ courseId: 4, lessonId: 18, title: 'The vise', courseTitle: 'Tools', excerpt: '' }] }),
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
let asked: string[];
async function open(routes: Record<string, Route> = FOUND, rights: Partial<Profile> = OF_DEMO) {
  await seatLena();
  await device.people.update(LENA.id, { profile: { ...LENA, ...rights } });
  ({ asked } = stubNetwork(() => answer(200, aSession()), routes));
  opened = await openOnDevice({
    at: '/admin',
    path: '/admin',
    screen: (
      <>
        <AdminBar />
        <input aria-label="A field" />
        <table>
          <tbody>
            {['Ann', 'Ben'].map((name) => (
              <tr key={name}>
                <td>
                  <input type="checkbox" aria-label={`Select ${name}`} />
                </td>
                <td>
                  <a href={`/${name}`}>{name}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    ),
  });
}
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const field = () => screen.findByRole('combobox', { name: 'Search people, courses, lessons and pages' });
async function search(text: string) {
  press('k', { ctrlKey: true });
  fireEvent.change(await field(), { target: { value: text } });
}
const hits = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

describe('the search over administration', () => {
  test('lists the pages before anything is typed, and asks the server nothing', async () => {
    await open();
    press('k', { metaKey: true });
    await field();
    expect(hits()).toEqual([
      'Overview',
      'People',
      'Groups',
      'Courses',
      'Invitations',
      'Analytics',
      'Videos',
      'Devices',
      'Integrations',
      'Audit log',
      'Quiz analytics',
      'Learn',
      'Invite people',
      'Invite many by CSV',
      'Remind overdue',
      'Renew expired certificates',
      'Export people',
      'Add group',
      'New course',
    ]);
    expect(asked.filter((call) => call.includes('search'))).toEqual([]);
  });

  test.each([
    ['invite', 'Invite people', '/admin/invitations?invite=one'],
    ['renew', 'Renew expired certificates', '/admin/people?certificates=unrenewed&act=renew'],
    ['download', 'Export people', '/admin/people?act=export'],
    ['remind', 'Remind overdue', '/admin/people?standing=overdue&act=remind'],
    ['add gr', 'Add group', '/admin/groups?act=add'],
    ['new', 'New course', '/create-course'],
  ])('finds an act by %s', async (typed, act, address) => {
    const none = { users: [], groups: [], courses: [], lessons: [], nextCursor: null };
    await open(Object.fromEntries(Object.keys(FOUND).map((route) => [route, () => answer(200, none)])));
    await search(typed);
    await waitFor(() => expect(chosen()).toBe(act));
    press('Enter');
    await waitFor(() => expect(opened.address()).toBe(address));
  });

  test('leads to the list of all, where more match than are shown', async () => {
    const users = [1, 2, 3, 4, 5].map((n) => person(`p${n}`, `Viktor ${n}`, `v${n}@demo.example`));
    const courses = [{ id: 7, title: 'Viktor' }];
    await open({
      ...FOUND,
      [MEMBERS]: () => answer(200, { users, nextCursor: 'next', total: 11 }),
      [COURSES]: () => answer(200, { courses, nextCursor: null, total: 1 }),
    });
    await search('viktor &');
    const all = await screen.findByRole('option', { name: 'Show all 11' });
    expect(all.getAttribute('href')).toBe('/admin/people?search=viktor%20%26');
    expect(screen.getAllByRole('option', { name: /^Show all/ })).toHaveLength(1);
  });

  test('puts whom the typed name names before those whose address begins so', async () => {
    const users = [person('p1', 'Anna Berg', 'vik@demo.example'), person('p2', 'Viktor Petrenko', 'vp@demo.example')];
    await open({ ...FOUND, [MEMBERS]: () => answer(200, { users, nextCursor: null }) });
    await search('vik');
    await waitFor(() =>
      expect(hits().slice(0, 2)).toEqual([expect.stringContaining('Viktor'), expect.stringContaining('Anna')]),
    );
  });

  test('offers to remind the first person found of what is due, and leads to the act', async () => {
    const due = { ...person('p1', 'Viktor Petrenko', 'vp@demo.example'), dueOn: '2026-01-02' };
    await open({ ...FOUND, [MEMBERS]: () => answer(200, { users: [due], nextCursor: null }) });
    await search('vi');
    await waitFor(() => expect(hits()[1]).toMatch(/^Remind Viktor Petrenko\d+ days late/));
    fireEvent.click(screen.getByRole('option', { name: /^Remind/ }));
    await waitFor(() => expect(opened.address()).toBe('/admin/people/p1?act=remind'));
  });

  test('finds people, groups, courses, pages and lessons, five of a kind at most', async () => {
    await open();
    await search('vi');
    await waitFor(() =>
      expect(hits()).toEqual([
        'VPViktor Petrenkovp@demo.example',
        'Enroll Viktor Petrenkovp@demo.example',
        'Audit logWhat was done to Viktor Petrenko',
        'Crew Vienna1 person',
        'Victorian houses',
        'Videos',
        'The viseTools',
      ]),
    );
    expect(asked).toContain('GET /api/enterprise/admin/organizations/o/users?search=vi&limit=5&sort=name');
    expect(asked).toContain('GET /api/admin/courses?search=vi&limit=5&among=usable');
    expect(screen.getByRole('group', { name: 'People' }).textContent).toContain('Viktor');
    const crew = screen.getAllByRole('option').find(({ textContent }) => textContent?.startsWith('Crew'));
    expect(crew?.getAttribute('href')).toBe('/admin/people?group=g1');
  });

  test('finds the groups of every organization for a super admin', async () => {
    const found = { id: 'g3', name: 'Vienna west', organization: { id: 'o2', name: 'Acme' } };
    const none = { nextCursor: null };
    await open(
      {
        ...FOUND,
        'GET /api/admin/users': () => answer(200, { users: [], ...none }),
        'GET /api/admin/groups': () => answer(200, { groups: [found] }),
      },
      { is_super_admin: true },
    );
    await search('vi');
    await waitFor(() => expect(hits()).toContain('Vienna westAcme'));
    const hit = screen.getAllByRole('option').find(({ textContent }) => textContent === 'Vienna westAcme');
    expect(hit?.getAttribute('href')).toBe('/admin/organizations/o2?group=g3');
  });

  test('opens the first hit by Enter, and another one by the arrows', async () => {
    await open();
    await search('vi');
    await waitFor(() => expect(chosen()).toContain('Viktor'));
    press('ArrowUp');
    expect(chosen()).toContain('The vise');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) press(key);
    expect(chosen()).toBe('Victorian houses');
    press('Enter');
    await waitFor(() => expect(opened.address()).toBe('/admin/courses/7'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('opens what is found for an Enter that came before the answers', async () => {
    await open();
    await search('vi');
    press('Enter');
    await waitFor(() => expect(opened.address()).toBe('/admin/people/p1'));
  });

  test('says when nothing is found, and when the server could not be asked', async () => {
    const none = { users: [], groups: [], courses: [], lessons: [], nextCursor: null };
    const nothing = () => answer(200, none);
    await open({ [MEMBERS]: nothing, [GROUPS]: nothing, [COURSES]: nothing, [LESSONS]: nothing });
    await search('qqq');
    await screen.findByText('Nothing found');
    expect(screen.queryByRole('alert')).toBeNull();
    await opened.close();
    await open({ ...FOUND, [MEMBERS]: () => refusal(500, 'internal', 'No') });
    await search('vi');
    expect((await screen.findByRole('alert')).textContent).toContain('Some results are missing');
  });
});

describe('the keys of lists', () => {
  test('j and k walk through the rows, x selects', async () => {
    await open();
    press('j');
    expect(document.activeElement?.textContent).toBe('Ann');
    press('j');
    press('j');
    expect(document.activeElement?.textContent).toBe('Ben');
    press('x');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Ben' }).checked).toBe(true);
    press('k');
    expect(document.activeElement?.textContent).toBe('Ann');
  });

  test('mean nothing in a field, but the search opens from there', async () => {
    await open();
    screen.getByLabelText('A field').focus();
    press('j');
    press('?');
    expect(document.activeElement).toBe(screen.getByLabelText('A field'));
    expect(screen.queryByRole('dialog')).toBeNull();
    press('k', { ctrlKey: true });
    await field();
  });

  test('? tells them all', async () => {
    await open();
    press('?');
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard' }));
    expect(help.getByText('Select the row')).toBeTruthy();
    press('k', { ctrlKey: true });
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
