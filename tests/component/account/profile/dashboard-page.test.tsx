// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DashboardPage } from '#app/account/profile/dashboard-page.tsx';
import { announceActiveUser } from '#app/device/active-user-channel.ts';
import { device } from '#app/device/device.ts';
import { saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { aCourse } from '#tests/factories.ts';
import { answer, aSession, LENA, type Route, refusal, stubNetwork } from '#tests/fixtures/auth-service.ts';
import type { Reply } from '#tests/fixtures/fake-network.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const PROFILE = 'GET /api/auth/profile';
const member = { ...LENA, organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };
const catalog = (courses: ReturnType<typeof aCourse>[]) => () => ({ body: { courses, nextCursor: null } });

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const open = async (profile: Route, courses: Reply = catalog([])) => {
  stubNetwork(() => answer(200, aSession()), { [PROFILE]: profile });
  const screen = <DashboardPage />;
  opened = await openOnDevice({ at: '/dashboard', path: '/dashboard', screen, network: courses });
};
const card = (name: string) => screen.findByRole('region', { name });

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('[A10] the dashboard', () => {
  test('[O7] shows another person who sits down in another tab their own profile, never the one before', async () => {
    let profile: Route = () => answer(200, member);
    await open((call) => profile(call));
    await screen.findByText('Organization: Member');
    profile = () => refusal(500, 'internal', 'Down');
    const tom = { userId: crypto.randomUUID(), name: 'Tom Trainee', email: 'tom@demo.example' };
    await saveDeviceUser(device, tom);
    await writeSession(device, tom.userId, { ...aSession(), user: { id: tom.userId } });
    await act(async () => announceActiveUser('switched'));
    await screen.findByRole('heading', { level: 1, name: 'Welcome back, there!' });
    expect(screen.queryByText('lena@demo.example')).toBeNull();
  });

  test('greets by name and shows the profile', async () => {
    await open(() => answer(200, member));
    await screen.findByRole('heading', { level: 1, name: 'Welcome back, Lena Learner!' });
    const profile = await card('Your Profile');
    await within(profile).findByText('lena@demo.example');
    expect(within(profile).getByText('Lena Learner')).toBeTruthy();
    expect(within(profile).getByText(/January 1, 2026|2026/)).toBeTruthy();
    expect(within(profile).getByText('Organization: Member')).toBeTruthy();
    expect(within(profile).getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe(
      '/setup-profile?edit=true',
    );
  });

  test('begins with who this is and how to hand the device on, and ends with signing out; the account waits behind one row', async () => {
    await open(() => answer(200, member));
    await card('Your Profile');
    const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    const shown = [
      'Your Profile',
      'People on This Device',
      'Certificates',
      'Quick Actions',
      'Available Courses',
      'This Device',
    ];
    expect(headings()).toEqual(shown);
    const row = screen.getByRole('button', { name: /^Account and data/ });
    expect(row.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(row);
    expect(headings()).toEqual([...shown, 'Password', 'Where You Are Signed In', 'Your Data']);
    expect(within(screen.getByRole('main')).getAllByRole('button').at(-1)?.textContent).toBe('Sign Out');
    fireEvent.click(row);
    expect(headings()).toEqual(shown);
  });

  test('gives the address of a calendar with the due dates to whoever has some', async () => {
    const address = 'https://learn.example/api/calendar/token/due-dates.ics';
    stubNetwork(() => answer(200, aSession()), {
      [PROFILE]: () => answer(200, member),
      'GET /api/account/calendar': () => answer(200, { address }),
    });
    const screenOf = <DashboardPage />;
    const courses = catalog([aCourse({ dueOn: '2099-01-31' })]);
    opened = await openOnDevice({ at: '/dashboard', path: '/dashboard', screen: screenOf, network: courses });
    fireEvent.click(await screen.findByRole('button', { name: /^Account and data/ }));
    const due = await card('Due Dates in Your Calendar');
    fireEvent.click(within(due).getByRole('button', { name: 'Show calendar address' }));
    await within(due).findByText(address);
    expect(within(due).getByRole('button', { name: 'Copy address' })).toBeTruthy();
  });

  test('greets somebody without a name, and names no organization', async () => {
    await open(() => answer(200, { ...LENA, full_name: null }));
    await screen.findByText('Not set');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back, there!');
    expect(screen.queryByText('Organization: Member')).toBeNull();
  });

  test('has one button per course', async () => {
    const courses = [aCourse(), aCourse({ id: 2, title: 'Operating the 3D Scanner' })];
    await open(() => answer(200, LENA), catalog(courses));
    const list = await card('Available Courses');
    const link = await within(list).findByRole('link', { name: /Operating the 3D Scanner/ });
    expect(link.getAttribute('href')).toBe('/course/2');
    expect(within(list).getAllByRole('link')).toHaveLength(2);
  });

  test('says when there is none', async () => {
    await open(() => answer(200, LENA));
    await screen.findByText("You don't have access to any courses yet.");
  });

  test('offers quick actions', async () => {
    await open(() => answer(200, LENA));
    const actions = await card('Quick Actions');
    const to = (name: string) => within(actions).getByRole('link', { name }).getAttribute('href');
    expect(to('Browse All Courses')).toBe('/');
    expect(to('Account Settings')).toBe('/setup-profile?edit=true');
    expect(within(actions).queryByRole('link', { name: 'Admin Dashboard' })).toBeNull();
  });

  test.each(['is_org_admin', 'is_super_admin'])('offers a person who %s the admin area', async (role) => {
    await open(() => answer(200, { ...LENA, [role]: true }));
    const link = await within(await card('Quick Actions')).findByRole('link', { name: 'Admin Dashboard' });
    expect(link.getAttribute('href')).toBe('/admin');
  });

  test('leads to /setup-profile when there is no profile', async () => {
    await open(() => refusal(404, 'profile_not_found', 'Profile not found'));
    await screen.findByText('At /setup-profile');
  });

  test('[A14] a failure says so and can be tried again', async () => {
    await open(() => new Response('', { status: 500 }));
    const heading = await screen.findByRole('heading', { name: 'Failed to fetch profile' });
    stubNetwork(() => answer(200, aSession()), { [PROFILE]: () => answer(200, member) });
    // The certificates beside it may have failed as well.
    const alert = heading.closest<HTMLElement>('[role="alert"]');
    if (!alert) throw new Error('The failure is no alert.');
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Organization: Member');
  });

  test('offline it shows the profile that the device knows', async () => {
    await device.people.update(LENA.id, { name: 'Lena Learner', profile: member });
    await open(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => undefined,
    );
    await screen.findByText('Organization: Member');
    await screen.findByText('No courses on this device');
  });

  test('offline without one it says so', async () => {
    await open(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => undefined,
    );
    await screen.findByText('Your profile is not on this device');
  });
});
