// @vitest-environment happy-dom
// Who is certified in a course, on its list of people.
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LearnersTable } from '#app/admin/lists/learners-table.tsx';
import { dateWords, dayWords } from '#app/ui/labels.ts';
import type { CourseCertificate } from '#sync/contract/certificate.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

test('[X3] a row says until when someone is certified, or why they are not', async () => {
  const today = dayOf(new Date());
  const revokedAt = '2026-01-02T12:00:00.000Z';
  const held = (days: number | null, stage: CourseCertificate['stage'], revokedAt: string | null = null) => ({
    certificate: { serial: 'GW-A', validUntil: days === null ? null : addDays(today, days), revokedAt },
    stage,
  });
  const certified: CourseCertificate[] = [
    held(400, 'completed'),
    held(null, 'completed'),
    held(3, 'renewed'),
    held(-3, 'renewed'),
    held(90, 'completed', revokedAt),
    { certificate: null, stage: 'not-completed' },
  ];
  const learners = certified.map((certified, n) => ({
    ...{ userId: `${n}`, fullName: `Person ${n}`, email: `${n}@demo.example`, percentComplete: 0, dueOn: null },
    ...{
      enrolledAt: '2026-01-01T00:00:00.000Z',
      firstEnrolledAt: '2026-01-01T00:00:00.000Z',
      completedAt: null,
      lastActivityAt: null,
      isAssigned: true,
    },
    certified,
  }));
  const path = 'GET /api/admin/courses/4/learners';
  const routes = { [path]: () => answer(200, { learners, nextCursor: null, total: learners.length }) };
  const { asked } = await openForAdmin(
    <LearnersTable courseId={4} empty="" />,
    routes,
    '/admin?learner-certificate=valid',
  );
  const heading = await screen.findByRole('columnheader', { name: 'Certificate' });
  const column = [...(heading.parentElement?.children ?? [])].indexOf(heading);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.children[column]?.textContent.replace(/^Certificate/, ''))).toEqual([
    `Valid until ${dayWords(addDays(today, 400))}`,
    'Valid',
    `Valid until ${dayWords(addDays(today, 3))}Renewed, not completed yet`,
    `Expired on ${dayWords(addDays(today, -3))}Renewed, not completed yet`,
    `Revoked on ${dateWords(revokedAt)}`,
    'NoneNever completed',
  ]);
  expect(asked).toEqual([`${path}?certificate=valid&limit=50`]);
});
