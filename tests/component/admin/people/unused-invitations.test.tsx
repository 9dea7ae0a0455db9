// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OwnInvitationsPage } from '#app/admin/people/organization-page.tsx';
import { aJob, DEMO_JOBS, DEMO_PATH, INVITATION, OF_DEMO, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer, refusal } from '#tests/fixtures/auth-service.ts';

const JOBS = DEMO_JOBS;

const open = (address: string, more: Record<string, Answer> = {}) =>
  openWithRights(
    OF_DEMO,
    <OwnInvitationsPage />,
    {
      [`GET ${DEMO_PATH}/invitations`]: () => answer(200, { invitations: [INVITATION], nextCursor: null, total: 1 }),
      [`GET ${JOBS}`]: () => answer(200, { jobs: [] }),
      [`POST ${JOBS}`]: () => answer(201, { job: aJob({ kind: 'extend', title: 'Extend invitations' }) }),
      ...more,
    },
    address,
  );
const pressInDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

describe('unused invitations', () => {
  const question = () => screen.findByRole('dialog', { name: 'Extend every unused invitation that matches?' });

  test('are extended by a link from Overview, all that it counted, once that was confirmed', async () => {
    const group = { id: 'g', name: 'Crew', people: 1, leads: [], courses: [] };
    const network = await open('/admin/invitations?state=unused&group=g&act=extend', {
      [`GET ${DEMO_PATH}/groups`]: () => answer(200, { groups: [group] }),
    });
    expect((await question()).textContent).toContain('can be used until then with the same link');
    await waitFor(() => expect(network.asked).toContain(`GET ${DEMO_PATH}/invitations?state=unused&group=g&limit=50`));
    await pressInDialog('Extend');
    await screen.findByText('Extend invitations. Follow it under the bell.');
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
});
