// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrganizationPage } from '#app/admin/people/organization-page.tsx';
import { PersonPage } from '#app/admin/person-page.tsx';
import { pressListKey } from '#app/admin/shell/list-keys.tsx';
import { Route, Routes } from '#app/ui/router.ts';
import { aMember, DEMO, DEMO_PATH, openForAdmin, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer } from '#tests/fixtures/auth-service.ts';

const at = '2026-01-01T00:00:00.000Z';
const user = {
  ...{ id: 'p2', email: 'p2@demo.example', full_name: 'Viktor', organization_id: 'o', organization: DEMO },
  ...{ is_org_admin: false, is_super_admin: false, has_two_step: true, created_at: at },
};

test('the list of an organization is kept for a super admin, too, who comes back to the place and the selection', async () => {
  let pages = 0;
  const routes: Record<string, Answer> = {
    [`GET ${DEMO_PATH}`]: () => answer(200, { organization: DEMO }),
    [`GET ${DEMO_PATH}/users`]: ({ address }) => {
      if (address.searchParams.get('limit') === '50') pages += 1;
      return answer(200, { users: [aMember('p1', 'p1'), aMember('p2', 'p2')], nextCursor: null, total: 2 });
    },
    'GET /api/admin/people/p2': () =>
      answer(200, { user, groups: [], lastSeenAt: null, courses: [], certificates: [], stuckAt: null }),
  };
  const screens = (
    <Routes>
      <Route path="admin/people/:userId" element={<PersonPage />} />
      <Route path="admin/organizations/:organizationId" element={<OrganizationPage />} />
    </Routes>
  );
  await openWithRights({ is_super_admin: true }, screens, routes, '/admin/organizations/o');
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
  await openForAdmin(page, {}, '/');
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
  await openForAdmin(two, {}, '/');
  (await screen.findByRole('button', { name: 'p1' })).focus();
  for (let n = 0; n < 3; n += 1) pressListKey('j');
  expect(document.activeElement?.textContent).toBe('p2');
  screen.getByRole('button', { name: 'End access' }).focus();
  pressListKey('k');
  expect(document.activeElement?.textContent).toBe('End access');
});
