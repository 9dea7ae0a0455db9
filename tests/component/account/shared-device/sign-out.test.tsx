// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserMenu } from '#app/account/shared-device/user-menu.tsx';
import { device } from '#app/device/device.ts';
import { uploadBoard } from '#app/device/upload-board.ts';
import { readActiveUser, readSession } from '#sync/store/device.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const warned = vi.fn();
const broken = () => Promise.reject(new Error('The storage is broken.')) as never;
const chooseSignOut = async () =>
  fireEvent.click(await within(await screen.findByRole('menu')).findByRole('menuitem', { name: 'Sign Out' }));

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(warned);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await seatLena();
  opened = await openOnDevice({ at: '/course/4', path: '/course/4', screen: <UserMenu /> });
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Lena Learner' }), { key: 'Enter' });
});
afterEach(async () => {
  warned.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await opened.close();
});

test('[A12, H9] a session that cannot be removed is said, the page stays, and the next try works', async () => {
  const removing = vi.spyOn(device.sessions, 'delete').mockImplementation(broken);
  await chooseSignOut();
  expect(await screen.findAllByText('Signing out did not work')).not.toHaveLength(0);
  expect(opened.address()).toBe('/course/4');
  expect((await readActiveUser(device))?.userId).toBe(LENA.id);
  expect(warned).toHaveBeenCalledOnce();

  removing.mockRestore();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.keyDown(screen.getByRole('button', { name: 'Lena Learner' }), { key: 'Enter' });
  await chooseSignOut();
  await waitFor(() => expect(opened.address()).toBe('/'));
  expect(await readSession(device, LENA.id)).toBeUndefined();
  await waitFor(async () => expect(await device.people.count()).toBe(0));
});

test('[A12, H9] whoever is signed out while something of theirs could not be removed is told so', async () => {
  vi.spyOn(device.people, 'delete').mockImplementation(broken);
  await chooseSignOut();
  expect(await screen.findAllByText('You are signed out')).not.toHaveLength(0);
  expect(screen.getAllByText(/could not be removed from this device/)).not.toHaveLength(0);
  expect(await readSession(device, LENA.id)).toBeUndefined();
  expect(warned).toHaveBeenCalledOnce();
});

test('[A12, H9] where the seat cannot be cleared, the session stays, too', async () => {
  vi.spyOn(device.settings, 'delete').mockImplementation(broken);
  await chooseSignOut();
  expect(await screen.findAllByText('Signing out did not work')).not.toHaveLength(0);
  expect((await readActiveUser(device))?.userId).toBe(LENA.id);
  expect(await readSession(device, LENA.id)).toBeDefined();
});

test('[U8, A12] a running upload is asked about, and ends with the session', async () => {
  const stopAll = vi.fn(() => uploadBoard.show(undefined));
  uploadBoard.show({ title: 'Ropes', percent: 10, waiting: 0, to: '/', stopAll });
  await chooseSignOut();
  const question = within(await screen.findByRole('dialog', { name: 'Sign out during an upload?' }));
  question.getByText(/"Ropes" is still uploading/);
  expect(await readSession(device, LENA.id)).toBeDefined();
  fireEvent.click(question.getByRole('button', { name: 'Stop and sign out' }));
  await waitFor(() => expect(opened.address()).toBe('/'));
  expect(stopAll).toHaveBeenCalledOnce();
  expect(await readSession(device, LENA.id)).toBeUndefined();
});
