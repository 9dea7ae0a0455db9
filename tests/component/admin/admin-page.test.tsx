// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AdminPage } from '#app/admin/admin-page.tsx';
import type { Profile } from '#sync/contract/profile.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const STATS = 'GET /api/admin/stats';
const organization = { organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (
  fields: Partial<Profile>,
  stats: Route = () => refusal(403, 'access_denied', 'No'),
  more: Record<string, Route> = {},
) =>
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...fields }),
    [STATS]: stats,
    'GET /api/analytics/trends': () => answer(200, { range: '30d', points: [], earlier: [] }),
    [MEMBERS]: () => answer(200, { users: [], nextCursor: null }),
    ...more,
  });
const open = async () => {
  opened = await openOnDevice({ at: '/admin', path: '/admin', screen: <AdminPage /> });
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const MEMBERS = 'GET /api/enterprise/admin/organizations/o/users';
const link = (name: string) => screen.findByRole('link', { name });

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[M1, R4] the admin dashboard', () => {
  test('counts organizations, users and courses for a super admin, each with its way there', async () => {
    network({ is_super_admin: true }, () => answer(200, { organizations: 3, users: 41, courses: 7 }));
    await open();
    await heading('Admin Dashboard');
    expect((await link('Organizations 3')).getAttribute('href')).toBe('/admin/organizations');
    expect((await link('Users 41')).getAttribute('href')).toBe('/admin/users');
    expect((await link('Courses 7')).getAttribute('href')).toBe('/admin/courses');
    expect((await link('Quiz Analytics Attempts, scores and pass rates')).getAttribute('href')).toBe(
      '/admin/quiz-analytics',
    );
    expect(document.title).toBe('Admin Dashboard · Groundwork');
  });

  test('draws the tabs of an org admin, and asks for no counts', async () => {
    const { asked } = network({ is_org_admin: true, ...organization });
    await open();
    await heading('Demo Inspections Admin Dashboard');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Users',
      'Courses',
      'Quiz Analytics',
      'Invitations',
    ]);
    await screen.findByText('No one is here yet');
    expect(asked).not.toContain(STATS);
  });

  test('tells an org admin without an organization so', async () => {
    network({ is_org_admin: true });
    await open();
    await heading('No organization associated with this admin account.');
  });

  test('denies access to anyone else, a member too', async () => {
    const { asked } = network(organization);
    await open();
    await heading('Access Denied');
    expect(screen.getByText('You do not have permission to view this page.')).toBeTruthy();
    expect(asked).not.toContain(STATS);
  });

  test('says so when the counts fail, keeps the ways to every part, and tries again', async () => {
    network({ is_super_admin: true }, () => refusal(500, 'internal', 'Something went wrong on our side.'));
    await open();
    await screen.findByRole('heading', { level: 2, name: 'Failed to fetch admin stats' });
    expect(screen.getByText('Something went wrong on our side.')).toBeTruthy();
    expect(await link('Users –')).toBeTruthy();
    network({ is_super_admin: true }, () => answer(200, { organizations: 1, users: 2, courses: 3 }));
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(await link('Users 2')).toBeTruthy();
  });

  test('says that it needs the network, and opens when there is one', async () => {
    network({}, undefined, { 'GET /api/auth/profile': () => Promise.reject(new TypeError('Failed to fetch')) });
    await open();
    await heading("You're offline");
    network({ is_super_admin: true }, () => answer(200, { organizations: 1, users: 2, courses: 3 }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await link('Users 2')).toBeTruthy();
  });
});
