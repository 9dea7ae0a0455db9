// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { gated } from '#app/admin/lists/admin-gate.tsx';
import { OrganizationAdmin } from '#app/admin/people/organization-page.tsx';
import { localKeys } from '#app/device/device.ts';
import { forgetTableSettings, tableSettings } from '#app/device/table-settings.ts';
import { DEMO, DEMO_PATH, OF_DEMO, opened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA } from '#tests/fixtures/auth-service.ts';

const settings = tableSettings(LENA.id);
const viewsOf = (list: string): object => JSON.parse(settings.read(`views ${list}`) ?? '[]');

const noCourses = () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 });
const open = (page: ReactNode, at: string) =>
  openWithRights(OF_DEMO, page, { 'GET /api/admin/courses': noCourses, [`GET ${DEMO_PATH}/courses`]: noCourses }, at);
afterEach(() => forgetTableSettings(LENA.id));

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
  await open(<AdminCoursesPage />, `${at}?status=draft`);
  await openMenu('Views of Courses');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Save this view']);
  await saveAs(' Drafts ');
  expect(viewsOf('Courses')).toEqual([{ name: 'Drafts', search: '?status=draft&hide=none' }]);
  await openMenu('Drafts (view of Courses)');
  await choose('Default view');
  await waitFor(() => expect(opened().address()).toBe(at));
  await openMenu('Views of Courses');
  await choose('Drafts');
  await waitFor(() => expect(opened().address()).toBe(`${at}?status=draft&hide=none`));
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
  await open(<AdminCoursesPage />, `${at}?status=published`);
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
  const Screen = gated('any', () => <OrganizationAdmin organization={DEMO} isSuperAdmin={false} />);
  await open(<Screen />, '/admin?tab=courses&status=draft');
  await openMenu('Views of Courses');
  await screen.findByRole('menuitem', { name: 'Of the tab' });
  expect(screen.queryByRole('menuitem', { name: 'Of the page' })).toBeNull();
  await saveAs('Drafts');
  expect(viewsOf(list)).toEqual([{ name: 'Drafts', search: '?tab=courses&status=draft&hide=none' }, ofTab]);
});
