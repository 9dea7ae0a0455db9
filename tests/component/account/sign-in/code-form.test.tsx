// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallbackPage } from '#app/account/sign-in/callback-page.tsx';
import { button, openAuth, type } from '#tests/fixtures/account-screen.tsx';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice } from '#tests/fixtures/own-device.tsx';

const VERIFY = 'POST /auth/v1/verify';
const CODE = 'Code from the email';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (routes: Record<string, Route> = {}) =>
  stubNetwork(() => answer(200, aSession()), {
    [VERIFY]: () => answer(200, aSession()),
    'POST /auth/v1/otp': () => answer(200, {}),
    'POST /auth/v1/recover': () => answer(200, {}),
    'POST /api/auth/signup': () => answer(200, { message: 'Check your email to confirm your account.' }),
    ...routes,
  });
const open = async (at: string) => {
  opened = await openAuth(at);
};
const signUp = async (at: string) => {
  await open(at);
  await screen.findByLabelText('Full Name');
  type('Full Name', 'Lena Learner');
  type('Email', 'lena@demo.example');
  type('Password', 'correct horse');
  type('Confirm Password', 'correct horse');
  fireEvent.click(button('Sign Up'));
};
const forget = async () => {
  await open('/auth?mode=reset');
  await screen.findByLabelText('Email');
  type('Email', 'lena@demo.example');
  fireEvent.click(button('Send Reset Email'));
};
const enterCode = async () => {
  await screen.findByLabelText(CODE);
  type(CODE, '123456');
  fireEvent.click(button('Continue'));
};

afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  await opened.close();
});

describe('the code of an email', () => {
  test('signs in where a magic link was asked for, and goes on as the link would', async () => {
    const { bodies } = network();
    await open('/auth/signin?courseId=4');
    fireEvent.click(await screen.findByRole('button', { name: 'Use a magic link' }));
    type('Email', ' lena@demo.example ');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByLabelText(CODE);
    type(CODE, '12345');
    expect(button('Continue').disabled).toBe(true);
    type(CODE, '123 456');
    fireEvent.click(button('Continue'));
    await screen.findByText('At /auth/callback');
    expect(opened.address()).toBe('/auth/callback?courseId=4');
    expect(opened.person()).toBe(LENA.id);
    expect(bodies[VERIFY]).toMatchObject([{ email: 'lena@demo.example', token: '123456', type: 'email' }]);
  });

  test('confirms a sign-up', async () => {
    network();
    await signUp('/auth');
    await enterCode();
    await screen.findByText('At /auth/callback');
  });

  test('is not asked for where sign-ups need no confirmation: the new account is signed in to', async () => {
    const { bodies } = network({
      'POST /api/auth/signup': () => answer(200, { message: 'Your account is ready.', isReady: true }),
    });
    await signUp('/auth?courseId=4');
    await screen.findByText('At /auth/callback');
    expect(opened.address()).toBe('/auth/callback?courseId=4');
    expect(bodies['POST /auth/v1/token']).toMatchObject([{ email: 'lena@demo.example', password: 'correct horse' }]);
  });

  test('leads to the new password where one was forgotten', async () => {
    const { bodies } = network();
    await forget();
    await enterCode();
    await screen.findByText('At /auth/reset-password');
    expect(bodies[VERIFY]).toMatchObject([{ type: 'recovery' }]);
    expect(sessionStorage.getItem('groundwork.recovery')).toBe(LENA.id);
  });

  test('that is wrong says what to do, and can be typed again', async () => {
    network({ [VERIFY]: () => refusal(403, 'otp_expired', 'Token has expired or is invalid') });
    await forget();
    await enterCode();
    const told = 'ErrorWrong or expired code. Check your newest email, or ask for a new one.';
    expect((await screen.findByRole('alert')).textContent).toBe(told);
    expect(screen.getByLabelText<HTMLInputElement>(CODE).value).toBe('');
    expect(opened.person()).toBe('visitor');
  });
});

describe('a link that came back from the auth service', () => {
  const openCallback = async (after: string) => {
    opened = await openOnDevice({ at: `/auth/callback${after}`, path: '/auth/callback', screen: <CallbackPage /> });
  };
  const alert = async () => (await screen.findByRole('alert')).textContent;

  test('incomplete: says so and stays', async () => {
    network();
    await openCallback('#error=invalid_request&error_code=validation_failed&error_description=Verify+requires&sb=');
    expect(await alert()).toContain('This link is incomplete. Open the whole link from the email');
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy();
    await waitFor(() => expect(opened.address()).toBe('/auth/callback'));
  });

  test('for the browser that asked: signs in there', async () => {
    const { bodies } = network({ 'POST /api/auth/ensure-profile': () => answer(200, LENA) });
    localStorage.setItem('groundwork.session-code-verifier', JSON.stringify('the verifier'));
    await openCallback('?code=the-code');
    await screen.findByText('Taking you to your dashboard...');
    expect(bodies['POST /auth/v1/token']).toEqual([{ auth_code: 'the-code', code_verifier: 'the verifier' }]);
    expect(opened.person()).toBe(LENA.id);
  });

  test('in another browser: says which way is left', async () => {
    network();
    await openCallback('?code=the-code');
    expect(await alert()).toContain('This link only works in the browser where you asked for it.');
    expect(opened.person()).toBe('visitor');
  });

  test('the first of two for a new address: says that the other one is left to do', async () => {
    network({ [VERIFY]: () => answer(200, { msg: 'Confirmation link accepted.', code: '200' }) });
    await openCallback('?token_hash=abc&type=email_change');
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm the change' }));
    await screen.findByText('Now confirm the change in the email that we sent to your other address.');
    await waitFor(() => expect(opened.address()).toBe('/auth/callback'));
  });
});
