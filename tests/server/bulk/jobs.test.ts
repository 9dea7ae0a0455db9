// Acts on many people or invitations: in batches, once for each, whatever becomes of the process (decision 345).
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BulkJob, BulkJobList, BulkRows } from '#sync/contract/bulk-job.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { databasesOf, ENGINES, onEveryEngine } from '#tests/fixtures/db.ts';
import { plantMembers, processOn, runJobs } from '#tests/fixtures/jobs.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { openRooms } from '#tests/fixtures/rooms.ts';

const WORKER = fileURLToPath(new URL('./job-worker.ts', import.meta.url));
const MINUTE_MS = 60_000;
const today = dayOf(new Date(), 'UTC');

onEveryEngine('jobs', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, send, people, ours, plant, refused } = all;
    const path = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    const courseId = await plant.course({ organizationId: ours, title: 'Roofs' });
    const enroll = { kind: 'enroll', courseId };
    const start = async (body: object, who = people.admin) => (await send(who, 'POST', path, body)).body.job as BulkJob;
    const listed = async () => ((await send(people.admin, 'GET', path)).body as BulkJobList).jobs;
    const rows = async (job: BulkJob, query = '') =>
      ((await send(people.admin, 'GET', `${path}/${job.id}/rows${query}`)).body as BulkRows).rows;
    const refusal = (body: object, who: string | null = people.admin) => refused(who, 'POST', path, body);
    const ended = async (job: BulkJob) => {
      await runJobs(processOn(db));
      await expect.poll(async () => (await listed()).find(({ id }) => id === job.id)?.state).toMatch(/done|failed/);
      return (await listed()).find(({ id }) => id === job.id);
    };
    const enrolled = () =>
      db.select().from(db.tables.courseProgress).where(eq(db.tables.courseProgress.courseId, courseId));
    return { ...all, path, courseId, enroll, start, listed, rows, refusal, ended, enrolled };
  }

  test('a recount that nobody began takes the place of no job', async () => {
    const { db, ours, enroll, start, ended, listed, courseId } = await started();
    await plantMembers(db, ours, 1);
    const job = await ended(await start({ act: enroll, matching: {} }));
    const recount = { kind: 'recount' as const, courseId, lessons: [], at: new Date().toISOString(), by: randomUUID() };
    const row = { organizationId: ours, act: recount, title: 'Recount', matching: null, state: 'done' as const };
    const counts = { total: 1, handled: 1, changed: 1, createdAt: new Date(), finishedAt: new Date() };
    await db.insert(db.tables.bulkJobs).values(Array.from({ length: 30 }, () => ({ ...row, ...counts })));
    const kinds = (await listed()).map(({ kind }) => kind);
    expect([kinds.filter((kind) => kind === 'recount').length, kinds.at(-1)]).toEqual([20, 'enroll']);
    expect((await listed()).at(-1)?.id).toBe(job?.id);
  });

  test('enroll everybody who matches, more than one page and batch, with a due date that counts from the start', async () => {
    const { db, ours, theirs, people, enroll, start, ended, rows, enrolled, acts } = await started();
    const members = await plantMembers(db, ours, 620);
    await plantMembers(db, theirs, 3);
    const job = await start({ act: { ...enroll, dueInDays: 7 }, matching: { search: 'member' } });
    expect(job).toMatchObject({ title: 'Enroll in Roofs', kind: 'enroll', state: 'running', total: 621, changed: 100 });
    expect(await ended(job)).toMatchObject({
      ...{ state: 'done', total: 621, handled: 621, changed: 621, createdBy: 'Ada Admin', error: null },
    });
    const all = await enrolled();
    expect(all.map(({ userId }) => userId).sort()).toEqual([...members, people.member].sort());
    expect(new Set(all.map(({ dueOn }) => dueOn))).toEqual(new Set([addDays(today, 7)]));
    expect((await rows(job, '?limit=2')).map(({ name, result, reason }) => [name, result, reason])).toEqual([
      ['Maren Member', 'changed', null],
      ['Member 0000', 'changed', null],
    ]);
    expect(await rows(job, '?search=0617')).toMatchObject([{ name: 'Member 0617', result: 'changed' }]);
    const logged = Map.groupBy(await acts(), ({ action }) => action);
    expect([...logged].map(([action, { length }]) => [action, length]).sort()).toEqual([
      ['course.person_enrolled', 621],
      ['organization.job_started', 1],
    ]);
  });

  test('remind after a preview of the first email, and of whom it leaves out', async () => {
    const { db, ours, people, plant, courseId, path, send, refused } = await started();
    const due = await plantMembers(db, ours, 520);
    await db
      .insert(db.tables.courseProgress)
      .values(due.slice(0, 3).map((userId) => ({ userId, courseId, isAssigned: true, dueOn: addDays(today, 2) })));
    const groupId = await plant.group(ours, 'Roof crew');
    for (const id of due.slice(2, 5)) await plant.inGroup(groupId, id);
    const reminders = path.replace('bulk-jobs', 'remind');
    const preview = async (matching: object) =>
      (await send(people.admin, 'POST', reminders, { matching, isPreview: true })).body;
    expect(await preview({ group: groupId })).toMatchObject({
      ...{
        isAll: true,
        changed: 1,
        message: '1 person can be reminded.',
        example: { subject: expect.stringContaining('Roofs') },
      },
      left: [{ reason: 'Nothing is due.' }, { reason: 'Nothing is due.' }],
    });
    expect(await preview({ search: 'member' })).toMatchObject({ isAll: false, changed: 3 });
    expect(await db.select().from(db.tables.mailOutbox)).toEqual([]);
    const elsewhere = reminders.replace(ours, randomUUID());
    expect(await refused(people.admin, 'POST', elsewhere, { matching: {} })).toBe(
      '404 organization_not_found organizationId',
    );
  });

  test('say per row who was left out, and why', async () => {
    const { people, plant, ours, theirs, courseId, enroll, start, ended, rows, acts } = await started();
    await plant.assign(people.member, courseId);
    const fresh = await plant.person({ organizationId: ours, fullName: 'Fred Fresh' });
    const other = await plant.person({ organizationId: theirs, fullName: 'Someone Else' });
    const job = await start({ act: enroll, ids: [people.member, fresh, other, randomUUID(), fresh.toUpperCase()] });
    // Nothing is said about people of other organizations, not even whether they exist.
    expect(await ended(job)).toMatchObject({ state: 'done', total: 2, handled: 2, changed: 1 });
    expect(await rows(job, '?result=left')).toMatchObject([
      { name: 'Maren Member', result: 'left', reason: 'Already enrolled by an admin.' },
    ]);
    expect(await rows(job, '?result=changed')).toMatchObject([{ name: 'Fred Fresh', reason: null, userId: fresh }]);
    expect(await rows(job, '?result=not-done')).toEqual([]);
    expect((await acts()).map(({ action }) => action)).toEqual(['course.person_enrolled']);
  });

  test('take people out of a course, and leave who enrolled themselves or are of another organization', async () => {
    const { db, people, plant, ours, theirs, courseId, start, ended, rows, refused, path } = await started();
    const { courseProgress } = db.tables;
    const [assigned = '', own = ''] = await plantMembers(db, ours, 2);
    const other = await plant.person({ organizationId: theirs });
    await db.insert(courseProgress).values([
      { userId: assigned, courseId, isAssigned: true },
      { userId: own, courseId, isAssigned: false },
      { userId: other, courseId, isAssigned: true },
    ]);
    const job = await start({ act: { kind: 'unenroll', courseId }, ids: [assigned, own, other] });
    expect(await ended(job)).toMatchObject({ title: 'Remove from Roofs', total: 2, changed: 1 });
    expect(await rows(job, '?result=left')).toMatchObject([{ reason: 'Not enrolled by an admin.' }]);
    const still = await db.select({ userId: courseProgress.userId }).from(courseProgress);
    expect(still.map(({ userId }) => userId).sort()).toEqual([own, other].sort());
    const foreign = await plant.course({ visibility: 'private', organizationId: theirs });
    const act = { kind: 'unenroll', courseId: foreign };
    expect(await refused(people.admin, 'POST', path, { act, ids: [assigned] })).toBe('404 course_not_found courseId');
  });

  test('put into a group and take out of it, remove and revoke', async () => {
    const { db, people, plant, ours, start, ended, rows } = await started();
    const crew = await plant.group(ours, 'Crew');
    const [one = ''] = await plantMembers(db, ours, 2);
    const all = { search: 'member' };
    expect(await ended(await start({ act: { kind: 'add-to-group', groupId: crew }, matching: all }))).toMatchObject({
      ...{ title: 'Add to Crew', changed: 3 },
    });
    await plant.inGroup(await plant.group(ours), one);
    const leave = { act: { kind: 'take-from-group', groupId: crew }, matching: { group: crew, search: '0001' } };
    expect(await ended(await start(leave))).toMatchObject({ title: 'Take out of Crew', total: 1, changed: 1 });
    const removing = await start({ act: { kind: 'remove' }, matching: {} });
    expect(await ended(removing)).toMatchObject({ total: 4, changed: 3 });
    expect(await rows(removing, '?result=left')).toMatchObject([{ name: 'Ada Admin' }]);
    const invite = { organizationId: ours, createdBy: people.admin, createdAt: new Date() };
    const { id } = await createInvitation(db, { ...invite, email: 'a@north.example' });
    await createInvitation(db, { ...invite, email: 'b@south.example' });
    const revoking = await start({ act: { kind: 'revoke' }, matching: { search: '@north' } });
    expect(await ended(revoking)).toMatchObject({ total: 1, changed: 1 });
    expect(await rows(revoking)).toMatchObject([{ email: 'a@north.example', name: null, result: 'changed' }]);
    await createInvitation(db, { ...invite, email: 'c@south.example', groupId: crew });
    const ofCrew = await start({ act: { kind: 'revoke' }, matching: { group: crew.toUpperCase() } });
    expect(await ended(ofCrew)).toMatchObject({ total: 1, changed: 1 });
    expect(await rows(ofCrew)).toMatchObject([{ email: 'c@south.example' }]);
    const again = await start({ act: { kind: 'revoke' }, ids: [id] });
    expect(await ended(again)).toMatchObject({ total: 1, changed: 0 });
    expect(await rows(again)).toMatchObject([{ reason: 'Revoked before.' }]);
  });

  test('leave out those that were unticked, and are none when that is everyone', async () => {
    const { db, ours, people, enroll, start, ended, enrolled, refusal } = await started();
    const [first = '', second = ''] = await plantMembers(db, ours, 220);
    const matching = { search: 'member', except: [first, second.toUpperCase()] };
    const job = await start({ act: enroll, matching });
    expect(await ended(job)).toMatchObject({ total: 219, changed: 219 });
    const ids = (await enrolled()).map(({ userId }) => userId);
    expect([ids.includes(first), ids.includes(second), ids.includes(people.member)]).toEqual([false, false, true]);
    const alone = { search: 'maren', except: [people.member] };
    expect(await refusal({ act: enroll, matching: alone })).toBe('422 nobody_matches');
    const many = { except: Array.from({ length: 101 }, () => people.member) };
    expect(await refusal({ act: enroll, matching: many })).toBe('400 validation_failed matching.except');
  });

  test('are refused with what is wrong, and nothing is written', async () => {
    const { db, people, plant, theirs, enroll, refusal, enrolled } = await started();
    const matching = { search: 'maren' };
    const group = await plant.group(theirs);
    expect(await refusal({ act: enroll, matching: { search: 'nobody' } })).toBe('422 nobody_matches');
    expect(await refusal({ act: { kind: 'revoke' }, matching })).toBe('422 nobody_matches');
    expect(await refusal({ act: { ...enroll, dueOn: addDays(today, -2) }, matching })).toBe('422 due_date_past dueOn');
    expect(await refusal({ act: { ...enroll, dueOn: today, dueInDays: 2 }, matching })).toBe(
      '400 validation_failed dueInDays',
    );
    expect(await refusal({ act: { ...enroll, courseId: 4711 }, matching })).toBe('404 course_not_found courseId');
    expect(await refusal({ act: { kind: 'add-to-group', groupId: group }, matching })).toBe(
      '404 group_not_found groupId',
    );
    expect(await refusal({ act: enroll })).toBe('400 validation_failed ids');
    expect(await refusal({ act: enroll, matching, ids: [people.member] })).toBe('400 validation_failed ids');
    expect(await refusal({ act: { kind: 'erase' }, matching })).toMatch('400 validation_failed');
    expect(await db.select().from(db.tables.bulkJobs)).toEqual([]);
    expect(await enrolled()).toEqual([]);
  });

  test('[M12] are those of the admins of their organization alone', async () => {
    const { people, ours, theirs, enroll, start, ended, path, refused, refusal } = await started();
    const job = await start({ act: enroll, ids: [people.member] });
    await ended(job);
    for (const [who, told] of [
      [people.otherAdmin, '404 organization_not_found organizationId'],
      [people.member, '403 access_denied'],
      [null, '401 not_authenticated'],
    ] as const) {
      expect(await refused(who, 'GET', path)).toBe(told);
      expect(await refused(who, 'GET', `${path}/${job.id}/rows`)).toBe(told);
      expect(await refused(who, 'POST', `${path}/${job.id}/cancel`)).toBe(told);
      expect(await refusal({ act: enroll, ids: [people.member] }, who)).toBe(told);
    }
    const elsewhere = path.replace(ours, theirs);
    expect(await refused(people.super, 'GET', `${elsewhere}/${job.id}/rows`)).toBe('404 job_not_found');
    expect(await refused(people.super, 'POST', `${elsewhere}/${job.id}/cancel`)).toBe('404 job_not_found');
  });

  test('stop where they are when they are canceled, and tell how far they were', async () => {
    const { db, ours, people, enroll, path, send, listed, rows, enrolled } = await started();
    await plantMembers(db, ours, 5);
    // Another process holds it.
    const { bulkJobs, bulkRows } = db.tables;
    const job = { id: randomUUID(), organizationId: ours, act: enroll as never, title: 'Enroll in Roofs' };
    const dueAt = new Date(Date.now() + MINUTE_MS);
    await db.insert(db.tables.turns).values({ kind: 'jobs', key: '', attempts: 1, lease: 'another one', dueAt });
    const counts = { state: 'running' as const, total: 1, handled: 0, changed: 0, createdAt: new Date() };
    await db.insert(bulkJobs).values({ ...job, ...counts, createdBy: people.admin });
    await db.insert(bulkRows).values({ jobId: job.id, position: 1, userId: people.member });
    expect((await send(people.admin, 'POST', `${path}/${job.id}/cancel`)).body.message).toBe(
      'Canceled after 0 of 1. What was done stays.',
    );
    await runJobs(processOn(db, () => new Date(Date.now() + 2 * MINUTE_MS)));
    expect(await enrolled()).toEqual([]);
    expect(await listed()).toMatchObject([{ state: 'canceled', handled: 0 }]);
    expect(await rows({ id: job.id } as BulkJob)).toMatchObject([{ result: 'not-done' }]);
    expect((await send(people.admin, 'POST', `${path}/${job.id}/cancel`)).body.message).toBe(
      'This job has ended already.',
    );
  });

  test('leave out whoever has left the organization meanwhile', async () => {
    const { db, ours, people, enroll, listed, rows, enrolled } = await started();
    const { bulkJobs, bulkRows } = db.tables;
    const job = { id: randomUUID(), organizationId: ours, act: enroll as never, title: 'Enroll in Roofs' };
    const counts = { state: 'running' as const, total: 1, handled: 0, changed: 0, createdAt: new Date() };
    await db.insert(bulkJobs).values({ ...job, ...counts, createdBy: people.super });
    await db.insert(bulkRows).values({ jobId: job.id, position: 1, userId: people.otherMember });
    await runJobs(processOn(db));
    expect(await listed()).toMatchObject([{ state: 'done', handled: 1, changed: 0 }]);
    expect(await rows({ id: job.id } as BulkJob)).toMatchObject([{ reason: 'This person is not here.' }]);
    expect(await enrolled()).toEqual([]);
  });

  test('fail with the reason once their maker has lost the right', async () => {
    const { db, ours, people, enroll, listed, enrolled } = await started();
    const { bulkJobs, bulkRows, profiles } = db.tables;
    const job = { id: randomUUID(), organizationId: ours, act: enroll as never, title: 'Enroll in Roofs' };
    const counts = { state: 'running' as const, total: 1, handled: 0, changed: 0, createdAt: new Date() };
    await db.insert(bulkJobs).values({ ...job, ...counts, createdBy: people.admin });
    await db.insert(bulkRows).values({ jobId: job.id, position: 1, userId: people.member });
    await db.update(profiles).set({ isOrgAdmin: false }).where(eq(profiles.id, people.admin));
    await runJobs(processOn(db));
    await db.update(profiles).set({ isOrgAdmin: true }).where(eq(profiles.id, people.admin));
    expect(await listed()).toMatchObject([{ state: 'failed', handled: 0, error: 'Course not found' }]);
    expect(await enrolled()).toEqual([]);
  });

  test('enroll everyone in a large organization, and whoever joins it later', async () => {
    const { db, ours, plant, people, send, courseId, listed, ended, enrolled, refused } = await started();
    const everyone = `/api/admin/courses/${courseId}/enroll-everyone`;
    const wanted = { organizationId: ours, andLater: true, dueInDays: 3 };
    await plantMembers(db, ours, 501);
    const { body } = await send(people.admin, 'POST', everyone, wanted);
    expect(body).toMatchObject({
      message: '100 people enrolled in Roofs now; all who join later will be too. 403 more are still being done.',
      ...{ changed: 100, waiting: 403 },
    });
    const [job] = await listed();
    expect(job && (await ended(job))).toMatchObject({ state: 'done', changed: 503 });
    expect(await enrolled()).toHaveLength(503);
    expect(await db.select().from(db.tables.autoEnrollments)).toMatchObject([{ courseId, dueInDays: 3 }]);
    expect(await listed()).toHaveLength(1);
    const empty = { organizationId: await plant.organization(), andLater: false };
    expect(await refused(people.super, 'POST', everyone, empty)).toBe('422 nobody_matches organizationId');
  });

  test('about one course run in the order in which they were made, and the later one holds', async () => {
    const { db, ours, enroll, courseId, start, ended, enrolled, listed } = await started();
    await plantMembers(db, ours, 320);
    const acts = [enroll, { kind: 'unenroll', courseId }, { ...enroll, dueOn: addDays(today, 3) }];
    const jobs = [];
    for (const act of acts) jobs.push(await start({ act, matching: { search: 'member' } }));
    // All of one instant, as clocks of several processes may say.
    await db.update(db.tables.bulkJobs).set({ createdAt: new Date() });
    for (const job of jobs) expect(await ended(job)).toMatchObject({ state: 'done', total: 321, changed: 321 });
    expect(new Set((await enrolled()).map(({ isAssigned, dueOn }) => `${isAssigned} ${dueOn}`))).toEqual(
      new Set([`true ${addDays(today, 3)}`]),
    );
    expect(await listed()).toHaveLength(3);
  });

  test('of two admins at once enroll each person once, and both are told', async () => {
    const { db, ours, plant, enroll, start, ended, enrolled, acts } = await started();
    await plantMembers(db, ours, 240);
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true, fullName: 'Second Admin' });
    const wanted = { act: enroll, matching: { search: 'member' } };
    const jobs = await Promise.all([start(wanted), start(wanted, second)]);
    const told = [await ended(jobs[0]), await ended(jobs[1])];
    expect(told.map((job) => job?.state)).toEqual(['done', 'done']);
    expect(told.reduce((sum, job) => sum + (job?.changed ?? 0), 0)).toBe(241);
    expect(await enrolled()).toHaveLength(241);
    expect((await acts()).filter(({ action }) => action === 'course.person_enrolled')).toHaveLength(241);
  });
});

for (const engine of ENGINES) {
  const { openDb, newUrl } = databasesOf(engine);

  test(`jobs do each row once, however often their process is killed (${engine})`, { timeout: 60_000 }, async () => {
    const url = await newUrl();
    const db = await openDb({ url });
    const rooms = await openRooms(db);
    const plant = planter(db);
    const { bulkJobs, bulkRows, courseProgress, auditLog } = db.tables;
    const organizationId = await plant.organization();
    const admin = await plant.person({ organizationId, isOrgAdmin: true });
    const courseId = await plant.course({ organizationId });
    const members = await plantMembers(db, organizationId, 1500);
    const job = { id: randomUUID(), organizationId, act: { kind: 'enroll' as const, courseId }, title: 'Enroll' };
    const counts = { state: 'running' as const, total: 1500, handled: 0, changed: 0, createdAt: new Date() };
    await db.insert(bulkJobs).values({ ...job, ...counts, createdBy: admin });
    for (let n = 0; n < members.length; n += 500) {
      const part = members.slice(n, n + 500);
      await db.insert(bulkRows).values(part.map((userId, k) => ({ jobId: job.id, position: n + k + 1, userId })));
    }
    for (let kill = 0; kill < 2; kill += 1) {
      await killedAfterBatch(url, rooms.dataDir);
      // Nobody waits for the dead one's lease here.
      await db.delete(db.tables.turns);
    }
    const [between] = await db.select().from(bulkJobs);
    expect(between?.handled).toBeGreaterThanOrEqual(100);
    expect(await db.select().from(courseProgress)).toHaveLength(between?.handled ?? 0);
    await runJobs(processOn(db));
    const done = and(eq(bulkRows.jobId, job.id), eq(bulkRows.isChanged, true));
    expect(await db.select().from(bulkRows).where(done)).toHaveLength(1500);
    expect(await db.select().from(courseProgress)).toHaveLength(1500);
    const logged = await db.select().from(auditLog).where(eq(auditLog.action, 'course.person_enrolled'));
    expect(new Set(logged.map(({ subject }) => subject)).size).toBe(logged.length);
    expect(logged).toHaveLength(1500);
    expect(await db.select().from(bulkJobs)).toMatchObject([{ state: 'done', handled: 1500, changed: 1500 }]);
  });
}

test('jobs are worked on by two processes at once, each row by one of them', async () => {
  const { openDb, newUrl } = postgres;
  const url = await newUrl();
  const [one, two] = [await openDb({ url }), await openDb({ url })];
  const plant = planter(one);
  const { bulkJobs, bulkRows, courseProgress, auditLog } = one.tables;
  const organizationId = await plant.organization();
  const admin = await plant.person({ organizationId, isOrgAdmin: true });
  const courseId = await plant.course({ organizationId });
  const members = await plantMembers(one, organizationId, 450);
  const job = { id: randomUUID(), organizationId, act: { kind: 'enroll' as const, courseId }, title: 'Enroll' };
  const counts = { state: 'running' as const, total: 450, handled: 0, changed: 0, createdAt: new Date() };
  await one.insert(bulkJobs).values({ ...job, ...counts, createdBy: admin });
  await one.insert(bulkRows).values(members.map((userId, n) => ({ jobId: job.id, position: n + 1, userId })));
  await Promise.all([runJobs(processOn(one)), runJobs(processOn(two))]);
  expect(await one.select().from(bulkJobs)).toMatchObject([{ state: 'done', handled: 450, changed: 450 }]);
  expect(await one.select().from(courseProgress)).toHaveLength(450);
  const logged = await one.select().from(auditLog);
  expect(logged).toHaveLength(450);
});
const postgres = databasesOf('postgres');

/** Starts a process that works on jobs, and kills it without warning once it has done a batch. */
function killedAfterBatch(url: string, dataDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WORKER, url, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
    let complaint = '';
    child.stdout.once('data', () => child.kill('SIGKILL'));
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`The process ended by itself (${code}): ${complaint}`));
    });
  });
}
