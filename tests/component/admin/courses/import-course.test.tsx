// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

test('an import says which files are wrong, each in a line of its own, and takes another file', async () => {
  await seatLena();
  const told = 'course.yaml:1: `title`: This field is missing.\n02-climb.md:4: `video`: There is no file climb.mp4.';
  const organization = { id: 'o', name: 'Demo Inspections' };
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization }),
    'GET /api/admin/courses': () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 }),
    'POST /api/admin/courses/import': () =>
      answer(422, { error: told, message: told, code: 'course_files_wrong', field: 'file' }),
  });
  opened = await openOnDevice({ at: '/admin/courses', path: '/admin/courses', screen: <AdminCoursesPage /> });
  fireEvent.click(await screen.findByRole('button', { name: 'Import Course' }));
  const zip = new File(['not much'], 'ladders.zip', { type: 'application/zip' });
  fireEvent.change(screen.getByLabelText('Zip file of a course'), { target: { files: [zip] } });
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was imported from ladders.zip.');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(told.split('\n'));
  expect(screen.getByRole('button', { name: 'Choose another file' })).toHaveProperty('disabled', false);
});

test('what is left out of an imported course is told before it is opened', async () => {
  await seatLena();
  const organization = { id: 'o', name: 'Demo Inspections' };
  const note = 'climb.srt:6: A caption is left out: the end must come after the start.';
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization }),
    'GET /api/admin/courses': () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 }),
    'POST /api/admin/courses/import': () => answer(201, { course: { id: 9, title: 'Ladders' }, notes: [note] }),
  });
  opened = await openOnDevice({ at: '/admin/courses', path: '/admin/courses', screen: <AdminCoursesPage /> });
  fireEvent.click(await screen.findByRole('button', { name: 'Import Course' }));
  const zip = new File(['not much'], 'ladders.zip', { type: 'application/zip' });
  fireEvent.change(screen.getByLabelText('Zip file of a course'), { target: { files: [zip] } });
  expect((await screen.findByRole('alert')).textContent).toBe(`The course was imported. Please check:${note}`);
  expect(screen.getByRole('button', { name: 'Open the course' })).toBeTruthy();
});
