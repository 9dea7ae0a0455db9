// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storedInvitation } from '#app/account/sign-in/joining.tsx';
import { aCourse } from '#tests/factories.ts';
import { box, button, heading, network, openAuth, type } from '#tests/fixtures/account-screen.tsx';
import { answer, refusal } from '#tests/fixtures/auth-service.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';
import { invalid, TOKEN, VALIDATE, valid } from '#tests/fixtures/invitations.ts';

let opened: Awaited<ReturnType<typeof openAuth>>;
const open = async (at?: string, more?: Parameters<typeof openAuth>[1]) => {
  opened = await openAuth(at, more);
};

beforeEach(() => {
  network();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await opened.close();
});

const CARD = 'No email? Use a card';

describe('[A1] the three modes', () => {
  test.each([
    ['/auth', 'Get Started', [CARD, 'Already have an account? Sign in']],
    ['/auth/signin', 'Welcome Back', ['Forgot password?', CARD, 'Need an account? Sign up']],
    ['/auth?mode=signin', 'Welcome Back', ['Forgot password?', CARD, 'Need an account? Sign up']],
    ['/auth?mode=reset', 'Reset Password', ['Back to sign in']],
    ['/auth/signin?mode=signup', 'Get Started', [CARD, 'Already have an account? Sign in']],
    ['/auth?mode=nonsense', 'Get Started', [CARD, 'Already have an account? Sign in']],
  ])('%s is headed %s and links to the others', async (at, title, links) => {
    await open(at);
    expect(await heading()).toBe(title);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(links);
  });

  test('the typed address stays when the mode changes', async () => {
    await open('/auth?mode=signin');
    await heading();
    type('Email', 'nina@test.example');
    fireEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(await heading()).toBe('Reset Password');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('nina@test.example');
  });

  test('the links keep the course', async () => {
    await open('/auth/signin?courseId=4');
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await heading();
    expect(to('Forgot password?')).toBe('/auth?courseId=4&mode=reset');
    expect(to('Need an account? Sign up')).toBe('/auth?courseId=4');
  });

  test.each(['token', 'invitation'])('%s leaves the address and is kept for the tab', async (name) => {
    network({ [VALIDATE]: valid });
    await open(`/auth?mode=signin&${name}=${TOKEN}&courseId=4`);
    await waitFor(() => expect(opened.address()).toBe('/auth?mode=signin&courseId=4'));
    expect(storedInvitation()).toBe(TOKEN);
    await screen.findByText('Demo Inspections');
  });
});

describe('[A2] signing up', () => {
  const fill = (fields: Partial<Record<'Full Name' | 'Email' | 'Password' | 'Confirm Password', string>> = {}) => {
    const all = {
      'Full Name': 'Nina New',
      Email: 'nina@test.example',
      Password: 'secret1',
      'Confirm Password': 'secret1',
      ...fields,
    };
    for (const [label, value] of Object.entries(all)) type(label, value);
  };
  const submit = () => fireEvent.click(button('Sign Up'));

  test('the button waits for email, password and confirmation', async () => {
    await open();
    await heading();
    expect(button('Sign Up').disabled).toBe(true);
    type('Email', 'nina@test.example');
    type('Password', 'secret1');
    expect(button('Sign Up').disabled).toBe(true);
    type('Confirm Password', 'secret1');
    expect(button('Sign Up').disabled).toBe(false);
    type('Email', '  ');
    expect(button('Sign Up').disabled).toBe(true);
  });

  test.each([
    [{ 'Confirm Password': 'secret2' }, 'Passwords do not match'],
    [{ Password: 'short', 'Confirm Password': 'short' }, 'Password must be at least 6 characters long'],
    [{ 'Full Name': ' N ' }, 'Full name must be at least 2 characters long'],
    [{ 'Full Name': 'N'.repeat(100) }, 'Full name must be less than 100 characters'],
  ])('%o is answered in the red box, and nothing is sent', async (fields, words) => {
    const { asked } = network();
    await open();
    await heading();
    fill(fields);
    submit();
    expect(await box()).toBe(`Error${words}`);
    expect(asked).not.toContain('POST /api/auth/signup');
  });

  test('is told as switched off before anything is typed', async () => {
    const config = { authUrl: 'https://host.example/auth/v1', publishableKey: 'key', partner: null, version: '1' };
    network({ 'GET /api/config': () => answer(200, { ...config, signUps: 'closed' }) });
    await open();
    await screen.findByText(/New accounts can't be created here/);
    expect(screen.queryByLabelText('Full Name')).toBeNull();
  });

  test('says what to do next, sends everything that is known, and once only', async () => {
    const message = 'Check your email to confirm your account and join Demo Inspections.';
    let respond = () => {};
    const { asked, bodies } = network({
      [VALIDATE]: valid,
      'POST /api/auth/signup': () =>
        new Promise((resolve) => (respond = () => resolve(answer(200, { message, organization: 'Demo Inspections' })))),
    });
    await open(`/auth?courseId=4&token=${TOKEN}`);
    await screen.findByText('Demo Inspections');
    fill();
    submit();
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating your account...' });
    expect(busy.disabled).toBe(true);
    if (busy.form) fireEvent.submit(busy.form);
    await waitFor(() => {
      respond();
      expect(screen.getByText(message)).toBeTruthy();
    });
    expect(asked.filter((call) => call === 'POST /api/auth/signup')).toHaveLength(1);
    expect(bodies['POST /api/auth/signup']).toEqual([
      { email: 'nina@test.example', password: 'secret1', fullName: 'Nina New', courseId: 4, invitationToken: TOKEN },
    ]);
  });

  test.each([
    [
      () => refusal(422, 'account_exists', 'x'),
      'An account with this email already exists. Please sign in instead or use a different email.',
    ],
    [() => refusal(429, 'rate_limited', 'Too many requests. Please wait a moment.'), 'Too many requests.'],
    [() => new Response('<html>', { status: 502 }), 'Failed to create account'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'This needs a connection.'],
  ])('[A14] a refusal %# is said in words', async (reply, words) => {
    network({ 'POST /api/auth/signup': reply });
    await open();
    await heading();
    fill();
    submit();
    expect(await box()).toContain(words);
  });

  test('says where the mail went, sends it again, and lets a mistyped address be changed', async () => {
    const { bodies } = network({
      'POST /api/auth/signup': () => answer(200, { message: 'Check your email to confirm your account.' }),
      'POST /auth/v1/resend': () => answer(200, {}),
    });
    await open();
    await heading();
    fill();
    submit();
    await screen.findByText('Check your email to confirm your account.');
    expect(screen.getByText(/^We've sent an email to/).textContent).toContain('nina@test.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send the confirmation email again' }));
    await screen.findByText('Sent again. Use the newest email.');
    expect(bodies['POST /auth/v1/resend']).toMatchObject([{ type: 'signup', email: 'nina@test.example' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Use a different email' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('nina@test.example');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  test('[A3] an invitation that cannot be used is said, and not sent along', async () => {
    const { bodies } = network({
      [VALIDATE]: invalid({ expired: true }),
      'POST /api/auth/signup': () => answer(200, { message: 'Check your email to confirm your account.' }),
    });
    await open(`/auth?token=${TOKEN}`);
    await screen.findByText('This invitation has expired');
    fill();
    submit();
    await screen.findByText('Check your email to confirm your account.');
    expect(bodies['POST /api/auth/signup']?.[0]).not.toHaveProperty('invitationToken');
  });

  test('[A3] a token of 5 characters is not asked about', async () => {
    const { asked } = network({ [VALIDATE]: valid });
    holdTimers();
    await open('/auth?token=12345');
    await heading();
    await pass(600);
    expect(asked.join()).not.toContain('validate-invitation');
  });

  test('[A3] names a course that everybody may see, and no other', async () => {
    const courses = [aCourse(), aCourse({ id: 5, title: 'Secret Course', visibility: 'organization' })];
    const network = () => ({ body: { courses, nextCursor: null } });
    await open('/auth?courseId=4', { network });
    await screen.findByText('Certified Field Inspector');
    await opened.close();
    await open('/auth?courseId=5', { network });
    await heading();
    const { courses: kept } = opened.engineOf('visitor').replica;
    await waitFor(async () => expect(await kept.get(5)).toBeDefined());
    // A question that comes after the banner's own.
    await act(async () => void (await kept.get(5)));
    expect(screen.queryByText('Secret Course')).toBeNull();
  });
});
