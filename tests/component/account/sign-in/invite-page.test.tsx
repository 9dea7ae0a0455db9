// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { InvitePage } from '#app/account/sign-in/invite-page.tsx';
import { button, type } from '#tests/fixtures/account-screen.tsx';
import { answer, aSession, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';
import {
  ACCEPT,
  CONSUME,
  invalid,
  joined,
  joinedWith,
  TOKEN,
  VALIDATE,
  valid,
  validFor,
} from '#tests/fixtures/invitations.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const SEND = 'POST /api/enterprise/magic-link-with-invitation';
const sent = {
  success: true,
  message: 'Magic link sent! Check your email to join Demo Inspections.',
  organization: 'Demo Inspections',
  userExists: false,
  redirectTo: null,
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (routes: Record<string, Route> = {}) =>
  stubNetwork(() => answer(200, aSession()), { [VALIDATE]: valid, ...routes });
const open = async (query = '') => {
  opened = await openOnDevice({ at: `/invite${query}`, path: '/invite', screen: <InvitePage /> });
};
const openValid = async (email = '') => {
  await open(`?token=${TOKEN}`);
  await screen.findByRole('heading', { name: 'Join Demo Inspections' });
  if (email) type('Email', email);
};

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[A11] the token', () => {
  test('is asked for', async () => {
    const { asked } = network();
    await open();
    await screen.findByText('Enter your invitation token to continue');
    expect(screen.queryByLabelText('Email')).toBeNull();
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Invitation Token Required');
    await screen.findByText('Please enter your invitation token');
    expect(asked).toEqual([]);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  test('is checked when longer than 5 characters, and until then validation is deferred', async () => {
    const { asked } = network();
    await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    type('Invitation Token', '12345');
    expect(button('Validation Deferred').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(600));
    vi.useRealTimers();
    expect(asked).toEqual([]);
    type('Invitation Token', TOKEN);
    await screen.findByText('Validating invitation...');
    expect(button('Validation Deferred').disabled).toBe(true);
    await screen.findByLabelText('Email');
    expect(button('Send Magic Link').disabled).toBe(false);
  });

  const reasons = [
    [invalid({ expired: true }), 'This invitation has expired'],
    [invalid({ maxUsesReached: true }), 'This invitation has reached maximum uses'],
    [invalid(), 'Invalid invitation token'],
  ] as const;

  test.each(reasons)('that is not valid says why', async (reply, words) => {
    network({ [VALIDATE]: reply });
    await open();
    type('Invitation Token', TOKEN);
    await screen.findByText(words);
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(button('Send Magic Link').disabled).toBe(true);
  });

  test.each(reasons.slice(0, 2))(
    'of a link that is over leads to the sign-in, or to the courses',
    async (reply, words) => {
      network({ [VALIDATE]: reply });
      await open(`?token=${TOKEN}`);
      await screen.findByText(words);
      expect(screen.queryByRole('textbox')).toBeNull();
      expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin');
      await opened.close();
      await seatLena();
      await open(`?token=${TOKEN}`);
      expect((await screen.findByRole('link', { name: 'Go to your courses' })).getAttribute('href')).toBe('/');
    },
  );

  test('[A14] that could not be checked says so, and can be checked again', async () => {
    network({ [VALIDATE]: () => new Response('', { status: 500 }) });
    await open(`?token=${TOKEN}`);
    await screen.findByText('Failed to validate token');
    expect(button('Validation Deferred').disabled).toBe(true);
    network();
    fireEvent.click(button('Check again'));
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });
});

test('the link of an invitation asks for the email alone', async () => {
  network();
  await openValid();
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Email')]);
});

describe('a mailed invitation, which is for one address', () => {
  const link = { tokenHash: 'one-time', type: 'invite' };
  const open4 = () => screen.findByText('At /course/4');

  test('signs in by one tap and opens its course', async () => {
    const { asked, bodies } = network({
      [VALIDATE]: validFor('nina@test.example'),
      [ACCEPT]: () => answer(200, { ...sent, link }),
      'POST /auth/v1/verify': () => answer(200, aSession()),
      [CONSUME]: joinedWith(4),
    });
    await openValid();
    await screen.findByText('Certified Field Inspector');
    await screen.findByText('nina@test.example');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(asked).not.toContain(ACCEPT);
    fireEvent.click(button('Confirm and start'));
    await open4();
    expect(bodies[ACCEPT]).toEqual([{ invitationToken: TOKEN }]);
    expect(bodies['POST /auth/v1/verify']).toMatchObject([{ token_hash: 'one-time', type: 'invite' }]);
    expect(bodies[CONSUME]).toEqual([{ invitationToken: TOKEN }]);
  });

  test('of whoever is signed in needs no sign-in', async () => {
    await seatLena();
    const { asked } = network({ [VALIDATE]: validFor('lena@demo.example'), [CONSUME]: joinedWith(4) });
    await openValid();
    expect(screen.queryByRole('button', { name: 'Confirm and start' })).toBeNull();
    fireEvent.click(button('Join as Lena Learner'));
    await open4();
    expect(asked).not.toContain(ACCEPT);
  });

  test('of someone else on a shared tablet is not joined as the one who is signed in', async () => {
    await seatLena();
    network({ [VALIDATE]: validFor('nina@test.example') });
    await openValid();
    await screen.findByText("You're signed in as Lena Learner, who stays on this device.");
    expect(screen.queryByRole('button', { name: 'Join as Lena Learner' })).toBeNull();
  });

  test('of an account that exists leads to its sign-in, with the invitation and the email kept', async () => {
    network({
      [VALIDATE]: validFor('nina@test.example'),
      [ACCEPT]: () => answer(200, { ...sent, success: false, userExists: true, link: null }),
    });
    await openValid();
    fireEvent.click(button('Confirm and start'));
    await screen.findByText('At /auth/signin');
    expect(sessionStorage.getItem('groundwork.invitation')).toBe(TOKEN);
  });

  test('that cannot be used any more says so', async () => {
    network({
      [VALIDATE]: validFor('nina@test.example'),
      [ACCEPT]: () => refusal(410, 'invitation_expired', 'This invitation has expired'),
    });
    await openValid();
    fireEvent.click(button('Confirm and start'));
    await screen.findByText('This invitation has expired');
    expect(button('Confirm and start').disabled).toBe(false);
  });
});

describe('[A11] the link', () => {
  test('needs an email', async () => {
    network();
    await openValid();
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Email Required');
    await screen.findByText('Please enter your email address');
  });

  test('is sent, and then one checks the mail', async () => {
    const { bodies } = network({ [SEND]: () => answer(200, sent) });
    await openValid(' nina@test.example ');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByRole('heading', { name: 'Check Your Email' });
    await screen.findByText('Magic Link Sent!');
    expect(bodies[SEND]).toEqual([{ email: 'nina@test.example', invitationToken: TOKEN }]);
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    const otherTab = new BroadcastChannel('groundwork-person');
    otherTab.postMessage({ change: 'signed-in', from: 'another tab' });
    await screen.findByRole('heading', { name: "You're signed in" });
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
    otherTab.close();
  });

  test.each([
    ['/auth?mode=signin&token=x', '/auth?mode=signin&token=x'],
    ['//evil.example/', '/auth?mode=signin'],
    ['https://evil.example/', '/auth?mode=signin'],
  ])('an account that exists leads to %s after 2 s, and never to another host', async (redirectTo, address) => {
    const message = 'You already have an account.';
    network({ [SEND]: () => answer(200, { ...sent, success: false, userExists: true, redirectTo, message }) });
    await openValid('lena@demo.example');
    holdTimers();
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText('Account Already Exists');
    await pass(1500);
    expect(opened.address()).toBe(`/invite?token=${TOKEN}`);
    await pass(500);
    await waitFor(() => expect(opened.address()).toBe(address), { timeout: 1000 });
  });

  test.each([
    [
      () => refusal(429, 'rate_limited', 'Too many requests. Please wait a moment.'),
      'Failed to Send Link',
      'Too many requests. Please wait a moment.',
    ],
    [() => new Response('', { status: 500 }), 'Failed to Send Link', 'Unable to send magic link. Please try again.'],
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Network Error',
      'Unable to send magic link. Please check your connection and try again.',
    ],
  ])('[A14] a failure is said in a toast', async (reply, title, description) => {
    network({ [SEND]: reply });
    await openValid('nina@test.example');
    fireEvent.click(button('Send Magic Link'));
    await screen.findByText(title);
    await screen.findByText(description);
    await waitFor(() => expect(button('Send Magic Link').disabled).toBe(false));
  });

  test('somebody signed in may join at once', async () => {
    await seatLena();
    const { bodies } = network({ [CONSUME]: joined });
    await openValid();
    fireEvent.click(button('Join as Lena Learner'));
    await screen.findByText('At /dashboard');
    expect(bodies[CONSUME]).toEqual([{ invitationToken: TOKEN }]);
  });
});
