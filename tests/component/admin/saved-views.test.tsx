// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { gated } from '#app/admin/frame/admin-gate.tsx';
import { OrganizationAdmin } from '#app/admin/people/organization-page.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { localKeys } from '#app/device/device.ts';
import { forgetTableSettings, tableSettings } from '#app/device/table-settings.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const ORGANIZATION = { id: 'o', name: 'Demo Inspections' };
const settings = tableSettings(LENA.id);
const viewsOf = (list: string): object => JSON.parse(settings.read(`views ${list}`) ?? '[]');
let opened: Awaited<ReturnType<typeof openOnDevice>>;

beforeEach(async () => {
  await seatLena();
  const noCourses = () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 });
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () =>
      answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization: ORGANIZATION }),
    'GET /api/admin/courses': noCourses,
    'GET /api/enterprise/admin/organizations/o/courses': noCourses,
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  adminClient.clear();
  forgetTableSettings(LENA.id);
  await opened.close();
});

const openMenu = async (name: string) =>
  fireEvent.keyDown(await screen.findByRole('button', { name }), { key: 'Enter' });
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }));
async function saveAs(name: string) {
  await choose('Save this view');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('[M3] a view is saved on the device, opened from the menu that names it, and deleted there', async () => {
  settings.write('views Users', JSON.stringify([{ name: 'Of another table', search: '?role=super' }]));
  tableSettings('maren').write('views Courses', JSON.stringify([{ name: 'Of a colleague', search: '' }]));
  const at = '/admin/courses';
  opened = await openOnDevice({ at: `${at}?status=draft`, path: at, screen: <AdminCoursesPage /> });
  await openMenu('Views of Courses');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Save this view']);
  await saveAs(' Drafts ');
  expect(viewsOf('Courses')).toEqual([{ name: 'Drafts', search: '?status=draft&hide=none' }]);
  await openMenu('Drafts (view of Courses)');
  await choose('Default view');
  await waitFor(() => expect(opened.address()).toBe(at));
  await openMenu('Views of Courses');
  await choose('Drafts');
  await waitFor(() => expect(opened.address()).toBe(`${at}?status=draft&hide=none`));
  await openMenu('Drafts (view of Courses)');
  await choose('Delete "Drafts"');
  await screen.findByRole('button', { name: 'Views of Courses' });
  expect(viewsOf('Courses')).toEqual([]);
  forgetTableSettings('maren');
  expect([localKeys('table:maren:'), viewsOf('Users')]).toEqual([
    [],
    [{ name: 'Of another table', search: '?role=super' }],
  ]);
});

test('[M3] a view takes the place of one of the same name, and of none that another tab has saved meanwhile', async () => {
  settings.write('views Courses', JSON.stringify([{ name: 'Mine', search: '?status=draft' }]));
  const at = '/admin/courses';
  opened = await openOnDevice({ at: `${at}?status=published`, path: at, screen: <AdminCoursesPage /> });
  await openMenu('Views of Courses');
  const ofAnotherTab = { name: 'Another', search: '?status=archived' };
  settings.write('views Courses', JSON.stringify([{ name: 'Mine', search: '?status=draft' }, ofAnotherTab]));
  await saveAs('Mine');
  await openMenu('Mine (view of Courses)');
  await screen.findByRole('menuitem', { name: 'Another' });
  expect(viewsOf('Courses')).toEqual([ofAnotherTab, { name: 'Mine', search: '?status=published&hide=none' }]);
});

test('[M3] the courses of an organization have views of their own, apart from those of the page Courses', async () => {
  settings.write('views Courses', JSON.stringify([{ name: 'Of the page', search: '?category=safety' }]));
  const list = 'Courses of an organization';
  const ofTab = { name: 'Of the tab', search: '?tab=courses&access=own' };
  settings.write(`views ${list}`, JSON.stringify([ofTab]));
  const Screen = gated('any', () => <OrganizationAdmin organization={ORGANIZATION} isSuperAdmin={false} />);
  opened = await openOnDevice({ at: '/admin?tab=courses&status=draft', path: '/admin', screen: <Screen /> });
  await openMenu('Views of Courses');
  await screen.findByRole('menuitem', { name: 'Of the tab' });
  expect(screen.queryByRole('menuitem', { name: 'Of the page' })).toBeNull();
  await saveAs('Drafts');
  expect(viewsOf(list)).toEqual([{ name: 'Drafts', search: '?tab=courses&status=draft&hide=none' }, ofTab]);
});
