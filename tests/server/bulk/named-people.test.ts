// Acts on many who were named: the first are done in the request, the others by its job, and each of them once (decision 345).
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BulkRows } from '#sync/contract/bulk-job.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { killedInside, plantMembers, processOn, runJobs, stopJobs } from '#tests/fixtures/jobs.ts';

const MINUTE_MS = 60_000;
/** More than the act itself and three slices. */
const MANY = 260;
const REST = ' 160 more are still being done.';

onEveryEngine('acts on many who were named', (_, engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  /** Many members of ours. Nobody works on jobs yet. */
  async function started() {
    const url = await newUrl();
    const all = await openAdministration(() => openDb({ url }));
    const { db, plant, ours, theirs, people, send, rooms } = all;
    await stopJobs(db);
    const members = await plantMembers(db, ours, MANY);
    const courseId = await plant.course({ organizationId: ours, visibility: 'private', title: 'Roofs' });
    const { courseProgress, profiles, bulkJobs, auditLog } = db.tables;
    const other = await openDb({ url });
    const finish = () => runJobs(processOn(other, () => new Date(Date.now() + MINUTE_MS)));
    const killed = () => killedInside(url, rooms.dataDir);
    const rows = () => db.select().from(db.tables.bulkRows);
    const jobs = () => db.select().from(bulkJobs).orderBy(bulkJobs.createdAt);
    const enrolled = async () => {
      const rows = await db.select().from(courseProgress).where(eq(courseProgress.courseId, courseId));
      return rows.filter(({ isAssigned }) => isAssigned);
    };
    const logged = async (action: string) =>
      new Set((await db.select().from(auditLog).where(eq(auditLog.action, action))).map(({ subject }) => subject)).size;
    const homes = async (where: string) =>
      (await db.select().from(profiles).where(eq(profiles.organizationId, where))).length;
    const enroll = (more: object = {}, who = people.admin) =>
      send(who, 'POST', `/api/admin/courses/${courseId}/enrollments`, { userIds: members, ...more });
    const move = (to: string | null, more: object = {}) =>
      send(people.super, 'POST', '/api/admin/assign-user-to-organization', {
        userIds: members,
        organizationId: to,
        ...more,
      });
    const [last = ''] = members.slice(-1);
    /** What became of those who were named, as an admin reads it. */
    const outcomes = async (who: string, place = ours, query = '') => {
      const at = place ? `/api/enterprise/admin/organizations/${place}/bulk-jobs` : '/api/admin/bulk-jobs';
      const id = (await jobs()).at(-1)?.id;
      return (await send(who, 'GET', `${at}/${id}/rows?limit=500${query}`)).body as BulkRows;
    };
    return {
      outcomes,
      ...all,
      members,
      last,
      courseId,
      finish,
      killed,
      jobs,
      rows,
      enrolled,
      logged,
      homes,
      enroll,
      move,
      theirs,
    };
  }

  test('all who are named are enrolled once, also when the process dies in between', async () => {
    const { enroll, jobs, killed, finish, enrolled, logged, send, people, ours } = await started();
    expect((await enroll({ dueOn: '2099-01-01' })).body).toEqual({
      message: `100 people enrolled in Roofs.${REST}`,
      ...{ changed: 100, left: [], waiting: 160 },
    });
    expect((await enrolled()).length).toBe(100);
    expect(await jobs()).toMatchObject([{ title: 'Enroll in Roofs', state: 'running', handled: 100, total: MANY }]);
    await killed();
    expect(await jobs()).toMatchObject([{ state: 'running', handled: 150 }]);
    await finish();
    expect(await jobs()).toMatchObject([{ state: 'done', handled: MANY, changed: MANY }]);
    expect(new Set((await enrolled()).map(({ dueOn }) => dueOn))).toEqual(new Set(['2099-01-01']));
    expect([(await enrolled()).length, await logged('course.person_enrolled')]).toEqual([MANY, MANY]);
    expect(
      (await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/bulk-jobs`)).body.jobs,
    ).toMatchObject([{ kind: 'enroll', state: 'done', handled: MANY }]);
  });

  test('whoever has left meanwhile is not enrolled', async () => {
    const { enroll, finish, enrolled, last, send, people, ours, jobs, outcomes } = await started();
    await enroll();
    expect((await outcomes(people.admin, ours, '&result=changed')).rows).toHaveLength(100);
    await send(people.admin, 'DELETE', `/api/enterprise/admin/organizations/${ours}/users/${last}`);
    await finish();
    expect((await enrolled()).map(({ userId }) => userId)).not.toContain(last);
    expect(await jobs()).toMatchObject([{ state: 'done', handled: MANY, changed: MANY - 1 }]);
    const all = (await outcomes(people.admin)).rows;
    expect(all.map(({ position }) => position)).toEqual(Array.from({ length: MANY }, (_, n) => n + 1));
    const left = all.filter(({ result }) => result !== 'changed');
    expect(left).toMatchObject([
      { position: MANY, result: 'left', reason: 'This person is not in your organization.' },
    ]);
    expect((await outcomes(people.admin, ours, '&result=left')).rows).toEqual(left);
  });

  test('whoever is of another organization, or nobody, is left out at once, and no admin reads of them', async () => {
    const { plant, theirs, ours, members, enroll, send, people, move, finish, jobs, outcomes } = await started();
    const stranger = await plant.person({ organizationId: theirs, fullName: 'Someone Else' });
    const nobody = randomUUID();
    const userIds = [stranger, ...members, nobody];
    const reason = 'This person is not in your organization.';
    expect((await enroll({ userIds })).body).toMatchObject({
      message: `100 people enrolled in Roofs.${REST}`,
      ...{ changed: 100, waiting: 160 },
      left: [stranger, nobody].map((userId) => ({ userId, reason })),
    });
    const reminded = await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/remind`, {
      userIds,
    });
    const elsewhere = 'This person is not in Demo Inspections.';
    expect(reminded.body.left.slice(-2)).toEqual([stranger, nobody].map((userId) => ({ userId, reason: elsewhere })));
    await finish();
    expect(await jobs()).toMatchObject([{ handled: MANY }, { handled: MANY }]);
    expect((await outcomes(people.admin, ours, '&search=someone')).rows).toEqual([]);
    const moved = await move(theirs, { userIds: [...members, nobody] });
    expect(moved.body).toMatchObject({ waiting: 160, left: [{ userId: nobody, reason: 'This person is not here.' }] });
  });

  test('of two acts that wait, the dates of the later one hold', async () => {
    const { enroll, finish, enrolled, jobs } = await started();
    await enroll({ dueOn: '2099-01-01' });
    await enroll({ dueOn: '2099-02-02' });
    await finish();
    expect(new Set((await enrolled()).map(({ dueOn }) => dueOn))).toEqual(new Set(['2099-02-02']));
    expect(await jobs()).toMatchObject([{ changed: MANY }, { changed: MANY }]);
  });

  test('a group that was renamed meanwhile is the one that was meant', async () => {
    const { db, send, people, ours, finish } = await started();
    const place = `/api/enterprise/admin/organizations/${ours}`;
    const rows = Array.from({ length: MANY }, (_, n) => ({ email: `guest-${n}@demo.example`, group: 'Night shift' }));
    await send(people.admin, 'POST', `${place}/invitations`, { dryRun: false, rows });
    const [group] = await db.select().from(db.tables.groups);
    await send(people.admin, 'PUT', `${place}/groups/${group?.id}`, { name: 'Day shift' });
    await finish();
    const made = await db.select().from(db.tables.invitations);
    expect([made.length, new Set(made.map(({ groupId }) => groupId))]).toEqual([MANY, new Set([group?.id])]);
  });

  test('whom a job invites or adds comes into all groups of their row that are left', async () => {
    const { db, send, people, ours, members, finish } = await started();
    const { profiles, groups, groupMembers, invitations, invitationGroups } = db.tables;
    const place = `/api/enterprise/admin/organizations/${ours}`;
    const known = await db.select({ email: profiles.email }).from(profiles).where(inArray(profiles.id, members));
    const many = Array.from({ length: MANY }, (_, n) => ({
      email: `guest-${n}@demo.example`,
      groups: ['A', 'B', 'C'],
    }));
    const rows = [...many, ...known.slice(0, 1).map((row) => ({ ...row, groups: ['A', 'B', 'C'] }))];
    await send(people.admin, 'POST', `${place}/invitations`, { dryRun: false, rows });
    const byName = new Map((await db.select().from(groups)).map(({ name, id }) => [name, id]));
    const [a, b, c] = ['A', 'B', 'C'].map((name) => byName.get(name));
    await send(people.admin, 'DELETE', `${place}/groups/${b}`);
    await finish();
    const made = await db.select().from(invitations);
    expect([made.length, new Set(made.map(({ groupId }) => groupId))]).toEqual([MANY, new Set([a])]);
    const further = await db.select().from(invitationGroups);
    expect([further.length, new Set(further.map(({ groupId }) => groupId))]).toEqual([MANY, new Set([c])]);
    const added = (await db.select().from(groupMembers)).map(({ groupId }) => groupId);
    expect(added.sort()).toEqual([a, c].sort());
  });

  test('of a list that leads people who are here into a group, a job adds the rest, and says of each what it did', async () => {
    const { db, send, people, ours, members, finish, jobs, outcomes } = await started();
    const { profiles, groupMembers, invitations, mailOutbox } = db.tables;
    const known = await db.select({ email: profiles.email }).from(profiles).where(inArray(profiles.id, members));
    const rows = [...known.slice(0, MANY - 1), { email: 'guest@demo.example' }].map((row) => ({
      ...row,
      group: 'Crew 9',
    }));
    const place = `/api/enterprise/admin/organizations/${ours}/invitations`;
    const sent = await send(people.admin, 'POST', place, { dryRun: false, rows });
    expect(sent.body).toMatchObject({ invited: 1, added: MANY - 1, newGroups: ['Crew 9'] });
    expect((await db.select().from(groupMembers)).length).toBe(100);
    await finish();
    expect(await jobs()).toMatchObject([{ state: 'done', handled: MANY, changed: MANY }]);
    const counts = [groupMembers, invitations, mailOutbox].map(async (one) => (await db.select().from(one)).length);
    expect(await Promise.all(counts)).toEqual([MANY - 1, 1, 1]);
    const told = (await outcomes(people.admin)).rows;
    expect([told[150], told.at(-1)]).toMatchObject([
      { email: rows[150]?.email, result: 'changed', reason: 'Added to Crew 9.' },
      { email: 'guest@demo.example', result: 'changed', reason: null },
    ]);
    const found = await outcomes(people.admin, ours, `&search=${encodeURIComponent(rows[150]?.email ?? '')}`);
    expect(found.rows).toMatchObject([{ email: rows[150]?.email }]);
  });

  test('an organization waits for none of another one', async () => {
    const { db, send, people, ours, theirs, finish } = await started();
    const act = { kind: 'invite-people' as const };
    const queue = `organization/${theirs}`;
    const dueAt = new Date(Date.now() + 60 * MINUTE_MS);
    await db.insert(db.tables.turns).values({ kind: 'jobs', key: queue, attempts: 1, lease: 'another one', dueAt });
    const counts = { total: 1, handled: 0, changed: 0, createdAt: new Date('2020-01-01') };
    const held = {
      id: randomUUID(),
      organizationId: theirs,
      title: 'Held by another process',
      act,
      queue,
      ...counts,
    };
    await db.insert(db.tables.bulkJobs).values({ ...held, state: 'running' });
    const rows = Array.from({ length: MANY }, (_, n) => ({ email: `guest-${n}@demo.example` }));
    await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/invitations`, {
      dryRun: false,
      rows,
    });
    await finish();
    expect((await db.select().from(db.tables.invitations)).length).toBe(MANY);
  });

  test('of people whom a super admin moves, the admins there read about those who came', async () => {
    const { move, theirs, last, people, db, finish, outcomes } = await started();
    await move(theirs);
    await db.update(db.tables.profiles).set({ organizationId: null }).where(eq(db.tables.profiles.id, last));
    await finish();
    expect((await outcomes(people.otherAdmin, theirs)).rows).toHaveLength(MANY - 1);
    const left = (await outcomes(people.super, '', '&result=left')).rows;
    expect(left).toMatchObject([{ position: MANY, result: 'left' }]);
  });

  test('a job ends with the reason where whoever started it is gone, has lost the right, or the course was deleted', async () => {
    const gone = await started();
    await gone.enroll();
    await gone.db.delete(gone.db.tables.profiles).where(eq(gone.db.tables.profiles.id, gone.people.admin));
    await gone.finish();
    const error = 'Whoever started this job is no longer here.';
    expect(await gone.jobs()).toMatchObject([{ state: 'failed', handled: 100, changed: 100, error }]);
    expect(await gone.enrolled()).toHaveLength(100);

    const { db, send, people, ours, finish, jobs, outcomes } = await started();
    const { profiles, invitations } = db.tables;
    await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/invitations`, {
      dryRun: false,
      rows: Array.from({ length: MANY }, (_, n) => ({ email: `guest-${n}@demo.example` })),
    });
    await db.update(profiles).set({ isOrgAdmin: false }).where(eq(profiles.id, people.admin));
    await finish();
    expect(await db.select().from(invitations)).toHaveLength(100);
    expect(await jobs()).toMatchObject([{ state: 'failed', handled: 100, error: 'Organization not found' }]);
    expect((await outcomes(people.super, ours, '&search=mail')).rows, 'no word of the file').toEqual([]);
    const blank = { userId: null, name: null, reason: null };
    expect((await outcomes(people.super, ours, '&search=guest-259')).rows).toEqual([
      { ...blank, position: MANY, email: 'guest-259@demo.example', result: 'not-done' },
    ]);

    const closed = await started();
    await closed.enroll();
    await closed.send(closed.people.admin, 'DELETE', `/api/admin/courses/${closed.courseId}`);
    await closed.finish();
    expect(await closed.enrolled()).toEqual([]);
    expect((await closed.jobs()).map(({ state }) => state).sort()).toEqual(['done', 'failed']);
  });

  test('a job that is canceled in the middle stays there, and says who was not done', async () => {
    const { move, theirs, jobs, killed, finish, homes, send, people, outcomes } = await started();
    await move(theirs);
    await killed();
    const [job] = await jobs();
    const canceled = await send(people.super, 'POST', `/api/admin/bulk-jobs/${job?.id}/cancel`);
    expect(canceled.body.message).toBe('Canceled after 150 of 260. What was done stays.');
    await finish();
    expect([await homes(theirs), (await jobs())[0]?.state]).toEqual([152, 'canceled']);
    expect((await outcomes(people.super, '', '&result=not-done')).rows).toHaveLength(110);
  });

  test('whoever was erased meanwhile is passed over, and not counted', async () => {
    const { db, enroll, finish, jobs, last, enrolled } = await started();
    await enroll();
    await db.delete(db.tables.profiles).where(eq(db.tables.profiles.id, last));
    await finish();
    expect(await jobs()).toMatchObject([{ state: 'done', total: MANY - 1, handled: MANY - 1, changed: MANY - 1 }]);
    expect(await enrolled()).toHaveLength(MANY - 1);
  });

  test('a course that is taken back meanwhile is left to none of them', async () => {
    const { db, plant, theirs, ours, members, send, people, finish } = await started();
    const granted = await plant.course({ organizationId: theirs, visibility: 'private', title: 'Granted' });
    const grant = { courseId: granted, organizationId: ours };
    await send(people.super, 'POST', '/api/enterprise/admin/grant-course-access', grant);
    await send(people.super, 'POST', `/api/admin/courses/${granted}/enrollments`, { userIds: members });
    expect((await send(people.super, 'POST', '/api/enterprise/admin/revoke-course-access', grant)).status).toBe(200);
    await finish();
    const { courseProgress, endedGrants } = db.tables;
    expect(await db.select().from(courseProgress).where(eq(courseProgress.isAssigned, true))).toEqual([]);
    expect(await db.select().from(endedGrants)).toEqual([]);
  });

  test('all who are named are moved once, also when the process dies in between', async () => {
    const { db, plant, move, theirs, ours, jobs, killed, finish, homes, logged } = await started();
    const welcome = await plant.course({ organizationId: theirs, title: 'Welcome' });
    await db.insert(db.tables.autoEnrollments).values({ organizationId: theirs, courseId: welcome, dueInDays: 9 });
    expect((await move(theirs)).body).toMatchObject({
      message: `100 people assigned to Other Surveyors.${REST}`,
      changed: 100,
    });
    expect(await jobs()).toMatchObject([{ title: 'Assign to Other Surveyors', state: 'running', handled: 100 }]);
    await killed();
    await finish();
    expect(await jobs()).toMatchObject([{ state: 'done', handled: MANY, changed: MANY }]);
    expect([await homes(theirs), await homes(ours)]).toEqual([MANY + 2, 2]);
    expect(await logged('organization.person_assigned')).toBe(MANY);
    const given = await db
      .select()
      .from(db.tables.courseProgress)
      .where(eq(db.tables.courseProgress.courseId, welcome));
    expect([given.length, new Set(given.map(({ dueOn }) => dueOn)).size]).toEqual([MANY, 1]);
  });

  test('whoever was moved elsewhere meanwhile stays there', async () => {
    const { move, theirs, last, finish, db, outcomes, people } = await started();
    await move(theirs);
    await move(null, { userIds: [last] });
    await finish();
    const { profiles } = db.tables;
    expect(await db.select().from(profiles).where(eq(profiles.id, last))).toMatchObject([{ organizationId: null }]);
    const reason = 'No longer in the organization that was shown. Please check again.';
    expect((await outcomes(people.super, '', '&result=left')).rows).toMatchObject([{ userId: last, reason }]);
  });

  test('every address gets one invitation and one mail, also when the process dies or the file is sent twice', async () => {
    const { db, send, people, ours, jobs, rows, killed, finish, outcomes } = await started();
    const lines = Array.from({ length: MANY }, (_, n) => ({ email: `guest-${n}@demo.example`, group: 'Night shift' }));
    const invite = () =>
      send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/invitations`, {
        dryRun: false,
        rows: lines,
      });
    const first = (await invite()).body;
    expect(first).toMatchObject({ invited: MANY, refused: 0 });
    // Nobody is said to be invited who is not.
    expect(first.rows.filter(({ isWaiting }: { isWaiting: boolean }) => isWaiting)).toHaveLength(MANY - 100);
    expect(await jobs()).toMatchObject([
      { title: 'Invite people to Demo Inspections', state: 'running', handled: 100 },
    ]);
    expect((await invite()).body).toMatchObject({ invited: MANY - 100, refused: 100 });
    await killed();
    await finish();
    const { invitations, mailOutbox, groups } = db.tables;
    const made = await db.select().from(invitations);
    expect([made.length, new Set(made.map(({ email }) => email)).size]).toEqual([MANY, MANY]);
    expect(new Set((await db.select().from(mailOutbox)).map(({ toAddress }) => toAddress)).size).toBe(MANY);
    expect((await db.select().from(mailOutbox)).length).toBe(MANY);
    const [group, ...more] = await db.select().from(groups);
    expect([more, new Set(made.map(({ groupId }) => groupId))]).toEqual([[], new Set([group?.id])]);
    expect(await jobs()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect((await rows()).filter(({ isChanged }) => isChanged === null)).toEqual([]);
    // What the second file could not do because the first one did.
    const left = (await outcomes(people.admin, ours, '&result=left')).rows;
    expect(new Set(left.map((row) => row.reason))).toEqual(
      new Set(['Already invited. Revoke that invitation to write again.']),
    );
  });
});
