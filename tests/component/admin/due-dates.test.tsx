// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { LearnersTab } from '#app/admin/courses/learners-tab.tsx';
import { AutoRemindersButton } from '#app/admin/people/auto-reminders.tsx';
import { EnrollDialog } from '#app/admin/people/member-dialogs.tsx';
import { PersonLearning } from '#app/admin/person-learning.tsx';
import { dayWords } from '#app/ui/labels.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import type { PersonCourse, PersonDetail } from '#sync/contract/person.ts';
import { aCourse } from '#tests/factories.ts';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route, refusal } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';
import { pick } from '#tests/fixtures/pick.ts';

const today = dayOf(new Date());
const DEMO = { id: 'o', name: 'Demo Inspections' };
const AT = '2026-01-01T00:00:00.000Z';
const COURSE: AdminCourse = { ...aCourse(), rev: 1, createdAt: AT, organizationId: 'o', organization: DEMO };
const ENROLLED = { enrolledAt: AT, firstEnrolledAt: AT, completedAt: null, lastActivityAt: null, isAssigned: true };
const NONE = { certificate: null, stage: 'not-completed' };
const ENROLL = 'POST /api/admin/courses/4/enrollments';
const JOBS = 'POST /api/enterprise/admin/organizations/o/bulk-jobs';
const EVERYONE = 'POST /api/admin/courses/4/enroll-everyone';
const RULES = 'GET /api/admin/courses/4/auto-enrollments';
const END = 'DELETE /api/admin/courses/4/auto-enrollments/o';
const SENTENCE = 'This due date is in the past.';
const PAST = { error: SENTENCE, message: SENTENCE, code: 'due_date_past', field: 'dueOn' };
const told = { message: '1 person enrolled in Certified Field Inspector.', changed: 1, left: [] };

const open = (shown: ReactNode, routes: Record<string, Route> = {}) =>
  openForAdmin(shown, {
    [RULES]: () => answer(200, { autoEnrollments: [] }),
    'GET /api/admin/courses/4/learners': () => answer(200, { learners: [], nextCursor: null }),
    'GET /api/admin/people/p/courses/4': () => answer(200, { lessons: [] }),
    'GET /api/enterprise/admin/organizations/o/courses': () =>
      answer(200, { courses: [{ ...COURSE, isGranted: false }], nextCursor: null }),
    [ENROLL]: () => answer(200, told),
    [EVERYONE]: () => answer(200, { message: '0 people now', changed: 0 }),
    ...routes,
  });
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('[M14] the dialog that enrolls people', () => {
  const person = { id: 'p', email: 'p@demo.example', full_name: 'Pia', isOrgAdmin: false };
  const dialog = (
    <EnrollDialog {...{ organization: DEMO, people: [person] }} onClose={() => undefined} onDone={() => undefined} />
  );

  test.each([
    { due: 'none', wanted: { sendEmail: true } },
    { due: 'day', field: 'Due date', value: '2027-02-03', isQuiet: true, wanted: { dueOn: '2027-02-03' } },
    { due: 'days', field: 'Days', value: '30', wanted: { dueInDays: 30, sendEmail: true } },
  ])('sends what was chosen, and asks for an email: $due', async ({ due, field, value = '', isQuiet, wanted }) => {
    const { sent } = await open(dialog);
    await screen.findByLabelText('Due');
    expect(screen.getByText('Only courses that people in Demo Inspections can take.')).toBeTruthy();
    fill('Due', due);
    if (field) fill(field, value);
    expect(screen.queryByText(/about a draft/), 'the course is published').toBeNull();
    if (isQuiet) fireEvent.click(screen.getByLabelText(/Email them now/));
    await press('Enroll Pia');
    await waitFor(() => expect(sent(JOBS)).toEqual([{ act: { kind: 'enroll', courseId: 4, ...wanted }, ids: ['p'] }]));
  });

  test('shows what the server says of the date at its field', async () => {
    await open(dialog, { [JOBS]: () => answer(422, PAST) });
    await screen.findByLabelText('Due');
    fill('Due', 'day');
    fill('Due date', '2020-02-03');
    await press('Enroll Pia');
    await screen.findByText('This due date is in the past.');
    expect(screen.getByLabelText('Due date').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('[M14] automatic reminders', () => {
  const PATH = '/api/enterprise/admin/organizations/o/auto-reminders';
  const plan = (people: number | null) => ({
    reminders: { before: [], after: [], certificates: [], isRequired: false },
    nextCertificates: people === null ? null : { on: addDays(today, 9), people: 1 },
    next: people === null ? null : { on: addDays(today, 4), people },
  });
  const routes = {
    [`GET ${PATH}`]: () => answer(200, plan(null)),
    [`PUT ${PATH}`]: () => answer(200, { message: 'Automatic reminders are on from tomorrow.' }),
  };

  test('say what they send next, and are saved', async () => {
    const { sent } = await open(<AutoRemindersButton organization={DEMO} />, {
      ...routes,
      [`GET ${PATH}`]: ({ address }) => answer(200, plan(address.searchParams.get('before') === '7' ? 3 : null)),
    });
    await press('Reminders');
    await screen.findByText('No emails are sent automatically.');
    fireEvent.click(screen.getByLabelText('7 days', { selector: 'fieldset:first-of-type input' }));
    await screen.findByText(`Due dates: 3 people next, on ${dayWords(addDays(today, 4))} in the morning.`);
    fireEvent.click(screen.getByLabelText('90 days'));
    await screen.findByText(`Certificates: 1 person next, on ${dayWords(addDays(today, 9))} in the morning.`);
    fireEvent.click(screen.getByLabelText(/This training is required/));
    await press('Save');
    const wanted = { before: [7], after: [], certificates: [90], isRequired: true };
    await waitFor(() => expect(sent(`PUT ${PATH}`)).toEqual([wanted]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('stay open with what the server says when they are not saved', async () => {
    await open(<AutoRemindersButton organization={DEMO} />, {
      ...routes,
      [`PUT ${PATH}`]: () => answer(500, {}),
    });
    await press('Reminders');
    await screen.findByText('No emails are sent automatically.');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toMatch(/not saved|went wrong/i);
  });
});

describe('[M14] the people of a course', () => {
  const tab = <LearnersTab admin={{ isSuperAdmin: false, organization: DEMO }} course={COURSE} />;

  test('are everyone in the organization, and everyone who joins later', async () => {
    const { sent } = await open(tab);
    await press('Enroll everyone');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enroll everyone in Demo Inspections' }));
    fill('Due', 'days');
    expect(dialog.getByText('People who join later have as many days from joining.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Enroll everyone' }));
    await screen.findByText('0 people now');
    expect(sent(EVERYONE)).toEqual([{ organizationId: 'o', andLater: true, dueInDays: 14, sendEmail: true }]);
  });

  test('are everyone in an organization that a super admin has to choose, as the course has no owner', async () => {
    const organization = (id: string, name: string) => ({ id, name, isActive: true });
    const free = { ...COURSE, organizationId: null, organization: null };
    const { sent } = await open(<LearnersTab admin={{ isSuperAdmin: true, organization: null }} course={free} />, {
      'GET /api/admin/organizations': () =>
        answer(200, { organizations: [organization('n', 'North'), organization('s', 'South')], nextCursor: null }),
    });
    await press('Enroll everyone');
    await screen.findByPlaceholderText('Select an organization');
    const dialog = within(screen.getByRole('dialog'));
    const enroll = dialog.getByRole<HTMLButtonElement>('button', { name: 'Enroll everyone' });
    expect(enroll.disabled).toBe(true);
    await pick('Organization', 'South');
    fireEvent.click(enroll);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(EVERYONE)).toEqual([{ organizationId: 's', andLater: true, sendEmail: true }]);
  });

  test('may be enrolled by a rule that cannot be read: that is said, and read again', async () => {
    let tries = 0;
    const rule = {
      organization: DEMO,
      group: null,
      dueOn: null,
      dueInDays: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    await open(tab, {
      [RULES]: () => {
        tries += 1;
        return tries === 1 ? refusal(500, 'internal', 'No') : answer(200, { autoEnrollments: [rule] });
      },
    });
    await screen.findByText('Failed to fetch automatic enrollments');
    await press('Try again');
    await screen.findByRole('list', { name: 'Automatic enrollments' });
  });

  test('come back by undo without a due date that has passed, which is said', async () => {
    const learner = {
      ...{ userId: 'p', fullName: 'Pia', email: 'p@demo.example', percentComplete: 0, dueOn: addDays(today, -1) },
      ...{ ...ENROLLED, certified: NONE },
    };
    const { sent } = await open(tab, {
      'GET /api/admin/courses/4/learners': () => answer(200, { learners: [learner], nextCursor: null }),
      'DELETE /api/admin/courses/4/enrollments/p': () => answer(200, { message: 'Removed' }),
      [ENROLL]: ({ body }) => ('dueOn' in (body as object) ? answer(422, PAST) : answer(200, told)),
    });
    await press('Remove Pia');
    await press('Undo');
    await screen.findByText(`${told.message} Their due date has passed and was not restored.`);
    expect(sent(ENROLL).at(-1)).toEqual({ userIds: ['p'] });
  });

  test('who joins the organization is enrolled until that is stopped', async () => {
    const rule = { organization: DEMO, group: null, dueOn: null, dueInDays: 14, createdAt: '2026-01-01T00:00:00.000Z' };
    const { asked } = await open(tab, {
      [RULES]: () => answer(200, { autoEnrollments: [rule] }),
      [END]: () => answer(200, { message: 'Ended' }),
    });
    const rules = await screen.findByRole('list', { name: 'Automatic enrollments' });
    expect(rules.textContent).toContain('Everyone who joins Demo Inspections is enrolled, due 14 days after joining.');
    await press('Stop for Demo Inspections');
    await press('Stop');
    await waitFor(() => expect(asked).toContain(END));
  });

  test('are everyone in a group, and whoever joins it until that is stopped', async () => {
    const north = { id: 'g', name: 'North' };
    const rule = {
      organization: DEMO,
      group: north,
      dueOn: null,
      dueInDays: 14,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const { asked, sent } = await open(tab, {
      [RULES]: () => answer(200, { autoEnrollments: [{ ...rule, group: null }, rule] }),
      [`${END}/groups/g`]: () => answer(200, { message: 'Ended' }),
      'GET /api/enterprise/admin/organizations/o/groups': () =>
        answer(200, { groups: [{ ...north, people: 2, leads: [], courses: [] }] }),
    });
    const rules = within(await screen.findByRole('list', { name: 'Automatic enrollments' }));
    expect(rules.getByText(/Everyone who joins/, { selector: 'li:last-child span' }).textContent).toBe(
      'Everyone who joins North in Demo Inspections is enrolled, due 14 days after joining.',
    );
    await press('Stop for North in Demo Inspections');
    await press('Stop');
    await waitFor(() => expect(asked).toContain(`${END}/groups/g`));
    expect(asked).not.toContain(END);
    await press('Enroll everyone');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enroll everyone in Demo Inspections' }));
    fireEvent.change(await dialog.findByLabelText('Group'), { target: { value: 'g' } });
    expect(dialog.getByText('People are enrolled when they join North.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Enroll everyone' }));
    await waitFor(() =>
      expect(sent(EVERYONE)).toEqual([{ organizationId: 'o', groupId: 'g', andLater: true, sendEmail: true }]),
    );
  });

  test('are listed with their due dates, and filtered by those who are overdue', async () => {
    const learner = (userId: string, dueOn: string | null) => ({
      ...{ userId, fullName: userId, email: `${userId}@demo.example`, percentComplete: 0, dueOn },
      ...{ ...ENROLLED, certified: NONE },
    });
    const learners = [learner('Late', addDays(today, -1)), learner('Early', addDays(today, 1)), learner('Free', null)];
    await open(tab, {
      'GET /api/admin/courses/4/learners': ({ address }) => {
        const isOverdue = address.searchParams.get('state') === 'overdue';
        return answer(200, { learners: isOverdue ? learners.slice(0, 1) : learners, nextCursor: null });
      },
    });
    await screen.findByText('1 day late');
    expect(screen.getByText(`Due ${dayWords(addDays(today, 1))}`)).toBeTruthy();
    await filterBy('Show', 'overdue');
    await waitFor(() => expect(screen.queryByText('Early')).toBeNull());
    expect(screen.getByText('Late')).toBeTruthy();
  });
});

test('[M14] the due date of one person is changed and removed on their page', async () => {
  const course: PersonCourse = {
    ...{
      id: 4,
      title: 'Field training',
      percent: 50,
      completedLessons: 1,
      lessons: 2,
      isAssigned: true,
      canEdit: true,
      canAssign: true,
      round: 1,
      pastRounds: [],
      certificateEnds: null,
    },
    ...{ enrolledAt: '2026-10-01T00:00:00.000Z', dueOn: addDays(today, 3), completedAt: null, lastActivityAt: null },
    remindedAt: new Date().toISOString(),
  };
  const user: PersonDetail['user'] = {
    ...{ id: 'p', email: 'p@demo.example', full_name: 'Pia', organization_id: 'o', organization: DEMO },
    ...{ is_org_admin: false, is_super_admin: false, has_two_step: null, created_at: '2026-01-01T00:00:00.000Z' },
  };
  const detail = { user, courses: [course], groups: [], lastSeenAt: null, certificates: [], stuckAt: null };
  const { sent } = await open(<PersonLearning {...detail} />);
  expect(await screen.findAllByText(`Due ${dayWords(addDays(today, 3))}`)).toHaveLength(2);
  await press('Change due date');
  await screen.findByRole('dialog', { name: 'Change due date' });
  screen.getByText(/No email is sent; 'Remind' sends one/);
  fill('Due date', addDays(today, 9));
  await press('Save');
  await waitFor(() => expect(sent(ENROLL)).toEqual([{ userIds: ['p'], dueOn: addDays(today, 9) }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Change due date');
  fill('Due', 'none');
  await press('Save');
  await waitFor(() => expect(sent(ENROLL)[1]).toEqual({ userIds: ['p'], dueOn: null }));
});
