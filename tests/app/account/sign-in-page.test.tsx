// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SignInPage } from '#app/account/sign-in-page.tsx';
import { device } from '#app/device.ts';
import { Route, Routes } from '#app/router.ts';
import { currentPerson, readSession } from '#sync/device.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const pages = (
  <Routes>
    <Route path="/auth/signin" element={<SignInPage />} />
    <Route path="/" element={<h1>Home</h1>} />
  </Routes>
);
let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (as?: 'visitor') => {
  opened = await openApp({ at: '/auth/signin', as, screen: pages });
};
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sign/ });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
  await Promise.all(device.tables.map((table) => table.clear()));
});

describe('the sign-in screen', () => {
  test("[A1] is headed 'Welcome Back'", async () => {
    await open('visitor');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Welcome Back');
    expect(document.title).toBe('Sign in · Groundwork');
  });

  test('[A2] cannot be submitted without an email or a password', async () => {
    await open('visitor');
    await screen.findByText('Welcome Back');
    expect(button().disabled).toBe(true);
    type('Email', 'lena@demo.example');
    expect(button().disabled).toBe(true);
    type('Password', 'secret');
    expect(button().disabled).toBe(false);
    type('Email', '  ');
    expect(button().disabled).toBe(true);
  });

  test('the password can be shown and hidden', async () => {
    await open('visitor');
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(field.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
  });

  test("[A2] a refusal stands in the box titled 'Error', and the form is busy until then", async () => {
    let refuse = () => {};
    stubNetwork(
      () =>
        new Promise((resolve) => {
          refuse = () => resolve(answer(400, { code: 'invalid_credentials', message: 'Invalid login credentials' }));
        }),
    );
    await open('visitor');
    await screen.findByText('Welcome Back');
    type('Email', 'lena@demo.example');
    type('Password', 'wrong');
    fireEvent.click(button());
    await screen.findByRole('button', { name: 'Signing in...' });
    expect(button().disabled).toBe(true);
    await waitFor(() => {
      refuse();
      expect(screen.getByRole('alert').textContent).toBe('ErrorInvalid login credentials');
    });
    await waitFor(() => expect(button().disabled).toBe(false));
    expect(opened.address()).toBe('/auth/signin');
  });

  test('without a network it says so in words', async () => {
    stubNetwork(() => Promise.reject(new TypeError('Failed to fetch')));
    await open('visitor');
    await screen.findByText('Welcome Back');
    type('Email', 'lena@demo.example');
    type('Password', 'secret');
    fireEvent.click(button());
    const box = await screen.findByRole('alert');
    expect(box.textContent).toContain('Signing in needs a connection.');
  });

  test('[A5] the right password leads home, says so, and the device knows the person and their session', async () => {
    const { asked } = stubNetwork(() => answer(200, aSession()));
    await open('visitor');
    await screen.findByText('Welcome Back');
    type('Email', 'lena@demo.example');
    type('Password', 'secret');
    fireEvent.click(button());
    await screen.findByText('Signed in successfully!');
    await waitFor(() => expect(opened.address()).toBe('/'));
    expect(asked).toContain('POST /auth/v1/token?grant_type=password');
    const person = await currentPerson(device);
    expect(person).toMatchObject({ userId: LENA.id, name: 'Lena Learner', email: 'lena@demo.example' });
    expect((await readSession(device, LENA.id))?.refresh_token).toBe('r1');
  });

  test('[A5] opened by someone already signed in it leads home', async () => {
    await open();
    await screen.findByText('Home');
  });
});
