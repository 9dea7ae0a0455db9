// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { AppRoutes } from '#app/routes.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

describe('routes', () => {
  test.each(['/nowhere', '/course', '/course/4/lesson', '/admin/nowhere'])('[R2] %s is not found', async (at) => {
    opened = await openApp({ at, screen: <AppRoutes /> });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 Page Not Found');
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
    await waitFor(() => expect(opened.address()).toBe('/'));
  });

  test.each([
    ['/auth', 'Get Started'],
    ['/auth/signin', 'Welcome Back'],
    ['/auth/callback', 'Processing Authentication'],
    ['/auth/reset-password', 'Invalid Reset Link'],
    ['/invite', 'Join your organization'],
    ['/verify', 'Verify a certificate'],
  ])('[R1] %s shows a visitor %s', async (at, heading) => {
    opened = await openApp({ at, as: 'visitor', screen: <AppRoutes /> });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(heading);
  });

  test.each([
    '/course/4',
    '/course/4/lesson/101',
    '/course/4/certificate',
    '/dashboard',
    '/setup-profile',
    '/admin',
    '/admin/dashboard',
    '/admin/courses',
    '/admin/courses/4',
    '/admin/courses/4/lessons/101',
    '/create-course',
  ])('[R3] %s sends a visitor to /auth', async (at) => {
    opened = await openApp({ at, as: 'visitor', screen: <AppRoutes /> });
    await screen.findByText('Welcome Back');
    expect(opened.address()).toBe('/auth');
  });
});
