// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SetupProfilePage } from '#app/account/profile/setup-profile-page.tsx';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const NEW = 'lena@new.example';
const CHANGE = 'PUT /auth/v1/user';
const VERIFY = 'POST /auth/v1/verify';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (routes: Record<string, Route> = {}) =>
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, LENA),
    'GET /api/auth/name-availability': () => answer(200, { available: true, reason: null }),
    [CHANGE]: () => answer(200, { ...aSession().user, new_email: NEW }),
    ...routes,
  });
const open = async () => {
  const at = '/setup-profile?edit=true';
  opened = await openOnDevice({ at, path: '/setup-profile', screen: <SetupProfilePage /> });
};
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const ask = async (email: string) => {
  fireEvent.click(await button('Change email'));
  await type('New email', email);
  fireEvent.click(await button('Send confirmation emails'));
};

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  await opened.close();
});

test('a new address takes effect when the codes of both emails are entered', async () => {
  const answers: object[] = [{ msg: 'Confirmation link accepted.', code: '200' }, aSession()];
  const { bodies } = network({ [VERIFY]: () => answer(200, answers.shift() ?? {}) });
  await open();
  await ask(` ${NEW} `);
  await type(`Code sent to ${NEW}`, '111111');
  expect(bodies[CHANGE]).toMatchObject([{ email: NEW }]);
  const confirm = async () =>
    fireEvent.click((await screen.findAllByRole('button', { name: 'Confirm' })).at(-1) as Element);
  await confirm();
  await screen.findByText(`${NEW} is confirmed.`);
  await type(`Code sent to ${LENA.email}`, '222222');
  await confirm();
  await screen.findByText(`Your email is now ${NEW}`);
  expect(bodies[VERIFY]).toMatchObject([
    { email: NEW, token: '111111', type: 'email_change' },
    { email: LENA.email, token: '222222', type: 'email_change' },
  ]);
});

test('an address that is none, one’s own, or another person’s is refused at the form, and the typed one stays', async () => {
  network({
    [CHANGE]: () => refusal(422, 'email_exists', 'A user with this email address has already been registered'),
  });
  await open();
  await ask('nobody');
  const alert = async () => (await screen.findByRole('alert')).textContent;
  expect(await alert()).toContain('Please enter a valid email address');
  await type('New email', LENA.email.toUpperCase());
  fireEvent.click(await button('Send confirmation emails'));
  await screen.findByText('This is your email address already.');
  await type('New email', NEW);
  fireEvent.click(await button('Send confirmation emails'));
  await screen.findByText('A user with this email address has already been registered');
  expect((await screen.findByLabelText<HTMLInputElement>('New email')).value).toBe(NEW);
});

test('a first address of a session that is older is refused with what to do', async () => {
  network({ [CHANGE]: () => answer(400, { error_code: 'reauthentication_needed', msg: 'No' }) });
  await open();
  await ask(NEW);
  await screen.findByText(/^Please ask your admin for a new card\. After you use it/);
});
