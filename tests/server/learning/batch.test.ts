import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rotateDataEpoch } from '#server/db/epoch.ts';
import { SyncResults } from '#sync/contract/operation.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { type OpenCourse, openCourse } from '#tests/fixtures/rooms.ts';

onEveryEngine('a batch of operations', (openDb) => {
  let { db, rooms, plant, me, courseId } = {} as OpenCourse;

  beforeAll(async () => {
    ({ db, rooms, plant, me, courseId } = await openCourse(openDb));
  });

  const unit = (lessonId: number, status = 'completed', opId: string = randomUUID()) => ({
    opId,
    kind: 'unit',
    body: { lessonId, status },
  });
  const send = async (operations: unknown[], headers: Record<string, string> = {}) => {
    const told = await rooms.post(me, '/api/sync', { operations }, headers);
    expect(told.status).toBe(200);
    return SyncResults.parse(told.body);
  };

  test('[Y15] each operation is answered as its single call would be, in the order sent', async () => {
    const lesson = await plant.lesson(courseId);
    const done = await plant.lesson(courseId);
    const quiz = await plant.lesson(courseId, { title: 'Quiz' });
    const { id, answers } = await plant.question(quiz, [true, false]);
    await rooms.post(me, '/api/progress/unit', { lessonId: done, status: 'completed' });
    const operations = [
      unit(lesson),
      unit(done),
      { opId: randomUUID(), kind: 'quiz', lessonId: quiz, body: { answers: { [id]: String(answers[0]) } } },
      { opId: randomUUID(), kind: 'enroll', courseId },
      unit(2_000_000_000),
    ];
    const { results, dataEpoch } = await send(operations);
    expect(results.map((result) => result.opId)).toEqual(operations.map((operation) => operation.opId));
    expect(results.map((result) => result.status)).toEqual([200, 409, 200, 200, 404]);
    expect(results[0]?.body).toMatchObject({ changed: true, unit: { lessonId: lesson, rev: 1 }, dataEpoch });
    expect(results[1]?.body).toMatchObject({ code: 'already_completed', changed: false, unit: { rev: 1 } });
    expect(results[2]?.body).toMatchObject({ score: 100, passed: true, unit: { status: 'completed' } });
    expect(results[3]?.body).toMatchObject({ enrolled: true, changed: false });
    expect(results[4]?.body).toMatchObject({ code: 'lesson_not_found' });
  });

  test('[Y9, Y15] an operation sent alone and again in a batch has one effect and one answer', async () => {
    const lessonId = await plant.lesson(courseId);
    const operation = unit(lessonId);
    const alone = await rooms.post(me, '/api/progress/unit', operation.body, { 'Idempotency-Key': operation.opId });
    const [first] = (await send([operation])).results;
    const [again] = (await send([{ ...operation, opId: operation.opId.toUpperCase() }])).results;
    expect([first?.status, first?.body]).toEqual([alone.status, alone.body]);
    expect([again?.status, again?.body]).toEqual([alone.status, alone.body]);
    const other = (await send([unit(lessonId, 'in_progress', operation.opId)])).results;
    expect(other).toMatchObject([{ status: 422, body: { code: 'key_reuse' } }]);
  });

  test('[Y15] an invalid operation is refused on its own, naming the field, and affects no other', async () => {
    const lessonId = await plant.lesson(courseId);
    const opId = randomUUID();
    const bad = [
      null,
      7,
      'text',
      {},
      { opId: 'x', kind: 'unit' },
      { opId, kind: 'dance' },
      { opId, kind: 'unit', body: { lessonId, status: 'done' } },
    ];
    const { results } = await send([...bad, unit(lessonId)]);
    expect(results.slice(0, -1).every((result) => result.status === 400)).toBe(true);
    expect(results.at(-1)?.status).toBe(200);
    expect(results.at(-2)).toMatchObject({ opId, body: { code: 'validation_failed', field: 'body.status' } });
    expect(results[0]?.opId).toBeNull();
  });

  test('[Y15] a second operation about the same lesson is refused, the first counts', async () => {
    const lessonId = await plant.lesson(courseId, { title: 'Quiz twice' });
    await plant.question(lessonId, [true, false]);
    const quiz = { opId: randomUUID(), kind: 'quiz', lessonId, body: { answers: {} } };
    const { results } = await send([unit(lessonId, 'in_progress'), quiz, unit(lessonId, 'in_progress')]);
    expect(results.map((result) => result.status)).toEqual([200, 400, 400]);
    expect(results[2]?.body).toMatchObject({ code: 'validation_failed', field: 'operations' });
  });

  test('[Y15] 500 operations pass, each once; 501 and 512 KB are 413', async () => {
    const ids = await db
      .insert(db.tables.lessons)
      .values(Array.from({ length: 501 }, (_, i) => ({ courseId, title: 'One', orderIndex: 100 + i })))
      .returning({ id: db.tables.lessons.id });
    const operations = ids.map(({ id }) => unit(id, 'in_progress'));
    const { results } = await send(operations.slice(0, 500));
    expect(results.filter((result) => result.status === 200)).toHaveLength(500);
    expect(await rooms.post(me, '/api/sync', { operations })).toMatchObject({
      status: 413,
      body: { code: 'batch_too_large' },
    });
    const heavy = [{ ...unit(ids[0]?.id ?? 0), note: 'x'.repeat(512 * 1024) }];
    expect(await rooms.post(me, '/api/sync', { operations: heavy })).toMatchObject({
      status: 413,
      body: { code: 'batch_too_large' },
    });
    const { unitProgress } = db.tables;
    const rows = await db
      .select()
      .from(unitProgress)
      .where(and(eq(unitProgress.userId, me), eq(unitProgress.lessonId, ids[500]?.id ?? 0)));
    expect(rows).toEqual([]);
  });

  test('[Y14] the whole batch is 412 in another epoch and 403 for another person', async () => {
    const lessonId = await plant.lesson(courseId);
    const { dataEpoch } = await send([]);
    await rotateDataEpoch(db);
    const late = await rooms.post(me, '/api/sync', { operations: [unit(lessonId)] }, { 'X-Data-Epoch': dataEpoch });
    expect(late).toMatchObject({ status: 412, body: { code: 'data_epoch_changed' } });
    const wrong = await rooms.post(me, '/api/sync', { operations: [unit(lessonId)] }, { 'X-Op-User': randomUUID() });
    expect(wrong).toMatchObject({ status: 403, body: { code: 'user_mismatch' } });
    const { unitProgress } = db.tables;
    expect(await db.select().from(unitProgress).where(eq(unitProgress.lessonId, lessonId))).toEqual([]);
  });

  test('[Y15] the same batch from two tabs at once has one effect per operation', async () => {
    const lessons = await Promise.all(Array.from({ length: 10 }, () => plant.lesson(courseId)));
    const operations = lessons.map((lessonId) => unit(lessonId));
    const [one, two] = await Promise.all([send(operations), send(operations)]);
    expect(two.results).toEqual(one.results);
    expect(one.results.every((result) => result.status === 200)).toBe(true);
  });

  test.each([[{}], [{ operations: 'all' }], [[]], [null]])('a body of %j is 400', async (body) => {
    expect((await rooms.post(me, '/api/sync', JSON.stringify(body))).body.code).toBe('validation_failed');
  });
});
