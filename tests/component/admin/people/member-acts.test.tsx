// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { aMember, DEMO_PATH, OF_DEMO, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA } from '#tests/fixtures/auth-service.ts';

const member = (id: string, full_name: string, groups: string[]) =>
  aMember(id, full_name, {
    isOrgAdmin: id === LENA.id,
    groups: groups.map((name) => ({ id: name, name, isLead: name === 'South' })),
  });

test('[M5] whoever is in groups is made a lead of each also where the list is not narrowed to one', async () => {
  const users = [member('p1', 'Mia', ['North', 'South']), member(LENA.id, 'Lena', ['North']), member('p2', 'Noah', [])];
  await openWithRights(OF_DEMO, <OwnPeoplePage />, {
    [`GET ${DEMO_PATH}/users`]: () => answer(200, { users, nextCursor: null, total: 3 }),
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
