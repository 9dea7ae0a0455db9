// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AssignDialog } from '#app/admin/people/assign-dialog.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { answer, aSession, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';
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
const effects = {
  ...{ courses: 3, completed: 1, certificates: 1, enrollments: 2, dueDates: 1, groups: 1, admins: 1, invitations: 0 },
  joins: ['Welcome', 'Safety', 'First aid', 'Fire'],
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(assign: Route) {
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/admin/organizations': () =>
      answer(200, { organizations: [{ ...ACME, memberCount: 0, courseCount: 0 }], nextCursor: null }),
    [ASSIGN]: assign,
  });
  const dialog = <AssignDialog people={[PERSON]} onClose={() => undefined} onDone={() => undefined} />;
  const shown = <QueryClientProvider client={adminClient}>{dialog}</QueryClientProvider>;
  opened = await openOnDevice({ at: '/admin', path: '/admin', screen: shown });
  await screen.findByLabelText('Organization');
  await pick('Organization', 'Acme Roofs');
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
  await screen.findByText(/Pia leaves Demo Inspections/);
  return () => network.bodies[ASSIGN] ?? [];
}

beforeEach(() => {
  adminClient.clear();
  return seatLena();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

const done = { message: '1 person assigned to Acme Roofs.', changed: 1, left: [] };

test('[M14] a move says before what stays, ends and begins', async () => {
  const sent = await open(() => answer(200, { ...done, effects }));
  await screen.findByText('Stays: 3 courses (1 completed), 1 certificate.');
  screen.getByText('Ends: 2 enrollments by an admin, 1 due date, 1 place in groups, and 1 role as admin.');
  screen.getByText('Begins: Welcome, Safety, First aid, and 1 more, like everyone who joins.');
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  const wanted = { userId: 'p', organizationId: 'a', fromOrganizationId: 'o' };
  await waitFor(() => expect(sent()).toEqual([{ ...wanted, isPreview: true }, wanted]));
});

test('[M14] a move that could not be counted says so, and can be made', async () => {
  await open(({ body }) => ((body as { isPreview?: boolean }).isPreview ? answer(500, {}) : answer(200, done)));
  await screen.findByText('What ends with it could not be counted.');
  expect(screen.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', false);
});
