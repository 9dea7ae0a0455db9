// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RemindDialog } from '#app/admin/jobs/remind-dialog.tsx';
import { server } from '#app/api/session.ts';
import { useApiQuery } from '#app/api/use-api-query.ts';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, refusal } from '#tests/fixtures/auth-service.ts';

describe('reminders', () => {
  const REMIND = 'POST /api/enterprise/admin/organizations/o/remind';
  const one = (id: string, full_name: string) => ({ id, full_name, email: `${id}@demo.example`, isOrgAdmin: false });
  const left = [{ userId: 'q', reason: 'Nothing is due.' }];
  const example = { to: 'p@demo.example', subject: 'Overdue: Roofs', text: 'Your training is overdue' };
  const dialog = (
    <RemindDialog
      {...{ organization: { id: 'o' }, people: [one('p', 'Pia'), one('q', 'Quentin')] }}
      onClose={() => undefined}
      onDone={() => undefined}
    />
  );

  const JOBS = 'POST /api/enterprise/admin/organizations/o/bulk-jobs';
  const done = { id: 'j', kind: 'remind', title: 'Reminders', state: 'done', total: 2, handled: 2 };
  const row = { position: 1, userId: 'q', name: 'Quentin', email: null, result: 'left', reason: 'Nothing is due.' };
  const SENT = {
    [JOBS]: () => answer(201, { job: { ...done, changed: 1, mails: { waiting: 1, sent: 0, failed: 0, sample: 0 } } }),
    [`${JOBS.replace('POST', 'GET')}/j/rows`]: () => answer(200, { rows: [row], nextCursor: null, total: 1 }),
  };

  test('show the email and who gets none before they are sent, and after it who was left out', async () => {
    const { sent } = await openForAdmin(dialog, {
      [REMIND]: () => answer(200, { message: 'Can be', changed: 1, left, example }),
      ...SENT,
    });
    const email = await screen.findByRole('region', { name: 'The email' });
    expect(email.textContent).toBe('To p@demo.exampleOverdue: RoofsYour training is overdue');
    expect(screen.getByRole('list', { name: 'Left out' }).textContent).toBe('Quentin is left out: Nothing is due.');
    await press('Send 1 reminder');
    await screen.findByText('1 email waiting, 1 left out');
    await screen.findByRole('link', { name: 'Quentin' });
    const people = ['p', 'q'];
    expect(sent(REMIND)).toEqual([{ userIds: people, isPreview: true }]);
    expect(sent(JOBS)).toEqual([{ act: { kind: 'remind' }, ids: people }]);
  });

  const PERSON = 'GET /api/admin/people/p';
  test('are prepared again when that failed, and nothing is read again for it', async () => {
    let tries = 0;
    const Page = () => {
      useApiQuery(server.admin.people[':userId'], { param: { userId: 'p' } });
      return dialog;
    };
    const { asked } = await openForAdmin(<Page />, {
      [PERSON]: () => answer(200, {}),
      [REMIND]: () => {
        tries += 1;
        return tries === 1
          ? refusal(500, 'internal', '')
          : answer(200, { message: 'Can be', changed: 1, left, example });
      },
      ...SENT,
    });
    await screen.findByText('Failed to prepare the reminders');
    expect(screen.queryByText(/were not sent/)).toBeNull();
    await press('Try again');
    await screen.findByRole('region', { name: 'The email' });
    expect(asked.filter((call) => call === PERSON)).toHaveLength(1);
    await press('Send 1 reminder');
    await waitFor(() => expect(asked.filter((call) => call === PERSON)).toHaveLength(2));
  });

  test('are sent without an example where all are about courses that the organization does not have', async () => {
    const { sent } = await openForAdmin(dialog, {
      [REMIND]: () => answer(200, { message: 'Can be', changed: 1, left, example: null }),
      ...SENT,
    });
    await press('Send 1 reminder');
    await waitFor(() => expect(sent(JOBS)).toHaveLength(1));
  });

  test('cannot be sent when no one would get one', async () => {
    const nobody = { message: '0 people can be reminded.', changed: 0, left, example: null };
    await openForAdmin(dialog, { [REMIND]: () => answer(200, nobody) });
    await screen.findByText('0 people can be reminded.');
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });
});
