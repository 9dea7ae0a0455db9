// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { JoiningOrganization } from '#app/admin/people/joining-courses.tsx';
import { DEMO, openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

test('the courses that joining brings lead to their rules, the first ones at once', async () => {
  const courses = [4, 5, 6, 7, 8, 9].map((id) => ({ id, title: `Course ${id}` }));
  const { asked } = await openForAdmin(<JoiningOrganization organization={DEMO} />, {
    'GET /api/enterprise/admin/organizations/o/courses': () => answer(200, { courses, nextCursor: null }),
    'GET /api/enterprise/admin/organizations/o/groups': () =>
      answer(200, {
        groups: [
          { id: 'g', name: 'Roof crew', people: 1, leads: [], courses: [{ id: 7, title: 'Roofs' }] },
          { id: 'h', name: 'Office', people: 1, leads: [], courses: [] },
        ],
      }),
  });
  const list = within(await screen.findByRole('list', { name: 'People who join Demo Inspections are enrolled in:' }));
  expect(asked).toContain('GET /api/enterprise/admin/organizations/o/courses?among=automatic&limit=500');
  expect(list.getByRole('link', { name: 'Course 4' }).getAttribute('href')).toBe('/admin/courses/4?tab=people');
  expect(list.getAllByRole('link')).toHaveLength(5);
  const ofCrew = within(await screen.findByRole('list', { name: 'People who join Roof crew are enrolled in:' }));
  expect(ofCrew.getByRole('link', { name: 'Roofs' })).toBeTruthy();
  expect(screen.queryByText(/Office/)).toBeNull();
  fireEvent.click(list.getByRole('button', { name: 'and 1 more' }));
  expect(list.getAllByRole('link')).toHaveLength(6);
});
