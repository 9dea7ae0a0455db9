// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonLearning } from '#app/admin/person-learning.tsx';
import type { PersonCourse, PersonDetail } from '#sync/contract/person.ts';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const at = '2026-01-01T00:00:00.000Z';
const aPersonCourse = (course: Partial<PersonCourse>): PersonCourse => ({
  ...{ id: 4, title: 'Field', percent: 50, completedLessons: 1, lessons: 2, isAssigned: true, canEdit: true },
  ...{ canAssign: true, round: 1, pastRounds: [], certificateEnds: null, enrolledAt: at, dueOn: null },
  ...{ remindedAt: null, completedAt: null, lastActivityAt: at },
  ...course,
});
const user: PersonDetail['user'] = {
  ...{ id: 'p', email: 'p@demo.example', full_name: 'Pia', organization_id: null, organization: null },
  ...{ is_org_admin: false, is_super_admin: false, has_two_step: false, created_at: at },
};
const stuckAt: PersonDetail['stuckAt'] = {
  ...{ courseId: 4, courseTitle: 'Field', lessonId: 18, lessonTitle: 'Quiz', attempts: 4, bestScore: 67 },
  lastAttemptAt: at,
};

test.each([
  [
    'the longest overdue course',
    [
      { id: 6, title: 'Roofs', dueOn: '2026-01-03' },
      { id: 7, title: 'Meters', dueOn: '2026-01-02' },
    ],
    ['Meters', 'Roofs', 'Field', 'Attics'],
  ],
  ['without one where they are stuck', [], ['Field', 'Attics']],
])("[M5] a person's page begins with, and unfolds, %s", async (_, overdue, order) => {
  const done = { id: 8, title: 'Done', completedAt: at };
  const courses = [done, { id: 5, title: 'Attics' }, {}, ...overdue].map(aPersonCourse);
  const lessons = courses.map(({ id }) => [
    `GET /api/admin/people/p/courses/${id}`,
    () => answer(200, { lessons: [] }),
  ]);
  const detail = { user, courses, stuckAt, certificates: [], groups: [], lastSeenAt: null };
  await openForAdmin(<PersonLearning {...detail} />, Object.fromEntries(lessons));
  const list = within(await screen.findByRole('list', { name: 'Courses' }));
  const titles = courses.map(({ title }) => title).join('|');
  const shown = list.getAllByRole('button', { name: new RegExp(titles) });
  expect(shown.map(({ textContent }) => new RegExp(titles).exec(`${textContent}`)?.[0])).toEqual([...order, 'Done']);
  expect(shown.map((row) => row.getAttribute('aria-expanded'))).toEqual(shown.map((_, n) => String(n === 0)));
});
