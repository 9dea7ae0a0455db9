// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA } from '#tests/fixtures/auth-service.ts';

const AT = 'GET /api/enterprise/admin/organizations/o';
const NONE = { createdAt: '2026-01-01T00:00:00.000Z', lastActivityAt: null, dueOn: null, remindedAt: null };
const member = (id: string, full_name: string, groups: string[]) => ({
  ...{ id, email: `${id}@demo.example`, full_name, isOrgAdmin: id === LENA.id, certificateEnds: null, ...NONE },
  groups: groups.map((name) => ({ id: name, name, isLead: name === 'South' })),
  progressStats: { averageCompletion: 0, completedCourses: 0, inProgressCourses: 0, notStartedCourses: 0 },
});

test('[M5] whoever is in groups is made a lead of each also where the list is not narrowed to one', async () => {
  const users = [member('p1', 'Mia', ['North', 'South']), member(LENA.id, 'Lena', ['North']), member('p2', 'Noah', [])];
  await openForAdmin(<OwnPeoplePage />, {
    'GET /api/auth/profile': () =>
      answer(200, {
        ...LENA,
        is_org_admin: true,
        organization_id: 'o',
        organization: { id: 'o', name: 'Demo Inspections' },
      }),
    [`${AT}/users`]: () => answer(200, { users, nextCursor: null, total: 3 }),
    [`${AT}/groups`]: () => answer(200, { groups: [] }),
    [`${AT}/outsiders`]: () => answer(200, { outsiders: [], nextCursor: null }),
    [`${AT}/former-people`]: () => answer(200, { people: [], nextCursor: null }),
  });
  const leadsOf = async (name: string) => {
    fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${name}` }), { key: 'Enter' });
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    return items.filter((text) => text.includes('lead'));
  };
  expect(await leadsOf('Mia')).toEqual(['Make leadof North', 'Remove leadof South']);
  expect(await leadsOf('Lena'), 'oneself, too').toEqual(['Make leadof North']);
  expect(await leadsOf('Noah')).toEqual([]);
  expect(screen.getByText('You')).toBeTruthy();
});
