// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TwoStep } from '#app/account/two-step/two-step-card.tsx';
import { TwoStepPage } from '#app/account/two-step/two-step-page.tsx';
import { ConfirmProvider } from '#app/ui/confirm.tsx';
import { answer, aSession, LENA, type Route, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const FACTOR = '7c1d4f0e-1111-4222-8333-444455556666';
const CODE = 'Code from your authenticator app';
const SKIP = 'Not now, go to your courses';

const standing =
  (fields: object = {}) =>
  () =>
    answer(200, { isAsked: true, isRequired: false, recoveryCodesLeft: 10, canRecover: true, ...fields });
const userWith = (status: 'verified' | 'unverified' | undefined) => () =>
  answer(200, { ...aSession().user, factors: status ? [{ id: FACTOR, factor_type: 'totp', status }] : [] });

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const open = async (routes: Record<string, Route>, page = <TwoStepPage />) => {
  stubNetwork(() => answer(200, aSession()), { 'GET /api/auth/profile': () => answer(200, LENA), ...routes });
  opened = await openOnDevice({ at: '/auth/two-step', path: '/auth/two-step', screen: page });
};

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

test('[A8] the code can be typed at once, and again after the other way was tried', async () => {
  await open({ 'GET /api/auth/two-step': standing(), 'GET /auth/v1/user': userWith('verified') });
  await screen.findByLabelText(CODE);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(CODE)));
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
  fireEvent.click(screen.getByRole('button', { name: 'Back to the code' }));
  expect(document.activeElement).toBe(screen.getByLabelText(CODE));
});

test('[A8] recovery codes have no way past them, and stay when the server no longer answers', async () => {
  let isDown = false;
  const unlessDown =
    (route: () => Response): Route =>
    () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return route();
    };
  await open({
    'GET /api/auth/two-step': unlessDown(standing({ isAsked: false })),
    'GET /auth/v1/user': unlessDown(userWith(undefined)),
    'POST /auth/v1/factors': () =>
      answer(200, { id: FACTOR, type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABCDEFGH', uri: 'otpauth://' } }),
    [`POST /auth/v1/factors/${FACTOR}/challenge`]: () => answer(200, { id: 'c1', type: 'totp', expires_at: 2e9 }),
    [`POST /auth/v1/factors/${FACTOR}/verify`]: () => answer(200, aSession()),
    'POST /api/auth/recovery-codes': () => answer(200, { codes: ['abcd-efgh-2345'] }),
  });
  await screen.findByRole('link', { name: SKIP });
  fireEvent.change(await screen.findByLabelText(CODE), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('abcd-efgh-2345');
  expect(screen.queryByRole('link', { name: SKIP })).toBeNull();
  isDown = true;
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText("You're offline")).toBeNull());
  expect(screen.getByText('abcd-efgh-2345')).toBeTruthy();
});

test('[A8] the card of a sign-in without its code leads to the code, and changes nothing', async () => {
  const card = (
    <ConfirmProvider>
      <TwoStep />
    </ConfirmProvider>
  );
  await open({ 'GET /api/auth/two-step': standing(), 'GET /auth/v1/user': userWith('verified') }, card);
  expect((await screen.findByRole('link', { name: 'Enter code' })).getAttribute('href')).toContain('/auth/two-step');
  expect(screen.queryByRole('button', { name: 'New recovery codes' })).toBeNull();
});
