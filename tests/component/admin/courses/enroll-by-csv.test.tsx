// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EnrollByCsv } from '#app/admin/courses/enroll-by-csv.tsx';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const row = (email: string, act: string, reason: string | null = null) => ({
  email,
  name: null,
  act,
  isWaiting: false,
  field: null,
  reason,
});

test('[M14] a list is judged before anyone is enrolled, what is wrong first, and saved by one press', async () => {
  const rows = [row('ada@x.example', 'enroll'), row('ben@x.example', 'refused', 'No one has this address.')];
  const path = 'POST /api/admin/courses/7/enrollments/import';
  const onClose = vi.fn();
  const course = { id: 7, title: 'Ladders' } as AdminCourse;
  const { sent } = await openForAdmin(<EnrollByCsv course={course} onClose={onClose} />, {
    [path]: ({ body }) => {
      const { dryRun } = body as { dryRun: boolean };
      const told = rows.map((one) => ({ ...one, isWaiting: !dryRun && one.act === 'enroll' }));
      return answer(200, { dryRun, changed: 1, same: 0, refused: 1, rows: told });
    },
  });
  const file = new File(['email,due\nada@x.example,2027-01-31\nben@x.example,'], 'list.csv', { type: 'text/csv' });
  fireEvent.change(screen.getByLabelText('CSV or Excel file'), { target: { files: [file] } });
  await screen.findByRole('heading', { name: '1 row to save, 1 with problems' });
  const [first] = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('No one has this address.');
  expect(first?.firstElementChild?.textContent, 'the heading of its card on a phone').toBe('ben@x.example');
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 row' }));
  await screen.findByRole('heading', { name: '1 row saved, 1 with problems' });
  expect(screen.getByRole('table').textContent, 'of whom a job enrolls').toContain('Being enrolled');
  const list = [{ email: 'ada@x.example', due: '2027-01-31' }, { email: 'ben@x.example' }];
  expect(sent(path)).toEqual([
    { dryRun: true, rows: list },
    { dryRun: false, sendEmail: true, rows: list },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Back to the learners' }));
  expect(onClose).toHaveBeenCalledOnce();
});
