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

test('what the server says of a field of a new course is told once, at that field', async () => {
  await seatLena();
  const told = 'A course with this title is here already.';
  const organization = { id: 'o', name: 'Demo Inspections' };
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization }),
    'GET /api/admin/courses': () => answer(200, { courses: [], categories: [], nextCursor: null, total: 0 }),
    'POST /api/admin/courses': () =>
      answer(422, { error: told, message: told, code: 'validation_failed', field: 'title' }),
  });
  opened = await openOnDevice({ at: '/admin/courses', path: '/admin/courses', screen: <AdminCoursesPage /> });
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
