// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RemindDialog } from '#app/admin/frame/remind-dialog.tsx';
import { server } from '#app/api/session.ts';
import { useApiQuery } from '#app/api/use-api-query.ts';
import type { Reminder } from '#sync/contract/reminder.ts';
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

  test('show the email before it is sent, and what happened for each person after it', async () => {
    const { sent } = await openForAdmin(dialog, {
      [REMIND]: ({ body }) =>
        answer(200, {
          message: (body as Reminder).isPreview ? 'Can be' : '1 person reminded.',
          changed: 1,
          left,
          example,
        }),
    });
    const email = await screen.findByRole('region', { name: 'The email' });
    expect(email.textContent).toBe('To p@demo.exampleOverdue: RoofsYour training is overdue');
    expect(screen.getByText('Gets this email', { exact: false })).toBeTruthy();
    await press('Send 1 reminder');
    await screen.findByText('1 person reminded.');
    expect(screen.getByRole('button', { name: 'Done' }).closest('[data-dialog-actions]')).toBeTruthy();
    const lines = within(screen.getByRole('list', { name: 'Outcome per person' })).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent?.trim())).toEqual(['Quentin: Nothing is due.', 'Pia: Reminded']);
    const userIds = ['p', 'q'];
    expect(sent(REMIND)).toEqual([
      { userIds, isPreview: true },
      { userIds, isPreview: false },
    ]);
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
    });
    await press('Send 1 reminder');
    await waitFor(() => expect(sent(REMIND)).toHaveLength(2));
  });

  test('by a lead to more than a request reminds say what else helps', async () => {
    const people = Array.from({ length: 501 }, (_, n) => one(`p${n}`, `Person ${n}`));
    const close = () => undefined;
    await openForAdmin(<RemindDialog group={{ id: 'g' }} people={people} onClose={close} onDone={close} />, {});
    await screen.findByText('At most 500 at a time. Narrow the list, or ask an admin.');
  });

  test('cannot be sent when no one would get one', async () => {
    const nobody = { message: '0 people can be reminded.', changed: 0, left, example: null };
    await openForAdmin(dialog, { [REMIND]: () => answer(200, nobody) });
    await screen.findByText('0 people can be reminded.');
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });
});
