// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetList } from '#app/admin/frame/left-list.ts';
import { pressListKey } from '#app/admin/frame/list-keys.tsx';
import { OrganizationPage } from '#app/admin/people/organization-page.tsx';
import { PersonPage } from '#app/admin/person-page.tsx';
import { Route, Routes } from '#app/ui/router.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const DEMO = { id: 'o', name: 'Demo Inspections' };
const OF_DEMO = '/api/enterprise/admin/organizations/o';
const at = '2026-01-01T00:00:00.000Z';
const row = (id: string): MemberRow => ({
  ...{ id, email: `${id}@demo.example`, full_name: id, isOrgAdmin: false, dueOn: null, groups: [] },
  ...{ createdAt: at, lastActivityAt: null, certificateEnds: null, remindedAt: null },
  progressStats: { averageCompletion: 0, completedCourses: 0, inProgressCourses: 0, notStartedCourses: 0 },
});
const user = {
  ...{ id: 'p2', email: 'p2@demo.example', full_name: 'Viktor', organization_id: 'o', organization: DEMO },
  ...{ is_org_admin: false, is_super_admin: false, has_two_step: true, created_at: at },
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
beforeEach(() => seatLena());
afterEach(async () => {
  forgetList();
  vi.unstubAllGlobals();
  await opened.close();
});

test('the list of an organization is kept for a super admin, too, who comes back to the place and the selection', async () => {
  let pages = 0;
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_super_admin: true }),
    [`GET ${OF_DEMO}`]: () => answer(200, { organization: DEMO }),
    [`GET ${OF_DEMO}/users`]: ({ address }) => {
      if (address.searchParams.get('limit') === '50') pages += 1;
      return answer(200, { users: [row('p1'), row('p2')], nextCursor: null, total: 2 });
    },
    [`GET ${OF_DEMO}/groups`]: () => answer(200, { groups: [] }),
    'GET /api/admin/people/p2': () =>
      answer(200, { user, groups: [], lastSeenAt: null, courses: [], certificates: [], stuckAt: null }),
  });
  opened = await openOnDevice({
    at: '/admin/organizations/o',
    path: '/admin/*',
    screen: (
      <Routes>
        <Route path="people/:userId" element={<PersonPage />} />
        <Route path="organizations/:organizationId" element={<OrganizationPage />} />
      </Routes>
    ),
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select p1' }));
  fireEvent.click(screen.getByRole('link', { name: 'p2' }));
  await screen.findByRole('heading', { level: 1, name: 'Viktor' });
  fireEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
  const left = await screen.findByRole('link', { name: 'p2' });
  await waitFor(() => expect(document.activeElement).toBe(left));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select p1' }).checked).toBe(true);
  expect(pages, 'the rows are there already').toBe(1);
});

test('j and k go through the lists of a page, and through a table that has the focus', async () => {
  const list = (name: string) => (
    <ul data-list>
      <li>
        <a href={`/${name}`}>{name} 1</a>
      </li>
      <li>
        <details>
          <summary>{name} 2</summary>
          <ul>
            <li>
              <a href="/person">A person</a>
            </li>
          </ul>
        </details>
      </li>
    </ul>
  );
  const page = (
    <>
      {list('Needs')}
      {list('Activity')}
      <table>
        <tbody>
          {['p1', 'p2'].map((name) => (
            <tr key={name}>
              <td>
                <button type="button">{name}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
  stubNetwork(() => answer(200, aSession()), {});
  opened = await openOnDevice({ at: '/', path: '/', screen: page });
  await screen.findByText('Needs 1');
  const steps = (key: string, count: number) =>
    Array.from({ length: count }, () => {
      pressListKey(key);
      return document.activeElement?.textContent;
    });
  expect(steps('j', 5)).toEqual(['Needs 1', 'Needs 2', 'Activity 1', 'Activity 2', 'Activity 2']);
  expect(steps('k', 2)).toEqual(['Activity 1', 'Needs 2']);
  screen.getByRole('button', { name: 'p1' }).focus();
  expect(steps('j', 2)).toEqual(['p2', 'p2']);
});

test('j and k stay in the table where they began', async () => {
  const table = (...names: string[]) => (
    <table>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td>
              <button type="button">{name}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  const two = (
    <>
      {table('p1', 'p2')}
      {table('End access')}
    </>
  );
  stubNetwork(() => answer(200, aSession()), {});
  opened = await openOnDevice({ at: '/', path: '/', screen: two });
  (await screen.findByRole('button', { name: 'p1' })).focus();
  for (let n = 0; n < 3; n += 1) pressListKey('j');
  expect(document.activeElement?.textContent).toBe('p2');
  screen.getByRole('button', { name: 'End access' }).focus();
  pressListKey('k');
  expect(document.activeElement?.textContent).toBe('End access');
});
