// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SetupProfilePage } from '#app/account/profile/setup-profile-page.tsx';
import { type ActiveUserChange, announceActiveUser, onActiveUserChange } from '#app/device/active-user-channel.ts';
import { device } from '#app/device/device.ts';
import { OfflineStrip } from '#app/shell/offline-strip.tsx';
import { readActiveUser } from '#sync/store/device.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const PROFILE = 'GET /api/auth/profile';
const SAVE = 'PUT /api/auth/profile';
const AVAILABLE = 'GET /api/auth/name-availability';
const nameless = () => answer(200, { ...LENA, full_name: 'lena', has_real_name: false });
const free = () => answer(200, { available: true, reason: null });

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (routes: Record<string, Route> = {}) =>
  stubNetwork(() => answer(200, aSession()), {
    [PROFILE]: nameless,
    [AVAILABLE]: free,
    [SAVE]: ({ body }) => answer(200, { ...LENA, ...(body as object), has_real_name: true }),
    ...routes,
  });
const open = async (query = '') => {
  opened = await openOnDevice({ at: `/setup-profile${query}`, path: '/setup-profile', screen: <SetupProfilePage /> });
};
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = async (value: string) =>
  fireEvent.change(await screen.findByLabelText('Full Name'), { target: { value } });

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[A9] setting up', () => {
  test('names the person and asks for one field', async () => {
    network();
    await open();
    await screen.findByRole('heading', { name: 'Set Up Your Profile' });
    expect((await screen.findByLabelText<HTMLInputElement>('Full Name')).value).toBe('');
    expect(screen.getByText('Signed in as').textContent).toBe('Signed in as lena@demo.example');
  });

  test('a name that is free is saved, known on the device, and leads to the dashboard', async () => {
    const { bodies } = network();
    await open();
    await type('  Lena Learner ');
    await screen.findByLabelText('Checking the name');
    expect(button('Continue to Dashboard').disabled).toBe(true);
    await screen.findByText('Full name looks good!');
    expect(screen.getByLabelText('Available')).toBeTruthy();
    fireEvent.click(button('Continue to Dashboard'));
    await screen.findByText('At /dashboard');
    expect(bodies[SAVE]).toEqual([{ full_name: 'Lena Learner' }]);
    expect((await readActiveUser(device))?.profile?.has_real_name).toBe(true);
  });

  test('asks once for a name that is typed at one go', async () => {
    const { asked } = network();
    await open();
    for (const name of ['Le', 'Len', 'Lena', 'Lena Le']) await type(name);
    await screen.findByText('Full name looks good!');
    expect(asked.filter((call) => call.startsWith(AVAILABLE))).toEqual([`${AVAILABLE}?name=Lena+Le`]);
  });

  test.each([
    ['L', 'Full name must be at least 2 characters long'],
    ['L'.repeat(100), 'Full name must be shorter than 100 characters'],
  ])('%s is not acceptable, and the server is not asked', async (name, words) => {
    const { asked } = network();
    await open();
    await type(name);
    await screen.findByText(words);
    expect(screen.getByLabelText('Not available')).toBeTruthy();
    expect(button('Continue to Dashboard').disabled).toBe(true);
    expect(asked.join()).not.toContain('name-availability');
  });

  test('a taken name blocks', async () => {
    network({ [AVAILABLE]: () => answer(200, { available: false, reason: 'This name is already taken' }) });
    await open();
    await type('Maren Holt');
    await screen.findByText('This name is already taken');
    expect(button('Continue to Dashboard').disabled).toBe(true);
  });

  test('what was wrong with the last try is not said of a name typed since', async () => {
    network();
    await open();
    await screen.findByLabelText('Full Name');
    fireEvent.click(button('Continue to Dashboard'));
    expect((await screen.findByRole('alert')).textContent).toBe('ErrorFull name is required');
    await type('Maren Holt');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a check that failed can be made again', async () => {
    network({ [AVAILABLE]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await open();
    await type('Maren Holt');
    await screen.findByText('This needs a connection. Please check your network and try again.');
    network();
    fireEvent.click(button('Check again'));
    await screen.findByText('Full name looks good!');
  });

  test('[A14] what went wrong while saving is said', async () => {
    network({ [SAVE]: () => new Response('', { status: 500 }) });
    await open();
    await type('Maren Holt');
    await screen.findByText('Full name looks good!');
    fireEvent.click(button('Continue to Dashboard'));
    expect((await screen.findByRole('alert')).textContent).toBe('ErrorFailed to save profile');
  });

  test('a name that was taken between check and saving is not called good any more', async () => {
    network({ [SAVE]: () => refusal(422, 'name_taken', 'Please choose an available name') });
    await open();
    await type('Maren Holt');
    await screen.findByText('Full name looks good!');
    fireEvent.click(button('Continue to Dashboard'));
    await screen.findByText('Please choose an available name');
    expect(screen.queryByText('Full name looks good!')).toBeNull();
    expect(screen.queryByLabelText('Available')).toBeNull();
    expect(screen.getByLabelText('Not available')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('an answer about an earlier name says nothing about the name that is there now', async () => {
    const late = Promise.withResolvers<Response>();
    const { asked } = network({
      [AVAILABLE]: ({ address }) => (address.searchParams.get('name') === 'Maren' ? late.promise : free()),
    });
    await open();
    await type('Maren');
    await waitFor(() => expect(asked.join()).toContain('name=Maren'));
    await type('Maren Holt');
    await screen.findByText('Full name looks good!');
    late.resolve(answer(200, { available: false, reason: 'This name is already taken' }));
    await late.promise;
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByText('This name is already taken')).toBeNull();
    expect(screen.getByText('Full name looks good!')).toBeTruthy();
  });

  test('somebody with a real name goes on to the dashboard', async () => {
    network({ [PROFILE]: () => answer(200, { ...LENA, has_real_name: true }) });
    await open();
    await screen.findByText('At /dashboard');
  });

  test('[A14] a profile that cannot be loaded says so, and can be asked for again', async () => {
    network({ [PROFILE]: () => new Response('', { status: 500 }) });
    await open();
    await screen.findByRole('heading', { name: 'Failed to load profile' });
    network();
    fireEvent.click(button('Try again'));
    await screen.findByLabelText('Full Name');
  });

  test('offline it says so', async () => {
    network({ [PROFILE]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await open();
    await screen.findByText('Connect to the internet to edit your profile.');
  });

  test('[O9] and goes on by itself once the server can be reached, as it says', async () => {
    network({ [PROFILE]: () => Promise.reject(new TypeError('Failed to fetch')) });
    let isServerThere = false;
    const health = () => (isServerThere ? { body: {} } : undefined);
    opened = await openOnDevice({
      at: '/setup-profile',
      path: '/setup-profile',
      screen: <SetupProfilePage />,
      network: ({ path }) => (path === '/api/health' ? health() : undefined),
      around: (page) => (
        <>
          <OfflineStrip />
          {page}
        </>
      ),
    });
    await screen.findByText(/Connect to the internet/);
    await screen.findByText('Offline');
    network();
    isServerThere = true;
    fireEvent(document, new Event('visibilitychange'));
    await screen.findByLabelText('Full Name');
  });
});

describe('[A9] editing', () => {
  test('begins with the name, and saves changes', async () => {
    const { bodies } = network({ [PROFILE]: () => answer(200, { ...LENA, has_real_name: true }) });
    await open('?edit=true');
    await screen.findByRole('heading', { name: 'Edit Your Profile' });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Lena Learner'));
    await type('Lena L. Learner');
    await screen.findByText('Full name looks good!');
    fireEvent.click(button('Save Changes'));
    await screen.findByText('At /dashboard');
    expect(bodies[SAVE]).toEqual([{ full_name: 'Lena L. Learner' }]);
  });
});

describe('[A14] a sign-in that is over', () => {
  test('without a session it leads to /auth and says why', async () => {
    network();
    await device.sessions.clear();
    await open();
    await screen.findByText('No active session. Please sign in.');
    await screen.findByText('At /auth');
  });

  test('[A12] what was said of a session that has just been refused stays', async () => {
    network();
    await device.sessions.clear();
    void announceActiveUser('expired');
    const heard: ActiveUserChange[] = [];
    const stop = onActiveUserChange((change) => heard.push(change));
    await open();
    await screen.findByText('At /auth');
    stop();
    expect(heard, 'nothing wipes out the news').toEqual([]);
    expect(screen.queryByText('No active session. Please sign in.')).toBeNull();
    localStorage.removeItem('groundwork.session-ended');
  });

  test('a token that the server refuses although it is fresh leads to /auth', async () => {
    network({ [PROFILE]: () => refusal(401, 'not_authenticated', 'Authentication required') });
    await open();
    await screen.findByText('Authentication required');
    await screen.findByText('At /auth');
  });

  test('[Y22] a token that cannot be refreshed now ends nothing', async () => {
    const { asked } = stubNetwork(() => Promise.reject(new TypeError('Failed to fetch')), {
      [PROFILE]: () => refusal(401, 'token_expired', 'Your sign-in has expired.'),
    });
    await open();
    await screen.findByText(/Connect to the internet/);
    expect(asked.some((call) => call.includes('refresh_token'))).toBe(true);
    expect(await readActiveUser(device)).toBeDefined();
  });
});
