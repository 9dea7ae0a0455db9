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
  const sent = await open(() => answer(200, done));
  const { textContent } = screen.getByText(/Pia leaves Demo Inspections/);
  expect(textContent).toContain('Account, progress and certificates stay');
  expect(textContent).toContain('What ends: the courses of Demo Inspections, enrollments by its admins, due dates,');
  expect(textContent).toContain('In Acme Roofs they get what everyone who joins gets.');
  expect(sent()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent()).toEqual([{ userId: 'p', organizationId: 'a', fromOrganizationId: 'o' }]));
});
