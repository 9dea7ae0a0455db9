// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AdminPage } from '#app/admin/admin-page.tsx';
import type { Profile } from '#sync/contract/profile.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const STATS = 'GET /api/admin/stats';
const organization = { organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const network = (fields: Partial<Profile>, stats: Route = () => refusal(403, 'access_denied', 'No')) =>
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...fields }),
    [STATS]: stats,
  });
const open = async () => {
  opened = await openOnDevice({ at: '/admin', path: '/admin', screen: <AdminPage /> });
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const shown = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[R4] the admin dashboard', () => {
  test('counts organizations, users and courses for a super admin, as the server says', async () => {
    network({ is_super_admin: true }, () => answer(200, { organizations: 3, users: 41, courses: 7 }));
    await open();
    await heading('Admin Dashboard');
    expect([shown('Organizations'), shown('Users'), shown('Courses')]).toEqual(['3', '41', '7']);
    expect(document.title).toBe('Admin Dashboard · Groundwork');
  });

  test('names the organization of an org admin, and asks for no counts', async () => {
    const { asked } = network({ is_org_admin: true, ...organization });
    await open();
    await heading('Demo Inspections Admin Dashboard');
    expect([shown('Organization'), shown('Your role')]).toEqual(['Demo Inspections', 'Organization admin']);
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

  test('denies access when the server refuses the counts', async () => {
    network({ is_super_admin: true });
    await open();
    await heading('Access Denied');
  });

  test('a failure says so and can be tried again', async () => {
    network({ is_super_admin: true }, () => refusal(500, 'internal', 'Something went wrong on our side.'));
    await open();
    await heading('Failed to fetch admin stats');
    expect(screen.getByText('Something went wrong on our side.')).toBeTruthy();
    network({ is_super_admin: true }, () => answer(200, { organizations: 1, users: 2, courses: 3 }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Admin Dashboard');
  });

  test('says that it needs the network, and opens when there is one', async () => {
    network({ is_super_admin: true }, () => Promise.reject(new TypeError('Failed to fetch')));
    await open();
    await heading('This page needs the network');
    network({ is_org_admin: true, ...organization });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Demo Inspections Admin Dashboard');
  });
});
