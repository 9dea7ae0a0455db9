// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuthPage } from '#app/account/sign-in/auth-page.tsx';
import { InvitePage } from '#app/account/sign-in/invite-page.tsx';
import { returningTo } from '#app/paths.ts';
import { answer, aSession, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { TOKEN, VALIDATE, valid } from '#tests/fixtures/invitations.ts';
import { openOnDevice } from '#tests/fixtures/own-device.tsx';

const CONFIG = {
  ...{ authUrl: 'https://host.example/auth/v1', publishableKey: 'key', partner: null, version: '1' },
  provider: { id: 'custom:oidc', name: 'Acme' },
};
const configured: Route = () => answer(200, CONFIG);

let opened: Awaited<ReturnType<typeof openOnDevice>>;
let left: string[];
const network = (config = configured) =>
  stubNetwork(() => answer(200, aSession()), { 'GET /api/config': config, [VALIDATE]: valid });
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Continue with Acme' }));
const leftFor = async () => {
  await waitFor(() => expect(left).toHaveLength(1));
  const address = new URL(left[0] ?? '');
  return { address, back: new URL(address.searchParams.get('redirect_to') ?? '') };
};

beforeEach(() => {
  left = [];
  network();
  vi.spyOn(location, 'assign').mockImplementation((to) => void left.push(String(to)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  await opened.close();
});

test('leads from the sign-in to the provider, and back to the course and the page that asked', async () => {
  const state = returningTo({ pathname: '/downloads', search: '', hash: '' });
  opened = await openOnDevice({ at: '/auth/signin?courseId=4', path: '/auth/signin', screen: <AuthPage />, state });
  await press();
  const { address, back } = await leftFor();
  expect(address.href).toContain('https://host.example/auth/v1/authorize?provider=custom%3Aoidc');
  expect(address.searchParams.get('code_challenge_method')).toBe('s256');
  // A tablet's browser may be signed in at the provider as another person.
  expect(address.searchParams.get('prompt')).toBe('login');
  expect(back.pathname + back.search).toBe('/auth/callback?courseId=4&next=%2Fdownloads');
});

test('is offered for resetting a password to nobody', async () => {
  opened = await openOnDevice({ at: '/auth?mode=reset', path: '/auth', screen: <AuthPage /> });
  await screen.findByRole('button', { name: 'Send Reset Email' });
  expect(screen.queryByRole('button', { name: /Acme/ })).toBeNull();
});

test('leads from an invitation back to the invitation', async () => {
  opened = await openOnDevice({ at: `/invite?token=${TOKEN}`, path: '/invite', screen: <InvitePage /> });
  await screen.findByRole('heading', { name: 'Join Demo Inspections' });
  await press();
  const { back } = await leftFor();
  expect(back.pathname + back.search).toBe(`/auth/callback?invitation=${TOKEN}`);
});

test('without a connection the page stays and says so', async () => {
  opened = await openOnDevice({ at: '/auth/signin', path: '/auth/signin', screen: <AuthPage /> });
  await screen.findByRole('button', { name: 'Continue with Acme' });
  network(() => {
    throw new TypeError('Failed to fetch');
  });
  await press();
  await screen.findByText('This needs a connection. Please check your network and try again.');
  expect(left).toEqual([]);
});
