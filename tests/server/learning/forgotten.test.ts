import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { type OpenCourse, openCourse } from '#tests/fixtures/rooms.ts';

const FORGOTTEN = { status: 412, body: { code: 'operation_forgotten', dataEpoch: expect.any(String) } };

onEveryEngine('a server that was restored in silence', (openDb) => {
  let { db, rooms, plant, me, courseId } = {} as OpenCourse;

  beforeAll(async () => {
    ({ db, rooms, plant, me, courseId } = await openCourse(openDb));
  });

  const complete = (lessonId: number, headers: Record<string, string>, opId: string = randomUUID()) =>
    rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' }, { 'Idempotency-Key': opId, ...headers });
  const look = (headers: Record<string, string>) => rooms.ask(me, `/api/progress/enhanced/${courseId}`, { headers });
  const revOf = async (lessonId: number) => {
    const { unitProgress } = db.tables;
    const rows = await db
      .select({ rev: unitProgress.rev })
      .from(unitProgress)
      .where(and(eq(unitProgress.userId, me), eq(unitProgress.lessonId, lessonId)));
    return rows[0]?.rev;
  };

  test('[Y20] accepts nothing from a device whose last acknowledged work it lacks: alone, in a batch, on a read', async () => {
    await complete(await plant.lesson(courseId), {});
    const lessonId = await plant.lesson(courseId);
    const lost = { 'X-Last-Op': randomUUID() };
    expect(await complete(lessonId, lost)).toMatchObject(FORGOTTEN);
    const operations = [{ opId: randomUUID(), kind: 'unit', body: { lessonId, status: 'completed' } }];
    expect(await rooms.post(me, '/api/sync', { operations }, lost)).toMatchObject(FORGOTTEN);
    expect(await look(lost)).toMatchObject(FORGOTTEN);
    expect(await revOf(lessonId)).toBeUndefined();
  });

  test('[Y20] accepts a device whose last work it knows, and one that names none', async () => {
    const [first, second, third] = [
      await plant.lesson(courseId),
      await plant.lesson(courseId),
      await plant.lesson(courseId),
    ];
    const opId = randomUUID();
    expect((await complete(first, {}, opId)).status).toBe(200);
    const known = { 'X-Last-Op': opId };
    expect((await complete(second, known)).status).toBe(200);
    const operations = [{ opId: randomUUID(), kind: 'unit', body: { lessonId: third, status: 'completed' } }];
    expect((await rooms.post(me, '/api/sync', { operations }, known)).body.results).toMatchObject([{ status: 200 }]);
    expect((await look(known)).status).toBe(200);
  });

  test('[Y9, Y20] requires none that it may have forgotten by its own clock, whatever the device’s clock says', async () => {
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const lost = (daysAgo: number) => ({ 'X-Last-Op': randomUUID(), 'X-Last-Op-At': at(daysAgo) });
    await complete(await plant.lesson(courseId), {});
    expect(await look(lost(299))).toMatchObject(FORGOTTEN);
    expect(await look(lost(-500))).toMatchObject(FORGOTTEN);
    expect((await look(lost(301))).status).toBe(200);
    expect((await complete(await plant.lesson(courseId), lost(301))).status).toBe(200);
    for (const never of ['yesterday', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01'])
      expect(await look({ 'X-Last-Op': randomUUID(), 'X-Last-Op-At': never })).toMatchObject(FORGOTTEN);
  });

  test('[Y20] lacks its last answer when an older copy holds the operation, but not the repeated answer', async () => {
    const { appliedOps } = db.tables;
    const lessonId = await plant.lesson(courseId);
    const opId = randomUUID();
    await complete(lessonId, {}, opId);
    const remembered = async () =>
      (await db.select({ at: appliedOps.at }).from(appliedOps).where(eq(appliedOps.opId, opId)))[0]?.at ?? new Date(0);
    const first = await remembered();
    while (Date.now() <= first.getTime());
    await complete(lessonId, {}, opId);
    const again = await remembered();
    expect(again.getTime()).toBeGreaterThan(first.getTime());
    const known = { 'X-Last-Op': opId, 'X-Last-Op-At': again.toISOString() };
    expect((await look(known)).status).toBe(200);
    await db.update(appliedOps).set({ at: first }).where(eq(appliedOps.opId, opId));
    expect(await look(known)).toMatchObject(FORGOTTEN);
    expect(await complete(await plant.lesson(courseId), known)).toMatchObject(FORGOTTEN);
  });

  test('[Y20] takes nothing that left before the restore once it got its last operation again, or a Reset would overtake its lesson', async () => {
    const { appliedOps, unitProgress } = db.tables;
    const [lessonId, opId, resetId] = [await plant.lesson(courseId), randomUUID(), randomUUID()];
    const reset = { lessonId, status: 'not_started', seenRev: 1 };
    const answered = (await complete(lessonId, {}, opId)).headers.get('X-Answered-At') ?? '';
    await db.delete(appliedOps).where(eq(appliedOps.opId, opId));
    await db.delete(unitProgress).where(eq(unitProgress.lessonId, lessonId));
    while (Date.now() <= Date.parse(answered));
    const again = (await complete(lessonId, {}, opId)).headers.get('X-Answered-At') ?? '';
    const late = { 'X-Last-Op': opId, 'X-Last-Op-At': answered };
    expect(await look(late)).toMatchObject(FORGOTTEN);
    expect(await rooms.post(me, '/api/progress/unit', reset, { 'Idempotency-Key': resetId, ...late })).toMatchObject(
      FORGOTTEN,
    );
    expect((await look({ 'X-Last-Op': opId, 'X-Last-Op-At': again })).status).toBe(200);
  });

  test('[Y20] still accepts a repeated answer after its clock was set back', async () => {
    const { appliedOps } = db.tables;
    const [lessonId, opId] = [await plant.lesson(courseId), randomUUID()];
    await complete(lessonId, {}, opId);
    const ahead = new Date(Date.now() + 3_600_000);
    await db.update(appliedOps).set({ firstAt: ahead, at: ahead }).where(eq(appliedOps.opId, opId));
    const again = (await complete(lessonId, {}, opId)).headers.get('X-Answered-At') ?? '';
    for (const time of [again, ahead.toISOString()])
      expect((await look({ 'X-Last-Op': opId, 'X-Last-Op-At': time })).status).toBe(200);
  });

  test("[Y20, Y24] another person's operation is nobody's proof, and what is no id is 400", async () => {
    const lessonId = await plant.lesson(courseId);
    const opId = randomUUID();
    await complete(lessonId, {}, opId);
    const other = await plant.person();
    const theirs = { 'X-Last-Op': opId, 'Idempotency-Key': randomUUID() };
    const body = { lessonId, status: 'completed' };
    expect(await rooms.post(other, '/api/progress/unit', body, theirs)).toMatchObject(FORGOTTEN);
    expect(await complete(lessonId, { 'X-Last-Op': 'x' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'X-Last-Op' },
    });
  });
});
