// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuthPage } from '#app/account/sign-in/auth-page.tsx';
import { storedInvitation } from '#app/account/sign-in/joining.tsx';
import { device } from '#app/device/device.ts';
import { returningTo } from '#app/paths.ts';
import { useNavigate } from '#app/ui/router.ts';
import { clearActiveUser, readActiveUser, readSession } from '#sync/store/device.ts';
import { box, button, heading, network, openAuth, type } from '#tests/fixtures/account-screen.tsx';
import { answer, LENA, refusal } from '#tests/fixtures/auth-service.ts';
import { CONSUME, invalid, joined, TOKEN, VALIDATE, valid } from '#tests/fixtures/invitations.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const open = async (at?: string, state?: unknown) => {
  opened = await openAuth(at, { state });
};

beforeEach(() => {
  network();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[A4] the magic link', () => {
  const choose = async (at = '/auth/signin') => {
    await open(at);
    fireEvent.click(await screen.findByRole('button', { name: 'Use a magic link' }));
  };

  test('needs an email alone, and comes back to the callback with the course', async () => {
    const { asked } = network({ 'POST /auth/v1/otp': () => answer(200, {}) });
    await choose('/auth/signin?courseId=4');
    expect(button('Send Magic Link').disabled).toBe(true);
    type('Email', ' lena@demo.example ');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Magic link sent! Check your email.');
    const sent = asked.find((call) => call.includes('/otp')) ?? '';
    expect(decodeURIComponent(sent)).toContain('/auth/callback?courseId=4');
  });

  test('once sent, leaves the code as the one thing to type, and the way back to the address', async () => {
    network({ 'POST /auth/v1/otp': () => answer(200, {}) });
    await choose();
    type('Email', 'lena@demo.example');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Magic link sent! Check your email.');
    expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Code from the email')]);
    fireEvent.click(button('Send again or use a different email'));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('lena@demo.example');
  });

  test('comes back to the page that asked for the sign-in', async () => {
    const { asked } = network({ 'POST /auth/v1/otp': () => answer(200, {}) });
    const from = '/course/4/lesson/46?find=roof#top';
    await open('/auth?mode=signin', returningTo({ pathname: from, search: '', hash: '' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Use a magic link' }));
    type('Email', 'lena@demo.example');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Magic link sent! Check your email.');
    const sent = new URL(
      asked
        .find((call) => call.includes('/otp'))
        ?.split(' ')
        .at(-1) ?? '',
      'https://app.example',
    );
    expect(new URL(sent.searchParams.get('redirect_to') ?? '').searchParams.get('next')).toBe(from);
  });

  test('with a token it names the organization and carries the invitation in the link alone', async () => {
    const { asked, bodies } = network({ [VALIDATE]: valid, 'POST /auth/v1/otp': () => answer(200, {}) });
    await choose();
    type('Email', 'lena@demo.example');
    type('Invitation Token (optional)', TOKEN);
    await screen.findByText('Validating invitation...');
    await screen.findByText('Invitation to Demo Inspections');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Magic link sent! Check your email to join Demo Inspections.');
    expect(decodeURIComponent(asked.find((call) => call.includes('/otp')) ?? '')).toContain(`invitation=${TOKEN}`);
    expect(JSON.stringify(bodies['POST /auth/v1/otp'])).not.toContain(TOKEN);
  });

  test.each([
    ['abc', undefined, 'Invalid invitation token'],
    [TOKEN, invalid(), 'Invalid invitation token'],
    [TOKEN, invalid({ maxUsesReached: true }), 'This invitation has reached maximum uses'],
  ])('with the token %s that is not valid nothing is sent', async (token, reply, words) => {
    const { asked } = network(reply ? { [VALIDATE]: reply } : {});
    await choose();
    type('Email', 'lena@demo.example');
    type('Invitation Token (optional)', token);
    if (reply) await screen.findByText(words);
    fireEvent.click(button('Send Magic Link'));
    expect(await box()).toBe(`Error${words}`);
    expect(asked.join()).not.toContain('/otp');
  });

  test("[A14] what the service refuses stands in the box titled 'Error'", async () => {
    const slow = 'For security purposes, you can only request this after 59 seconds.';
    network({ 'POST /auth/v1/otp': () => answer(429, { code: 'over_email_send_rate_limit', message: slow }) });
    await choose();
    type('Email', 'lena@demo.example');
    fireEvent.click(button('Send Magic Link'));
    expect(await box()).toBe(`Error${slow}`);
  });
});

describe('[A5] signing in with a password', () => {
  const signIn = async (at = '/auth/signin') => {
    await open(at);
    await heading();
    type('Email', ' lena@demo.example ');
    type('Password', 'secret1');
    fireEvent.click(button('Sign In'));
  };

  test('the button waits for email and password', async () => {
    await open('/auth/signin');
    await heading();
    expect(button('Sign In').disabled).toBe(true);
    type('Email', 'lena@demo.example');
    expect(button('Sign In').disabled).toBe(true);
    type('Password', 'x');
    expect(button('Sign In').disabled).toBe(false);
  });

  test('leads home, says so, and the device knows the person and their session', async () => {
    const { bodies } = network();
    await signIn();
    await screen.findByText('Signed in successfully!');
    await screen.findByText('At /');
    expect(bodies['POST /auth/v1/token']?.[0]).toMatchObject({ email: 'lena@demo.example' });
    expect(await readActiveUser(device)).toMatchObject({ userId: LENA.id, name: 'Lena Learner' });
    expect((await readSession(device, LENA.id))?.refresh_token).toBe('r1');
  });

  test.each([
    [
      () => answer(400, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }),
      'Wrong email or password.',
    ],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'This needs a connection.'],
    [
      () => new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } }),
      'This needs a connection.',
    ],
  ])('[A14] a refusal %# is said and the form can be used again', async (reply, words) => {
    network({}, reply);
    await signIn();
    expect(await box()).toContain(words);
    expect(button('Sign In').disabled).toBe(false);
    expect(opened.address()).toBe('/auth/signin');
  });

  test('an address that was not confirmed can have its mail again', async () => {
    const { asked } = network({ 'POST /auth/v1/resend': () => answer(200, {}) }, () =>
      answer(400, { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' }),
    );
    await signIn();
    fireEvent.click(await screen.findByRole('button', { name: 'Send the confirmation email again' }));
    await screen.findByText('Check your email to confirm your account.');
    expect(asked.some((call) => call.startsWith('POST /auth/v1/resend'))).toBe(true);
  });

  test('[A7] with a kept invitation it is used, then the dashboard follows', async () => {
    const { bodies } = network({ [VALIDATE]: valid, [CONSUME]: joined });
    await open(`/auth/signin?token=${TOKEN}`);
    await screen.findByText('Demo Inspections');
    type('Email', 'lena@demo.example');
    type('Password', 'secret1');
    fireEvent.click(button('Sign In'));
    await screen.findByText('At /dashboard');
    expect(bodies[CONSUME]).toEqual([{ invitationToken: TOKEN }]);
    expect(storedInvitation()).toBeUndefined();
  });

  test('[A5] a mail for a new password', async () => {
    const { asked } = network({ 'POST /auth/v1/recover': () => answer(200, {}) });
    await open('/auth?mode=reset');
    await heading();
    expect(button('Send Reset Email').disabled).toBe(true);
    type('Email', 'lena@demo.example');
    fireEvent.click(button('Send Reset Email'));
    await screen.findByText('Password reset email sent!');
    expect(decodeURIComponent(asked.at(-1) ?? '')).toContain('/auth/reset-password');
  });
});

describe('back to the page that asked for a sign-in', () => {
  function AskedBy({ children }: { children: ReactNode }) {
    const navigate = useNavigate();
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the guard does
    useEffect(() => void navigate('/auth?mode=signin', { state: { from: '/course/4?tab=notes' } }), []);
    return children;
  }
  const openAsked = async () => {
    const around = (page: ReactNode) => <AskedBy>{page}</AskedBy>;
    opened = await openOnDevice({ at: '/course/4', path: '/auth', screen: <AuthPage />, around });
    await screen.findByLabelText('Email');
  };

  test('by a password', async () => {
    await openAsked();
    type('Email', 'lena@demo.example');
    type('Password', 'correct horse');
    fireEvent.click(button('Sign In'));
    await screen.findByText('Signed in successfully!');
    await screen.findByText('At /course/4');
    expect(opened.address()).toBe('/course/4?tab=notes');
  });

  test('as someone who is still signed in on this device', async () => {
    await seatLena();
    await clearActiveUser(device);
    await openAsked();
    fireEvent.click(await screen.findByRole('button', { name: /^Lena Learner/ }));
    await screen.findByText('At /course/4');
  });
});

describe('[A5] other sign-ins', () => {
  test('opened by someone already signed in it leads home', async () => {
    await seatLena();
    await open('/auth');
    await screen.findByText('At /');
  });

  test('a sign-in in another tab leads to the profile', async () => {
    await open('/auth/signin');
    await heading();
    await seatLena();
    const otherTab = new BroadcastChannel('groundwork-person');
    otherTab.postMessage({ change: 'signed-in', from: 'another tab' });
    await screen.findByText('At /setup-profile');
    otherTab.close();
  });

  test('one more person can be added beside the one who is here', async () => {
    await seatLena();
    await open('/auth/signin?add=true');
    expect(await heading()).toBe('Add another person');
    expect(screen.getByRole('link', { name: 'Continue as Lena Learner' }).getAttribute('href')).toBe('/');
  });

  test('someone signed in who opens an invitation is asked before they join', async () => {
    await seatLena();
    const { bodies } = network({
      [VALIDATE]: valid,
      [CONSUME]: () => refusal(403, 'already_in_organization', 'You already belong to another organization.'),
    });
    await open(`/auth?token=${TOKEN}`);
    await screen.findByRole('heading', { name: 'Join Demo Inspections?' });
    expect(bodies[CONSUME]).toBeUndefined();
    fireEvent.click(button('Join'));
    expect(await box()).toBe('ErrorFailed to process invitation: You already belong to another organization.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Continue without it' }));
    await screen.findByText('At /');
  });
});
