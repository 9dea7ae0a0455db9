// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrganizationsPage } from '#app/admin/people/organizations-page.tsx';
import { openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, refusal } from '#tests/fixtures/auth-service.ts';

const ID = 'b3d8c0de-1111-4222-8333-444455556666';
const PUT = `PUT /api/enterprise/admin/organizations/${ID}`;

/** An organization that another admin has renamed while the dialog was open. */
async function open() {
  const server = { name: 'Demo Inspections', rev: 4 };
  const row = () => ({
    ...{
      id: ID,
      slug: 'demo',
      language: null,
      isActive: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      memberCount: 2,
      courseCount: 1,
    },
    ...server,
  });
  const { sent } = await openWithRights({ is_super_admin: true }, <OrganizationsPage />, {
    'GET /api/admin/organizations': () => answer(200, { organizations: [row()], nextCursor: null }),
    [PUT]: ({ body }) => {
      const { name, seenRev } = body as { name: string; seenRev: number };
      if (seenRev !== server.rev) return refusal(409, 'organization_changed', 'Someone else has changed it.');
      Object.assign(server, { name, rev: server.rev + 1 });
      return answer(200, { organization: row() });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Demo Inspections' }));
  Object.assign(server, { name: 'Demo Surveys', rev: 5 });
  const field = await screen.findByLabelText('Organization Name');
  fireEvent.change(field, { target: { value: 'Demo Inspectors' } });
  fireEvent.submit(field.closest('form') ?? field);
  const box = await screen.findByRole('alert', { name: 'Two versions' });
  return { server, box: within(box), sent: () => sent(PUT) };
}

test('[M6] whoever saves second sees both versions, and may save theirs over it', async () => {
  const { server, box, sent } = await open();
  expect(box.getByText('Demo Surveys')).toBeTruthy();
  expect(box.getByText('Demo Inspectors')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Organization Name').value).toBe('Demo Inspectors');
  fireEvent.click(box.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server).toEqual({ name: 'Demo Inspectors', rev: 6 });
  expect(sent()).toEqual([
    { name: 'Demo Inspectors', language: null, seenRev: 4 },
    { name: 'Demo Inspectors', language: null, seenRev: 5 },
  ]);
});

test('[M6] or takes the other version', async () => {
  const { server, box } = await open();
  fireEvent.click(box.getByRole('button', { name: 'Take theirs' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Organization Name').value).toBe('Demo Surveys'));
  expect(server.name).toBe('Demo Surveys');
});
