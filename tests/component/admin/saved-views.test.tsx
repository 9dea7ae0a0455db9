// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { gated } from '#app/admin/frame/admin-gate.tsx';
import { OrganizationAdmin } from '#app/admin/people/organization-page.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const VIEWS = 'PUT /api/saved-views';
let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  adminClient.clear();
  await opened.close();
});

test('[M3] a view is saved with the account, and opened from the menu that names it', async () => {
  await seatLena();
  let views: object[] = [{ id: 'v', list: 'Users', name: 'Of another table', search: '?role=super' }];
  const organization = { id: 'o', name: 'Demo Inspections' };
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization }),
    'GET /api/admin/courses': () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 }),
    'GET /api/saved-views': () => answer(200, { views }),
    [VIEWS]: ({ body }) => {
      views = [...views, { ...(body as object), id: 'w' }];
      return answer(200, { views });
    },
  });
  const at = '/admin/courses';
  opened = await openOnDevice({ at: `${at}?status=draft`, path: at, screen: <AdminCoursesPage /> });
  const menu = async (name: string) => fireEvent.keyDown(await screen.findByRole('button', { name }), { key: 'Enter' });
  await menu('Views of Courses');
  expect(screen.queryByRole('menuitem', { name: 'Of another table' })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Drafts ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.bodies[VIEWS]).toEqual([{ list: 'Courses', name: 'Drafts', search: '?status=draft&hide=none' }]);
  await menu('Drafts (view of Courses)');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Default view' }));
  await waitFor(() => expect(opened.address()).toBe(at));
  await menu('Views of Courses');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Drafts' }));
  await waitFor(() => expect(opened.address()).toBe(`${at}?status=draft&hide=none`));
  await screen.findByRole('button', { name: 'Drafts (view of Courses)' });
});

test('[M3] the courses of an organization have views of their own, apart from those of the page Courses', async () => {
  await seatLena();
  const organization = { id: 'o', name: 'Demo Inspections' };
  const views = [
    { id: 'v', list: 'Courses', name: 'Of the page', search: '?category=safety' },
    { id: 'w', list: 'Courses of an organization', name: 'Of the tab', search: '?tab=courses&access=own' },
  ];
  const network = stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization }),
    'GET /api/enterprise/admin/organizations/o/courses': () => answer(200, { courses: [], nextCursor: null, total: 0 }),
    'GET /api/saved-views': () => answer(200, { views }),
    [VIEWS]: () => answer(200, { views }),
  });
  const Screen = gated('any', () => <OrganizationAdmin organization={organization} isSuperAdmin={false} />);
  opened = await openOnDevice({ at: '/admin?tab=courses&status=draft', path: '/admin', screen: <Screen /> });
  const menu = await screen.findByRole('button', { name: 'Views of Courses' });
  fireEvent.keyDown(menu, { key: 'Enter' });
  await screen.findByRole('menuitem', { name: 'Of the tab' });
  expect(screen.queryByRole('menuitem', { name: 'Of the page' })).toBeNull();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Save this view' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Drafts' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const search = '?tab=courses&status=draft&hide=none';
  expect(network.bodies[VIEWS]).toEqual([{ list: 'Courses of an organization', name: 'Drafts', search }]);
});
