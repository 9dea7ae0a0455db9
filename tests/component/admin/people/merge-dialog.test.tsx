// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MergeDialog } from '#app/admin/people/merge-dialog.tsx';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';

const MERGE = 'POST /api/admin/people/p/merge';
const PERSON = { id: 'p', email: 'pia@private.example', full_name: 'Pia' };
const OTHER = { id: 'q', email: 'pia@work.example', full_name: 'Pia Work' };
const effects = {
  ...{ lessons: 4, better: 2, attempts: 3, courses: 1, certificates: 1, secondCertificates: 1, sessions: 2 },
  ...{ enrollments: 1, dueDates: 0, groups: 1, invitations: 0, roles: ['admin'], joins: null },
};
const done = { message: 'pia@private.example was merged into pia@work.example.', effects };

async function open(merge: Route) {
  const onDone = vi.fn();
  const admin = { isSuperAdmin: true, organization: null };
  const dialog = <MergeDialog admin={admin} person={PERSON} onClose={() => undefined} onDone={onDone} />;
  const { sent } = await openForAdmin(dialog, {
    'GET /api/admin/users': () => answer(200, { users: [PERSON, OTHER], nextCursor: null, total: 2 }),
    [MERGE]: merge,
  });
  fireEvent.click(await screen.findByRole('button', { name: /Pia Work/ }));
  fireEvent.click(screen.getByRole('radio', { name: /Pia Work/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/This action cannot be undone/);
  return { sent: () => sent(MERGE), onDone };
}

test('a merge says before what it touches, and is made once', async () => {
  const { sent, onDone } = await open(() => answer(200, done));
  await screen.findByText(
    'Moves over: 1 course, 4 lessons, further than in the other account in 2, 3 quiz attempts, 1 certificate.',
  );
  screen.getByText('Ends: 1 enrollment by an admin, 1 place in groups, and its role as admin.');
  screen.getByText('2 devices signed in with it can still send unsent work, and nothing else.');
  const button = screen.getByRole('button', { name: 'Merge' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(OTHER));
  expect(sent()).toEqual([{ intoId: 'q', isPreview: true }, { intoId: 'q' }]);
});

test('a merge names only what moves over', async () => {
  const nothing = { lessons: 0, better: 0, attempts: 0, certificates: 0, secondCertificates: 0 };
  await open(() => answer(200, { ...done, effects: { ...effects, ...nothing } }));
  await screen.findByText('Moves over: 1 course.');
  await open(() => answer(200, { ...done, effects: { ...effects, ...nothing, courses: 0 } }));
  await screen.findByText('Nothing was learned with it.');
});

test('a merge that is refused says why, and cannot be made', async () => {
  const message = 'You are signed in with the account that would go.';
  await open(() => answer(422, { error: message, message, code: 'own_account' }));
  await screen.findByText(message);
  expect(screen.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true);
});
