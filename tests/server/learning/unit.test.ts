import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rotateDataEpoch } from '#server/db/epoch.ts';
import { deleteOldOperations } from '#server/learning/apply-once.ts';
import { UnitAnswer } from '#sync/contract/progress.ts';
import { RefusalBody } from '#sync/contract/refusal.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { type OpenCourse, openCourse } from '#tests/fixtures/rooms.ts';

const UNIT = '/api/progress/unit';

onEveryEngine('one change of a lesson', (openDb) => {
  let { db, rooms, plant, me, courseId } = {} as OpenCourse;

  beforeAll(async () => {
    ({ db, rooms, plant, me, courseId } = await openCourse(openDb));
  });

  const newLesson = (row = {}) => plant.lesson(courseId, row);
  const send = (lessonId: number, status: string, more: object = {}, headers: Record<string, string> = {}) =>
    rooms.post(me, UNIT, { lessonId, status, ...more }, headers);
  const rowOf = async (lessonId: number) => {
    const { unitProgress } = db.tables;
    const [row] = await db
      .select()
      .from(unitProgress)
      .where(and(eq(unitProgress.userId, me), eq(unitProgress.lessonId, lessonId)));
    return row;
  };

  test('[P2, Y14] a lesson is started, completed and reset, and every answer holds unit, changed and epoch', async () => {
    const lessonId = await newLesson();
    const started = await send(lessonId, 'in_progress');
    expect(started.status).toBe(200);
    expect(UnitAnswer.parse(started.body)).toMatchObject({
      changed: true,
      unit: { status: 'in_progress', rev: 1, completedAt: null },
    });
    const completed = await send(lessonId, 'completed');
    expect(completed.body).toMatchObject({ changed: true, unit: { lessonId, status: 'completed', rev: 2 } });
    expect(completed.body.unit.completedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const reset = await send(lessonId, 'not_started', { seenRev: 2 });
    expect(reset.body).toMatchObject({ changed: true, unit: { status: 'not_started', rev: 3, completedAt: null } });
    expect(new Set([started, completed, reset].map((answer) => answer.body.dataEpoch)).size).toBe(1);
    expect(await rowOf(lessonId)).toMatchObject({ status: 'not_started', rev: 3, completedAt: null });
  });

  test('[P2, Y10, Y11] completing what is completed is our 409, with the unit and nothing changed', async () => {
    const lessonId = await newLesson();
    await send(lessonId, 'completed');
    const again = await send(lessonId, 'completed');
    expect(again.status).toBe(409);
    expect(again.headers.get('X-Groundwork-Api')).toBe('1');
    expect(RefusalBody.parse(again.body).code).toBe('already_completed');
    expect(UnitAnswer.parse(again.body)).toMatchObject({ changed: false, unit: { status: 'completed', rev: 1 } });
  });

  test('[Y11] a late in_progress on a completed lesson is 200 and changes nothing', async () => {
    const lessonId = await newLesson();
    await send(lessonId, 'completed');
    const late = await send(lessonId, 'in_progress', { positionSeconds: 3 });
    expect(late).toMatchObject({ status: 200, body: { changed: false, unit: { status: 'completed', rev: 1 } } });
  });

  test('[O8, Y11] a Reset clears only a completion that its author had seen', async () => {
    const lessonId = await newLesson();
    await send(lessonId, 'completed');
    const blind = await send(lessonId, 'not_started', { seenRev: 0 });
    expect(blind).toMatchObject({
      status: 200,
      body: { superseded: true, changed: false, unit: { status: 'completed' } },
    });
    const seen = await send(lessonId, 'not_started', { seenRev: 1 });
    expect(seen).toMatchObject({ status: 200, body: { changed: true, unit: { status: 'not_started', rev: 2 } } });
  });

  test('[Y12] position, watched seconds and reflection are stored, ranges by union', async () => {
    const lessonId = await newLesson();
    await send(lessonId, 'in_progress', { positionSeconds: 20, watched: [[0, 20]] });
    await send(lessonId, 'in_progress', {
      positionSeconds: 60.5,
      watched: [
        [15, 30],
        [50, 60.5],
      ],
    });
    const told = await send(lessonId, 'completed', { reflection: 'Ich habe gelernt: 日本' });
    expect(told.body.unit).toMatchObject({
      positionSeconds: 60.5,
      watched: [
        [0, 30],
        [50, 60.5],
      ],
      reflection: 'Ich habe gelernt: 日本',
    });
    expect(await rowOf(lessonId)).toMatchObject({
      positionSeconds: 60.5,
      watched: [
        [0, 30],
        [50, 60.5],
      ],
    });
  });

  test('[Y9] the same key returns the first answer again, and has one effect', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send(lessonId, 'completed', {}, headers);
    await send(lessonId, 'not_started', { seenRev: 1 });
    const second = await send(lessonId, 'completed', {}, headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await rowOf(lessonId)).toMatchObject({ status: 'not_started', rev: 2 });
  });

  test('[Y9] a quoted key, another order of the body and capitals are the same use of the key', async () => {
    const lessonId = await newLesson();
    const key = randomUUID();
    const first = await rooms.post(me, UNIT, `{"lessonId":${lessonId},"status":"completed"}`, {
      'Idempotency-Key': key,
    });
    const second = await rooms.post(me, UNIT, `{ "status": "completed", "lessonId": ${lessonId} }`, {
      'Idempotency-Key': `"${key.toUpperCase()}"`,
    });
    expect(second).toMatchObject({ status: 200, body: first.body });
  });

  test('[Y9, Y11] a Reset whose seenRev rose while it waited is still the same Reset', async () => {
    const lessonId = await newLesson();
    await send(lessonId, 'completed');
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send(lessonId, 'not_started', { seenRev: 1 }, headers);
    const again = await send(lessonId, 'not_started', { seenRev: 4 }, headers);
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  test('[Y9] our 409 is remembered too', async () => {
    const lessonId = await newLesson();
    await send(lessonId, 'completed');
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send(lessonId, 'completed', {}, headers);
    await send(lessonId, 'not_started');
    const second = await send(lessonId, 'completed', {}, headers);
    expect(first.status).toBe(409);
    expect(second).toMatchObject({ status: 409, body: first.body });
    expect((await rowOf(lessonId))?.status).toBe('not_started');
  });

  test('[Y9] a key used for other content is 422 key_reuse, and nothing happens', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    await send(lessonId, 'in_progress', {}, headers);
    const other = await send(lessonId, 'completed', {}, headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reuse' } });
    expect((await rowOf(lessonId))?.status).toBe('in_progress');
  });

  test('[Y9] two people may use the same key', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    const other = await plant.person();
    await send(lessonId, 'completed', {}, headers);
    const theirs = await rooms.post(other, UNIT, { lessonId, status: 'in_progress' }, headers);
    expect(theirs).toMatchObject({ status: 200, body: { changed: true, unit: { status: 'in_progress' } } });
  });

  test('[Y9] a refusal is not remembered: the same key is decided again', async () => {
    const hidden = await plant.course({ isPublished: false });
    const lessonId = await plant.lesson(hidden);
    const headers = { 'Idempotency-Key': randomUUID() };
    const refused = await send(lessonId, 'completed', {}, headers);
    expect(refused).toMatchObject({ status: 404, body: { code: 'lesson_not_found' } });
    await db.update(db.tables.courses).set({ isPublished: true }).where(eq(db.tables.courses.id, hidden));
    expect(await send(lessonId, 'completed', {}, headers)).toMatchObject({ status: 200, body: { changed: true } });
  });

  test('[Y9] the same key 20 times at once has one effect', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(lessonId, 'completed', {}, headers)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.unit.rev))).toEqual(new Set([1]));
    expect(await rowOf(lessonId)).toMatchObject({ status: 'completed', rev: 1 });
  });

  test('[O8] completes and resets from many devices at once leave one row whose rev counts the changes', async () => {
    const lessonId = await newLesson();
    const statuses = Array.from({ length: 24 }, (_, i) => (i % 3 === 2 ? 'not_started' : 'completed'));
    const answers = await Promise.all(
      statuses.map((status) => send(lessonId, status, {}, { 'Idempotency-Key': randomUUID() })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const changes = answers.filter((answer) => answer.body.changed);
    const row = await rowOf(lessonId);
    expect(row?.rev).toBe(changes.length);
    expect(new Set(changes.map((answer) => answer.body.unit.rev)).size).toBe(changes.length);
    expect(changes.find((answer) => answer.body.unit.rev === row?.rev)?.body.unit.status).toBe(row?.status);
  });

  test('[O8] many lessons of one course completed at once are all counted', async () => {
    const ownCourse = await plant.course();
    const lessons = await Promise.all(Array.from({ length: 8 }, (_, i) => plant.lesson(ownCourse, { orderIndex: i })));
    await Promise.all(lessons.map((lessonId) => send(lessonId, 'completed')));
    const { courseProgress } = db.tables;
    const [row] = await db.select().from(courseProgress).where(eq(courseProgress.courseId, ownCourse));
    expect(row).toMatchObject({ percent: 100, pointsEarned: 80, status: 'completed' });
  });

  test('[Y9] an answer is kept 400 days and no longer', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    await send(lessonId, 'completed', {}, headers);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await deleteOldOperations(db, days(399));
    expect((await send(lessonId, 'completed', {}, headers)).status).toBe(200);
    await deleteOldOperations(db, days(401));
    expect((await send(lessonId, 'completed', {}, headers)).status).toBe(409);
  });

  test('[Y9, Y20] counted from the last time that it was sent, as its device counts', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await send(lessonId, 'completed', {}, headers);
    const { appliedOps } = db.tables;
    const own = eq(appliedOps.opId, headers['Idempotency-Key']);
    await db
      .update(appliedOps)
      .set({ at: days(-390) })
      .where(own);
    expect((await send(lessonId, 'completed', {}, headers)).status).toBe(200);
    await deleteOldOperations(db, days(390));
    expect(await db.select({ opId: appliedOps.opId }).from(appliedOps).where(own)).toHaveLength(1);
  });

  test('[Y14] work of another person is 403 user_mismatch, and nothing happens', async () => {
    const lessonId = await newLesson();
    const wrong = await send(lessonId, 'completed', {}, { 'X-Op-User': randomUUID() });
    expect(wrong).toMatchObject({ status: 403, body: { code: 'user_mismatch' } });
    expect(await rowOf(lessonId)).toBeUndefined();
    expect((await send(lessonId, 'completed', {}, { 'X-Op-User': me.toUpperCase() })).status).toBe(200);
  });

  test('[Y14, Z12] another epoch is 412 with nothing applied; a stored answer carries the epoch of today', async () => {
    const lessonId = await newLesson();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send(lessonId, 'in_progress', {}, headers);
    const today = await rotateDataEpoch(db);
    const late = await send(lessonId, 'completed', {}, { 'X-Data-Epoch': first.body.dataEpoch });
    expect(late).toMatchObject({ status: 412, body: { code: 'data_epoch_changed' } });
    expect((await rowOf(lessonId))?.status).toBe('in_progress');
    const again = await send(lessonId, 'in_progress', {}, { ...headers, 'X-Data-Epoch': today });
    expect(again).toMatchObject({ status: 200, body: { changed: true, dataEpoch: today } });
  });

  test('[Q6, Y13] a quiz or exam without a passed attempt is 422 with message, failed and currentScore', async () => {
    for (const title of ['Module 1 Quiz', 'Final EXAM', 'Self Assessment']) {
      const lessonId = await newLesson({ title });
      const refused = await send(lessonId, 'completed');
      expect(refused).toMatchObject({ status: 422, body: { code: 'quiz_not_passed', failed: true, currentScore: 0 } });
      expect(refused.body.message).toBe('You need 100% to pass this quiz.');
      expect(await rowOf(lessonId)).toBeUndefined();
    }
    const video = await newLesson({ title: 'How a quiz works', assetId: await plant.asset() });
    expect((await send(video, 'completed')).status).toBe(200);
  });

  test('the first progress enrolls, and a change sets the last activity of the course', async () => {
    const ownCourse = await plant.course();
    const lessonId = await plant.lesson(ownCourse);
    await send(lessonId, 'in_progress');
    const { courseProgress } = db.tables;
    const rows = await db.select().from(courseProgress).where(eq(courseProgress.courseId, ownCourse));
    expect(rows).toMatchObject([{ userId: me, percent: 0, totalPoints: 10, isAssigned: false, status: 'in_progress' }]);
    expect(rows[0]?.lastActivityAt).toBeInstanceOf(Date);
  });

  test('a preview of a foreign course can be taken without an enrollment', async () => {
    const closed = await plant.course({ visibility: 'private' });
    const preview = await plant.lesson(closed, { isPreview: true });
    expect((await send(preview, 'completed')).status).toBe(200);
    const { courseProgress } = db.tables;
    expect(await db.select().from(courseProgress).where(eq(courseProgress.courseId, closed))).toEqual([]);
  });
});
