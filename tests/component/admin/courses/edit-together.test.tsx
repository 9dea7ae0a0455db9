// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GeneralTab } from '#app/admin/courses/general-tab.tsx';
import { byId } from '#app/api/client.ts';
import { server } from '#app/api/session.ts';
import { useApiQuery } from '#app/api/use-api-query.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { aCourse } from '#tests/factories.ts';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, refusal } from '#tests/fixtures/auth-service.ts';

const GET = 'GET /api/admin/courses/4';
const PUT = 'PUT /api/admin/courses/4';

function Tab() {
  const { data } = useApiQuery(server.admin.courses[':id'], byId(4));
  const admin = { isSuperAdmin: false, organization: { id: 'o', name: 'Demo Inspections' } };
  return data ? <GeneralTab admin={admin} course={data.course} /> : null;
}

test('[M6] I changed the description, a colleague the title: the description is listed, and the title stays theirs', async () => {
  const at = { createdAt: '2026-01-01T00:00:00.000Z', organizationId: 'o', organization: null };
  let course: AdminCourse = { ...aCourse({ title: 'Ladders', description: 'Old words.' }), rev: 1, ...at };
  const { sent } = await openForAdmin(<Tab />, {
    [GET]: () => answer(200, { course }),
    'GET /api/admin/courses/4/checklist': () => answer(200, { items: [], mayPublish: true }),
    [PUT]: ({ body }) => {
      const { seenRev, ...change } = body as Partial<AdminCourse> & { seenRev: number };
      if (seenRev !== course.rev) return refusal(409, 'course_changed', 'Someone else has changed it.');
      course = { ...course, ...change, rev: seenRev + 1 };
      return answer(200, { course });
    },
  });
  await press('Edit Course');
  const field = await screen.findByLabelText('Description');
  fireEvent.change(field, { target: { value: 'My words.' } });
  course = { ...course, title: 'Their ladders', rev: 2 };
  fireEvent.submit(field.closest('form') ?? field);
  const box = within(await screen.findByRole('alert', { name: 'Two versions' }));
  expect(box.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Description: yours',
    'Description: theirs',
  ]);
  box.getByText('My words.');
  box.getByText('Old words.');
  fireEvent.click(box.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(PUT).at(-1)).toMatchObject({ title: 'Their ladders', description: 'My words.', seenRev: 2 });
});
