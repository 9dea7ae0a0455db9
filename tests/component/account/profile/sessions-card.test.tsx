// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DashboardPage } from '#app/account/profile/dashboard-page.tsx';
import { isSigningOut } from '#app/device/active-user.tsx';
import { device } from '#app/device/device.ts';
import { answer, aSession, LENA, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const TABLET = {
  id: '7c1d4f0e-1111-4222-8333-444455556666',
  device: 'Safari on iPad',
  network: '198.51.100.x',
  lastUsedAt: '2026-03-01T10:00:00.000Z',
  signedInAt: '2026-02-01T10:00:00.000Z',
  isCurrent: false,
};
const HERE = { ...TABLET, id: '8c1d4f0e-1111-4222-8333-444455556666', device: 'Chrome on Android', isCurrent: true };

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const open = async (routes: Record<string, Route>) => {
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, LENA),
    'GET /api/account/exports': () => answer(200, { exports: [] }),
    ...routes,
  });
  const page = <DashboardPage />;
  const catalog = () => ({ body: { courses: [], nextCursor: null } });
  opened = await openOnDevice({ at: '/dashboard', path: '/dashboard', screen: page, network: catalog });
  fireEvent.click(await screen.findByRole('button', { name: /^Account and data/ }));
  return network;
};
const card = () => screen.findByRole('region', { name: 'Where You Are Signed In' });

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[A10] where the user is signed in', () => {
  test('lists devices, marks this one, and signs another one out', async () => {
    let sessions = [HERE, TABLET];
    const { asked } = await open({
      'GET /api/auth/sessions': () => answer(200, { sessions }),
      [`DELETE /api/auth/sessions/${TABLET.id}`]: () => {
        sessions = [HERE];
        return answer(200, { message: 'The device was signed out.' });
      },
    });
    const list = await card();
    const [here, tablet] = await within(list).findAllByRole('listitem');
    expect(here?.textContent).toBe('Chrome on AndroidIn use now, network 198.51.100.xThis device');
    expect(tablet?.textContent).toMatch(/^Safari on iPadLast used .*2026.*, network 198\.51\.100\.xSign out$/);
    fireEvent.click(within(list).getByRole('button', { name: /^Sign out Safari on iPad/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out Safari on iPad?' });
    expect(dialog.textContent).toContain('Unsent work stays on it');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await screen.findByText('Safari on iPad is signed out');
    await waitFor(() => expect(within(list).queryByText('Safari on iPad')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked).toContain(`DELETE /api/auth/sessions/${TABLET.id}`);
  });

  test('a hosted service lists nothing, and can still be left everywhere; a failure changes nothing', async () => {
    let isDown = true;
    const { asked } = await open({
      'GET /api/auth/sessions': () => answer(200, { sessions: [] }),
      'POST /auth/v1/logout': () =>
        isDown ? answer(500, { code: 'unexpected_failure', message: 'Down' }) : new Response(null, { status: 204 }),
    });
    const list = await card();
    fireEvent.click(within(list).getByRole('button', { name: 'Sign out everywhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    await screen.findByText('Signing out did not work');
    expect(within(list).queryAllByRole('listitem')).toEqual([]);
    expect(asked).toContain('POST /auth/v1/logout?scope=others');
    isDown = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    await waitFor(() => expect(opened.address()).toBe('/'));
    await waitFor(() => expect(isSigningOut.get()).toBe(false));
  });

  test('offline it says when the devices are listed', async () => {
    await open({});
    await within(await card()).findByText("Your devices are listed here when you're back online.");
  });
});

describe('[A8] changing the password while signed in', () => {
  test('asks for the current one, says when it is wrong, and mails a link to whoever has none', async () => {
    const { bodies } = await open({
      'GET /api/auth/sessions': () => answer(200, { sessions: [HERE] }),
      'PUT /auth/v1/user': () =>
        answer(400, { code: 'current_password_invalid', message: 'The current password is wrong.' }),
      'POST /auth/v1/recover': () => answer(200, {}),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Change Password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change your password' });
    const type = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label, { exact: true }), { target: { value } });
    type('Current Password', 'wrong');
    type('New Password', 'better horse');
    type('Confirm New Password', 'better horse');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change Password' }));
    await within(dialog).findByText('The current password is wrong.');
    expect(bodies['PUT /auth/v1/user']).toMatchObject([{ password: 'better horse', current_password: 'wrong' }]);
    fireEvent.click(within(dialog).getByRole('button', { name: /Email me a link/ }));
    await within(dialog).findByText('Password reset email sent!');
    expect(bodies['POST /auth/v1/recover']).toMatchObject([{ email: LENA.email }]);
  });

  test('whoever signs in by email is told so, and is not asked for a password they never had', async () => {
    await device.people.update(LENA.id, { signsInByLink: true });
    const { bodies } = await open({
      'GET /api/auth/sessions': () => answer(200, { sessions: [HERE] }),
      'POST /auth/v1/recover': () => answer(200, {}),
    });
    await screen.findByText('You signed in here by email. It works the same way next time: with a link or a code.');
    fireEvent.click(screen.getByRole('button', { name: 'Set or Change Password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set a password' });
    expect(within(dialog).queryByLabelText('Current Password')).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Email me a link to set it' }));
    await within(dialog).findByText('Password reset email sent!');
    expect(bodies['POST /auth/v1/recover']).toMatchObject([{ email: LENA.email }]);
  });

  test('whoever has no address is asked for the password, and is offered no email', async () => {
    await device.people.update(LENA.id, { signsInByLink: true, email: 'lena.m' });
    await open({ 'GET /api/auth/sessions': () => answer(200, { sessions: [HERE] }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Change Password' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText('Current Password')).toBeDefined();
    within(dialog).getByText('Forgot it, or never had one? Ask your admin for a new card.');
    expect(screen.queryByText(/by email|Email me/)).toBeNull();
  });
});
