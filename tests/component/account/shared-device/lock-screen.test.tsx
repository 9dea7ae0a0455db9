// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LockScreen } from '#app/account/shared-device/lock-screen.tsx';
import { device } from '#app/device/device.ts';
import { switchUser } from '#app/device/use-device-users.ts';
import { setPin } from '#sync/extras/pin.ts';
import { saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { aSession } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

vi.mock('#app/device/use-device-users.ts', async (load) => ({
  ...(await load<typeof import('#app/device/use-device-users.ts')>()),
  switchUser: vi.fn(async () => {}),
}));

let opened: Awaited<ReturnType<typeof openApp>>;
beforeEach(async () => {
  vi.mocked(switchUser).mockClear();
  for (const [userId, name, pin] of [
    ['ana', 'Ana Abel', '1111'],
    ['ben', 'Ben Brand', '2222'],
  ] as const) {
    await saveDeviceUser(device, { userId, name, email: `${userId}@demo.example` });
    await writeSession(device, userId, aSession());
    await setPin(device, userId, pin);
  }
  opened = await openApp({ screen: <LockScreen />, at: '/' });
  await choose('Ana Abel');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
  await Promise.all(device.tables.map((table) => table.clear()));
});

const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
  return screen.findByRole('group', { name: `PIN of ${name}` });
};
const key = (digit: string) => screen.getByRole<HTMLButtonElement>('button', { name: digit });
const type = (digits: string) => {
  for (const digit of digits) fireEvent.click(key(digit));
};

test('[Y30] a wrong PIN is said to who typed it, and the focus stays on the keys', async () => {
  key('9').focus();
  type('9999');
  await screen.findByText('Wrong PIN.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'PIN of Ana Abel' })));
  type('11');
  screen.getByText('2 digits entered');
  await choose('Ben Brand');
  screen.getByText('0 digits entered');
  expect(screen.queryByText('Wrong PIN.')).toBeNull();
});

test('[Y30] a touch on the person who is chosen does not take the keyboard from the keys', () => {
  const keepsFocus = (name: RegExp) => !fireEvent.mouseDown(screen.getByRole('button', { name }));
  expect(keepsFocus(/Ana Abel/)).toBe(true);
  expect(keepsFocus(/Ben Brand/)).toBe(false);
});

test('[Y30] a PIN that is being checked opens nothing once someone else is chosen', async () => {
  const check = Promise.withResolvers<void>();
  const { subtle } = crypto;
  const derive = subtle.deriveBits.bind(subtle);
  vi.spyOn(subtle, 'deriveBits').mockImplementationOnce(async (...given) => {
    await check.promise;
    return derive(...given);
  });
  type('1111');
  await screen.findByText('Checking...');
  await choose('Ben Brand');
  check.resolve();
  await waitFor(async () => expect((await device.people.get('ana'))?.pin?.wrongTries).toBe(0));
  type('2222');
  await waitFor(() => expect(vi.mocked(switchUser).mock.calls).toEqual([['ben']]));
});

test('[Y26] a device that does not answer says so, and takes the PIN again', async () => {
  const warned = vi.mocked(console.warn).mockImplementation(() => {});
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValueOnce(new Error('gone'));
  type('1111');
  await screen.findByText("This device's storage didn't answer. Try again.");
  screen.getByText('0 digits entered');
  expect(warned).toHaveBeenCalledOnce();
  warned.mockClear();
  type('1111');
  await waitFor(() => expect(switchUser).toHaveBeenCalledWith('ana'));
});

test('[Y30] whoever has the device for themselves is asked for their PIN at once, with the keys ready', async () => {
  await opened.close();
  await device.people.delete('ben');
  opened = await openApp({ screen: <LockScreen />, at: '/' });
  const keys = await screen.findByRole('group', { name: 'PIN of Ana Abel' });
  // An effect brings the focus, after the keys are painted.
  await waitFor(() => expect(document.activeElement).toBe(keys));
});

test('the keys keep the order of a phone in a language read from the right', () => {
  document.documentElement.dir = 'rtl';
  expect(key('1').closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  document.documentElement.removeAttribute('dir');
});
