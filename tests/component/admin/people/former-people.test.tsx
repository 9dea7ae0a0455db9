// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormerPeople } from '#app/admin/people/outsiders.tsx';
import { DEMO, openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

test('[M14] whoever has left is listed with the certificates that they earned before, each with its public page', async () => {
  const fay = {
    ...{ userId: 'f1', full_name: 'Fay Former', leftAt: '2026-03-04T10:00:00.000Z' },
    certificates: [
      {
        ...{ serial: 'GW-1', courseTitle: 'Roofs', issuedAt: '2026-01-02T10:00:00.000Z' },
        ...{ validUntil: '2026-02-01', revokedAt: null },
      },
    ],
  };
  const unnamed = { userId: 'f2', full_name: null, leftAt: '2026-02-04T10:00:00.000Z', certificates: [] };
  await openForAdmin(<FormerPeople organization={DEMO} />, {
    'GET /api/enterprise/admin/organizations/o/former-people': () =>
      answer(200, { people: [fay, unnamed], nextCursor: null }),
  });
  const table = within(await screen.findByRole('table', { name: 'Former people' }));
  const link = await table.findByRole('link', { name: /^Roofs/ });
  expect(link.getAttribute('href')).toBe('/verify/GW-1');
  expect(link.textContent).toContain('Expired on February 1, 2026');
  for (const text of ['Fay Former', 'No name', 'None']) expect(table.getByText(text)).toBeTruthy();
});
