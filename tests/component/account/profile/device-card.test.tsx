// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceCard } from '#app/account/profile/device-card.tsx';
import { PinQuestion } from '#app/account/shared-device/pin-dialog.tsx';
import { device } from '#app/device/device.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const cards = (
  <>
    <DeviceCard />
    <PinQuestion />
  </>
);
let opened: Awaited<ReturnType<typeof openOnDevice>>;
beforeEach(async () => {
  await seatLena();
  opened = await openOnDevice({ at: '/dashboard', path: '/dashboard', screen: cards });
});
afterEach(() => opened.close());

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const enter = async (label: string, digits: string) => {
  await screen.findByRole('group', { name: label });
  for (const digit of digits) await press(digit);
};
const pinLength = async () => (await device.people.get(LENA.id))?.pin?.length;

test('[O7, Y30] a PIN is set, changed and removed on keys of its own, without a field for the system keyboard', async () => {
  await press('Set a PIN');
  await enter('New PIN, 4 to 8 digits', '2468');
  expect(document.querySelectorAll('[role="dialog"] input')).toHaveLength(0);
  await press('Continue');
  await enter('Repeat new PIN', '2460');
  await screen.findByText("The PINs don't match. Choose one again.");
  await enter('New PIN, 4 to 8 digits', '2468');
  await press('Continue');
  await enter('Repeat new PIN', '2468');
  await screen.findByText('Your PIN is set');
  await press('Change PIN');
  await enter('Current PIN', '1111');
  await screen.findByText('Wrong PIN.');
  await enter('Current PIN', '2468');
  await enter('New PIN, 4 to 8 digits', '13579');
  await press('Continue');
  await enter('Repeat new PIN', '13579');
  await screen.findByText('Your PIN is changed');
  expect(await pinLength()).toBe(5);
  await press('Remove PIN');
  await enter('Current PIN', '13579');
  await screen.findByText('Your PIN is removed');
  expect(await pinLength()).toBeUndefined();
});

test('[Y30] whoever is new where others have a PIN is asked for one, and may go without', async () => {
  await device.people.update(LENA.id, { isOfferedPin: true });
  await screen.findByText(/Others on this device have a PIN/);
  await press('Not now');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await device.people.get(LENA.id))?.isOfferedPin).toBeUndefined();
});

test('[Y30] whoever signed in because of a forgotten PIN is asked for a new one, and may go without', async () => {
  await device.people.update(LENA.id, { hasForgottenPin: true });
  await screen.findByText(/Signing in removed the PIN you had/);
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await device.people.get(LENA.id))?.hasForgottenPin).toBeUndefined();
});
