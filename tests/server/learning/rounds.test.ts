import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '#server/db/client.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { countedRound } from '#server/learning/rounds.ts';
import { addDays } from '#sync/contract/due.ts';
import { EnhancedProgress } from '#sync/contract/progress.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

test('[Y31a] work counts for the round that it names, else for that of its time', () => {
  const ended = [new Date('2026-01-10'), new Date('2026-02-10')];
  const counted = (named: number | undefined, day?: string) =>
    countedRound({ named, workedAt: day === undefined ? undefined : new Date(day), ended });
  expect([counted(1), counted(2), counted(3), counted(9)]).toEqual([1, 2, 3, 3]);
  expect([counted(undefined, '2026-01-09'), counted(undefined, '2026-01-11')]).toEqual([1, 2]);
  expect([counted(undefined, '2026-03-01'), counted(undefined)]).toEqual([3, 3]);
});

onEveryEngine('[Y31] a renewed course', (openDb, engine) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send, rooms } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'organization', validMonths: 12 });
    const lessons = [await plant.lesson(courseId), await plant.lesson(courseId, { orderIndex: 2 })];
    const me = people.member;
    const set = (lessonId: number | undefined, more: object, headers = {}) =>
      rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed', ...more }, headers);
    const complete = async (round?: number) => {
      for (const lessonId of lessons)
        expect((await set(lessonId, round ? { round } : {})).status, rooms.complaints.join()).toBe(200);
    };
    const renew = (more = {}, userId = me, who = people.admin) =>
      send(who, 'POST', `/api/admin/courses/${courseId}/renewals`, { userId, ...more });
    const progress = async () =>
      EnhancedProgress.parse((await send(me, 'GET', `/api/progress/enhanced/${courseId}`)).body);
    const past = () => db.select().from(db.tables.pastUnits).orderBy(asc(db.tables.pastUnits.lessonId));
    return { ...all, courseId, lessons, me, set, complete, renew, progress, past };
  };

  test('tells its holder in the catalog when the certificate ends, until the renewal', async () => {
    const { complete, renew, progress, courseId, me, send, db } = await started();
    const told = async () =>
      (await send(me, 'GET', '/api/courses')).body.courses.find((one: { id: number }) => one.id === courseId)
        .certificateEnds;
    expect(await told()).toBeUndefined();
    await complete();
    const { certificate } = await progress();
    expect([await told(), typeof certificate?.validUntil]).toEqual([certificate?.validUntil, 'string']);
    const revoked = { revokedAt: new Date() };
    await db.update(db.tables.certificates).set(revoked);
    expect(await told()).toBeUndefined();
    await db.update(db.tables.certificates).set({ revokedAt: null });
    await renew();
    expect(await told()).toBeUndefined();
  });

  test('starts anew, and keeps progress and certificate of the round before', async () => {
    const { complete, renew, progress, past, lessons, db, courseId, me, send } = await started();
    await complete();
    const before = await progress();
    expect(before).toMatchObject({ round: 1, certificate: { validUntil: expect.any(String) } });
    expect((await renew()).status).toBe(200);
    const after = await progress();
    expect(after).toMatchObject({
      round: 2,
      certificate: null,
      courseProgress: { percentComplete: 0, completedAt: null },
    });
    expect(after.unitProgress).toMatchObject(
      before.unitProgress.map(({ lessonId, rev }) => ({ lessonId, status: 'not_started', rev: rev + 1, round: 2 })),
    );
    expect(await past()).toMatchObject(lessons.map((lessonId) => ({ lessonId, round: 1, status: 'completed' })));
    const [enrolled] = await db.select().from(db.tables.courseProgress).where(eq(db.tables.courseProgress.userId, me));
    expect(enrolled).toMatchObject({ isAssigned: true, dueOn: before.certificate?.validUntil, round: 2 });
    await complete(2);
    const certificates = (await send(me, 'GET', '/api/certificates')).body.certificates;
    expect(certificates).toHaveLength(2);
    expect((await progress()).certificate?.serial).not.toBe(before.certificate?.serial);
    expect((await send(me, 'POST', `/api/courses/${courseId}/rating`, { stars: 5 })).status).toBe(200);
  });

  test('leaves its person active and among those who have completed a course, and not started with it (decision 184)', async () => {
    const { complete, renew, courseId, me, people, ours, send } = await started();
    await complete();
    const seen = async (standing = '') => {
      const { body } = await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users${standing}`);
      return body.users.find(({ id }: { id: string }) => id === me)?.lastActivityAt;
    };
    const before = await seen();
    const completions = async () =>
      (await send(people.admin, 'GET', `/api/admin/courses/${courseId}/analytics`)).body.completions;
    await renew();
    expect([await seen(), await seen('?standing=not-started'), await completions()]).toEqual([before, before, 1]);
    expect(await seen('?standing=inactive')).toBeUndefined();
    expect(before).toEqual(expect.any(String));
    const { learners } = (await send(people.admin, 'GET', `/api/admin/courses/${courseId}/learners`)).body;
    const [learner] = learners.filter(({ userId }: { userId: string }) => userId === me);
    expect(learner.firstEnrolledAt < learner.enrolledAt, 'the day of the first enrollment is kept').toBe(true);
  });

  test('takes a completion of the round before for that round, however late and however often it arrives', async () => {
    const { complete, renew, set, progress, past, plant, courseId, lessons } = await started();
    await complete();
    const added = await plant.lesson(courseId, { orderIndex: 3 });
    await renew();
    const key = { 'Idempotency-Key': '3f1c8c0e-2f0e-4a7b-9a53-6f4c2b9e2a01' };
    const first = await set(added, { round: 1, reflection: 'Late' }, key);
    expect(first).toMatchObject({
      status: 200,
      body: { changed: false, unit: { lessonId: added, status: 'not_started', round: 2 } },
    });
    expect((await set(added, { round: 1, reflection: 'Late' }, key)).body).toEqual(first.body);
    expect(await past()).toMatchObject([
      {},
      {},
      { lessonId: added, round: 1, status: 'completed', reflection: 'Late' },
    ]);
    expect((await set(lessons[0], { round: 1 })).body).toMatchObject({
      code: 'already_completed',
      unit: { status: 'not_started', round: 2 },
    });
    expect((await set(lessons[0], { round: 1, status: 'not_started' })).body).toMatchObject({ superseded: true });
    expect((await progress()).courseProgress.percentComplete).toBe(0);
    expect((await past())[0]?.status).toBe('completed');
  });

  test('takes work without a round by its age', async () => {
    const { complete, renew, set, progress, past, plant, courseId, rooms } = await started();
    await complete();
    const added = [await plant.lesson(courseId, { orderIndex: 3 }), await plant.lesson(courseId, { orderIndex: 4 })];
    rooms.pass(3_600_000);
    await renew();
    rooms.pass(3_600_000);
    await set(added[0], {}, { 'X-Op-Age': '5400000' });
    await set(added[1], {}, { 'X-Op-Age': '60000' });
    expect((await past()).map(({ lessonId }) => lessonId)).toContain(added[0]);
    const present = (await progress()).unitProgress.filter(({ status }) => status === 'completed');
    expect(present.map(({ lessonId }) => lessonId)).toEqual([added[1]]);
  });

  test('keeps its round when the enrollment ends before anything was done in it', async () => {
    const { complete, renew, progress, send, people, courseId, me } = await started();
    await complete();
    await renew();
    const enrollments = `/api/admin/courses/${courseId}/enrollments`;
    expect((await send(people.admin, 'DELETE', `${enrollments}/${me}`)).status).toBe(200);
    expect((await send(people.admin, 'POST', enrollments, { userIds: [me] })).body).toMatchObject({ changed: 1 });
    expect(await progress()).toMatchObject({ round: 2, certificate: null });
    await complete(2);
    expect((await progress()).certificate).not.toBeNull();
    expect((await renew()).status).toBe(200);
    expect(await progress()).toMatchObject({ round: 3, certificate: null });
  });

  test('asks for its quiz again', async () => {
    const { complete, renew, plant, courseId, me, rooms, set, db } = await started();
    const quizId = await plant.lesson(courseId, { orderIndex: 3, title: 'Quiz: Ladders' });
    const { id, answers } = await plant.question(quizId, [true, false]);
    const right = { [id]: String(answers[0]) };
    const submit = (round: number) => rooms.post(me, `/api/lessons/${quizId}/quiz/submit`, { answers: right, round });
    expect((await submit(1)).body).toMatchObject({ passed: true });
    await complete();
    await renew();
    expect((await set(quizId, { round: 2 })).body).toMatchObject({ code: 'quiz_not_passed' });
    expect((await submit(1)).body).toMatchObject({ passed: true, changed: false, unit: { status: 'not_started' } });
    expect((await set(quizId, { round: 2 })).body).toMatchObject({ code: 'quiz_not_passed' });
    expect((await submit(2)).body).toMatchObject({
      passed: true,
      changed: true,
      unit: { status: 'completed', round: 2 },
    });
    const attempts = await db.select({ round: db.tables.quizAttempts.round }).from(db.tables.quizAttempts);
    expect(attempts.map(({ round }) => round).sort()).toEqual([1, 1, 2]);
  });

  test('begins one round, although two admins renew at once, and only for those who have completed it', async () => {
    const { complete, renew, progress, people, acts } = await started();
    expect((await renew()).body.error).toBe('Has not completed this course.');
    await complete();
    expect((await renew({}, people.otherMember)).body.error).toBe('This person is not in your organization.');
    const told = await Promise.all([renew(), renew(), renew({}, undefined, people.super)]);
    expect(told.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await progress()).round).toBe(2);
    expect((await acts()).filter(({ action }) => action === 'course.person_renewed')).toHaveLength(1);
  });

  test('is due on the day that the admin names, which is not in the past', async () => {
    const { complete, renew, db, me } = await started();
    await complete();
    expect((await renew({ dueOn: '2020-01-01' })).body).toMatchObject({ code: 'due_date_past', field: 'dueOn' });
    const day = addDays(new Date().toISOString().slice(0, 10), 40);
    await renew({ dueOn: day });
    const [enrolled] = await db.select().from(db.tables.courseProgress).where(eq(db.tables.courseProgress.userId, me));
    expect(enrolled).toMatchObject({ dueOn: day, round: 2 });
  });

  test('is in the later round after two accounts are merged, and what was done before completes nothing', async () => {
    const { complete, renew, send, people, plant, ours, courseId, lessons, rooms, me, db } = await started();
    await complete();
    const other = await plant.person({ organizationId: ours, fullName: 'Maren Twice' });
    for (const lessonId of lessons) await rooms.post(other, '/api/progress/unit', { lessonId, status: 'completed' });
    await renew();
    const merged = await send(people.admin, 'POST', `/api/admin/people/${other}/merge`, { intoId: me });
    expect(merged).toMatchObject({ status: 200 });
    const progress = EnhancedProgress.parse((await send(me, 'GET', `/api/progress/enhanced/${courseId}`)).body);
    expect(progress).toMatchObject({ round: 2, courseProgress: { percentComplete: 0, completedAt: null } });
    const past = await db.select().from(db.tables.pastUnits);
    expect(past.map(({ userId, round }) => [userId, round])).toEqual(lessons.map(() => [me, 1]));
    expect(await db.select().from(db.tables.pastRounds)).toHaveLength(1);
  });

  test('stays completed where the account that is merged into another one completed the round before', async () => {
    const { complete, renew, send, people, plant, ours, lessons, rooms, me, db } = await started();
    await complete();
    const other = await plant.person({ organizationId: ours, fullName: 'Maren Twice' });
    await rooms.post(other, '/api/progress/unit', { lessonId: lessons[0], status: 'completed' });
    await renew();
    const { pastRounds } = db.tables;
    const before = await db.select().from(pastRounds);
    expect(before).toMatchObject([{ userId: me, percent: 100, completedAt: expect.any(Date) }]);
    rooms.pass(3_600_000);
    await send(people.admin, 'POST', `/api/admin/people/${me}/merge`, { intoId: other });
    expect(await db.select().from(pastRounds)).toEqual(
      before.map((row) => ({ ...row, userId: other, lastActivityAt: expect.any(Date) })),
    );
  });

  test.each(['from', 'into'])(
    'takes work in a course that an account merged %s does not take for the first round',
    async (side) => {
      const { complete, renew, send, people, plant, ours, courseId, lessons, me, db } = await started();
      await complete();
      await renew();
      const other = await plant.person({ organizationId: ours, fullName: 'Maren Twice' });
      const unit = { userId: other, courseId, lessonId: lessons[0] ?? 0, status: 'completed' as const };
      await db.insert(db.tables.unitProgress).values({ ...unit, completedAt: new Date(), rev: 9 });
      const [from, into] = side === 'from' ? [other, me] : [me, other];
      const merged = await send(people.admin, 'POST', `/api/admin/people/${from}/merge`, { intoId: into });
      expect(merged.body.effects.courses).toBe(side === 'from' ? 0 : 1);
      const units = await db.select().from(db.tables.unitProgress).orderBy(asc(db.tables.unitProgress.lessonId));
      expect(units).toMatchObject(lessons.map((lessonId) => ({ userId: into, lessonId, status: 'not_started' })));
      expect(units[0]?.rev).toBeGreaterThan(9);
      expect(await db.select().from(db.tables.courseProgress)).toMatchObject([{ userId: into, round: 2, percent: 0 }]);
      expect(await db.select().from(db.tables.pastRounds)).toMatchObject([{ userId: into, percent: 100 }]);
    },
  );

  // SQLite does one unit after the other.
  if (engine === 'postgres') {
    test('is not merged while a change of either account is under way', async () => {
      const { send, people, plant, ours, courseId, lessons, rooms, me, db } = await started();
      const lessonId = lessons[0] ?? 0;
      const other = await plant.person({ organizationId: ours, fullName: 'Maren Twice' });
      const { unitProgress } = db.tables;
      for (const userId of [me, other])
        await rooms.post(userId, '/api/progress/unit', { lessonId, status: 'in_progress' });
      let isMerged = false;
      const merge = () =>
        send(people.admin, 'POST', `/api/admin/people/${other}/merge`, { intoId: me }).finally(() => {
          isMerged = true;
        });
      const isWaiting = async () => {
        const found = await postgresPool(db)?.query(
          "select 1 from pg_locks where locktype = 'advisory' and not granted",
        );
        return isMerged || found?.rowCount === 1;
      };
      const begun = Promise.withResolvers<void>();
      const mayWrite = Promise.withResolvers<never>();
      const late = { courseId, lessonId: lessons[1] ?? 0, userId: other, status: 'completed' as const };
      const change = db.transact(function* (tx) {
        yield* run(tx.select().from(unitProgress).where(eq(unitProgress.userId, other)));
        begun.resolve();
        yield* run(mayWrite.promise as never);
        yield* run(tx.insert(unitProgress).values(late));
      }, other);
      await begun.promise;
      const merged = merge();
      await expect.poll(isWaiting).toBe(true);
      mayWrite.resolve(undefined as never);
      await change;
      expect((await merged).status).toBe(200);
      const units = await db.select().from(unitProgress).orderBy(asc(unitProgress.lessonId));
      expect(units.map(({ userId, status }) => [userId, status])).toEqual([
        [me, 'in_progress'],
        [me, 'completed'],
      ]);
    });
  }
});
