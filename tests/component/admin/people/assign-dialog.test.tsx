// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AssignDialog } from '#app/admin/people/assign-dialog.tsx';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';
import { pick } from '#tests/fixtures/pick.ts';

const ASSIGN = 'POST /api/admin/assign-user-to-organization';
const ACME = {
  id: 'a',
  name: 'Acme Roofs',
  slug: 'acme',
  isActive: true,
  rev: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const PERSON = {
  id: 'p',
  email: 'p@demo.example',
  full_name: 'Pia',
  organization: { id: 'o', name: 'Demo Inspections' },
};
async function open(assign: Route) {
  const dialog = <AssignDialog people={[PERSON]} onClose={() => undefined} onDone={() => undefined} />;
  const { sent } = await openForAdmin(dialog, {
    'GET /api/admin/organizations': () =>
      answer(200, { organizations: [{ ...ACME, memberCount: 0, courseCount: 0 }], nextCursor: null }),
    [ASSIGN]: assign,
  });
  await screen.findByLabelText('Organization');
  await pick('Organization', 'Acme Roofs');
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
  await screen.findByText(/Pia leaves Demo Inspections/);
  return () => sent(ASSIGN);
}

const done = { message: '1 person assigned to Acme Roofs.', changed: 1, left: [] };

test('[M14] a move says before what stays, ends and begins', async () => {
  const sent = await open(() => answer(200, done));
  const { textContent } = screen.getByText(/Pia leaves Demo Inspections/);
  expect(textContent).toContain('Account, progress and certificates stay');
  expect(textContent).toContain('What ends: the courses of Demo Inspections, enrollments by its admins, due dates,');
  expect(textContent).toContain('In Acme Roofs they get what everyone who joins gets.');
  expect(sent()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent()).toEqual([{ userIds: ['p'], organizationId: 'a', fromOrganizationIds: ['o'] }]));
});
