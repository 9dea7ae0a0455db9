// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminCoursesPage } from '#app/admin/courses/courses-page.tsx';
import { aCourse } from '#tests/factories.ts';
import { DEMO, OF_DEMO, opened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';

test('[M4] a course that enrolls whoever joins says so in its row, and is found by a filter', async () => {
  const asked: string[] = [];
  const course = { ...aCourse(), rev: 1, createdAt: '2026-01-01T00:00:00.000Z', organizationId: null };
  const routes: Record<string, Route> = {
    'GET /api/admin/courses': ({ address }) => {
      if (address.searchParams.get('limit') === '50') asked.push(address.search);
      const rules = [
        { organization: DEMO, group: null, dueOn: null, dueInDays: 14 },
        { organization: DEMO, group: { id: 'g', name: 'Roof crew' }, dueOn: null, dueInDays: null },
      ];
      const rows = [
        { ...course, id: 1, title: 'Roofs', organization: null, isEditable: true, rules, ruleCount: 3 },
        { ...course, id: 2, title: 'Walls', organization: null, isEditable: true, rules: [], ruleCount: 0 },
      ];
      return answer(200, { courses: rows, categories: [], nextCursor: null, total: 2 });
    },
  };
  await openWithRights({ is_super_admin: true }, <AdminCoursesPage />, routes, '/admin/courses');
  const roofs = await screen.findByRole('row', { name: /Roofs/ });
  expect(within(roofs).getByRole('link', { name: 'Roofs' }).getAttribute('href')).toMatch(/^\/admin\/courses\/\d+$/);
  within(roofs).getByText('Automatic enrollment');
  within(roofs).getByText('Who joins Demo Inspections, due 14 days after joining');
  within(roofs).getByText('Who joins Roof crew in Demo Inspections');
  within(roofs).getByText('and 1 more');
  expect(within(screen.getByRole('row', { name: /Walls/ })).queryByText('Automatic enrollment')).toBeNull();
  await filterBy('Enrollment', 'automatic');
  await waitFor(() => expect(asked).toEqual(['?figures=true&limit=50', '?figures=true&enrolls=automatic&limit=50']));
});

test("[M4] an org admin's own courses come first, and 'Can edit' leaves them alone", async () => {
  const asked: string[] = [];
  const routes: Record<string, Route> = {
    'GET /api/admin/courses': ({ address }) => {
      if (address.searchParams.get('limit') === '50') asked.push(address.search);
      return answer(200, { courses: [], categories: [], nextCursor: null, total: 1204 });
    },
  };
  await openWithRights(OF_DEMO, <AdminCoursesPage />, routes, '/admin/courses');
  await screen.findByText('1,204 courses');
  await filterBy('Access', 'edit');
  await waitFor(() => expect(opened().address()).toBe('/admin/courses?access=edit'));
  await waitFor(() =>
    expect(asked).toEqual([
      '?among=usable&sort=-access&figures=true&limit=50',
      '?among=usable&sort=-access&figures=true&access=edit&limit=50',
    ]),
  );
});
