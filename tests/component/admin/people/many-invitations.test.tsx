// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ManyInvitationsForm } from '#app/admin/people/many-invitations.tsx';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const ORGANIZATION = 'b3d8c0de-1111-4222-8333-444455556666';
const NOTHING = {
  isInvited: false,
  isAdded: false,
  isSame: false,
  isWaiting: false,
  course: null,
  field: null,
  reason: null,
};

async function check(kinds: ('guest' | 'entrant')[], groups = 'Crew 9', atOnce = 100) {
  const form = <ManyInvitationsForm organization={{ id: ORGANIZATION, name: 'Demo' }} onClose={() => undefined} />;
  await openForAdmin(form, {
    [`POST /api/enterprise/admin/organizations/${ORGANIZATION}/invitations`]: ({ body }) => {
      const { dryRun } = body as { dryRun: boolean };
      const added = { ...NOTHING, isAdded: true, reason: `${dryRun ? 'Will be added' : 'Added'} to Crew 9.` };
      const rows = kinds.map((kind, at) => ({
        ...(kind === 'guest' ? { ...NOTHING, isInvited: true } : added),
        ...{ row: at + 1, email: `p${at}@x.example`, isWaiting: !dryRun && at >= atOnce },
      }));
      const [invited, entering] = ['guest', 'entrant'].map((one) => kinds.filter((kind) => kind === one).length);
      return answer(200, {
        dryRun,
        invited,
        added: entering,
        same: 0,
        refused: 0,
        newGroups: ['North, East', 'Crew 9'],
        rows,
      });
    },
    [`GET /api/enterprise/admin/organizations/${ORGANIZATION}/courses`]: () =>
      answer(200, { courses: [], nextCursor: null }),
  });
  const value = kinds.map((_, at) => `p${at}@x.example,member,,${groups}`).join('\n');
  fireEvent.change(screen.getByLabelText('Or paste the list'), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Check the list' }));
}

test('[M5] those whom a job is still to invite are not said to be invited', async () => {
  await check(['guest', 'guest', 'guest'], '', 1);
  fireEvent.click(await screen.findByRole('button', { name: 'Invite 3 people' }));
  await screen.findByRole('heading', { name: '3 people invited, 2 of them still being done' });
  expect(screen.getAllByText('Being invited')).toHaveLength(2);
  expect(screen.getAllByText('Invited')).toHaveLength(1);
  await screen.findByText('Invitations Started');
});

test('[M5] people who are here are added to groups, and the button says how many are invited and added', async () => {
  await check(['guest', 'entrant', 'entrant']);
  await screen.findByRole('heading', { name: '1 ready to invite, 2 to add to groups' });
  expect(screen.getByRole('table').textContent).toContain('Will be added to Crew 9.');
  fireEvent.click(screen.getByRole('button', { name: 'Invite 1 person and add 2 to groups' }));
  await screen.findByRole('heading', { name: '1 person invited, 2 added to groups' });
  expect(screen.getByRole('table').textContent).toContain('Added to Crew 9.');
});

test('[M5] a list of people who are all here invites nobody, and does not say so', async () => {
  await check(['entrant', 'entrant']);
  await screen.findByRole('heading', { name: '2 to add to groups' });
  fireEvent.click(screen.getByRole('button', { name: 'Add 2 people to groups' }));
  await screen.findByText('Added to Groups');
  await screen.findByRole('heading', { name: '2 added to groups' });
});

test('[Z6] the checked list names groups as a list is read, so that what was refused can come again', async () => {
  await check(['guest'], '"""North, East"", Crew 9"');
  await screen.findByText('Makes 2 new groups: "North, East", Crew 9.');
  expect(screen.getByRole('table').textContent).toContain('"North, East", Crew 9');
});
