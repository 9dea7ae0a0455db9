// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { OF_DEMO, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

test('what the server says of a field of a new course is told once, at that field', async () => {
  const told = 'A course with this title is here already.';
  const routes = {
    'GET /api/admin/courses': () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 }),
    'POST /api/admin/courses': () =>
      answer(422, { error: told, message: told, code: 'validation_failed', field: 'title' }),
  };
  await openWithRights(OF_DEMO, <AdminCoursesPage />, routes, '/admin/courses');
  const [button] = await screen.findAllByRole('button', { name: 'New Course' });
  fireEvent.click(button as HTMLElement);
  for (const [label, value] of [
    ['Title', 'Roofs'],
    ['Description', 'Seen from above'],
    ['Instructor Name', 'Maren Holt'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Create Course' }));
  expect(await screen.findAllByText(told)).toHaveLength(1);
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Error creating course')).toBeNull();
});
