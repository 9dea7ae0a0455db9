// Acts on courses that hundreds have: they hold at once, the rest is worked off, and nobody can tell the difference (decision 345).
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { openAdministration } from '#tests/fixtures/administration.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { killedInside, plantMembers, processOn, runJobs, stopJobs } from '#tests/fixtures/jobs.ts';

const MINUTE_MS = 60_000;
/** More than the act itself and a slice of the job. */
const MANY = 450;

onEveryEngine('acts on many people', (_, engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  /** Two organizations, and a private course of theirs that many of ours were enrolled in by hand. Nobody works on jobs yet. */
  async function started() {
    const url = await newUrl();
    const all = await openAdministration(() => openDb({ url }));
    const { db, plant, ours, people, send, rooms } = all;
    await stopJobs(db);
    const courseId = await plant.course({ organizationId: all.theirs, visibility: 'private', title: 'Roofs' });
    const lessons = [1, 2, 3].map((orderIndex) => plant.lesson(courseId, { orderIndex, title: `L${orderIndex}` }));
    const [a = 0, b = 0, c = 0] = await Promise.all(lessons);
    const members = await plantMembers(db, ours, MANY);
    const { courseProgress, unitProgress, bulkJobs } = db.tables;
    // In the order of the slices.
    const rows = members.map((userId, n) => ({ userId, courseId, isAssigned: true, enrolledAt: new Date(n * 1000) }));
    await db.insert(courseProgress).values(rows.map((row) => ({ ...row, lastActivityAt: new Date() })));
    const complete = async (who: readonly string[], ids: number[]) => {
      const units = who.flatMap((userId) => ids.map((lessonId) => ({ userId, lessonId, courseId })));
      for (let n = 0; n < units.length; n += 500)
        await db
          .insert(unitProgress)
          .values(
            units.slice(n, n + 500).map((row) => ({ ...row, status: 'completed' as const, completedAt: new Date() })),
          );
    };
    const [first = '', last = ''] = [members[0], members.at(-1)];
    const status = async (who: string, path: string) => (await send(who, 'GET', path)).status;
    const jobs = () => db.select().from(bulkJobs).orderBy(bulkJobs.createdAt);
    const other = await openDb({ url });
    /** Lets another process do the rest. */
    const finish = () => runJobs(processOn(other, () => new Date(Date.now() + MINUTE_MS)));
    /** Starts a process and kills it in the middle of a slice. */
    const killed = () => killedInside(url, rooms.dataDir);
    const mine = (who: string) => db.select().from(courseProgress).where(eq(courseProgress.userId, who));
    const world = { ...all, courseId, a, b, c, members, first, last, complete, status, jobs, finish, killed, mine };
    return { ...world, grant: { courseId, organizationId: ours }, people };
  }

  const grants = async ({ send, people, grant }: Awaited<ReturnType<typeof started>>) => {
    const path = '/api/enterprise/admin';
    expect((await send(people.super, 'POST', `${path}/grant-course-access`, grant)).status).toBe(200);
    return async () => (await send(people.super, 'POST', `${path}/revoke-course-access`, grant)).status;
  };

  test('[M8] a course that is taken back is closed for all members at once, and opens for none of them while a process dies', async () => {
    const world = await started();
    const { courseId, first, last, status, jobs, finish, killed, mine, send, people, db, acts } = world;
    const { courseProgress, endedAssignments, endedGrants } = db.tables;
    const revoke = await grants(world);
    const open = () => Promise.all([first, last].map((who) => status(who, `/api/courses/${courseId}`)));
    expect(await open()).toEqual([200, 200]);
    expect(await revoke()).toBe(200);
    expect(await open()).toEqual([404, 404]);
    expect((await mine(last))[0]?.isAssigned).toBe(true);
    expect(await jobs()).toMatchObject([{ state: 'running', handled: 200, changed: 200, total: MANY }]);
    await killed();
    expect(await jobs()).toMatchObject([{ state: 'running', handled: 250 }]);
    expect(await open()).toEqual([404, 404]);
    await finish();
    expect(await jobs()).toMatchObject([{ state: 'done', handled: MANY, changed: MANY, cursor: null }]);
    expect(await open()).toEqual([404, 404]);
    const assigned = await db.select().from(courseProgress).where(eq(courseProgress.isAssigned, true));
    expect([assigned, await db.select().from(endedGrants)]).toEqual([[], []]);
    const ends = await db.select().from(endedAssignments);
    expect([ends.length, new Set(ends.map(({ endedAt }) => endedAt.getTime())).size]).toEqual([MANY, 1]);
    const logged = (await acts()).filter(({ action }) => action === 'course.person_unenrolled');
    expect([logged.length, new Set(logged.map(({ actorId }) => actorId))]).toEqual([MANY, new Set([people.super])]);
    expect(
      (await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${world.ours}/bulk-jobs`)).body.jobs,
    ).toMatchObject([{ kind: 'end-grant', title: 'End enrollments in Roofs', state: 'done' }]);
  });

  test('[M8] whoever leaves while a course is being taken back does not get it back, and work from before is still accepted', async () => {
    const world = await started();
    const { a, courseId, last, members, status, send, rooms, people, mine, finish, ours } = world;
    const revoke = await grants(world);
    await revoke();
    rooms.pass(1000);
    const late = members.at(-2) ?? '';
    const work = (ageMs: number) =>
      rooms.post(late, '/api/progress/unit', { lessonId: a, status: 'completed' }, { 'X-Op-Age': String(ageMs) });
    expect((await work(0)).body.code).toBe('access_ended');
    expect((await work(MINUTE_MS)).status).toBe(200);
    const leaving = `/api/enterprise/admin/organizations/${ours}/users/${last}`;
    expect((await send(people.admin, 'DELETE', leaving)).status).toBe(200);
    expect(await status(last, `/api/courses/${courseId}`)).toBe(404);
    expect(await mine(last)).toMatchObject([{ isAssigned: false }]);
    await finish();
    expect(await status(last, `/api/courses/${courseId}`)).toBe(404);
  });

  test('[M8] a course is taken back also from whose enrollment a merge makes older meanwhile', async () => {
    const world = await started();
    const { courseId, first, last, status, send, people, mine, finish, db } = world;
    const revoke = await grants(world);
    const earlier = { userId: people.learner, courseId, enrolledAt: new Date(0), lastActivityAt: new Date() };
    await db.insert(db.tables.courseProgress).values(earlier);
    await revoke();
    const merge = `/api/admin/people/${people.learner}/merge`;
    expect((await send(people.super, 'POST', merge, { intoId: last })).status).toBe(200);
    expect(await mine(last)).toMatchObject([{ isAssigned: true, enrolledAt: new Date(0) }]);
    await finish();
    expect(await mine(last)).toMatchObject([{ isAssigned: false }]);
    expect([await status(first, `/api/courses/${courseId}`), await status(last, `/api/courses/${courseId}`)]).toEqual([
      404, 404,
    ]);
  });

  test('[M14] nobody is enrolled anew before the course was taken back from all, and everybody can be afterwards', async () => {
    const world = await started();
    const { courseId, first, send, refused, people, finish, ours, mine } = world;
    const revoke = await grants(world);
    await revoke();
    const path = `/api/admin/courses/${courseId}`;
    const enroll = async () => (await send(people.super, 'POST', `${path}/enrollments`, { userIds: [first] })).body;
    expect(await enroll()).toMatchObject({
      changed: 0,
      left: [{ reason: 'The course is still being taken back from this organization. Please try again in a minute.' }],
    });
    const everyone = { organizationId: ours, andLater: true };
    expect(await refused(people.super, 'POST', `${path}/enroll-everyone`, everyone)).toBe('422 grant_ending');
    await finish();
    expect(await enroll()).toMatchObject({ changed: 1, left: [] });
    await finish();
    expect(await mine(first)).toMatchObject([{ isAssigned: true }]);
  });

  test('[U7] a change of lessons counts for everybody as it was made, whatever is changed and completed before their turn', async () => {
    const world = await started();
    const { a, b, c, members, complete, jobs, finish, killed, send, people, courseId, db, last } = world;
    const { certificates, courseProgress } = db.tables;
    const [early = '', tooLate = '', ...others] = members.slice(-3, -1).concat(members.slice(0, -3), last);
    await complete(others, [a, b]);
    await complete([early, tooLate], [a]);
    const record = async (who: string, lessonId: number) =>
      expect((await send(who, 'POST', '/api/progress/unit', { lessonId, status: 'completed' })).status).toBe(200);
    const reflect = async (who: string, lessonId: number) => {
      const unit = { lessonId, status: 'completed', reflection: 'The ridge' };
      expect((await send(who, 'POST', '/api/progress/unit', unit)).body.unit).toMatchObject(unit);
    };
    const author = people.otherAdmin;
    expect((await send(author, 'DELETE', `/api/admin/lessons/${c}`)).status).toBe(200);
    await record(early, b);
    const added = await send(author, 'POST', `/api/admin/courses/${courseId}/lessons`, { title: 'New' });
    expect(added.status).toBe(201);
    await record(tooLate, b);
    await reflect(early, b);
    expect(await jobs()).toMatchObject([
      { title: 'Recount progress in Roofs', state: 'running', handled: 200, total: MANY },
      { state: 'running', handled: 0, total: MANY },
    ]);
    await killed();
    await finish();
    expect(await jobs()).toMatchObject([
      { state: 'done', handled: MANY },
      { state: 'done', handled: MANY },
    ]);
    const rows = await db.select().from(courseProgress);
    expect(new Set(rows.map(({ percent, totalPoints }) => `${percent} ${totalPoints}`))).toEqual(new Set(['66 30']));
    const open = rows.filter(({ status }) => status !== 'completed').map(({ userId }) => userId);
    expect(open).toEqual([tooLate]);
    const proven = (await db.select().from(certificates)).map(({ userId }) => userId);
    expect([proven.length, proven.includes(tooLate), proven.includes(early)]).toEqual([MANY - 1, false, true]);
    const byJob = rows.filter(({ userId }) => others.includes(userId));
    expect(new Set(byJob.map(({ completedAt }) => completedAt?.getTime())).size).toBe(1);
  });

  test('[U7] the later of two changes counts, also when the first was made by a process whose clock is ahead', async () => {
    const { a, b, c, members, complete, jobs, finish, send, people, courseId, db, rooms } = await started();
    await complete(members, [a, b]);
    const author = people.otherAdmin;
    rooms.pass(3000);
    expect((await send(author, 'DELETE', `/api/admin/lessons/${c}`)).status).toBe(200);
    rooms.pass(-3000);
    const added = await send(author, 'POST', `/api/admin/courses/${courseId}/lessons`, { title: 'New' });
    expect(added.status).toBe(201);
    await finish();
    expect((await jobs()).map(({ state, handled }) => [state, handled])).toEqual([
      ['done', MANY],
      ['done', MANY],
    ]);
    const rows = await db.select().from(db.tables.courseProgress);
    const told = rows.map(({ percent, totalPoints, status }) => `${percent} ${totalPoints} ${status}`);
    expect(new Set(told)).toEqual(new Set(['66 30 completed']));
  });

  test('[U7] a change that is counted at once is not undone by the recount of one before', async () => {
    const { a, b, c, members, complete, jobs, finish, send, people, courseId, db } = await started();
    await complete(members, [a, b]);
    const author = people.otherAdmin;
    const { courseProgress } = db.tables;
    expect((await send(author, 'DELETE', `/api/admin/lessons/${c}`)).status).toBe(200);
    const gone = members.slice(0, MANY - 100);
    await db.delete(courseProgress).where(inArray(courseProgress.userId, gone));
    const added = await send(author, 'POST', `/api/admin/courses/${courseId}/lessons`, { title: 'New' });
    expect(added.status).toBe(201);
    await finish();
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done']);
    const rows = await db.select().from(courseProgress);
    const told = rows.map(({ percent, totalPoints, status }) => `${percent} ${totalPoints} ${status}`);
    expect([rows.length, new Set(told)]).toEqual([100, new Set(['66 30 completed'])]);
  });

  test('[M10] a course that many have is gone for everybody at once, and then with all that was done in it', async () => {
    const world = await started();
    const { a, b, courseId, members, complete, first, last, status, refused, send, people, jobs, finish, killed, db } =
      world;
    await complete(members, [a, b]);
    const { certificates, courses, courseProgress, quizAttempts, quizFigures, unitProgress } = db.tables;
    const answered = { lessonId: a, score: 100, passed: true, answers: {}, quizVersion: 'one' };
    await db.insert(quizAttempts).values(members.map((userId) => ({ ...answered, userId })));
    const figures = {
      attempts: 1,
      passed: 1,
      scoreSum: 100,
      durationMsSum: 0,
      timedAttempts: 0,
      lastAttemptAt: new Date(),
    };
    await db.insert(quizFigures).values(members.map((userId) => ({ ...figures, userId, lessonId: a })));
    // Somebody who did something without being enrolled.
    await complete([people.learner], [b]);
    const texts = { serial: 'GW-0123-4567-89AB', learnerName: 'Maren', courseTitle: 'Roofs' };
    await db.insert(certificates).values({ ...texts, userId: first, courseId });
    const path = `/api/admin/courses/${courseId}`;
    expect((await send(people.otherAdmin, 'DELETE', path)).body).toEqual({ message: 'Roofs was deleted.' });
    const gone = async () => {
      for (const who of [first, last, people.otherAdmin, people.super])
        expect([await status(who, `/api/courses/${courseId}`), await status(who, `/api/lessons/${a}`)]).toEqual([
          404, 404,
        ]);
      expect(await refused(last, 'POST', '/api/progress/unit', { lessonId: b, status: 'completed' })).toBe(
        '404 lesson_not_found',
      );
      for (const who of [people.otherAdmin, people.super]) {
        expect((await send(who, 'GET', '/api/admin/courses')).body.courses).toEqual([]);
        expect((await send(who, 'GET', '/api/courses')).body.courses).toEqual([]);
        expect(await refused(who, 'PUT', path, { isPublished: true })).toBe('404 course_not_found courseId');
        expect(await refused(who, 'DELETE', path)).toBe('404 course_not_found courseId');
      }
    };
    await gone();
    expect(await jobs()).toMatchObject([{ title: 'Delete Roofs', state: 'running', total: MANY }]);
    await killed();
    await gone();
    await finish();
    expect(await jobs()).toMatchObject([{ state: 'done', handled: MANY, total: MANY }]);
    for (const table of [courses, courseProgress, unitProgress, quizAttempts, quizFigures])
      expect(await db.select().from(table)).toEqual([]);
    expect(await db.select().from(certificates)).toMatchObject([{ ...texts, courseId: null }]);
  });
});
