// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AuthPage } from '#app/account/sign-in/auth-page.tsx';
import { SyncStatusPage } from '#app/learn/sync-status/sync-status-page.tsx';
import { OfflineStrip } from '#app/shell/offline-strip.tsx';
import { Replica } from '#sync/store/replica.ts';
import { openOnDevice } from '#tests/fixtures/own-device.tsx';

// Evidence of the network: pages that ask the server for nothing tell of it, too.
let isServerThere: boolean;
let opened: Awaited<ReturnType<typeof openOnDevice>>;
const open = async (at: string, page: React.ReactNode) => {
  opened = await openOnDevice({
    at,
    path: at,
    screen: page,
    network: ({ path }) => (isServerThere && path === '/api/health' ? { body: { status: 'ok' } } : undefined),
    around: (shown) => (
      <>
        <header>
          <OfflineStrip />
        </header>
        {shown}
      </>
    ),
  });
};
const lastContact = async (reachable: boolean) => {
  const replica = new Replica('visitor');
  await replica.meta.put({ key: 'reachable', value: reachable });
  replica.close();
};
const OFFLINE = /You're offline/;

afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

test('[O9] a contact that failed before this page was loaded is not told as the network of now', async () => {
  await lastContact(false);
  isServerThere = true;
  await open('/auth/signin', <AuthPage />);
  await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
  const { replica } = opened.engineOf('visitor');
  await waitFor(async () => expect((await replica.meta.get('reachable'))?.value).toBe(true));
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

test('[O9] a server that is away is told, and no longer once it answers, on a page that asks it for nothing', async () => {
  isServerThere = false;
  await open('/auth/signin', <AuthPage />);
  await screen.findByText(OFFLINE);
  isServerThere = true;
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText(OFFLINE)).toBeNull());
});

test('[O9] whoever opens the sync status is told of the network now, not of the last contact', async () => {
  await lastContact(true);
  isServerThere = false;
  await open('/sync', <SyncStatusPage />);
  await screen.findByText("The server can't be reached. Keep working: everything is saved on this device.");
});

test('[O9] nobody looks for a server in a tab that is hidden, or that the browser calls offline', async () => {
  isServerThere = true;
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open('/auth/signin', <AuthPage />);
  await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
  const { replica } = opened.engineOf('visitor');
  fireEvent(window, new Event('online'));
  expect((await replica.meta.get('reachable'))?.value ?? null).toBeNull();
});
