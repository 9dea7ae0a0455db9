// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OrganizationQuizPage } from '#app/admin/insights/organization-quiz-page.tsx';
import { LedGroupsPage, LedPersonPage } from '#app/admin/led-groups-page.tsx';
import { OwnGroupsPage } from '#app/admin/people/groups-page.tsx';
import { OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { Route, Routes } from '#app/ui/router.ts';
import type { GroupRow } from '#sync/contract/group.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { readCrew } from '#sync/store/kept-crew.ts';
import { aJob, aMember, DEMO, OF_DEMO, opened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer, LENA, refusal } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';

const GROUPS = '/api/enterprise/admin/organizations/o/groups';
const JOBS = 'POST /api/enterprise/admin/organizations/o/bulk-jobs';
const DONE = aJob({
  ...{ kind: 'take-from-group', title: 'Take out of North', state: 'done', total: 1, handled: 1, changed: 1 },
});
const LEFT = { email: null, result: 'left', reason: 'Not in North.' };
const NORTH: GroupRow = { id: 'g1', name: 'North', people: 2, leads: [{ id: 'p1', name: 'Mia' }], courses: [] };

const member = (id: string, name: string, isLead: boolean) =>
  aMember(id, name, { groups: [{ id: 'g1', name: 'North', isLead }] });
const USERS = [member('p1', 'Mia', true), member('p2', 'Noah', false)];

const open = (at: string, more: Record<string, Answer> = {}, rights: object = OF_DEMO) =>
  openWithRights(
    rights,
    <Routes>
      <Route path="admin/groups" element={<OwnGroupsPage />} />
      <Route path="admin/people" element={<OwnPeoplePage />} />
      <Route path="quizzes" element={<OrganizationQuizPage />} />
      <Route path="groups" element={<LedGroupsPage />} />
      <Route path="groups/:groupId/people/:userId" element={<LedPersonPage />} />
    </Routes>,
    {
      [`GET ${GROUPS}`]: () => answer(200, { groups: [NORTH] }),
      'GET /api/enterprise/admin/organizations/o/users': () =>
        answer(200, { users: USERS, nextCursor: null, total: 2 }),
      ...more,
    },
    at,
  );
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const name = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.submit(field.closest('form') ?? field);
};

describe('[M5] the groups of an organization', () => {
  test('lead to their people, and say how many there are and who leads', async () => {
    await open('/admin/groups');
    const link = await screen.findByRole('link', { name: 'North' });
    expect(link.getAttribute('href')).toBe('/admin/people?group=g1');
    expect(within(screen.getByRole('table', { name: 'Groups' })).getByText('2 people')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Mia' }).getAttribute('href')).toBe('/admin/people/p1');
  });

  test('say what joining one brings, in the list and where people are added', async () => {
    const courses = [
      { id: 4, title: 'Roofs' },
      { id: 5, title: 'Attics' },
    ];
    const routes = { [`GET ${GROUPS}`]: () => answer(200, { groups: [{ ...NORTH, courses }] }) };
    await open('/admin/groups', routes);
    expect((await screen.findByRole('link', { name: 'Attics' })).getAttribute('href')).toBe(
      '/admin/courses/5?tab=people',
    );
    await open('/admin/people', routes);
    fireEvent.click(await screen.findByLabelText('Select Mia'));
    press('Add to group (1)');
    await screen.findByText('People who join it are enrolled in Roofs and Attics.');
  });

  test('are made under a name, and a name in use is refused at the field', async () => {
    const network = await open('/admin/groups', {
      [`POST ${GROUPS}`]: ({ body }) =>
        (body as { name: string }).name === 'North'
          ? answer(422, { error: 'In use.', message: 'In use.', code: 'group_name_taken', field: 'name' })
          : answer(201, { group: { ...NORTH, id: 'g2', name: 'South' } }),
    });
    await screen.findByRole('link', { name: 'North' });
    press('New group');
    name('Name', 'North');
    expect(await screen.findByText('In use.')).toBeTruthy();
    name('Name', 'South');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(network.bodies[`POST ${GROUPS}`]).toEqual([{ name: 'North' }, { name: 'South' }]);
    await waitFor(() => expect(opened().address(), 'to fill it').toBe('/admin/people?group=g2'));
  });

  test('begin with a new one where a link asks for it', async () => {
    await open('/admin/groups?act=add');
    await screen.findByRole('dialog', { name: 'New group' });
    await waitFor(() => expect(opened().address()).toBe('/admin/groups'));
  });

  test('are deleted once it was said what that touches', async () => {
    const remove = `DELETE ${GROUPS}/g1`;
    const { asked } = await open('/admin/groups', { [remove]: () => answer(200, { message: 'Deleted.' }) });
    await screen.findByRole('link', { name: 'North' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for North' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/^2 people are in it; everyone stays in the organization and keeps their courses\. 1 lead/),
    ).toBeTruthy();
    expect(asked).not.toContain(remove);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(asked).toContain(remove));
  });
});

describe('[M5] the people of an organization', () => {
  test('are listed by the group in the address, and taken out of it together', async () => {
    const network = await open('/admin/people?group=g1', { [JOBS]: () => answer(201, { job: DONE }) });
    fireEvent.click(await screen.findByLabelText('Select Noah'));
    expect(network.asked).toContain('GET /api/enterprise/admin/organizations/o/users?sort=name&group=g1&limit=50');
    expect(screen.getByText('North (lead)')).toBeTruthy();
    press('Take out of group (1)');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take out' }));
    await waitFor(() =>
      expect(network.bodies[JOBS]).toEqual([{ act: { kind: 'take-from-group', groupId: 'g1' }, ids: ['p2'] }]),
    );
    await screen.findByText('Take out of North: Noah.');
  });

  test('of an empty group are missing, and the page says how it gets some', async () => {
    await open('/admin/people?group=g1', {
      [`GET ${GROUPS}`]: () => answer(200, { groups: [{ ...NORTH, people: 0, leads: [] }] }),
      'GET /api/enterprise/admin/organizations/o/users': () => answer(200, { users: [], nextCursor: null, total: 0 }),
    });
    await screen.findByRole('heading', { name: 'North is empty' });
    // The page's button too.
    expect(screen.getAllByRole('link', { name: 'Invite people' }).map((link) => link.getAttribute('href'))).toEqual([
      '/admin/invitations?invite=one&group=g1',
      '/admin/invitations?invite=one&group=g1',
    ]);
  });

  test('of a new group are added, led, invited and enrolled from its page', async () => {
    const one = { ...NORTH, people: 0, leads: [] };
    let users = [{ ...member('p3', 'Olga', false), groups: [] as MemberRow['groups'] }];
    const network = await open('/admin/people?group=g1', {
      [`GET ${GROUPS}`]: () => answer(200, { groups: [one] }),
      'GET /api/enterprise/admin/organizations/o/users': () => answer(200, { users, nextCursor: null, total: 1 }),
      [`PUT ${GROUPS}/g1/people/p3`]: () => {
        users = [member('p3', 'Olga', false)];
        return answer(200, { message: 'The person is in North.' });
      },
      'GET /api/enterprise/admin/organizations/o/courses': () =>
        answer(200, {
          courses: [
            { id: 4, title: 'Roofs', isPublished: true, isGranted: false, visibility: 'organization' },
            { id: 5, title: 'Walls', isPublished: true, isGranted: true, visibility: 'private' },
            { id: 6, title: 'Basics', isPublished: true, isGranted: true, visibility: 'public' },
          ],
          nextCursor: null,
        }),
      'POST /api/admin/courses/4/enroll-everyone': () => answer(200, { message: 'Enrolled.', job: null }),
    });
    await screen.findByText('No one is in it yet, without a lead.');
    const invite = screen.getByRole('link', { name: 'Invite into it' });
    expect(invite.getAttribute('href')).toBe('/admin/invitations?invite=one&group=g1');
    press('Add people');
    fireEvent.click(await screen.findByRole('button', { name: 'Add: Olga' }));
    await screen.findByText('Is in it');
    press('Done');
    press('Add lead');
    fireEvent.click(await screen.findByRole('button', { name: 'Make lead: Olga' }));
    await waitFor(() => expect(network.bodies[`PUT ${GROUPS}/g1/people/p3`]).toEqual([{}, { isLead: true }]));
    press('Done');
    press('Assign a course');
    fireEvent.click(await screen.findByRole('combobox', { name: 'Course' }));
    await screen.findByRole('option', { name: 'Walls', description: 'Granted' });
    screen.getByRole('option', { name: 'Basics', description: 'Public' });
    fireEvent.click(screen.getByRole('option', { name: 'Roofs', description: 'Own' }));
    press('Assign');
    await waitFor(() =>
      expect(network.bodies['POST /api/admin/courses/4/enroll-everyone']).toEqual([
        { organizationId: 'o', groupId: 'g1', andLater: true, sendEmail: true },
      ]),
    );
  });

  test('who were left out of an act are listed with the reason', async () => {
    const rows = ['p1', 'p2'].map((userId, n) => ({ ...LEFT, position: n, userId, name: userId }));
    await open('/admin/people?group=g1', {
      [JOBS]: () => answer(201, { job: { ...DONE, total: 2, handled: 2, changed: 0 } }),
      [`${JOBS.replace('POST', 'GET')}/j/rows`]: () => answer(200, { rows, nextCursor: null, total: 2 }),
    });
    for (const who of ['Mia', 'Noah']) fireEvent.click(await screen.findByLabelText(`Select ${who}`));
    press('Take out of group (2)');
    const ask = within(await screen.findByRole('dialog', { name: 'Take 2 people out of North?' }));
    fireEvent.click(ask.getByRole('button', { name: 'Take out' }));
    const told = within(await screen.findByRole('dialog', { name: 'Take out of North' }));
    expect(told.getByText('0 of 2 taken out, 2 left out')).toBeTruthy();
    expect(await told.findAllByText('Not in North.')).toHaveLength(2);
    expect(screen.queryByText('Taken Out of Group')).toBeNull();
  });

  test('are put into a new group', async () => {
    const network = await open('/admin/people', {
      [`POST ${GROUPS}`]: () => answer(201, { group: { ...NORTH, id: 'g2', name: 'South' } }),
      [JOBS]: () => answer(201, { job: { ...DONE, kind: 'add-to-group' } }),
    });
    for (const who of ['Mia', 'Noah']) fireEvent.click(await screen.findByLabelText(`Select ${who}`));
    press('Add to group (2)');
    fireEvent.change(await screen.findByLabelText('Group', { selector: '[role=dialog] *' }), {
      target: { value: 'new' },
    });
    name('Name of the new group', 'South');
    // One of them is of another organization by now.
    await screen.findByText('Take out of North: 1 of 1 added, 1 no longer here.');
    expect(network.bodies[JOBS]).toEqual([{ act: { kind: 'add-to-group', groupId: 'g2' }, ids: ['p1', 'p2'] }]);
  });
});

test('[N2] quiz results of an organization are narrowed to a group', async () => {
  const none = { totalAttempts: 0, averageScore: 0, passRate: 0, averageDurationMs: 0 };
  const figures = { organization: DEMO, summary: none, lessons: [], users: [], nextCursor: null };
  const { asked } = await open('/quizzes', {
    'GET /api/admin/quiz-analytics/lessons': () => answer(200, figures),
    'GET /api/admin/quiz-analytics/people': () => answer(200, figures),
  });
  fireEvent.change(await screen.findByLabelText('Group'), { target: { value: 'g1' } });
  await waitFor(() =>
    expect(asked).toEqual(
      expect.arrayContaining([
        'GET /api/admin/quiz-analytics/lessons?organizationId=o&group=g1&limit=50',
        'GET /api/admin/quiz-analytics/people?organizationId=o&group=g1&limit=50',
      ]),
    ),
  );
  expect(opened().address()).toBe('/quizzes?quiz-group=g1');
});

test('[N2] the questions of a quiz are analyzed over the people of the group', async () => {
  const none = { totalAttempts: 0, averageScore: 0, passRate: 0, averageDurationMs: 0 };
  const quiz = { lessonId: 18, lessonTitle: 'Quiz: Scan Quality', courseTitle: 'Field training' };
  const row = { ...none, ...quiz, firstTryRate: 0, trend: [] };
  const figures = { organization: DEMO, summary: none, lessons: [row], users: [], nextCursor: null };
  const { asked } = await open('/quizzes?quiz-group=g1&lessonId=18', {
    'GET /api/admin/quiz-analytics/lessons': () => answer(200, figures),
    'GET /api/admin/quiz-analytics/people': () => answer(200, figures),
  });
  await waitFor(() => expect(asked).toContain('GET /api/admin/lessons/18/quiz/analysis?organizationId=o&group=g1'));
});

describe('[M12] the lead of a group', () => {
  const LED = {
    'GET /api/groups': () => answer(200, { groups: [NORTH] }),
    'GET /api/groups/g1/people': () =>
      answer(200, { group: { id: 'g1', name: 'North' }, users: USERS, nextCursor: null, total: 2 }),
  };

  test('sees its people with their progress, and no act but to remind them', async () => {
    await open('/groups', LED, {});
    await screen.findByRole('heading', { level: 1, name: 'North' });
    const link = await screen.findByRole('link', { name: 'Noah' });
    expect(link.getAttribute('href')).toBe('/groups/g1/people/p2');
    expect(screen.queryByRole('button', { name: /^(Actions for|Enroll|Remove)/ })).toBeNull();
    expect(screen.getByText('2 people')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Select Noah'));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    expect(bar.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual(
      ['Remind (1)', 'Clear the selection'],
    );
  });

  test('has what they saw kept on the device, with its time', async () => {
    await open('/groups', LED, {});
    await screen.findByRole('link', { name: 'Noah' });
    const { replica } = opened().engineOf(LENA.id);
    await waitFor(async () => expect(await readCrew(replica)).toBeDefined());
    const crew = await readCrew(replica);
    expect(crew?.groups).toMatchObject([{ id: 'g1', name: 'North', people: 2 }]);
    expect(crew?.groups[0]?.members.map(({ name, percent }) => [name, percent])).toEqual([
      ['Mia', 40],
      ['Noah', 40],
    ]);
    expect(Date.now() - Date.parse(crew?.at ?? '')).toBeLessThan(60_000);
  });

  const REMIND = 'POST /api/groups/g1/remind';
  const example = { to: 'p2@demo.example', subject: 'Overdue: Roofs', text: 'Your training is overdue' };
  const reminded = (left: object[]) => ({
    [REMIND]: ({ body }: { body?: unknown }) => {
      const message = (body as { isPreview: boolean }).isPreview ? '1 person can be reminded.' : '1 person reminded.';
      return answer(200, { message, changed: 1, left, example });
    },
  });

  test('reminds one of them after a look at the email', async () => {
    const network = await open('/groups', { ...LED, ...reminded([]) }, {});
    fireEvent.click(await screen.findByLabelText('Select Noah'));
    press('Remind (1)');
    expect((await screen.findByRole('region', { name: 'The email' })).textContent).toContain('Overdue: Roofs');
    press('Send 1 reminder');
    await screen.findByText('1 person reminded.');
    const userIds = ['p2'];
    expect(network.bodies[REMIND]).toEqual([
      { userIds, isPreview: true },
      { userIds, isPreview: false },
    ]);
  });

  test('reminds all who match but those that were unticked, and reads how many were left out', async () => {
    const people = () => answer(200, { group: { id: 'g1', name: 'North' }, users: USERS, nextCursor: 'n', total: 60 });
    const left = [{ userId: 'p9', reason: 'Nothing is due.' }];
    const routes = { ...LED, 'GET /api/groups/g1/people': people, ...reminded(left) };
    const network = await open('/groups?standing=overdue', routes, {});
    fireEvent.click(await screen.findByLabelText('Select all'));
    fireEvent.click(screen.getByLabelText('Select Mia'));
    await screen.findByText('All that match (60 people) except 1');
    press('Remind all');
    await screen.findByRole('dialog', { name: 'Remind everyone who matches except 1 person' });
    await screen.findByRole('region', { name: 'The email' });
    press('Send 1 reminder');
    await screen.findByRole('dialog', { name: 'Reminders' });
    screen.getByText('1 person is left out: Nothing is due.');
    const matching = { standing: 'overdue', except: ['p1'] };
    expect(network.bodies[REMIND]).toEqual([
      { matching, isPreview: true },
      { matching, isPreview: false },
    ]);
  });

  test('narrows them to those whose certificates run out', async () => {
    const { asked } = await open('/groups', LED, {});
    await filterBy('Certificates', '30');
    await waitFor(() => expect(asked).toContain('GET /api/groups/g1/people?certificates=30&limit=50'));
    expect(screen.getByRole('columnheader', { name: /Certificate expires/ })).toBeTruthy();
  });

  test('sees what one of them has learned', async () => {
    const user = {
      ...{ id: 'p2', email: 'p2@demo.example', full_name: 'Noah', organization_id: 'o', organization: DEMO },
      ...{ is_org_admin: false, is_super_admin: false, has_two_step: null, created_at: '2026-01-01T00:00:00.000Z' },
    };
    const course = {
      ...{ id: 4, title: 'Field training', percent: 50, completedLessons: 1, lessons: 2, isAssigned: true },
      ...{
        enrolledAt: '2026-10-01T00:00:00.000Z',
        completedAt: null,
        lastActivityAt: null,
        canEdit: false,
        canAssign: false,
      },
      ...{ dueOn: '2026-12-03', round: 1, pastRounds: [], certificateEnds: null },
    };
    const lesson = { id: 17, title: 'Care for the Scanner', orderIndex: 1, status: 'completed' };
    const lessons = [{ ...lesson, completedAt: null, updatedAt: null, attempts: [] }];
    const groups = [{ id: 'g1', name: 'North', isLead: false }];
    const person = { user, groups, lastSeenAt: null, courses: [course], certificates: [], stuckAt: null };
    await open(
      '/groups/g1/people/p2',
      {
        'GET /api/groups/g1/people/p2': () => answer(200, person),
        'GET /api/groups/g1/people/p2/courses/4': () => answer(200, { lessons }),
        ...reminded([]),
      },
      {},
    );
    await screen.findByRole('heading', { level: 1, name: 'Noah' });
    expect(await screen.findByText(/Care for the Scanner/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Actions for|Enroll$)/ })).toBeNull();
    press('Remind');
    await screen.findByRole('dialog', { name: 'Remind Noah' });
    await screen.findByRole('region', { name: 'The email' });
  });

  test('of no group reads how to become one, and a failure is told', async () => {
    await open('/groups', { 'GET /api/groups': () => answer(200, { groups: [] }) }, {});
    expect(await screen.findByText("You don't lead a group")).toBeTruthy();
    await open('/groups', { 'GET /api/groups': () => refusal(500, 'internal', 'No') }, {});
    expect(await screen.findByText('Failed to fetch your group')).toBeTruthy();
  });
});
