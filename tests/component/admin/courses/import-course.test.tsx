// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { OF_DEMO, openWithRights, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, refusal } from '#tests/fixtures/auth-service.ts';

/** A zip file is chosen, and the server answers this. */
async function importZip(answered: () => Response) {
  const routes = {
    'GET /api/admin/courses': () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 }),
    'POST /api/admin/courses/import': answered,
  };
  await openWithRights(OF_DEMO, <AdminCoursesPage />, routes, '/admin/courses');
  await press('Import Course');
  const zip = new File(['not much'], 'ladders.zip', { type: 'application/zip' });
  fireEvent.change(screen.getByLabelText('Zip file of a course'), { target: { files: [zip] } });
  return (await screen.findByRole('alert')).textContent;
}

test('an import says which files are wrong, each in a line of its own, and takes another file', async () => {
  const told = 'course.yaml:1: `title`: This field is missing.\n02-climb.md:4: `video`: There is no file climb.mp4.';
  expect(await importZip(() => refusal(422, 'course_files_wrong', told))).toContain(
    'Nothing was imported from ladders.zip.',
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(told.split('\n'));
  expect(screen.getByRole('button', { name: 'Choose another file' })).toHaveProperty('disabled', false);
});

test('what is left out of an imported course is told before it is opened', async () => {
  const note = 'climb.srt:6: A caption is left out: the end must come after the start.';
  const made = { course: { id: 9, title: 'Ladders' }, notes: [note] };
  expect(await importZip(() => answer(201, made))).toBe(`The course was imported. Please check:${note}`);
  expect(screen.getByRole('button', { name: 'Open the course' })).toBeTruthy();
});
