// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ResetPasswordPage } from '#app/account/sign-in/reset-password-page.tsx';
import { device } from '#app/device/device.ts';
import { saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { button, type } from '#tests/fixtures/account-screen.tsx';
import { answer, aSession, LENA, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const LINK = '/auth/reset-password?token_hash=abc&type=recovery';
const VERIFY = 'POST /auth/v1/verify';
const USER = 'PUT /auth/v1/user';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (routes: Record<string, Route> = {}) =>
  stubNetwork(() => answer(200, aSession()), {
    [VERIFY]: () => answer(200, aSession()),
    [USER]: () => answer(200, aSession().user),
    ...routes,
  });
const open = async (at: string) => {
  opened = await openOnDevice({ at, path: '/auth/reset-password', screen: <ResetPasswordPage /> });
};
const openForm = async () => {
  await open(LINK);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a new password' }));
  await screen.findByLabelText('New Password');
};
const submit = (password: string, repeated = password) => {
  type('New Password', password);
  type('Confirm New Password', repeated);
  fireEvent.click(button('Update Password'));
};

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[A8] the reset link', () => {
  test('a sign-in alone opens nothing', async () => {
    await seatLena();
    network();
    await open('/auth/reset-password');
    await screen.findByRole('heading', { name: 'Invalid Reset Link' });
    screen.getByText('Invalid or expired password reset link. Please request a new one.');
    expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/auth?mode=reset');
    expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe('/auth/signin');
  });

  test.each([
    ['/auth/reset-password#error=access_denied&error_code=otp_expired'],
    ['/auth/reset-password?token_hash=abc&type=nonsense'],
  ])('%s is invalid at once', async (at) => {
    network();
    await open(at);
    await screen.findByRole('heading', { name: 'Invalid Reset Link' });
  });

  test('one that the service refuses is invalid', async () => {
    network({ [VERIFY]: () => answer(403, { code: 'otp_expired', message: 'Token has expired or is invalid' }) });
    await open(LINK);
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a new password' }));
    await screen.findByRole('heading', { name: 'Invalid Reset Link' });
  });

  test('[A14] without a network it can be tried again', async () => {
    network({ [VERIFY]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await open(LINK);
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a new password' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'ErrorAn error occurred while verifying the reset link.',
    );
    network();
    fireEvent.click(button('Choose a new password'));
    await screen.findByLabelText('New Password');
  });

  test("a hosted service's tokens wait for a tap", async () => {
    const { access_token, refresh_token, user } = aSession();
    network({ 'GET /auth/v1/user': () => answer(200, user) });
    await open(`/auth/reset-password#access_token=${access_token}&refresh_token=${refresh_token}&type=recovery`);
    await screen.findByText('Only continue if you asked for this link.');
    expect(opened.person()).toBe('visitor');
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a new password' }));
    await screen.findByLabelText('New Password');
    await waitFor(() => expect(opened.address()).toBe('/auth/reset-password'));
  });
});

describe('[A8] the form', () => {
  test('waits for both fields, and shows or hides each', async () => {
    network();
    await openForm();
    await waitFor(() => expect(opened.address()).toBe('/auth/reset-password'));
    expect(button('Update Password').disabled).toBe(true);
    type('New Password', 'secret1');
    expect(button('Update Password').disabled).toBe(true);
    type('Confirm New Password', 'secret1');
    expect(button('Update Password').disabled).toBe(false);
    for (const name of ['Show new password', 'Show confirm new password']) fireEvent.click(button(name));
    for (const label of ['New Password', 'Confirm New Password'])
      expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe('text');
    expect(screen.getByRole('link', { name: 'Back to Sign In' })).toBeTruthy();
  });

  test.each([
    ['secret1', 'secret2', 'Passwords do not match'],
    ['short', 'short', 'Password must be at least 6 characters long'],
  ])('%s and %s: %s', async (password, repeated, words) => {
    const { asked } = network();
    await openForm();
    submit(password, repeated);
    expect((await screen.findByRole('alert')).textContent).toBe(`Error${words}`);
    expect(asked).not.toContain(USER);
  });

  test('says so when it is done, and goes to the dashboard after 2 s', async () => {
    const { bodies } = network();
    await openForm();
    holdTimers();
    submit('a new secret');
    await screen.findByRole('heading', { name: 'Success!' });
    screen.getByText('Password updated successfully! Redirecting to dashboard...');
    expect(bodies[USER]).toMatchObject([{ password: 'a new secret' }]);
    await pass(1500);
    expect(opened.address()).toBe('/auth/reset-password');
    await pass(500);
    await screen.findByText('At /dashboard', {}, { timeout: 1000 });
    expect(opened.person()).toBe(LENA.id);
    expect(sessionStorage.length).toBe(0);
  });

  test('[O7] changes nothing for another person who sat down in another tab meanwhile', async () => {
    const { asked } = network();
    await openForm();
    const tom = { userId: crypto.randomUUID(), name: 'Tom Trainee', email: 'tom@demo.example' };
    await saveDeviceUser(device, tom);
    await writeSession(device, tom.userId, { ...aSession(), user: { id: tom.userId } });
    submit('a new secret');
    expect((await screen.findByRole('alert')).textContent).toContain('Please request a new one.');
    expect(asked).not.toContain(USER);
  });

  test('is busy meanwhile, and says what the service refuses', async () => {
    let refuse = () => {};
    const same = { code: 'same_password', message: 'New password should be different from the old password.' };
    network({ [USER]: () => new Promise((resolve) => (refuse = () => resolve(answer(422, same)))) });
    await openForm();
    submit('a new secret');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Updating Password...' })).disabled).toBe(
      true,
    );
    await waitFor(() => {
      refuse();
      expect(screen.getByRole('alert').textContent).toBe(`Error${same.message}`);
    });
  });
});

test('[A8] with two-step sign-in the new password is set after the code, and needs no typing again', async () => {
  const factor = { id: 'f1', factor_type: 'totp', status: 'verified' };
  let isTaken = false;
  const { bodies } = network({
    'GET /auth/v1/user': () => answer(200, { ...aSession().user, factors: [factor] }),
    'POST /auth/v1/factors/f1/challenge': () => answer(200, { id: 'c1', type: 'totp', expires_at: 0 }),
    'POST /auth/v1/factors/f1/verify': () => {
      isTaken = true;
      return answer(200, aSession());
    },
    [USER]: () =>
      isTaken ? answer(200, aSession().user) : answer(401, { code: 401, error_code: 'insufficient_aal', msg: 'AAL2' }),
  });
  await openForm();
  submit('better horse');
  const code = await screen.findByLabelText('Code from your authenticator app');
  screen.getByText(/Your new password is set after this code/);
  fireEvent.change(code, { target: { value: '123 456' } });
  fireEvent.click(button('Continue'));
  await screen.findByRole('heading', { name: 'Success!' });
  expect(bodies['POST /auth/v1/factors/f1/verify']).toEqual([{ challenge_id: 'c1', code: '123456' }]);
  expect(bodies[USER]?.at(-1)).toMatchObject({ password: 'better horse' });
});
