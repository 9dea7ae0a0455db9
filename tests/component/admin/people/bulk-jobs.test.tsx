// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { JobsBell } from '#app/admin/jobs/jobs-bell.tsx';
import { OwnInvitationsPage, OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { Route, Routes } from '#app/ui/router.ts';
import type { BulkJob, BulkRow } from '#sync/contract/bulk-job.ts';
import { aCourse } from '#tests/factories.ts';
import {
  aJob,
  aMember,
  DEMO,
  DEMO_PATH,
  INVITATION,
  DEMO_JOBS as JOBS,
  OF_DEMO,
  opened,
  openWithRights,
  press,
} from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer, LENA, refusal } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';

const at = '2026-01-01T00:00:00.000Z';
const mia = aMember('p1', 'Mia');
const course = { ...aCourse(), rev: 1, createdAt: at, organizationId: 'o', organization: DEMO, isGranted: false };
const running = aJob({ total: 2000, handled: 500, changed: 450 });
const row: BulkRow = {
  ...{ position: 7, userId: 'noah', name: 'Noah', email: 'noah@demo.example' },
  ...{ result: 'left', reason: 'Already enrolled by an admin.' },
};

async function open(address: string, jobs: () => BulkJob[] = () => [], more: Record<string, Answer> = {}) {
  const routes: Record<string, Answer> = {
    [`GET ${DEMO_PATH}/users`]: () => answer(200, { users: [mia], nextCursor: 'next', total: 1001 }),
    [`GET ${DEMO_PATH}/courses`]: () => answer(200, { courses: [course], nextCursor: null }),
    [`GET ${DEMO_PATH}/invitations`]: () => answer(200, { invitations: [INVITATION], nextCursor: 'next', total: 1001 }),
    [`GET ${JOBS}`]: () => answer(200, { jobs: jobs() }),
    [`GET ${JOBS}/j/rows`]: () => answer(200, { rows: [row], nextCursor: null, total: null }),
    [`POST ${JOBS}`]: () => answer(201, { job: running }),
    ...more,
  };
  const pages = (
    <>
      <JobsBell place="o" />
      <Routes>
        <Route path="admin/people" element={<OwnPeoplePage />} />
        <Route path="admin/invitations" element={<OwnInvitationsPage />} />
      </Routes>
    </>
  );
  return openWithRights(OF_DEMO, pages, routes, address);
}
const selectAll = async () => {
  fireEvent.click(await screen.findByLabelText('Select all'));
  await screen.findByText('All that match (More than 1,000', { exact: false });
};

const chooseInMore = async (name: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'More' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};
/** Opens the list of jobs, once the bell says so many run. */
const openJobs = (running = 0) => press(running > 0 ? `Jobs, ${running} running` : 'Jobs');
const typeNumber = async (value: string) =>
  fireEvent.change(await screen.findByLabelText(/^Type \d+ to confirm$/), { target: { value } });
const pressInDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

describe('all who match', () => {
  test('are enrolled by a job that knows them by what the list is narrowed by', async () => {
    const network = await open('/admin/people?search=mia&standing=overdue&certificates=30');
    await selectAll();
    expect(screen.getByRole('button', { name: 'Add all to group' })).toBeTruthy();
    await press('Enroll all');
    fireEvent.change(await screen.findByLabelText('Due'), { target: { value: 'in' } });
    await screen.findByRole('button', { name: 'Cancel' });
    await press('Enroll everyone who matches (more than 1,000 people)');
    await screen.findByText('Enroll in Roofs. Follow it under the bell.');
    expect(network.bodies[`POST ${JOBS}`]).toMatchObject([
      {
        act: { kind: 'enroll', courseId: course.id },
        matching: { search: 'mia', standing: 'overdue', certificates: '30' },
      },
    ]);
  });

  test('have renewed what runs out for them, in whichever course', async () => {
    const network = await open('/admin/people?certificates=30');
    await selectAll();
    await press('Renew all');
    await screen.findByRole('dialog', { name: /^Renew for everyone who matches/ });
    await press('Renew');
    await screen.findByText('Enroll in Roofs. Follow it under the bell.');
    expect(network.bodies[`POST ${JOBS}`]).toEqual([
      { act: { kind: 'renew', certificates: '30', sendEmail: true }, matching: { certificates: '30' } },
    ]);
  });

  test('are reminded by a job, after a look at the email and at how many are left out', async () => {
    const email = { to: 'p@demo.example', subject: 'Overdue: Roofs', text: 'Your training is overdue' };
    const left = ['p2', 'p3'].map((userId) => ({ userId, reason: 'Nothing is due.' }));
    const network = await open('/admin/people?standing=overdue', undefined, {
      [`POST ${DEMO_PATH}/remind`]: () =>
        answer(200, { message: '1 person can be reminded.', changed: 1, left, example: email, isAll: false }),
    });
    await selectAll();
    await press('Remind all');
    await screen.findByText(
      'Of the first 500: 1 person can be reminded. The others are reminded too, if something is due.',
    );
    expect(screen.getByRole('region', { name: 'The email' }).textContent).toContain('Overdue: Roofs');
    screen.getByText('2 people are left out: Nothing is due.');
    await press('Send reminders');
    await screen.findByText('Enroll in Roofs. Follow it under the bell.');
    expect(network.bodies[`POST ${JOBS}`]).toEqual([{ act: { kind: 'remind' }, matching: { standing: 'overdue' } }]);
  });

  test('who are overdue are reminded from anywhere: a link begins with the question', async () => {
    const email = { to: 'p@demo.example', subject: 'Overdue: Roofs', text: 'Your training is overdue' };
    const network = await open('/admin/people?standing=overdue&act=remind', undefined, {
      [`POST ${DEMO_PATH}/remind`]: () =>
        answer(200, { message: '1 person can be reminded.', changed: 1, left: [], example: email, isAll: true }),
    });
    await screen.findByText('1 person can be reminded.');
    await waitFor(() => expect(opened().address()).toBe('/admin/people?standing=overdue'));
    await press('Send 1 reminder');
    await waitFor(() =>
      expect(network.bodies[`POST ${JOBS}`]).toEqual([{ act: { kind: 'remind' }, matching: { standing: 'overdue' } }]),
    );
  });

  test('whose certificates expire are renewed from anywhere, in a group too', async () => {
    const certificateEnds = { on: '2026-01-03', course: { id: 4, title: 'Roofs' }, others: 0 };
    const network = await open('/admin/people?group=g1&certificates=30&act=renew', undefined, {
      [`GET ${DEMO_PATH}/users`]: () =>
        answer(200, { users: [{ ...mia, certificateEnds }], nextCursor: null, total: 1 }),
    });
    await screen.findByText(/^Expired /);
    await screen.findByRole('dialog', { name: /^Renew for everyone who matches/ });
    await screen.findByText(/Courses whose certificate expires within 30 days start over: Roofs\./);
    await pressInDialog('Renew');
    await waitFor(() =>
      expect(network.bodies[`POST ${JOBS}`]).toEqual([
        { act: { kind: 'renew', certificates: '30', sendEmail: true }, matching: { certificates: '30', group: 'g1' } },
      ]),
    );
  });

  test('and the dialog names no course that only those have who were unticked', async () => {
    const ending = (title: string) => ({ on: '2026-01-03', course: { id: 4, title }, others: 0 });
    const noah = {
      ...mia,
      id: 'p2',
      email: 'noah@demo.example',
      full_name: 'Noah',
      certificateEnds: ending('Ladders'),
    };
    await open('/admin/people?certificates=30', undefined, {
      [`GET ${DEMO_PATH}/users`]: () =>
        answer(200, { users: [{ ...mia, certificateEnds: ending('Roofs') }, noah], nextCursor: 'next', total: 1001 }),
    });
    await selectAll();
    fireEvent.click(screen.getByLabelText('Select Noah'));
    await press('Renew all');
    await screen.findByText(/start over: Roofs and others\./);
  });

  test('but those that were unticked, also of those that are not shown yet, are what an act is about', async () => {
    const noah = { ...mia, id: 'p2', email: 'noah@demo.example', full_name: 'Noah' };
    const network = await open('/admin/people', undefined, {
      [`GET ${DEMO_PATH}/users`]: () => answer(200, { users: [mia, noah], nextCursor: 'next', total: 1001 }),
    });
    await selectAll();
    const box = screen.getByLabelText<HTMLInputElement>('Select Mia');
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    await screen.findByText('All that match (More than 1,000 people) except 1');
    expect(box.checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Select Noah').checked).toBe(true);
    await chooseInMore('Remove all');
    await screen.findByRole('dialog', { name: /^Remove everyone who matches except 1 person from/ });
    expect(screen.getByText("You won't be removed yourself.", { exact: false })).toBeTruthy();
    await typeNumber('1000');
    await pressInDialog('Remove all');
    await waitFor(() =>
      expect(network.bodies[`POST ${JOBS}`]).toEqual([
        { act: { kind: 'remove' }, matching: { except: [mia.id, LENA.id] } },
      ]),
    );
  });

  test('and many who were selected one by one are removed only once their number was typed, and never oneself', async () => {
    const others = Array.from({ length: 11 }, (_, at) => ({ ...mia, id: `p${at}`, full_name: `Person ${at}` }));
    const users = [...others, { ...mia, id: LENA.id, full_name: 'Lena' }];
    const network = await open('/admin/people', undefined, {
      [`GET ${DEMO_PATH}/users`]: () => answer(200, { users, nextCursor: null, total: users.length }),
    });
    fireEvent.click(await screen.findByLabelText('Select all'));
    await chooseInMore('Remove (11)');
    await screen.findByRole('dialog', { name: 'Remove 11 people from Demo Inspections?' });
    await pressInDialog('Remove');
    await typeNumber('12');
    await pressInDialog('Remove');
    expect(network.bodies[`POST ${JOBS}`]).toBeUndefined();
    await typeNumber('11');
    await pressInDialog('Remove');
    await waitFor(() =>
      expect(network.bodies[`POST ${JOBS}`]).toEqual([{ act: { kind: 'remove' }, ids: others.map(({ id }) => id) }]),
    );
  });

  test('are not offered for removal where one has selected oneself alone', async () => {
    await open('/admin/people', undefined, {
      [`GET ${DEMO_PATH}/users`]: () =>
        answer(200, { users: [{ ...mia, id: LENA.id, full_name: 'Lena' }], nextCursor: null, total: 1 }),
    });
    fireEvent.click(await screen.findByLabelText('Select Lena'));
    await screen.findByRole('button', { name: 'Remind (1)' });
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  test('are all selected again by the box that was unticked, and none by that above them', async () => {
    const noah = { ...mia, id: 'p2', email: 'noah@demo.example', full_name: 'Noah' };
    await open('/admin/people', undefined, {
      [`GET ${DEMO_PATH}/users`]: () => answer(200, { users: [mia, noah], nextCursor: 'next', total: 1001 }),
    });
    await selectAll();
    for (const bar of ['All that match (More than 1,000 people) except 1', 'All that match (More than 1,000 people)']) {
      fireEvent.click(screen.getByLabelText('Select Mia'));
      await screen.findByText(bar);
    }
    fireEvent.click(screen.getByLabelText('Select all'));
    await waitFor(() => expect(screen.queryByText('All that match', { exact: false })).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Select Noah').checked).toBe(false);
  });

  test('are no longer selected once the list is narrowed otherwise', async () => {
    await open('/admin/people');
    await selectAll();
    await filterBy('Show', 'overdue');
    await waitFor(() => expect(screen.queryByText('All that match', { exact: false })).toBeNull());
  });

  test('who are no one is an error that stays with the question', async () => {
    await open('/admin/people', undefined, {
      [`POST ${JOBS}`]: () => refusal(422, 'nobody_matches', 'No one matches this search and these filters.'),
    });
    await selectAll();
    await chooseInMore('Remove all');
    await typeNumber('1000');
    await pressInDialog('Remove all');
    await screen.findByText('No one matches this search and these filters.');
  });

  test('of the invitations, or some of them, are revoked, and it is said when none was', async () => {
    const job = aJob({ kind: 'revoke', title: 'Revoke invitations', state: 'done', total: 1, handled: 1, changed: 0 });
    const network = await open('/admin/invitations', undefined, { [`POST ${JOBS}`]: () => answer(201, { job }) });
    fireEvent.click(await screen.findByLabelText('Select a@north.example'));
    await press('Revoke (1)');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(network.bodies[`POST ${JOBS}`]).toEqual([{ act: { kind: 'revoke' }, ids: ['i1'] }]));
    await screen.findByText('Nothing changed');
    await screen.findByText('Revoke invitations: 0 of 1 revoked, 1 left out.');
  });
});

describe('jobs', () => {
  test('that no person has begun are not told, and what they change is fetched again', async () => {
    const recount = { ...running, kind: 'recount' as const, title: 'Count progress anew' };
    let jobs: BulkJob[] = [recount];
    const { asked } = await open('/admin/people', () => jobs);
    await screen.findByRole('link', { name: 'Mia' });
    await waitFor(() => expect(asked).toContain(`GET ${JOBS}`));
    await openJobs();
    await screen.findByText('What is done to many people is told here.');
    const lists = () => asked.filter((path) => path.startsWith(`GET ${DEMO_PATH}/users`)).length;
    const before = lists();
    jobs = [{ ...recount, state: 'done', finishedAt: at }];
    await waitFor(() => expect(lists()).toBeGreaterThan(before), { timeout: 3000 });
    expect(screen.queryByText('Count progress anew')).toBeNull();
  });

  test('that finish an act which has taken effect are followed, and not canceled', async () => {
    const rest = { ...running, kind: 'end-grant' as const, title: 'End enrollments in Roofs' };
    await open('/admin/people', () => [rest]);
    await openJobs(1);
    await screen.findByText('500 of 2,000 people, started by Ada Admin');
    expect(screen.getByRole('progressbar', { name: 'Progress of End enrollments in Roofs' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel End enrollments in Roofs' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'What happened: End enrollments in Roofs' })).toBeNull();
  });

  test('that run are counted on the bell, and stand above those of before', async () => {
    const done = { ...running, id: 'before', state: 'done' as const, finishedAt: at };
    let jobs: BulkJob[] = [running, done];
    await open('/admin/people', () => jobs);
    await screen.findByText('1 job running');
    await openJobs(1);
    within(screen.getByRole('region', { name: 'Running' })).getByText('500 of 2,000, started by Ada Admin');
    within(screen.getByRole('region', { name: 'Ended' })).getByText(/450 of 2,000 enrolled/);
    jobs = [{ ...running, state: 'done', finishedAt: at }, done];
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Running' })).toBeNull());
    await screen.findByRole('button', { name: 'Jobs' });
  });

  test('on one person are not listed once they are done', async () => {
    const ofOne = { state: 'done' as const, total: 1, handled: 1, changed: 1, finishedAt: at };
    await open('/admin/people', () => [
      aJob({ ...ofOne, id: 'one', title: 'Enroll in Ladders' }),
      aJob({ ...ofOne, id: 'many', title: 'Enroll in Roofs', total: 2 }),
    ]);
    await openJobs();
    await screen.findByText('Enroll in Roofs');
    expect(screen.queryByText('Enroll in Ladders')).toBeNull();
  });

  test('on one person say why they were left out, once it could be fetched', async () => {
    const ofOne = { state: 'done' as const, total: 1, handled: 1, finishedAt: at };
    const left = aJob({ ...ofOne, kind: 'add-to-group', title: 'Add to North' });
    const first = Promise.withResolvers<Response>();
    let rows: Answer = () => first.promise;
    await open('/admin/people', () => [], {
      [`POST ${JOBS}`]: () => answer(201, { job: left }),
      [`GET ${JOBS}/j/rows`]: (call) => rows(call),
      [`GET ${DEMO_PATH}/groups`]: () =>
        answer(200, { groups: [{ id: 'g1', name: 'North', people: 2, leads: [], courses: [] }] }),
    });
    fireEvent.click(await screen.findByLabelText('Select Mia'));
    await press('Add to group (1)');
    await pressInDialog('Add');
    await screen.findByRole('status', { name: 'Loading what happened' });
    first.resolve(refusal(500, 'internal', 'Down'));
    await screen.findByText('Failed to fetch the outcome');
    rows = () => answer(200, { rows: [{ ...row, reason: 'Is in North already.' }], nextCursor: null, total: null });
    await press('Try again');
    await screen.findByText('Noah: Is in North already.');
  });

  test('that finish an act on many who were named say how many were left out, and whom', async () => {
    const done = { state: 'done' as const, total: 500, finishedAt: at, title: 'Invite people to North' };
    await open('/admin/people', () => [{ ...running, ...done, kind: 'invite-people' as const }]);
    await openJobs();
    await screen.findByText(/450 of 500 invited or added, 50 left out/);
    await press('What happened: Invite people to North');
    await screen.findByText('Already enrolled by an admin.');
    expect(screen.queryByRole('columnheader', { name: 'Name' }), 'guests have none yet').toBeNull();
    screen.getByRole('button', { name: 'Export CSV' });
  });

  test('are followed under the bell, canceled, and say what happened to each', async () => {
    let job = running;
    const network = await open('/admin/people', () => [job], {
      [`POST ${JOBS}/j/cancel`]: () => {
        job = { ...running, state: 'canceled', finishedAt: at };
        return answer(200, { message: 'Canceled after 500 of 2000. What was done stays.' });
      },
    });
    await openJobs(1);
    await screen.findByText('500 of 2,000, started by Ada Admin');
    await press('What happened: Enroll in Roofs');
    await screen.findByText('Already enrolled by an admin.');
    expect(screen.getByRole('link', { name: 'Noah' }).getAttribute('href')).toBe('/admin/people/noah');
    await press('Close');
    await openJobs(1);
    await press('Cancel Enroll in Roofs');
    await press('Cancel the job');
    await screen.findByText('Canceled after 500 of 2000. What was done stays.');
    await openJobs();
    await screen.findByText(/450 of 2,000 enrolled, 50 left out, 1,500 not done/);
    expect(network.asked).toContain(`POST ${JOBS}/j/cancel`);
  });

  test('are read from their beginning, whatever the one before was narrowed by', async () => {
    await open('/admin/people', () => [running]);
    await openJobs(1);
    await press('What happened: Enroll in Roofs');
    await filterBy('Result', 'left', await screen.findByRole('dialog'));
    await waitFor(() => expect(opened().address()).toBe('/admin/people?outcome-result=left'));
    await press('Close');
    await waitFor(() => expect(opened().address()).toBe('/admin/people'));
  });
});
