// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LearnersTab } from '#app/admin/courses/learners-tab.tsx';
import { JobsBell } from '#app/admin/jobs/jobs-bell.tsx';
import { Link } from '#app/ui/router.ts';
import { aCourse } from '#tests/factories.ts';
import { aJob, DEMO, openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';

/** Fewer than that of the contract. */
const limit = vi.hoisted(() => ({ reminded: 50 }));
vi.mock('#sync/contract/reminder.ts', async (load) => ({
  ...(await load<object>()),
  get PREVIEWED_REMINDERS() {
    return limit.reminded;
  },
}));

const at = '2026-01-01T00:00:00.000Z';
const COURSE = { ...aCourse(), rev: 1, createdAt: at, organizationId: 'o', organization: DEMO };
const LEARNER = {
  ...{ userId: 'p1', fullName: 'Mia', email: 'mia@demo.example', percentComplete: 10, isAssigned: true },
  ...{ enrolledAt: at, dueOn: null, completedAt: null, lastActivityAt: null },
  certified: { certificate: null, stage: 'not-completed' },
};
const ENROLL = 'POST /api/admin/courses/4/enrollments';
const JOBS = 'POST /api/enterprise/admin/organizations/o/bulk-jobs';
const REMIND = 'POST /api/enterprise/admin/organizations/o/remind';
const ids = ['p1', 'p2'];
const done = aJob({
  ...{ kind: 'unenroll', title: 'Remove from Roofs', state: 'done', total: 2, handled: 2, changed: 2 },
});

async function openBoth(isSuperAdmin = false, routes: Record<string, Route> = {}, search = '') {
  const all = {
    'GET /api/admin/courses/4/auto-enrollments': () => answer(200, { autoEnrollments: [] }),
    'GET /api/admin/courses/4/learners': () =>
      answer(200, { learners: [LEARNER, { ...LEARNER, userId: 'p2', fullName: 'Noah' }], nextCursor: null }),
    ...routes,
  };
  const tab = <LearnersTab admin={{ isSuperAdmin, organization: isSuperAdmin ? null : DEMO }} course={COURSE} />;
  const shown = (
    <>
      {isSuperAdmin && <JobsBell place={null} />}
      {tab}
      <Link to="?learner-organizationId=other">Other</Link>
    </>
  );
  const network = await openForAdmin(shown, all, `/admin${search}`);
  fireEvent.click(await screen.findByLabelText('Select all'));
  return network;
}
const open = async (...of: Parameters<typeof openBoth>) => (await openBoth(...of)).bodies;

beforeEach(() => {
  limit.reminded = 50;
});

describe('[M14] selected people of a course', () => {
  test('get one due date together', async () => {
    const told = { message: 'The due date of 2 people was changed.', changed: 2, left: [] };
    const bodies = await open(false, { [ENROLL]: () => answer(200, told) });
    await press('Set due date (2)');
    fireEvent.change(await screen.findByLabelText('Due'), { target: { value: 'days' } });
    await press('Save');
    await waitFor(() => expect(bodies[ENROLL]).toEqual([{ userIds: ids, dueInDays: 14 }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  test('are reminded of this course together after a preview', async () => {
    const example = { to: 'mia@demo.example', subject: 'Due: Roofs', text: 'Your training' };
    const bodies = await open(false, {
      [REMIND]: () => answer(200, { message: '2 people can be reminded.', changed: 2, left: [], example }),
      [JOBS]: () => answer(201, { job: { ...done, kind: 'remind', title: 'Remind of Roofs' } }),
    });
    await press('Remind (2)');
    await press('Send 2 reminders');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies[REMIND]).toEqual([{ userIds: ids, courseId: 4, isPreview: true }]);
    expect(bodies[JOBS]).toEqual([{ act: { kind: 'remind', courseId: 4 }, ids }]);
  });

  test('are many, and then the first of them are looked at', async () => {
    limit.reminded = 1;
    const left = [{ userId: 'p1', reason: 'Emailed less than a day ago.' }];
    const bodies = await open(false, {
      [REMIND]: () =>
        answer(200, { message: '0 people can be reminded.', changed: 0, left, example: null, isAll: false }),
      [JOBS]: () => answer(201, { job: done }),
    });
    await press('Remind (2)');
    await screen.findByRole('dialog', { name: 'Remind 2 people' });
    await screen.findByText(
      'Of the first 1: 0 people can be reminded. The others are reminded too, if something is due.',
    );
    screen.getByText('Mia is left out: Emailed less than a day ago.');
    await press('Send reminders');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies[JOBS]).toEqual([{ act: { kind: 'remind', courseId: 4 }, ids }]);
  });

  test('are removed from it by a job', async () => {
    const bodies = await open(false, { [JOBS]: () => answer(201, { job: done }) });
    fireEvent.keyDown(await screen.findByRole('button', { name: 'More' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove from course (2)' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(bodies[JOBS]).toEqual([{ act: { kind: 'unenroll', courseId: 4 }, ids }]));
  });

  test('are followed by a super admin among all jobs', async () => {
    const ALL = 'GET /api/admin/bulk-jobs';
    const { bodies, asked } = await openBoth(
      true,
      { [JOBS]: () => answer(201, { job: done }), [ALL]: () => answer(200, { jobs: [] }) },
      '?learner-organizationId=o',
    );
    const seen = () => asked.filter((call) => call === ALL).length;
    await waitFor(() => expect(seen()).toBe(1));
    fireEvent.keyDown(await screen.findByRole('button', { name: 'More' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove from course (2)' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(seen()).toBe(2));
    expect(bodies[JOBS]).toHaveLength(1);
  });

  test('are no longer selected once another organization is chosen', async () => {
    await open(true, {}, '?learner-organizationId=o');
    await screen.findByRole('button', { name: 'Remind (2)' });
    fireEvent.click(screen.getByRole('link', { name: 'Other' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  test('are enrolled by a rule, whose days can be changed', async () => {
    const PUT = 'PUT /api/admin/courses/4/auto-enrollments';
    const rule = {
      organization: DEMO,
      group: { id: 'g', name: 'Roof crew' },
      dueOn: null,
      dueInDays: 30,
      createdAt: at,
    };
    const bodies = await open(false, {
      'GET /api/admin/courses/4/auto-enrollments': () => answer(200, { autoEnrollments: [rule] }),
      [PUT]: () => answer(200, { message: 'Changed.' }),
    });
    await press('Change due date for Roof crew in Demo Inspections');
    const days = await screen.findByLabelText<HTMLInputElement>('Days');
    expect(days.value).toBe('30');
    fireEvent.change(days, { target: { value: '7' } });
    await press('Save');
    await waitFor(() => expect(bodies[PUT]).toEqual([{ organizationId: 'o', groupId: 'g', dueInDays: 7 }]));
  });

  test('of several organizations at once get a due date alone', async () => {
    await open(true);
    await screen.findByRole('button', { name: 'Set due date (2)' });
    expect(screen.queryByRole('button', { name: /^(Remind|More)/ })).toBeNull();
  });
});
