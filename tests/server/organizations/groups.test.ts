// Groups of an organization: who makes them, who is in them, who leads them, and what ends when.
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BulkRows } from '#sync/contract/bulk-job.ts';
import { type FoundGroup, GROUP_NAME_LIMIT, GROUPS_LIMIT, groupKey } from '#sync/contract/group.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation } from '#tests/fixtures/plant.ts';

const STRANGER = '00000000-0000-4000-8000-000000000000';

onEveryEngine('groups', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const groups = `/api/enterprise/admin/organizations/${ours}/groups`;
    const list = async (who = people.admin) => (await send(who, 'GET', groups)).body.groups;
    const create = async (name: string) => (await send(people.admin, 'POST', groups, { name })).body.group.id as string;
    const add = async (id: string, ...userIds: string[]) => {
      for (const userId of userIds) await send(people.admin, 'PUT', `${groups}/${id}/people/${userId}`, {});
    };
    /** What becomes of each whom an act is for. */
    const act = async (kind: string, groupId: string, ids: string[]) => {
      const jobs = groups.replace('groups', 'bulk-jobs');
      const { job } = (await send(people.admin, 'POST', jobs, { act: { kind, groupId }, ids })).body;
      const { rows } = (await send(people.admin, 'GET', `${jobs}/${job.id}/rows`)).body as BulkRows;
      return rows.map(({ userId, reason }) => [userId, reason]);
    };
    const lead = (id: string, userId: string, isLead = true) =>
      send(people.admin, 'PUT', `${groups}/${id}/people/${userId}`, { isLead });
    const inGroup = async (id: string) => {
      const { groupMembers } = db.tables;
      const rows = await db.select().from(groupMembers).where(eq(groupMembers.groupId, id));
      return rows.map(({ userId }) => userId).sort();
    };
    const seen = async (who: string) => (await send(who, 'GET', '/api/groups')).body.groups;
    const colleague = await plant.person({ fullName: 'Cem Colleague', organizationId: ours });
    return { ...all, groups, list, create, add, act, lead, inGroup, seen, colleague };
  }

  test('[M5] are made, renamed and deleted by the admins of the organization', async () => {
    const { people, send, refused, groups, list, create, acts } = await started();
    const id = await create('  North\tsite ');
    await create('Crew 2');
    expect(await list()).toEqual([
      { id: expect.any(String), name: 'Crew 2', people: 0, leads: [], courses: [] },
      { id, name: 'North site', people: 0, leads: [], courses: [] },
    ]);
    const renamed = await send(people.admin, 'PUT', `${groups}/${id}`, { name: 'NORTH SITE' });
    expect(renamed.body).toEqual({ message: 'The group is now called NORTH SITE.' });
    expect(await refused(people.admin, 'PUT', `${groups}/${id}`, { name: 'crew  2' })).toBe(
      '422 group_name_taken name',
    );
    expect(await refused(people.admin, 'PUT', `${groups}/${STRANGER}`, { name: 'X' })).toBe(
      '404 group_not_found groupId',
    );
    const deleted = await send(people.admin, 'DELETE', `${groups}/${id}`);
    expect(deleted.body.message).toBe('The group NORTH SITE was deleted. Its people stay in the organization.');
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Crew 2']);
    expect((await acts()).map(({ action, details }) => [action, details])).toEqual([
      ['group.deleted', { name: 'NORTH SITE' }],
      ['group.renamed', { name: 'NORTH SITE', before: 'North site' }],
      ['group.created', { name: 'Crew 2' }],
      ['group.created', { name: 'North site' }],
    ]);
  });

  test('[X1] have a clean name of bounded length that no other group of the organization has', async () => {
    const { people, plant, theirs, refused, groups, create } = await started();
    const wrong: [unknown, string][] = [
      ['', '400 validation_failed name'],
      ['\u200b', '400 validation_failed name'],
      [7, '400 validation_failed name'],
      ['x'.repeat(GROUP_NAME_LIMIT + 1), '400 validation_failed name'],
    ];
    for (const [name, answer] of wrong) expect(await refused(people.admin, 'POST', groups, { name })).toBe(answer);
    await create('Müller crew');
    await plant.group(theirs, 'Theirs');
    expect(await refused(people.admin, 'POST', groups, { name: 'MU\u0308LLER crew' })).toBe(
      '422 group_name_taken name',
    );
    expect(await create('Theirs')).toEqual(expect.any(String));
  });

  test('[X1] made at once under one name are one group', async () => {
    const { people, send, groups, list } = await started();
    const answers = await Promise.all([1, 2, 3].map(() => send(people.admin, 'POST', groups, { name: 'Night shift' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await list()).toHaveLength(1);
  });

  test('[X1] are at most as many as one list holds', async () => {
    const { db, ours, people, refused, groups, list } = await started();
    const names = Array.from({ length: GROUPS_LIMIT }, (_, n) => `Crew ${n}`);
    const rows = names.map((name) => ({ organizationId: ours, name, nameKey: groupKey(name) }));
    await db.insert(db.tables.groups).values(rows);
    expect(await refused(people.admin, 'POST', groups, { name: 'One more' })).toBe('422 too_many_groups');
    expect(await list()).toHaveLength(GROUPS_LIMIT);
  });

  test('[M5] take people of the organization, many at once, and say who was left out and why', async () => {
    const { people, colleague, create, add, act, inGroup, list, acts } = await started();
    const id = await create('North');
    await add(id, people.member);
    const ids = [people.member, colleague.toUpperCase(), colleague, people.otherMember, STRANGER];
    expect(await act('add-to-group', id, ids)).toEqual([
      [people.member, 'Already in North.'],
      [colleague, null],
    ]);
    expect(await inGroup(id)).toEqual([people.member, colleague].sort());
    expect((await list())[0]).toMatchObject({ people: 2 });
    expect(await act('take-from-group', id, [people.member, people.admin])).toEqual([
      [people.member, null],
      [people.admin, 'Not in North.'],
    ]);
    expect(await inGroup(id)).toEqual([colleague]);
    const about = (await acts()).map(({ action, subject }) => `${action} ${subject}`);
    const ofPeople = about.filter((one) => one.startsWith('group.person'));
    expect(ofPeople.slice(0, 2)).toEqual([`group.person_removed ${people.member}`, `group.person_added ${colleague}`]);
  });

  test('[M12] of every organization are found by a super admin, by the beginning of a word', async () => {
    const { plant, people, ours, theirs, send } = await started();
    for (const name of ['North crew', 'Crew 10% off', 'Microwave']) await plant.group(ours, name);
    await plant.group(theirs, 'Crew North');
    const find = async (search: string) =>
      (
        await send(people.super, 'GET', `/api/admin/groups?search=${encodeURIComponent(search)}&limit=5`)
      ).body.groups.map(({ name, organization }: FoundGroup) => `${name} of ${organization.name}`);
    expect(await find('NORTH')).toEqual(['Crew North of Other Surveyors', 'North crew of Demo Inspections']);
    expect(await find('10%')).toEqual(['Crew 10% off of Demo Inspections']);
    expect(await find('crow')).toEqual([]);
  });

  test('[M12] of another organization are not there', async () => {
    const { plant, theirs, people, refused, groups } = await started();
    const foreign = await plant.group(theirs);
    for (const [method, path, sent] of [
      ['PUT', '', { name: 'X' }],
      ['DELETE', '', {}],
      ['PUT', `/people/${people.member}`, { isLead: true }],
    ] as const)
      expect(await refused(people.admin, method, `${groups}/${foreign}${path}`, sent)).toBe(
        '404 group_not_found groupId',
      );
    expect(await refused(people.admin, 'GET', `/api/groups/${foreign}/people`)).toBe('404 group_not_found groupId');
  });

  test('[M5] members are listed with their groups, and by group', async () => {
    const { people, colleague, ours, send, create, add, lead } = await started();
    const [north, south] = [await create('North'), await create('South')];
    await add(north, people.member, colleague);
    await add(south, people.member);
    await lead(south, people.member);
    const members = async (query: string) =>
      (await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users?sort=name${query}`)).body;
    expect((await members('')).users.map((row: { groups: unknown }) => row.groups)).toEqual([
      [],
      [{ id: north, name: 'North', isLead: false }],
      [
        { id: north, name: 'North', isLead: false },
        { id: south, name: 'South', isLead: true },
      ],
    ]);
    const named = async (query: string) => {
      const { users, total } = await members(query);
      return [users.map((row: { full_name: string }) => row.full_name), total];
    };
    expect(await named(`&group=${north.toUpperCase()}`)).toEqual([['Cem Colleague', 'Maren Member'], 2]);
    expect(await named(`&group=${north}&search=cem`)).toEqual([['Cem Colleague'], 1]);
    expect(await named(`&group=${south}&standing=inactive`)).toEqual([[], 0]);
    expect(await named(`&group=${STRANGER}`)).toEqual([[], 0]);
  });

  test('[M5] a page of a group continues where the last one ended', async () => {
    const { plant, people, ours, send, create, add } = await started();
    const id = await create('North');
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await plant.person({ fullName: `P ${n}`, organizationId: ours }));
    await add(id, ...ids);
    const path = `/api/enterprise/admin/organizations/${ours}/users?sort=name&limit=2&group=${id}`;
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: MemberList = (await send(people.admin, 'GET', `${path}${cursor && `&cursor=${cursor}`}`)).body;
      seen.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
  });

  test('[M12] a lead sees the people of the group with their learning, and nobody else', async () => {
    const { people, colleague, plant, ours, send, refused, create, add, lead, seen } = await started();
    const id = await create('North');
    await add(id, people.member, colleague);
    expect(
      await refused(
        people.admin,
        'PUT',
        `/api/enterprise/admin/organizations/${ours}/groups/${id}/people/${STRANGER}`,
        { isLead: true },
      ),
    ).toBe('404 user_not_found userId');
    expect((await lead(id, people.member)).body).toEqual({ message: 'The person now leads North.' });
    expect(await seen(people.member)).toEqual([
      { id, name: 'North', people: 2, leads: [{ id: people.member, name: 'Maren Member' }], courses: [] },
    ]);
    expect(await seen(colleague)).toEqual([]);

    const listed = (await send(people.member, 'GET', `/api/groups/${id}/people?sort=name`)).body;
    expect(listed.group).toEqual({ id, name: 'North' });
    expect(listed.users.map((row: { full_name: string }) => row.full_name)).toEqual(['Cem Colleague', 'Maren Member']);
    // Another group in the query changes nothing.
    const other = await create('South');
    const forced = (await send(people.member, 'GET', `/api/groups/${id}/people?group=${other}`)).body;
    expect(forced.users).toHaveLength(2);

    const courseId = await plant.course({ organizationId: ours });
    await plant.lesson(courseId);
    await plant.assign(colleague, courseId);
    const page = `/api/groups/${id}/people/${colleague}`;
    const person = (await send(people.member, 'GET', page)).body;
    expect(person.user).toMatchObject({ full_name: 'Cem Colleague', has_two_step: null });
    expect(person.courses).toEqual([expect.objectContaining({ id: courseId, canEdit: false })]);
    expect((await send(people.member, 'GET', `${page}/courses/${courseId}`)).body.lessons).toHaveLength(1);

    expect(await refused(people.member, 'GET', `/api/groups/${id}/people/${people.admin}`)).toBe('404 user_not_found');
    expect(await refused(people.member, 'GET', `/api/groups/${other}/people`)).toBe('404 group_not_found groupId');
    expect(await refused(people.member, 'GET', `/api/admin/people/${colleague}`)).toBe('403 access_denied');
  });

  test.each(['removed', 'moved'] as const)('[M12] a %s lead leaves the group, and sees nothing of it', async (way) => {
    const { people, colleague, ours, theirs, send, refused, create, add, lead, inGroup, seen, acts } = await started();
    const id = await create('North');
    await add(id, people.member, colleague);
    await lead(id, people.member);
    const body = { userId: people.member, organizationId: theirs };
    if (way === 'moved') await send(people.super, 'POST', '/api/admin/assign-user-to-organization', body);
    else await send(people.admin, 'DELETE', `/api/enterprise/admin/organizations/${ours}/users/${people.member}`);
    expect(await seen(people.member)).toEqual([]);
    expect(await refused(people.member, 'GET', `/api/groups/${id}/people`)).toBe('404 group_not_found groupId');
    expect(await inGroup(id)).toEqual([colleague]);
    expect((await acts()).filter(({ action }) => action === 'group.person_removed')).toMatchObject([
      { subject: people.member, organizationId: ours, details: { group: 'North', because: 'left the organization' } },
    ]);
    // Coming back brings nothing back.
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', { ...body, organizationId: ours });
    expect(await seen(people.member)).toEqual([]);
  });

  test('[M7] an invitation leads into a group, and into the organization alone once the group is gone', async () => {
    const { db, plant, people, ours, theirs, send, refused, rooms, groups, create, inGroup } = await started();
    const id = await create('North');
    const form = { organizationId: ours, groupId: id.toUpperCase() };
    const made = await send(people.admin, 'POST', '/api/enterprise/admin/create-invitation', form);
    expect(made.body.invitation.groups).toEqual([{ id, name: 'North' }]);
    const foreign = { ...form, groupId: await plant.group(theirs) };
    expect(await refused(people.admin, 'POST', '/api/enterprise/admin/create-invitation', foreign)).toBe(
      '404 group_not_found groupId',
    );
    const join = async (token = made.body.token) => {
      const who = await plant.person();
      const joined = await rooms.post(who, '/api/enterprise/consume-invitation', { invitationToken: token });
      expect([joined.status, joined.body.organizationId]).toEqual([200, ours]);
      return who;
    };
    const first = await join();
    expect(await inGroup(id)).toEqual([first]);
    expect((await send(people.admin, 'DELETE', `${groups}/${id}`)).status).toBe(200);
    const second = await join();
    const [{ organizationId } = {}] = await db
      .select()
      .from(db.tables.profiles)
      .where(eq(db.tables.profiles.id, second));
    expect(organizationId).toBe(ours);
    const listed = await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/invitations`);
    expect(listed.body.invitations[0].groups).toEqual([]);
  });

  test('[M7] a member who uses such an invitation comes into the group, once', async () => {
    const { db, people, ours, rooms, create, add, inGroup, acts } = await started();
    const id = await create('North');
    await add(id, people.member);
    const { token } = await createInvitation(db, { organizationId: ours, createdBy: people.admin, groupId: id });
    const used = await rooms.post(people.member, '/api/enterprise/consume-invitation', { invitationToken: token });
    expect(used.status).toBe(200);
    expect(await inGroup(id)).toEqual([people.member]);
    expect((await acts()).filter(({ action }) => action === 'group.person_added')).toHaveLength(1);
  });

  test('[Z6] a file of people leads them into groups, and makes the ones that are missing', async () => {
    const { db, people, ours, send, create, list } = await started();
    const north = await create('North');
    const rows = [
      { email: 'a@new.example', group: ' north ' },
      { email: 'b@new.example', group: 'South' },
      { email: 'c@new.example', group: 'SOUTH' },
      { email: 'd@new.example' },
      { email: 'e@new.example', group: 'x'.repeat(GROUP_NAME_LIMIT + 1) },
      { email: 'no address', group: 'Nowhere' },
    ];
    const invite = async (dryRun: boolean) =>
      (await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/invitations`, { dryRun, rows }))
        .body;
    const dry = await invite(true);
    expect(dry).toMatchObject({ invited: 4, refused: 2, newGroups: ['South'] });
    expect(dry.rows[4]).toMatchObject({
      field: 'group',
      reason: `The name may have at most ${GROUP_NAME_LIMIT} characters.`,
    });
    expect(await list()).toHaveLength(1);
    expect(await invite(false)).toMatchObject({ invited: 4, newGroups: ['South'] });
    const south = (await list())[1];
    expect(south).toMatchObject({ name: 'South', people: 0 });
    const { invitations } = db.tables;
    const led = await db
      .select()
      .from(invitations)
      .where(and(eq(invitations.organizationId, ours)));
    expect(led.map(({ email, groupId }) => [email, groupId]).sort()).toEqual([
      ['a@new.example', north],
      ['b@new.example', south.id],
      ['c@new.example', south.id],
      ['d@new.example', null],
    ]);
  });

  test('[M5] a file brings people who are here into groups, once, and writes to none of them', async () => {
    const { db, plant, people, ours, theirs, send, create, list, inGroup, acts, add } = await started();
    const [north, chief] = [
      await create('North'),
      await plant.person({ email: 'chief@x.example', organizationId: ours }),
    ];
    const here = await plant.person({ email: 'here@x.example', organizationId: ours });
    await plant.person({ email: 'in@x.example', organizationId: ours }).then((id) => add(north, id));
    await plant.person({ email: 'away@x.example', organizationId: theirs });
    const rows = [
      { email: 'HERE@x.example', role: 'member', group: 'north' },
      { email: 'chief@x.example', role: 'admin', courseId: 'Roofs', group: 'South' },
      { email: 'in@x.example', group: 'North' },
      { email: 'away@x.example', group: 'North' },
      { email: 'new@x.example', group: 'South' },
    ];
    const place = `/api/enterprise/admin/organizations/${ours}/invitations`;
    const invite = async (dryRun: boolean, who = people.admin) =>
      (await send(who, 'POST', place, { dryRun, rows })).body;
    const told = (answer: { rows: { isAdded: boolean; isSame: boolean; reason: string | null }[] }) =>
      answer.rows.map(({ isAdded, isSame, reason }) => [isAdded, isSame, reason]);
    const dry = await invite(true);
    expect(dry).toMatchObject({ invited: 1, added: 2, same: 1, refused: 1, newGroups: ['South'] });
    expect(told(dry)).toEqual([
      [true, false, 'Will be added to North.'],
      [true, false, 'Will be added to South. Their role and courses stay.'],
      [false, true, 'Already a member of this organization.'],
      [false, false, "This person can't be invited."],
      [false, false, null],
    ]);
    expect([(await inGroup(north)).length, (await list()).length]).toEqual([1, 1]);
    // Two admins at once: one of them finds it done.
    const both = await Promise.all([invite(false), invite(false, people.super)]);
    expect(both.map(({ invited, added, same }) => [invited, added, same]).sort()).toEqual([
      [0, 0, 2],
      [1, 2, 1],
    ]);
    expect(told(both.find(({ added }) => added > 0))[0]).toEqual([true, false, 'Added to North.']);
    expect(await inGroup(north)).toContain(here);
    expect(await inGroup((await list())[1].id)).toEqual([chief]);
    const [profile] = await db.select().from(db.tables.profiles).where(eq(db.tables.profiles.id, chief));
    expect(profile?.isOrgAdmin).toBe(false);
    const added = (await acts()).filter(({ action }) => action === 'group.person_added');
    expect(added.map(({ subject }) => subject)).toEqual(expect.arrayContaining([here, chief]));
    expect(added).toHaveLength(3);
    const mails = await db.select().from(db.tables.mailOutbox);
    expect(mails.map(({ toAddress }) => toAddress)).toEqual(['new@x.example']);
  });
});
