// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AdminFrame } from '#app/admin/shell/admin-frame.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { App } from '#app/app.tsx';
import { device } from '#app/device/device.ts';
import type { Profile } from '#sync/contract/profile.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const DEMO = { organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };
const OF_DEMO = { is_org_admin: true, ...DEMO };
const SUPER = { is_super_admin: true };

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(rights: Partial<Profile>, at: string, page = <App />) {
  const profile = { ...LENA, ...rights };
  await seatLena();
  await device.people.update(LENA.id, { profile });
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, profile),
    'GET /api/admin/stats': () => answer(200, { organizations: 3, users: 41, courses: 7 }),
    'GET /api/enterprise/admin/organizations/o/users': () => answer(200, { users: [], nextCursor: null }),
    'GET /api/enterprise/admin/organizations/o/invitations': () => answer(200, { invitations: [], nextCursor: null }),
  });
  const screen = <QueryClientProvider client={adminClient}>{page}</QueryClientProvider>;
  opened = await openOnDevice({ at, path: '/*', screen });
}
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

const sideBar = () => screen.findByRole('navigation', { name: 'Administration' });
const waysIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => [link.title || link.textContent, link.getAttribute('href')]);

describe("[M1] the administrator's workplace", () => {
  test('offers an org admin the areas that they may open, and the way back to learning', async () => {
    await open(OF_DEMO, '/admin');
    expect(waysIn(await sideBar())).toEqual([
      ['Demo InspectionsAdmin', '/admin'],
      ['Overview', '/admin'],
      ['People', '/admin/people'],
      ['Groups', '/admin/groups'],
      ['Courses', '/admin/courses'],
      ['Invitations', '/admin/invitations'],
      ['Analytics', '/analytics'],
      ['Videos', '/admin/videos'],
      ['Devices', '/admin/tablets'],
      ['Integrations', '/admin/integrations'],
      ['Audit log', '/admin/audit-log'],
      ['Go to Learn', '/'],
      ['Sync', '/sync'],
    ]);
    expect(screen.queryByPlaceholderText('Search courses...')).toBeNull();
  });

  test("leads a super admin to the whole installation's lists", async () => {
    await open(SUPER, '/admin/users');
    const bar = await sideBar();
    expect(waysIn(bar).slice(1, -2)).toEqual([
      ['Overview', '/admin'],
      ['People', '/admin/users'],
      ['Organizations', '/admin/organizations'],
      ['Courses', '/admin/courses'],
      ['Invitations', '/admin/enterprise'],
      ['Analytics', '/analytics'],
      ['Videos', '/admin/videos'],
      ['Devices', '/admin/tablets'],
      ['Integrations', '/admin/integrations'],
      ['Audit log', '/admin/audit-log'],
    ]);
    expect(within(bar).getByRole('link', { current: 'page' }).title).toBe('People');
  });

  test.each([
    ['/admin', 'Overview'],
    ['/admin/groups', 'Groups'],
    ['/admin/courses/4/lessons/101', 'Courses'],
    ['/create-course', 'Courses'],
    ['/admin/organization/quiz-analytics', 'Analytics'],
  ])('marks the area of %s', async (at, area) => {
    await open(OF_DEMO, at);
    expect(within(await sideBar()).getByRole('link', { current: 'page' }).title).toBe(area);
  });

  test('is not drawn for a learner, nor around the pages of learning', async () => {
    await open(DEMO, '/admin');
    await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
    expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull();
    await opened.close();
    await open(OF_DEMO, '/sync');
    expect(await screen.findByPlaceholderText('Search courses...')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull();
  });

  test('has the people and the invitations of the organization as pages of their own', async () => {
    await open(OF_DEMO, '/admin/people');
    await screen.findByRole('heading', { level: 1, name: 'People' });
    const invite = await screen.findByRole('link', { name: 'Invite people' });
    fireEvent.click(invite);
    await screen.findByRole('heading', { level: 1, name: 'Invitations' });
    await screen.findByText('No invitations yet');
    fireEvent.click(screen.getByRole('button', { name: 'Invite many by CSV' }));
    await waitFor(() => expect(opened.address()).toBe('/admin/invitations?invite=many'));
  });

  test('leads an org admin from the address of their own organization to its pages, and from another one home', async () => {
    await open(OF_DEMO, '/admin/organizations/o?tab=courses');
    await waitFor(() => expect(opened.address()).toBe('/admin?tab=courses'));
    await opened.close();
    await open(OF_DEMO, '/admin/organizations/o/groups');
    await waitFor(() => expect(opened.address()).toBe('/admin/groups'));
    for (const rights of [OF_DEMO, DEMO]) {
      await opened.close();
      await open(rights, '/admin/organizations/another');
      await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
      await waitFor(() => expect(opened.address()).toBe('/'), { timeout: 4000 });
    }
  });

  test('sends a super admin from there to the lists of everyone', async () => {
    await open(SUPER, '/admin/people');
    await waitFor(() => expect(opened.address()).toBe('/admin/users'));
  });

  test('has the areas in a line above each page on a tablet', async () => {
    const back = { to: '/admin/people', label: 'Back to the list' };
    await open(
      OF_DEMO,
      '/admin/people/p',
      <AdminFrame title="A person" back={back}>
        {null}
      </AdminFrame>,
    );
    const line = within(await screen.findByRole('navigation', { name: 'Areas' }));
    expect(line.getByRole('link', { current: 'page' }).textContent).toBe('People');
    fireEvent.click(line.getByRole('link', { name: 'Invitations' }));
    await waitFor(() => expect(opened.address()).toBe('/admin/invitations'));
  });

  test('opens the areas from the title of a page on a phone, not where a link leads back', async () => {
    await open(OF_DEMO, '/admin', <AdminFrame title="Overview">{null}</AdminFrame>);
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Areas of administration' }), { key: 'Enter' });
    fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Invitations' }));
    await waitFor(() => expect(opened.address()).toBe('/admin/invitations'));
    await opened.close();
    const back = { to: '/admin/courses', label: 'Back to Courses' };
    await open(
      OF_DEMO,
      '/admin',
      <AdminFrame title="A course" back={back}>
        {null}
      </AdminFrame>,
    );
    await screen.findByRole('heading', { level: 1, name: 'A course' });
    expect(screen.queryByRole('button', { name: 'Areas of administration' })).toBeNull();
  });
});
