// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type ActiveUserPorts, ActiveUserProvider, isSigningOut, useActiveUser } from '#app/device/active-user.tsx';
import { announceActiveUser, onActiveUserChange } from '#app/device/active-user-channel.ts';
import { pageToReturnTo } from '#app/paths.ts';
import { SignInGuard } from '#app/routes.tsx';
import { MemoryRouter, Route, Routes, useLocation } from '#app/ui/router.ts';
import { createEngine } from '#sync/engine.ts';
import { fakePorts } from '#tests/fixtures/fake-network.ts';

type Known = Awaited<ReturnType<ActiveUserPorts['readActiveUser']>>;
const maren = { userId: '7c9a3f61-6f5e-4b55-8d5a-0f3a6f0a1b11', name: 'Maren Holt', email: 'maren@demo.example' };

function SignIn() {
  const { search, state } = useLocation();
  return (
    <>
      <h1>Please sign in</h1>
      <output>{`${search} for ${pageToReturnTo(state)}`}</output>
      <p>{state?.email && `${state.email}${state.byLink ? ', by link' : ''}`}</p>
    </>
  );
}

/** Drawn anew for another user, as the app does. */
function Pages() {
  const { userId } = useActiveUser();
  return (
    <Routes key={userId}>
      <Route element={<SignInGuard />}>
        <Route path="/course/4" element={<h1>The course</h1>} />
      </Route>
      <Route path="/auth" element={<SignIn />} />
    </Routes>
  );
}

/** A guarded page on a device whose current person is whatever `read` says. */
function openGuarded(read: () => Promise<Known>) {
  const ports: ActiveUserPorts = {
    readActiveUser: read,
    engineFor: (userId) => ({
      ...createEngine({ userId, ports: fakePorts(userId, { now: () => undefined }).ports }),
      start: (onReady) => onReady?.(),
    }),
    onActiveUserChange,
  };
  render(
    <MemoryRouter initialEntries={['/course/4?tab=notes#below']}>
      <ActiveUserProvider ports={ports}>
        <Pages />
      </ActiveUserProvider>
    </MemoryRouter>,
  );
}

afterEach(cleanup);

describe('[R3] the sign-in guard', () => {
  test('shows a spinner while it checks, then lets a known person in, without asking the network', async () => {
    let answer: (person: Known) => void = () => {};
    openGuarded(() => new Promise((resolve) => (answer = resolve)));
    expect(screen.getByRole('status').textContent).toBe('Checking your sign-in');
    await act(async () => answer(maren));
    expect(screen.getByRole('heading').textContent).toBe('The course');
  });

  test('sends nobody to /auth', async () => {
    openGuarded(async () => undefined);
    expect((await screen.findByRole('heading')).textContent).toBe('Please sign in');
  });

  test('leads to the sign-in, which knows the page that was asked for', async () => {
    openGuarded(async () => undefined);
    await screen.findByText('?mode=signin for /course/4?tab=notes#below');
  });

  test('remembers the page of a session that expired, not of someone who signed out', async () => {
    let known: Known = maren;
    openGuarded(async () => known);
    await screen.findByText('The course');
    known = undefined;
    await act(() => announceActiveUser('expired'));
    await screen.findByText('?mode=signin for /course/4?tab=notes#below');
    cleanup();
    known = maren;
    openGuarded(async () => known);
    await screen.findByText('The course');
    known = undefined;
    await act(() => announceActiveUser('signed-out'));
    await screen.findByText('?mode=signin for undefined');
  });

  test('names the person whose session expired, and how they sign in', async () => {
    let known: Known = { ...maren, signsInByLink: true };
    openGuarded(async () => known);
    await screen.findByText('The course');
    known = undefined;
    await act(() => announceActiveUser('expired'));
    await screen.findByText('maren@demo.example, by link');
    cleanup();
    // Nobody was in since.
    openGuarded(async () => undefined);
    await screen.findByText('Please sign in');
    expect(screen.queryByText(/maren/)).toBeNull();
  });

  test('sends a person to /auth when the device cannot be read', async () => {
    openGuarded(() => Promise.reject(new Error('no storage')));
    expect((await screen.findByRole('heading')).textContent).toBe('Please sign in');
  });

  test('follows a later sign-out in this tab', async () => {
    let current: Known = maren;
    openGuarded(async () => current);
    await screen.findByText('The course');
    current = undefined;
    await act(() => announceActiveUser('signed-out'));
    await screen.findByText('Please sign in');
  });

  test('follows a later sign-out in another tab', async () => {
    let current: Known = maren;
    openGuarded(async () => current);
    await screen.findByText('The course');
    current = undefined;
    const otherTab = new BroadcastChannel('groundwork-person');
    otherTab.postMessage({ change: 'signed-out', from: 'another tab' });
    await screen.findByText('Please sign in');
    otherTab.close();
  });

  test('[A12] leads nobody to the sign-in who signs out here and is on their way home', async () => {
    let known: Known = maren;
    openGuarded(async () => known);
    await screen.findByText('The course');
    isSigningOut.set(true);
    known = undefined;
    await act(() => announceActiveUser('signed-out'));
    await screen.findByText('Signing out');
    // Whoever turned back meanwhile is still on this page.
    act(() => isSigningOut.set(false));
    await screen.findByText('Please sign in');
  });
});
