// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OwnInvitationsPage } from '#app/admin/people/organization-page.tsx';
import type { InvitationRow } from '#sync/contract/organization.ts';
import { type Route as Answer, answer, aSession, LENA, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const RIGHTS = { is_org_admin: true, organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };
const OF_DEMO = '/api/enterprise/admin/organizations/o';
const JOBS = `${OF_DEMO}/bulk-jobs`;
const at = '2026-01-01T00:00:00.000Z';
const invitation: InvitationRow = {
  ...{ id: 'i1', role: 'member', uses: 0, maxUses: 1, email: 'a@north.example', course: null, groups: [] },
  ...{ createdAt: at, createdBy: 'Ada', expiresAt: null, revokedAt: null, endedBy: null },
};
const job = {
  ...{ id: 'j', kind: 'extend', title: 'Extend invitations', state: 'running', total: 1, handled: 0, changed: 0 },
  ...{ error: null, createdBy: 'Ada Admin', createdAt: at, finishedAt: null },
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(address: string, more: Record<string, Answer> = {}) {
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...RIGHTS }),
    [`GET ${OF_DEMO}/groups`]: () => answer(200, { groups: [] }),
    [`GET ${OF_DEMO}/invitations`]: () => answer(200, { invitations: [invitation], nextCursor: null, total: 1 }),
    [`GET ${JOBS}`]: () => answer(200, { jobs: [] }),
    [`POST ${JOBS}`]: () => answer(201, { job }),
    ...more,
  });
  opened = await openOnDevice({ at: address, path: '/admin/invitations', screen: <OwnInvitationsPage /> });
  return network;
}
const pressInDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('unused invitations', () => {
  const question = () => screen.findByRole('dialog', { name: 'Extend every unused invitation that matches?' });

  test('are extended by a link from Overview, all that it counted, once that was confirmed', async () => {
    const group = { id: 'g', name: 'Crew', people: 1, leads: [], courses: [] };
    const network = await open('/admin/invitations?state=unused&group=g&act=extend', {
      [`GET ${OF_DEMO}/groups`]: () => answer(200, { groups: [group] }),
    });
    expect((await question()).textContent).toContain('can be used until then with the same link');
    await waitFor(() => expect(network.asked).toContain(`GET ${OF_DEMO}/invitations?state=unused&group=g&limit=50`));
    await pressInDialog('Extend');
    await screen.findByText('Extend invitations. Follow it at the top of the page.');
    expect(network.bodies[`POST ${JOBS}`]).toEqual([
      { act: { kind: 'extend' }, matching: { state: 'unused', group: 'g' } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('stay as they are while the server is not reached or refuses, and the question stays', async () => {
    let reply = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
    const network = await open('/admin/invitations?state=unused&act=extend', {
      [`POST ${JOBS}`]: () => reply(),
    });
    await question();
    await pressInDialog('Extend');
    await screen.findByText('Not started');
    reply = async () => refusal(422, 'nobody_matches', 'No invitation matches this search.');
    await pressInDialog('Extend');
    await screen.findByText('No invitation matches this search.');
    await question();
    await pressInDialog('Cancel');
    expect(network.bodies[`POST ${JOBS}`]).toHaveLength(2);
  });

  test('are extended by hand, some of them', async () => {
    const network = await open('/admin/invitations');
    fireEvent.click(await screen.findByLabelText('Select a@north.example'));
    fireEvent.click(await screen.findByRole('button', { name: 'Extend (1)' }));
    await screen.findByRole('dialog', { name: 'Extend 1 invitation?' });
    await pressInDialog('Extend');
    await waitFor(() => expect(network.bodies[`POST ${JOBS}`]).toEqual([{ act: { kind: 'extend' }, ids: ['i1'] }]));
  });
});

test('invitations are listed also by a server of the release before, which tells of no groups', async () => {
  const { groups: _, ...older } = invitation;
  await open('/admin/invitations', {
    [`GET ${OF_DEMO}/invitations`]: () => answer(200, { invitations: [older], nextCursor: null, total: 1 }),
  });
  await screen.findByLabelText('Select a@north.example');
  expect(screen.queryByText(/^Into/)).toBeNull();
});
