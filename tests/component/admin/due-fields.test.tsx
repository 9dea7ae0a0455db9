// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DueDialog } from '#app/admin/forms/due-fields.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { answer, aSession, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const ENROLL = 'POST /api/admin/courses/7/enrollments';
let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

test('[M14] an empty day, and days that are no number, are told at the field, and the server is asked nothing', async () => {
  await seatLena();
  const { bodies } = stubNetwork(() => answer(200, aSession()), {
    [ENROLL]: () => answer(200, { message: 'Changed.', changed: 1, left: [] }),
  });
  const onClose = vi.fn();
  const dialog = (
    <QueryClientProvider client={adminClient}>
      <DueDialog userIds={['p']} course={{ id: 7, title: 'Roofs', dueOn: '2027-02-03' }} onClose={onClose} />
    </QueryClientProvider>
  );
  opened = await openOnDevice({ at: '/x', path: '/x', screen: dialog });
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByLabelText('Due date');
  fill('Due date', '');
  save();
  await screen.findByText('Choose a day such as 2026-12-03.');
  fill('Due', 'days');
  fill('Days', '');
  save();
  await screen.findByText('Days must be a whole number from 1 to 730.');
  expect(bodies[ENROLL]).toBeUndefined();
  fill('Days', '7');
  save();
  await waitFor(() => expect(bodies[ENROLL]).toEqual([{ userIds: ['p'], dueInDays: 7 }]));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
