// Leads remind the people of their group of what is due, and nobody else, as long as they lead it.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { Reminder, ReminderOutcome } from '#sync/contract/reminder.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { plantMembers, processOn, runJobs, stopJobs } from '#tests/fixtures/jobs.ts';

const inDays = (days: number) => addDays(dayOf(new Date(), 'UTC'), days);
const STRANGER = '00000000-0000-4000-8000-000000000000';

onEveryEngine('[X3] reminders by a lead', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { courseProgress, mailOutbox } = db.tables;
    const groupId = await plant.group(ours, 'North');
    const lead = await plant.person({ fullName: 'Lou Lead', organizationId: ours });
    const colleague = await plant.person({ fullName: 'Cem Colleague', organizationId: ours });
    await plant.inGroup(groupId, lead, { isLead: true });
    for (const one of [people.member, colleague]) await plant.inGroup(groupId, one);
    const courseId = await plant.course({ organizationId: ours, title: 'Roofs' });
    const give = (userId: string, days = -1) =>
      db.insert(courseProgress).values({ userId, courseId, isAssigned: true, dueOn: inDays(days) });
    const path = `/api/groups/${groupId}/remind`;
    const remind = async (request: Reminder, who = lead) =>
      (await send(who, 'POST', path, request)).body as ReminderOutcome;
    const mails = async () =>
      (await db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'reminder'))).map((mail) => mail.toAddress);
    const group = `/api/enterprise/admin/organizations/${ours}/groups/${groupId}`;
    return { ...all, groupId, group, lead, colleague, courseId, give, path, remind, mails };
  }

  test('reach one of their people, with a preview, and are logged with the group', async () => {
    const { people, give, remind, mails, acts, lead } = await started();
    await give(people.member);
    const preview = await remind({ userIds: [people.member], isPreview: true });
    expect(preview).toMatchObject({ message: '1 person can be reminded.', example: { subject: 'Overdue: Roofs' } });
    expect([await mails(), await acts()]).toEqual([[], []]);
    const told = { message: '1 email is waiting to be sent.', left: [] };
    expect(await remind({ userIds: [people.member] })).toMatchObject(told);
    expect(await mails()).toHaveLength(1);
    expect(await acts()).toMatchObject([
      {
        ...{ action: 'organization.person_reminded', actorId: lead, subject: people.member },
        details: { courses: ['Roofs'], group: 'North' },
      },
    ]);
  });

  test('reach all who match in the group, but those that were unticked', async () => {
    const { people, plant, ours, colleague, give, remind, mails } = await started();
    const elsewhere = await plant.person({ organizationId: ours });
    for (const one of [people.member, colleague, elsewhere, people.admin]) await give(one);
    const matching = { standing: 'overdue' as const, except: [colleague.toUpperCase()] };
    // Another group in the request changes nothing.
    const other = { ...matching, group: await plant.group(ours) };
    expect(await remind({ matching: other, isPreview: true })).toMatchObject({ changed: 1, left: [] });
    expect(await remind({ matching })).toMatchObject({ changed: 1, left: [] });
    expect(await mails()).toHaveLength(1);
    expect(await remind({ matching: {} })).toMatchObject({ changed: 1 });
    expect(await mails()).toHaveLength(2);
  });

  test('show the lead no course that their organization does not have', async () => {
    const { db, people, plant, theirs, remind, mails } = await started();
    const secret = await plant.course({ organizationId: theirs, title: 'Secret', visibility: 'private' });
    const row = { courseId: secret, isAssigned: true, dueOn: inDays(-1) };
    await db.insert(db.tables.courseProgress).values({ userId: people.member, ...row });
    const preview = await remind({ userIds: [people.member], isPreview: true });
    expect(preview).toMatchObject({ changed: 1, example: null });
    expect(await remind({ userIds: [people.member] })).toMatchObject({ changed: 1, example: null });
    expect(await mails()).toHaveLength(1);
  });

  test('reach the first of many at once and the others by a job, which ends with the right of the lead', async () => {
    const { db, people, ours, groupId, lead, group, courseId, send, remind, mails } = await started();
    const many = await plantMembers(db, ours, 260);
    await db.insert(db.tables.groupMembers).values(many.map((userId) => ({ groupId, userId })));
    const due = { courseId, isAssigned: true, dueOn: inDays(-1) };
    await db.insert(db.tables.courseProgress).values(many.map((userId) => ({ ...due, userId })));
    await stopJobs(db);
    expect(await remind({ userIds: many })).toMatchObject({ changed: 100, waiting: 160 });
    await send(people.admin, 'PUT', `${group}/people/${lead}`, { isLead: false });
    await runJobs(processOn(db));
    expect(await mails()).toHaveLength(100);
    expect(await db.select().from(db.tables.bulkJobs)).toMatchObject([
      { state: 'failed', error: 'This group is not here.' },
    ]);
  });

  test('are never sent twice, by the lead, by an admin, or by two at once', async () => {
    const { people, plant, groupId, ours, give, remind, mails, send, lead } = await started();
    await give(people.member);
    const second = await plant.person({ organizationId: ours });
    await plant.inGroup(groupId, second, { isLead: true });
    const userIds = [people.member];
    const told = await Promise.all([remind({ userIds }), remind({ matching: {} }, second), remind({ userIds }, lead)]);
    expect(told.map(({ changed }) => changed).sort()).toEqual([0, 0, 1]);
    const byAdmin = await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/remind`, { userIds });
    expect(byAdmin.body).toMatchObject({ changed: 0, left: [{ reason: 'An email to them is waiting already.' }] });
    expect(await mails()).toHaveLength(1);
  });

  test('leave out whoever is not in the group, or has left it between preview and sending', async () => {
    const { people, colleague, give, remind, mails, send, group, groupId, ours, lead } = await started();
    for (const one of [people.member, colleague, people.admin]) await give(one);
    const userIds = [people.member, colleague, people.admin, people.otherMember, STRANGER];
    expect(await remind({ userIds, isPreview: true })).toMatchObject({ changed: 2 });
    const act = { kind: 'take-from-group', groupId };
    const jobs = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    await send(people.admin, 'POST', jobs, { act, ids: [colleague] });
    const sent = await remind({ userIds });
    expect(sent.changed).toBe(1);
    expect(sent.left).toEqual(userIds.slice(1).map((userId) => ({ userId, reason: 'This person is not in North.' })));
    expect(await mails()).toHaveLength(1);
    // An admin reminds the people of the group in the same way.
    await send(people.admin, 'PUT', `${group}/people/${colleague}`, {});
    expect(await remind({ userIds: [colleague] }, people.admin)).toMatchObject({ changed: 1 });
    expect(await remind({ userIds: [lead] })).toMatchObject({ left: [{ reason: 'Nothing is due.' }] });
  });

  test.each(['the lead right', 'the membership', 'the group'] as const)(
    'end with %s, also after a preview',
    async (end) => {
      const { people, lead, give, remind, mails, send, refused, group, path, ours } = await started();
      await give(people.member);
      const userIds = [people.member];
      expect(await remind({ userIds, isPreview: true })).toMatchObject({ changed: 1 });
      if (end === 'the lead right') await send(people.admin, 'PUT', `${group}/people/${lead}`, { isLead: false });
      if (end === 'the group') await send(people.admin, 'DELETE', group);
      if (end === 'the membership')
        await send(people.admin, 'DELETE', `/api/enterprise/admin/organizations/${ours}/users/${lead}`);
      for (const request of [{ userIds }, { matching: {} }, { userIds, isPreview: true }])
        expect(await refused(lead, 'POST', path, request)).toBe('404 group_not_found groupId');
      expect(await mails()).toEqual([]);
    },
  );

  test('are all that leads change: the jobs and reminders of the organization are not theirs', async () => {
    const { people, lead, refused, ours, groupId } = await started();
    const organization = `/api/enterprise/admin/organizations/${ours}`;
    const userIds = [people.member];
    const job = { act: { kind: 'remove' }, matching: { group: groupId } };
    expect(await refused(lead, 'POST', `${organization}/remind`, { userIds })).toBe('403 access_denied');
    expect(await refused(lead, 'POST', `${organization}/bulk-jobs`, job)).toBe('403 access_denied');
  });

  test('say what is wrong with a request, and do nothing', async () => {
    const { db, people, ours, lead, refused, path } = await started();
    expect(await refused(lead, 'POST', path, {})).toBe('400 validation_failed userIds');
    expect(await refused(lead, 'POST', path, { userIds: [people.member], matching: {} })).toBe(
      '400 validation_failed userIds',
    );
    expect(await refused(lead, 'POST', path, { matching: { search: 'nobody of this name' } })).toBe(
      '422 nobody_matches',
    );
    expect(await refused(lead, 'POST', path, { matching: { except: ['x'] } })).toBe(
      '400 validation_failed matching.except.0',
    );
    const { organizations } = db.tables;
    await db.update(organizations).set({ isActive: false }).where(eq(organizations.id, ours));
    expect(await refused(lead, 'POST', path, { userIds: [people.member] })).toBe('422 organization_inactive groupId');
  });
});
