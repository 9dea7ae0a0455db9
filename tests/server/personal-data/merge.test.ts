// Merging two accounts of one person: history is kept, nothing counts twice, and unsent work of a tablet still arrives.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readUnsubscribeKey, unsubscribeLink } from '#server/reminders/unsubscribe.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';
import { columnsWith } from './whole-person.ts';

const DAY = 86_400_000;
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (days: number) => new Date(NOW - days * DAY);

onEveryEngine('merging accounts', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer();
    const { db } = server;
    const t = db.tables;
    const plant = planter(db);
    const ours = await plant.organization({ name: 'Ours' });
    const theirs = await plant.organization({ name: 'Theirs' });
    const boss = await signedIn(server, { email: 'boss@demo.example', isSuperAdmin: true });
    const admin = await signedIn(server, { email: 'admin@demo.example', organizationId: ours, isOrgAdmin: true });
    const gone = await signedIn(server, { email: 'old@demo.example', fullName: 'Old Account', organizationId: ours });
    const kept = await signedIn(server, { email: 'new@demo.example', fullName: 'New Account', organizationId: ours });
    const courseId = await plant.course({ organizationId: ours, visibility: 'organization', title: 'Roofs' });
    const lessons = [
      await plant.lesson(courseId, { orderIndex: 1 }),
      await plant.lesson(courseId, { orderIndex: 2 }),
      await plant.lesson(courseId, { title: 'Quiz', orderIndex: 3 }),
    ];
    const quiz = lessons[2] ?? 0;
    const { id: questionId, answers } = await plant.question(quiz, [true, false]);
    const as = async (
      who: SignedIn,
      method: string,
      path: string,
      body?: object,
      more: Record<string, string> = {},
    ) => {
      const headers = { ...who.headers, ...more };
      const answer = body ? await server.send(method, path, body, headers) : await server.request(path, { headers });
      return { status: answer.status, body: await answer.json() };
    };
    const merge = (more: object = {}, who: SignedIn = boss, [from, into] = [gone, kept]) =>
      as(who, 'POST', `/api/admin/people/${from.id}/merge`, { intoId: into.id, ...more });
    const complete = (who: SignedIn, lessonId = 0) =>
      as(who, 'POST', '/api/progress/unit', { lessonId, status: 'completed' });
    const answerQuiz = (who: SignedIn, answer: number) =>
      as(who, 'POST', `/api/lessons/${quiz}/quiz/submit`, {
        answers: { [questionId]: String(answers[answer]) },
        durationMs: 4000,
      });
    const enrollmentOf = async ({ id }: SignedIn, course = courseId) =>
      (
        await db
          .select()
          .from(t.courseProgress)
          .where(and(eq(t.courseProgress.userId, id), eq(t.courseProgress.courseId, course)))
      )[0];
    const unitsOf = async ({ id }: SignedIn) =>
      db.select().from(t.unitProgress).where(eq(t.unitProgress.userId, id)).orderBy(t.unitProgress.lessonId);
    return {
      server,
      db,
      t,
      plant,
      ours,
      theirs,
      boss,
      admin,
      gone,
      kept,
      courseId,
      lessons,
      quiz,
      as,
      merge,
      complete,
      answerQuiz,
      enrollmentOf,
      unitsOf,
    };
  }

  test('two halves of a course become a whole one, with one enrollment and one certificate', async () => {
    const { db, t, gone, kept, lessons, as, merge, complete, answerQuiz, enrollmentOf, unitsOf } = await started();
    await complete(gone, lessons[0]);
    await as(gone, 'POST', '/api/progress/unit', {
      lessonId: lessons[1],
      status: 'in_progress',
      watched: [[0, 30]],
      reflection: 'From the old one',
    });
    await as(kept, 'POST', '/api/progress/unit', {
      lessonId: lessons[1],
      status: 'in_progress',
      watched: [[20, 60]],
      reflection: 'From the new one',
    });
    await complete(kept, lessons[1]);
    await answerQuiz(gone, 1);
    await answerQuiz(kept, 0);
    expect((await merge()).body).toMatchObject({
      message: 'old@demo.example was merged into new@demo.example.',
      effects: { lessons: 2, better: 1, attempts: 1, courses: 1, certificates: 0, sessions: 1, roles: [], joins: null },
    });
    expect(await enrollmentOf(kept)).toMatchObject({ percent: 100, status: 'completed' });
    expect(await enrollmentOf(gone)).toBeUndefined();
    expect(await unitsOf(gone)).toEqual([]);
    const units = await unitsOf(kept);
    expect(units.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(units[1]).toMatchObject({ watched: [[0, 60]], reflection: 'From the new one\n\nFrom the old one' });
    const attempts = await db.select().from(t.quizAttempts);
    expect(attempts.map(({ userId }) => userId)).toEqual([kept.id, kept.id]);
    const score = attempts.reduce((sum, one) => sum + one.score, 0);
    expect(await db.select().from(t.quizFigures)).toMatchObject([
      {
        userId: kept.id,
        attempts: 2,
        passed: 1,
        scoreSum: score,
        durationMsSum: 8000,
        timedAttempts: 2,
        firstPassed: false,
      },
    ]);
    expect((await as(kept, 'GET', '/api/certificates')).body.certificates).toHaveLength(1);
  });

  test('a preview says the same and changes nothing', async () => {
    const { db, t, gone, lessons, merge, complete } = await started();
    await complete(gone, lessons[0]);
    const all = async () =>
      JSON.stringify(
        await Promise.all(
          [t.profiles, t.unitProgress, t.auditLog, t.authUsers].map((table) => db.select().from(table)),
        ),
      );
    const before = await all();
    const preview = (await merge({ isPreview: true })).body;
    expect(await all()).toBe(before);
    expect((await merge()).body).toEqual(preview);
    const again = await merge();
    expect([again.status, again.body.message]).toEqual([200, 'These accounts are merged already.']);
    expect((await db.select().from(t.auditLog)).filter(({ action }) => action === 'account.merged')).toHaveLength(1);
  });

  test('sent twice at once it happens once', async () => {
    const { db, t, gone, kept, lessons, merge, complete, answerQuiz } = await started();
    await complete(gone, lessons[0]);
    await answerQuiz(gone, 0);
    expect((await Promise.all([merge(), merge()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await db.select().from(t.quizFigures)).toMatchObject([{ userId: kept.id, attempts: 1 }]);
    expect((await db.select().from(t.auditLog)).filter(({ action }) => action === 'account.merged')).toHaveLength(1);
  });

  test('of two certificates the first is shown, and both serials stay valid', async () => {
    const { server, db, t, gone, kept, courseId, as, merge } = await started();
    const proof = { courseId, courseTitle: 'Roofs', learnerName: 'Me' };
    await db.insert(t.certificates).values([
      { ...proof, userId: kept.id, serial: 'GW-AAAA-AAAA-AAAA', issuedAt: ago(3) },
      { ...proof, userId: gone.id, serial: 'GW-BBBB-BBBB-BBBB', issuedAt: ago(9) },
    ]);
    expect((await merge()).body.effects).toMatchObject({ certificates: 1, secondCertificates: 1 });
    const shown = (await as(kept, 'GET', '/api/certificates')).body.certificates;
    expect(shown.map(({ serial }: { serial: string }) => serial)).toEqual(['GW-BBBB-BBBB-BBBB']);
    for (const serial of ['GW-AAAA-AAAA-AAAA', 'GW-BBBB-BBBB-BBBB'])
      expect((await server.request(`/api/certificates/${serial}`)).status).toBe(200);
  });

  test('certificates are chosen round by round, so that none is issued in place of a revoked one', async () => {
    const { db, t, gone, kept, courseId, as, merge } = await started();
    const proof = { courseId, courseTitle: 'Roofs', learnerName: 'Me' };
    const done = { courseId, round: 2, percent: 100, status: 'completed' as const, completedAt: ago(1) };
    await db.insert(t.courseProgress).values({ ...done, userId: kept.id });
    await db.insert(t.certificates).values([
      { ...proof, userId: kept.id, serial: 'GW-AAAA-AAAA-AAAA', issuedAt: ago(3), validUntil: '2029-01-01' },
      { ...proof, userId: kept.id, serial: 'GW-BBBB-BBBB-BBBB', issuedAt: ago(1), round: 2, revokedAt: ago(0) },
      { ...proof, userId: gone.id, serial: 'GW-CCCC-CCCC-CCCC', issuedAt: ago(9), validUntil: '2030-01-01' },
      // A revoked one is valid no longer than any other.
      { ...proof, userId: gone.id, serial: 'GW-DDDD-DDDD-DDDD', issuedAt: ago(9), round: 3, revokedAt: ago(0) },
      { ...proof, userId: kept.id, serial: 'GW-EEEE-EEEE-EEEE', issuedAt: ago(9), round: 3, validUntil: '2029-01-01' },
    ]);
    expect((await merge()).body.effects).toMatchObject({ certificates: 2, secondCertificates: 2 });
    const shown = (await as(kept, 'GET', '/api/certificates')).body.certificates;
    expect(shown.map(({ serial }: { serial: string }) => serial)).toEqual(
      ['BBBB', 'CCCC', 'EEEE'].map((part) => `GW-${part}-${part}-${part}`),
    );
  });

  test('a group is led by nobody who did not lead it, and stopped reminders stay stopped', async () => {
    const { server, db, t, plant, ours, gone, kept, merge } = await started();
    const [led, joined, lost] = [await plant.group(ours), await plant.group(ours), await plant.group(ours)];
    for (const groupId of [led, joined, lost]) await plant.inGroup(groupId, gone.id, { isLead: true });
    await plant.inGroup(led, kept.id, { isLead: true });
    await plant.inGroup(joined, kept.id);
    const link = unsubscribeLink({ ...server.env, publicUrl: '' }, await readUnsubscribeKey(db), gone.id);
    await server.request(link, { method: 'POST' });
    await merge();
    const members = await db.select().from(t.groupMembers);
    expect(members.map(({ groupId, userId, isLead }) => [groupId, userId, isLead]).sort()).toEqual(
      [
        [led, kept.id, true],
        [joined, kept.id, false],
        [lost, kept.id, false],
      ].sort(),
    );
    const isOff = async () =>
      (await db.select().from(t.profiles).where(eq(t.profiles.id, kept.id)))[0]?.remindersOffAt !== null;
    expect(await isOff()).toBe(true);
    expect((await server.request(`${link}/undo`, { method: 'POST' })).status).toBe(200);
    expect(await isOff()).toBe(false);
  });

  test('the enrollment keeps the earlier dates and what either was given, and the rating of the account that stays', async () => {
    const { db, t, plant, gone, kept, courseId, merge, enrollmentOf } = await started();
    const other = await plant.course({ title: 'Only the old one' });
    const row = {
      userId: gone.id,
      courseId,
      enrolledAt: ago(9),
      isAssigned: true,
      dueOn: '2030-01-01',
      lastActivityAt: ago(1),
    };
    await db.insert(t.courseProgress).values([
      { ...row, remindedAt: ago(2), completedAt: ago(4), status: 'completed' as const, percent: 100 },
      { ...row, userId: kept.id, enrolledAt: ago(3), isAssigned: false, dueOn: null, lastActivityAt: ago(2) },
      { ...row, courseId: other },
    ]);
    await db.insert(t.courseRatings).values([
      { userId: gone.id, courseId, stars: 1 },
      { userId: kept.id, courseId, stars: 5 },
      { userId: gone.id, courseId: other, stars: 4 },
    ]);
    await merge();
    const dates = { enrolledAt: ago(9), completedAt: ago(4), lastActivityAt: ago(1), remindedAt: ago(2) };
    expect(await enrollmentOf(kept)).toMatchObject({
      ...dates,
      isAssigned: true,
      dueOn: '2030-01-01',
      status: 'completed',
    });
    expect(await enrollmentOf(kept, other)).toMatchObject({ enrolledAt: ago(9) });
    const ratings = await db.select().from(t.courseRatings).orderBy(t.courseRatings.stars);
    expect(ratings).toMatchObject([
      { userId: kept.id, stars: 4 },
      { userId: kept.id, stars: 5 },
    ]);
  });

  test('[Y9] unsent work of a tablet counts for the account that stayed, once, and nothing else is let in', async () => {
    const { gone, kept, lessons, as, merge, unitsOf } = await started();
    const headers = { 'X-Op-User': gone.id };
    const work = (lessonId = 0) => ({
      opId: randomUUID(),
      kind: 'unit',
      ageMs: 60_000,
      body: { lessonId, status: 'completed' },
    });
    const [sent, unsent] = [work(lessons[0]), work(lessons[1])];
    const sync = async (...operations: object[]) =>
      (await as(gone, 'POST', '/api/sync', { operations }, headers)).body.results.map(
        (one: { status: number; body: { changed?: boolean } }) => [one.status, one.body.changed],
      );
    expect(await sync(sent)).toEqual([[200, true]]);
    await merge();
    // The answer to the first had not arrived.
    expect(await sync(sent, unsent)).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await sync(unsent)).toEqual([[200, true]]);
    expect((await unitsOf(kept)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(await unitsOf(gone)).toEqual([]);
    for (const path of ['/api/auth/profile', '/api/courses', '/api/certificates'])
      expect(await as(gone, 'GET', path)).toMatchObject({
        status: 403,
        body: { code: 'account_merged', message: expect.stringContaining('new@demo.example') },
      });
    const last = { 'X-Op-User': gone.id, 'X-Last-Op': unsent.opId };
    expect((await as(gone, 'POST', '/api/sync', { operations: [work(lessons[0])] }, last)).status).toBe(200);
    const stranger = { 'X-Op-User': randomUUID() };
    expect((await as(gone, 'POST', '/api/sync', { operations: [work(lessons[0])] }, stranger)).body.code).toBe(
      'user_mismatch',
    );
  });

  test('a tablet that was silent refreshes its sign-in and hands in; nobody signs in with the old address, which is free', async () => {
    const { server, gone, kept, lessons, merge, unitsOf, as } = await started();
    await merge();
    const refreshed = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: gone.refreshToken,
    });
    const { access_token: bearer } = await refreshed.json();
    const again = { ...gone, headers: { Authorization: `Bearer ${bearer}` } };
    const body = { lessonId: lessons[0], status: 'completed' };
    expect((await as(again, 'POST', '/api/progress/unit', body, { 'X-Op-User': gone.id })).status).toBe(200);
    expect(await unitsOf(kept)).toHaveLength(1);
    const password = { email: gone.email, password: 'whatever-1234' };
    expect((await server.send('POST', '/auth/v1/token?grant_type=password', password)).status).toBe(400);
    const newcomer = await signedIn(server, { email: gone.email, fullName: 'Someone else' });
    expect((await as(newcomer, 'GET', '/api/auth/profile')).body).toMatchObject({ id: newcomer.id, email: gone.email });
  });

  test('an account of another organization leaves it as anybody does, and takes no role along', async () => {
    const { db, t, plant, theirs, gone, kept, merge, enrollmentOf } = await started();
    const given = await plant.course({ organizationId: theirs, visibility: 'private' });
    await db.update(t.profiles).set({ organizationId: theirs, isOrgAdmin: true }).where(eq(t.profiles.id, gone.id));
    await db
      .insert(t.courseProgress)
      .values({ userId: gone.id, courseId: given, isAssigned: true, dueOn: '2030-01-01', lastActivityAt: ago(1) });
    await plant.inGroup(await plant.group(theirs), gone.id, { isLead: true });
    expect((await merge()).body.effects).toMatchObject({
      enrollments: 1,
      dueDates: 1,
      groups: 1,
      roles: ['admin'],
      joins: null,
    });
    expect(await enrollmentOf(kept, given)).toMatchObject({ isAssigned: false, dueOn: null });
    expect(await db.select().from(t.groupMembers)).toEqual([]);
    const [person] = await db.select().from(t.profiles).where(eq(t.profiles.id, kept.id));
    expect(person).toMatchObject({ isOrgAdmin: false, email: 'new@demo.example' });
    expect(await db.select().from(t.endedMemberships)).toMatchObject([{ userId: kept.id, organizationId: theirs }]);
  });

  test('an account without an organization comes into that of the other, with its groups and due dates', async () => {
    const { db, t, plant, ours, gone, kept, courseId, merge, enrollmentOf } = await started();
    await db.update(t.profiles).set({ organizationId: null }).where(eq(t.profiles.id, kept.id));
    await db.insert(t.courseProgress).values({ userId: gone.id, courseId, isAssigned: true, dueOn: '2030-01-01' });
    await plant.inGroup(await plant.group(ours), gone.id);
    expect((await merge()).body.effects).toMatchObject({ groups: 0, dueDates: 0, joins: 'Ours' });
    expect(await enrollmentOf(kept)).toMatchObject({ isAssigned: true, dueOn: '2030-01-01' });
    expect(await db.select().from(t.groupMembers)).toMatchObject([{ userId: kept.id }]);
    const [person] = await db.select().from(t.profiles).where(eq(t.profiles.id, kept.id));
    expect(person).toMatchObject({ organizationId: ours, isOrgAdmin: false });
  });

  test('the account that went is in no list, and one that is merged twice leads to the last', async () => {
    const { server, boss, gone, kept, lessons, as, merge, unitsOf } = await started();
    const third = await signedIn(server, { email: 'third@demo.example' });
    await merge();
    const emails = (await as(boss, 'GET', '/api/admin/users')).body.users.map(({ email }: { email: string }) => email);
    expect(emails.sort()).toEqual([
      'admin@demo.example',
      'boss@demo.example',
      'new@demo.example',
      'third@demo.example',
    ]);
    expect((await as(boss, 'GET', `/api/admin/people/${gone.id}`)).status).toBe(404);
    await merge({}, boss, [kept, third]);
    const body = { lessonId: lessons[0], status: 'completed' };
    expect((await as(gone, 'POST', '/api/progress/unit', body, { 'X-Op-User': gone.id })).status).toBe(200);
    expect(await unitsOf(third)).toHaveLength(1);
  });

  test('org admins merge people of their own organization alone, and no super admin', async () => {
    const { server, db, t, theirs, admin, boss, gone, kept, merge } = await started();
    const codeOf = async (who: SignedIn, pair: [SignedIn, SignedIn]) =>
      (await merge({ isPreview: true }, who, pair)).body.code;
    const stranger = await signedIn(server, { organizationId: theirs });
    const free = await signedIn(server);
    expect(await codeOf(admin, [gone, kept])).toBeUndefined();
    for (const other of [stranger, free, boss]) {
      expect(await codeOf(admin, [other, kept])).toBe('user_not_found');
      expect(await codeOf(admin, [gone, other])).toBe('user_not_found');
    }
    await db.update(t.profiles).set({ isSuperAdmin: true }).where(eq(t.profiles.id, kept.id));
    expect(await codeOf(admin, [gone, kept])).toBe('user_not_found');
    expect(await codeOf(admin, [admin, gone])).toBe('own_account');
    expect(await codeOf(boss, [gone, gone])).toBe('same_account');
    expect(await codeOf(gone, [kept, gone])).toBe('access_denied');
    await db.update(t.profiles).set({ isSuperAdmin: false }).where(eq(t.profiles.id, boss.id));
    expect(await codeOf(kept, [kept, gone])).toBe('own_account');
  });

  test('erasing the person erases both accounts', async () => {
    const { server, db, gone, kept, boss, courseId, lessons, as, merge, complete, t } = await started();
    await complete(gone, lessons[0]);
    const proof = { courseId, courseTitle: 'Roofs' };
    await db.insert(t.certificates).values([
      { ...proof, userId: kept.id, learnerName: 'New Account', serial: 'GW-AAAA-AAAA-AAAA' },
      { ...proof, userId: gone.id, learnerName: 'Old Account', serial: 'GW-BBBB-BBBB-BBBB' },
    ]);
    await merge();
    const erased = await as(boss, 'POST', `/api/admin/users/${kept.id}/erase`, {});
    expect(erased.status).toBe(200);
    const traces = [gone.id, kept.id, gone.email, kept.email, 'Old Account', 'New Account'];
    expect(await columnsWith(db, traces)).toEqual([]);
    expect((await (await server.request(`/api/erasures/${gone.id}`)).json()).erased).toBe(true);
  });
});
