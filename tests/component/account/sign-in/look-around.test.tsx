// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import type { DemoAccount } from '#sync/contract/sample-people.ts';
import { LAST_CONFIG, readActiveUser, writeSetting } from '#sync/store/device.ts';
import { network, openAuth } from '#tests/fixtures/account-screen.tsx';
import { answer, aSession, type Route } from '#tests/fixtures/auth-service.ts';
import type { openOnDevice } from '#tests/fixtures/own-device.tsx';

const CONFIG = { authUrl: '/auth/v1', publishableKey: 'embedded', partner: null, version: '1' };
const NOOR: DemoAccount = {
  email: 'lead@demo.example',
  name: 'Noor Rahimi',
  role: 'crew lead',
  finds: 'The people of North Yard',
  opens: 'crew',
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

/** The device knows its installation from before. */
const knows = (hasDemoAccounts: boolean) => writeSetting(device, LAST_CONFIG, { ...CONFIG, hasDemoAccounts });
const routes = (signIn: Route) => ({
  'GET /api/demo-accounts': () => answer(200, { accounts: [NOOR] }),
  'POST /api/demo-accounts/sign-in': signIn,
  'POST /auth/v1/verify': () => answer(200, aSession()),
});

test('one click signs in as somebody invented, and opens what they are here for', async () => {
  await knows(true);
  const { asked } = network(routes(() => answer(200, { tokenHash: 'a-token', type: 'magiclink' })));
  opened = await openAuth('/auth/signin');
  fireEvent.click(await screen.findByRole('button', { name: /^Noor crew lead/ }));
  await vi.waitFor(() => expect(opened.address()).toBe('/groups'));
  expect(asked.filter((call) => call.includes('/verify'))).toHaveLength(1);
  expect(await readActiveUser(device)).toBeDefined();
});

test('says why it could not be, and stays', async () => {
  await knows(true);
  network(routes(() => answer(404, { error: 'Not found', message: 'Not found', code: 'not_found' })));
  opened = await openAuth('/auth/signin');
  fireEvent.click(await screen.findByRole('button', { name: /^Noor crew lead/ }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Noor crew lead/ }).disabled).toBe(false);
});

test('nobody is offered, or asked for, where the server has no such accounts', async () => {
  await knows(false);
  const { asked } = network(routes(() => answer(404, {})));
  opened = await openAuth('/auth/signin');
  await screen.findByRole('button', { name: 'Sign In' });
  expect(asked.some((call) => call.includes('demo-accounts'))).toBe(false);
});
