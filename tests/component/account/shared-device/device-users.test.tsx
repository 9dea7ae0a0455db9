// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserMenu } from '#app/account/shared-device/user-menu.tsx';
import { AuthPage } from '#app/account/sign-in/auth-page.tsx';
import { device } from '#app/device/device.ts';
import { readIdle } from '#sync/extras/idle-lock.ts';
import { readActiveUser, readSession, saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { aSession, LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const MAREN = { userId: '7c9a3f61-6f5e-4b55-8d5a-0f3a6f0a1b11', name: 'Maren Holt', email: 'maren@demo.example' };

/** Maren was here before, left `pendingCount` pieces of work, and is still signed in unless said otherwise. */
async function marenWasHere({ pendingCount = 0, isSignedIn = true } = {}) {
  await saveDeviceUser(device, MAREN);
  await device.people.update(MAREN.userId, { pendingCount, lastSyncAt: null });
  if (isSignedIn) await writeSession(device, MAREN.userId, aSession());
}

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const openMenu = async () => {
  const button = await screen.findByRole('button', { name: 'Lena Learner' });
  fireEvent.keyDown(button, { key: 'Enter' });
  return screen.findByRole('menu');
};
const open = () => openOnDevice({ at: '/course/4', path: '/course/4', screen: <UserMenu /> });
/** The sign-in page, where nobody is active. */
const openSignIn = async () => {
  await device.settings.clear();
  opened = await openOnDevice({ at: '/auth/signin', path: '/auth/signin', screen: <AuthPage /> });
};

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[O7] the people of a device', () => {
  test('the menu names them and their unsent work, never more', async () => {
    await marenWasHere({ pendingCount: 3 });
    await seatLena();
    opened = await open();
    const item = await within(await openMenu()).findByRole('menuitem', { name: /Maren Holt/ });
    expect(item.textContent).toBe('MHMaren Holt3 unsent');
  });

  test('[Z4] two taps change the person, without a network and without signing anybody out', async () => {
    await marenWasHere();
    await seatLena();
    opened = await open();
    fireEvent.click(await within(await openMenu()).findByRole('menuitem', { name: /Maren Holt/ }));
    await waitFor(() => expect(opened.person()).toBe(MAREN.userId));
    await waitFor(() => expect(opened.address()).toBe('/'));
    expect(await readSession(device, LENA.id)).toBeDefined();
    expect(opened.engineOf(MAREN.userId).replica.name).toBe(`groundwork:${MAREN.userId}`);
  });

  test('somebody who signed out and left work is named, and signs in again', async () => {
    await marenWasHere({ pendingCount: 2, isSignedIn: false });
    await seatLena();
    opened = await open();
    const item = await within(await openMenu()).findByRole('menuitem', { name: /Maren Holt/ });
    expect(item.textContent).toContain('Signed out · 2 unsent');
    fireEvent.click(item);
    await waitFor(() => expect(opened.address()).toBe('/auth/signin?add=true'));
    expect((await readActiveUser(device))?.userId).toBe(LENA.id);
  });

  test('somebody who left nothing is not named', async () => {
    await marenWasHere({ isSignedIn: false });
    await seatLena();
    opened = await open();
    const menu = await openMenu();
    await within(menu).findByRole('menuitem', { name: 'Add another person' });
    expect(within(menu).queryByText('Maren Holt')).toBeNull();
  });

  test('adding a person leads to the sign-in and leaves the other one signed in', async () => {
    await seatLena();
    opened = await open();
    fireEvent.click(await within(await openMenu()).findByRole('menuitem', { name: 'Add another person' }));
    await waitFor(() => expect(opened.address()).toBe('/auth/signin?add=true'));
    expect((await readActiveUser(device))?.userId).toBe(LENA.id);
  });

  test('the sign-in screen lets them go on with one tap', async () => {
    await marenWasHere({ pendingCount: 1 });
    await openSignIn();
    fireEvent.click(await screen.findByRole('button', { name: /Maren Holt.*Signed in · 1 unsent/ }));
    await screen.findByText('At /');
    await waitFor(() => expect(opened.person()).toBe(MAREN.userId));
  });

  test('somebody signed out has only the password left to type', async () => {
    await marenWasHere({ pendingCount: 1, isSignedIn: false });
    await openSignIn();
    fireEvent.click(await screen.findByRole('button', { name: /Maren Holt.*Signed out · 1 unsent/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(MAREN.email);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  test('somebody whose last sign-in here was by a link is offered one, without a question for an invitation', async () => {
    await marenWasHere({ pendingCount: 1, isSignedIn: false });
    await device.people.update(MAREN.userId, { signsInByLink: true });
    await openSignIn();
    fireEvent.click(await screen.findByRole('button', { name: /Maren Holt.*Signed out · 1 unsent/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(MAREN.email);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Magic Link' }).disabled).toBe(false);
    expect(screen.queryByLabelText('Invitation Token (optional)')).toBeNull();
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'new@demo.example' } });
    expect(screen.getByLabelText('Invitation Token (optional)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Use a password' })).toBeTruthy();
  });

  test('[Y30] a person locks the tablet from the menu', async () => {
    await seatLena();
    opened = await openOnDevice({ at: '/course/4', path: '/course/4', screen: <UserMenu />, mayLock: true });
    fireEvent.click(await within(await openMenu()).findByRole('menuitem', { name: 'Lock' }));
    await waitFor(async () => expect((await readIdle(device)).lockedFor).toBe(LENA.id));
  });

  test('the sign-up, where an ended session leads, knows them too and leads to the sign-in', async () => {
    await marenWasHere({ pendingCount: 1, isSignedIn: false });
    await device.settings.clear();
    opened = await openOnDevice({ at: '/auth', path: '/auth', screen: <AuthPage /> });
    fireEvent.click(await screen.findByRole('button', { name: /Maren Holt/ }));
    await screen.findByRole('heading', { name: 'Welcome Back' });
    expect(opened.address()).toBe('/auth?mode=signin');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(MAREN.email);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });
});
