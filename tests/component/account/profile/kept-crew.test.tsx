// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KeptCrew } from '#app/account/profile/kept-crew.tsx';
import { device } from '#app/device/device.ts';
import { momentWords } from '#app/ui/labels.ts';
import { writeCrew } from '#sync/store/kept-crew.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(() => opened.close());

const AT = '2026-03-01T08:14:00.000Z';
const member = (name: string, more = {}) => ({
  ...{ id: name, name, percent: 40, dueOn: null, dueIn: null, lastActivityAt: AT },
  ...more,
});
const groups = [
  {
    ...{ id: 'g1', name: 'North Yard', people: 3 },
    members: [
      member('Noah'),
      member('Mia', { dueOn: '2026-02-01', dueIn: 'Ladders' }),
      member('Ole', { percent: null, lastActivityAt: null }),
    ],
  },
  { id: 'g2', name: 'South Yard', people: 140, members: [member('Ann', { lastActivityAt: null })] },
];

async function open(leads_group: boolean) {
  await seatLena();
  await device.people.update(LENA.id, { profile: { ...LENA, leads_group } });
  opened = await openOnDevice({ at: '/groups', path: '/groups', screen: <KeptCrew /> });
  await writeCrew(opened.engineOf(LENA.id).replica, { at: AT, groups });
}

test('[M12] without a network a lead reads how the group was, when, and what is due first', async () => {
  await open(true);
  await screen.findByRole('heading', { level: 1, name: 'North Yard' });
  screen.getByText(`3 people, as of ${momentWords(AT)}`);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toMatch(/Mia.*days late.*Ladders$/);
  expect(rows[1]).toMatch(/Noah.*Active /);
  expect(rows[2]).toMatch(/Ole.*No courses yet$/);
  fireEvent.change(screen.getByLabelText('Group'), { target: { value: 'g2' } });
  await screen.findByRole('heading', { level: 1, name: 'South Yard' });
  screen.getByText(/140 people, as of .*The first 1 are kept on this device\.$/);
});

test('[M12] whoever leads nothing any more sees nothing of it', async () => {
  await open(false);
  await screen.findByRole('heading', { level: 1, name: "You're offline" });
  await waitFor(() => expect(screen.queryByText('North Yard')).toBeNull());
});
