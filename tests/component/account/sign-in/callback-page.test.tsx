// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallbackPage } from '#app/account/sign-in/callback-page.tsx';
import { storedInvitation, storeInvitation } from '#app/account/sign-in/joining.tsx';
import { mailMagicLink } from '#app/account/sign-in/sign-in.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';
import { CONSUME, joined, joinedWith, TOKEN, VALIDATE, valid } from '#tests/fixtures/invitations.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const LINK = '/auth/callback?token_hash=abc&type=magiclink';
const EXPIRED = 'This confirmation link may have expired or already been used. Please try signing in manually.';
const VERIFY = 'POST /auth/v1/verify';
const ENSURE = 'POST /api/auth/ensure-profile';
const ENROLL = 'POST /api/courses/4/enroll';
const enrolled = () => answer(200, { enrolled: true, changed: true, dataEpoch: 'e' });

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (routes: Record<string, Route> = {}) =>
  stubNetwork(() => answer(200, aSession()), {
    [VERIFY]: () => answer(200, aSession()),
    [ENSURE]: () => answer(200, LENA),
    'PUT /auth/v1/user': () => answer(200, aSession().user),
    ...routes,
  });
const open = async (at: string) => {
  opened = await openOnDevice({ at, path: '/auth/callback', screen: <CallbackPage /> });
};
const press = async (name = 'Sign in') => fireEvent.click(await screen.findByRole('button', { name }));
const arriveAt = (path: string) => screen.findByText(`At ${path}`, {}, { timeout: 1000 });
/** The page stays until its time has come, and then `path` opens. */
const arriveAfter = async (seconds: number, path: string) => {
  await pass(seconds * 1000 - 500);
  expect(opened.address()).toContain('/auth/callback');
  await pass(500);
  await arriveAt(path);
};

beforeEach(holdTimers);
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  await opened.close();
});

test('a sign-in by a provider that was refused says why, and the invitation is kept', async () => {
  network();
  await open(
    `/auth/callback?invitation=${TOKEN}&error=access_denied&error_code=organization_unknown#error_code=organization_unknown`,
  );
  await screen.findByText("Your organization isn't set up here yet. Ask your administrator to add it.");
  expect((await screen.findByRole('heading')).textContent).toBe("We couldn't sign you in");
  expect(storedInvitation()).toBe(TOKEN);
});

describe('[A6] a mailed link', () => {
  test('waits for a tap, then signs in, and the link has left the address', async () => {
    const { bodies } = network();
    await open(LINK);
    expect((await screen.findByRole('heading')).textContent).toBe('Processing Authentication');
    await screen.findByRole('button', { name: 'Sign in' });
    expect(bodies[VERIFY]).toBeUndefined();
    await press();
    await screen.findByText('Taking you to your dashboard...');
    expect(opened.address()).toBe('/auth/callback');
    expect(bodies[VERIFY]).toMatchObject([{ token_hash: 'abc', type: 'magiclink' }]);
    await arriveAfter(2, '/dashboard');
    expect(opened.person()).toBe(LENA.id);
  });

  test('that is wrong, used or expired says so, and leads to the sign-in after 3 s', async () => {
    network({ [VERIFY]: () => answer(403, { code: 'otp_expired', message: 'Token has expired or is invalid' }) });
    await open(LINK);
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(`Error${EXPIRED}`);
    await arriveAfter(3, '/auth');
    expect(opened.address()).toBe('/auth?mode=signin');
  });

  test.each([
    ['that is refused', `${LINK}&invitation=${TOKEN}`, true],
    ['that the auth service has refused already', `/auth/callback?invitation=${TOKEN}#error_code=otp_expired`, false],
  ])('[A1] %s leaves its invitation to whoever signs in or up in this tab', async (_, at, hasTap) => {
    network({
      [VERIFY]: () => answer(403, { code: 'otp_expired', message: 'Token has expired or is invalid' }),
      [VALIDATE]: valid,
    });
    await open(at);
    if (hasTap) await press();
    await screen.findByText(EXPIRED);
    await arriveAfter(3, '/auth');
    expect(storedInvitation()).toBe(TOKEN);
  });

  test('can be tapped again when the network was away', async () => {
    let isOnline = false;
    network({
      [VERIFY]: () => (isOnline ? answer(200, aSession()) : Promise.reject(new TypeError('Failed to fetch'))),
    });
    await open(LINK);
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'An unexpected error occurred: This needs a connection.',
    );
    isOnline = true;
    await press();
    await screen.findByText('Taking you to your dashboard...');
  });

  test('that is slow may come after the message', async () => {
    const late = Promise.withResolvers<void>();
    network({ [VERIFY]: () => late.promise.then(() => answer(200, aSession())) });
    await open(LINK);
    await press();
    await pass(2500);
    expect(screen.queryByText(EXPIRED)).toBeNull();
    await pass(500);
    await screen.findByText(EXPIRED, {}, { timeout: 1000 });
    late.resolve();
    await screen.findByText('Taking you to your dashboard...');
  });

  test('says before the tap which organization it joins', async () => {
    const { bodies } = network({ [VALIDATE]: valid, [CONSUME]: joined });
    await open(`${LINK}&invitation=${TOKEN}`);
    await screen.findByText('You are invited to join');
    expect(screen.queryByText(/Only continue/)).toBeNull();
    screen.getByText('Demo Inspections');
    expect([bodies[VERIFY], bodies[CONSUME]]).toEqual([undefined, undefined]);
    await press();
    await arriveAt('/dashboard');
    expect(bodies[CONSUME]).toEqual([{ invitationToken: TOKEN }]);
  });

  test('that another browser asked for says how to sign in there', async () => {
    const words = /Did you ask for this link in the installed app/;
    const OWN = LINK.replace('abc', 'pkce_abc');
    network({ 'POST /auth/v1/otp': () => answer(200, {}) });
    await open(OWN);
    await screen.findByText(words);
    await opened.close();
    await mailMagicLink(LENA.email, { courseId: undefined, invitation: undefined, next: undefined });
    await open(OWN);
    await press();
    expect(screen.queryByText(words)).toBeNull();
    await screen.findByText('Taking you to your dashboard...');
    await opened.close();
    // A link was used here since; this one may be another window's.
    await open(OWN);
    await screen.findByText(words);
  });

  test('for a new password is led on', async () => {
    network();
    await open('/auth/callback?token_hash=abc&type=recovery');
    await arriveAt('/auth/reset-password');
    expect(opened.address()).toBe('/auth/reset-password?token_hash=abc&type=recovery');
  });
});

describe('[A6] what a hosted service puts into the address', () => {
  test('tokens wait for a tap of a visitor, too: this browser did not begin their sign-in', async () => {
    const { access_token, refresh_token, user } = aSession();
    const { asked } = network({ 'GET /auth/v1/user': () => answer(200, user) });
    await open(`/auth/callback#access_token=${access_token}&refresh_token=${refresh_token}&type=signup`);
    await screen.findByText('Only continue if you asked for this link.');
    await waitFor(() => expect(opened.address()).toBe('/auth/callback'));
    expect(asked.filter((call) => call.includes('/auth/v1/'))).toEqual([]);
    expect(opened.person()).toBe('visitor');
    await press('Confirm and sign in');
    await screen.findByText('Taking you to your dashboard...');
    expect(opened.person()).toBe(LENA.id);
  });

  test('tokens wait for a tap where someone is signed in: anyone can send a link with tokens of their own', async () => {
    const { access_token, refresh_token, user } = aSession();
    network({ 'GET /auth/v1/user': () => answer(200, user) });
    await seatLena();
    await open(`/auth/callback#access_token=${access_token}&refresh_token=${refresh_token}&type=magiclink`);
    await screen.findByText("You're signed in as Lena Learner. Only continue if you asked for this link.");
    expect(opened.person()).toBe(LENA.id);
    await waitFor(() => expect(opened.address()).toBe('/auth/callback'));
    await press();
    await screen.findByText('Taking you to your dashboard...');
  });

  test('a refusal is said at once', async () => {
    network();
    await open('/auth/callback#error=access_denied&error_code=otp_expired&error_description=x');
    await screen.findByText(EXPIRED, {}, { timeout: 900 });
    await waitFor(() => expect(opened.address()).toBe('/auth/callback'));
  });
});

describe('[A6] the time-out', () => {
  test.each(['/auth/callback', '/auth/callback?test_timeout=true'])('%s: no sign-in within 3 s', async (at) => {
    network();
    await open(at);
    await screen.findByText('Please wait while we sign you in...');
    await pass(2500);
    expect(screen.queryByText(EXPIRED)).toBeNull();
    await pass(500);
    await screen.findByText(EXPIRED, {}, { timeout: 1000 });
    await arriveAfter(3, '/auth');
    expect(opened.address()).toBe('/auth?mode=signin');
  });
});

describe('[A6] the order of destinations', () => {
  const follow = async (query: string, routes: Record<string, Route> = {}) => {
    const called = network(routes);
    await open(LINK + query);
    await press();
    return called;
  };

  test('an organization joined comes first, without enrolling', async () => {
    const { asked, bodies } = await follow(`&courseId=4&invitation=${TOKEN}`, { [CONSUME]: joined });
    await arriveAt('/dashboard');
    await screen.findByText('You have joined Demo Inspections.');
    expect(bodies[CONSUME]).toEqual([{ invitationToken: TOKEN }]);
    expect(asked).not.toContain(ENROLL);
  });

  test('and the course of its invitation, where it has one', async () => {
    await follow(`&courseId=4&invitation=${TOKEN}`, { [CONSUME]: joinedWith(7) });
    await arriveAt('/course/7');
  });

  test.each([
    ['/course/4/lesson/46?find=roof', '/course/4/lesson/46', '/course/4/lesson/46?find=roof'],
    ['https://elsewhere.example/course/4', '/dashboard', '/dashboard'],
    ['//elsewhere.example', '/dashboard', '/dashboard'],
    ['/\t/elsewhere.example', '/dashboard', '/dashboard'],
  ])('then the page that asked for the sign-in (%s), when it is one of ours', async (next, path, address) => {
    await follow(`&next=${encodeURIComponent(next)}`);
    if (path === '/dashboard') {
      await screen.findByText('Taking you to your dashboard...');
      await pass(2000);
    }
    await arriveAt(path);
    expect(opened.address()).toBe(address);
  });

  test('the invitation that this tab keeps counts', async () => {
    storeInvitation(TOKEN);
    const { bodies } = await follow('', { [CONSUME]: joined });
    await arriveAt('/dashboard');
    expect(bodies[CONSUME]).toHaveLength(1);
  });

  test('then the course, with an enrollment', async () => {
    const { asked } = await follow('&courseId=4', { [ENROLL]: enrolled });
    await arriveAt('/course/4');
    expect(asked).toContain(ENROLL);
  });

  test('then the profile for somebody without a name of their own, after 2 s', async () => {
    await follow('&next=%2Fcourse%2F4', { [ENSURE]: () => answer(200, { ...LENA, has_real_name: false }) });
    await screen.findByText('Taking you to your profile...');
    await arriveAfter(2, '/setup-profile');
  });

  test('a profile that could not be made leads to /setup-profile after 2 s', async () => {
    await follow('', { [ENSURE]: () => refusal(500, 'internal', 'Something went wrong on our side.') });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'ErrorAn unexpected error occurred: Something went wrong on our side.',
    );
    await arriveAfter(2, '/setup-profile');
  });

  test('the name of the sign-up is handed to the profile', async () => {
    const session = aSession({ metadata: { full_name: 'Lena Learner' } });
    const { bodies } = await follow('', { [VERIFY]: () => answer(200, session) });
    await waitFor(() => expect(bodies[ENSURE]).toEqual([{ full_name: 'Lena Learner' }]));
  });

  test('[A14] an invitation that fails is said, and one goes on without it', async () => {
    const over = () => refusal(410, 'invitation_expired', 'This invitation has expired');
    await follow(`&invitation=${TOKEN}`, { [CONSUME]: over });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'ErrorFailed to process invitation: This invitation has expired',
    );
    await press('Continue without it');
    await arriveAfter(2, '/dashboard');
  });
});

describe('[A6] somebody who is signed in already', () => {
  test('goes on at once', async () => {
    await seatLena();
    network({ [ENROLL]: enrolled });
    await open('/auth/callback?courseId=4');
    await arriveAt('/course/4');
  });

  test('is asked before an invitation in the address is used', async () => {
    await seatLena();
    const { bodies } = network({ [VALIDATE]: valid, [CONSUME]: joined });
    await open(`/auth/callback?invitation=${TOKEN}`);
    await screen.findByRole('heading', { name: 'Join Demo Inspections?' });
    expect(bodies[CONSUME]).toBeUndefined();
    await press('Join');
    await arriveAt('/dashboard');
  });
});
