// Changes that meet a renewal or a merge of accounts in the middle: nothing is lost, and nothing counts for the wrong account or round.
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '#server/db/client.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { applyOnce } from '#server/learning/apply-once.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { processOn, runJobs } from '#tests/fixtures/jobs.ts';

onEveryEngine('a change in the middle', (openDb, engine) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { plant, people, ours, rooms, send, db } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'organization', title: 'Roofs' });
    const lessonId = await plant.lesson(courseId);
    const me = people.member;
    const set = (who: string, body: object) => rooms.post(who, '/api/progress/unit', { lessonId, ...body });
    const mergeInto = (intoId: string, from: string) =>
      send(people.admin, 'POST', `/api/admin/people/${from}/merge`, { intoId });
    const units = () => db.select().from(db.tables.unitProgress).orderBy(asc(db.tables.unitProgress.lessonId));
    return { ...all, courseId, lessonId, me, set, mergeInto, units };
  };

  test('[Y9] of an account that was merged meanwhile is sent back, to count for the other one', async () => {
    const { plant, ours, me, mergeInto, db, lessonId, set, units } = await started();
    await set(me, { status: 'in_progress' });
    const other = await plant.person({ organizationId: ours, fullName: 'Maren Twice' });
    expect((await mergeInto(me, other)).status).toBe(200);
    // The request was let in before the merge, as this person.
    const sender = { person: { id: other }, key: randomUUID(), now: new Date() };
    const sent = applyOnce(db, sender as never, {
      operation: { kind: 'unit', body: { lessonId, status: 'completed' } } as never,
      effect: function* () {
        expect.unreachable('It was applied to an account that is gone.');
        yield* run([] as never);
        return { status: 200, body: {} };
      },
    });
    await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
    expect(await units()).toMatchObject([{ userId: me, status: 'in_progress' }]);
  });

  test('[Y11] a Reset that has seen one account removes no completion of the other, after they are merged', async () => {
    const { plant, ours, me, mergeInto, set, units } = await started();
    const other = await plant.person({ organizationId: ours, fullName: 'Maren Twice' });
    await set(other, { status: 'in_progress', positionSeconds: 5 });
    await set(other, { status: 'completed' });
    for (const positionSeconds of [10, 20, 30]) await set(me, { status: 'in_progress', positionSeconds });
    const revs = (await units()).map(({ rev }) => rev);
    expect((await mergeInto(me, other)).status).toBe(200);
    const [merged] = await units();
    expect(merged?.rev).toBeGreaterThan(Math.max(...revs));
    await set(me, { status: 'not_started', seenRev: Math.max(...revs) });
    expect(await units()).toMatchObject([{ userId: me, status: 'completed' }]);
  });

  // SQLite does one unit of work after the other, so nothing comes in the middle of a batch there.
  if (engine === 'postgres') {
    test('[Y31] a renewal by a job waits for a change of its person that is under way', async () => {
      const { courseId, lessonId, me, set, db, people, ours, send } = await started();
      await db.update(db.tables.courses).set({ validMonths: 12 }).where(eq(db.tables.courses.id, courseId));
      await set(me, { status: 'completed' });
      await db.update(db.tables.certificates).set({ validUntil: '2026-01-01' });
      const { unitProgress, pastUnits } = db.tables;
      const begun = Promise.withResolvers<void>();
      const mayWrite = Promise.withResolvers<never>();
      const change = db.transact(function* (tx) {
        yield* run(tx.select().from(unitProgress).where(eq(unitProgress.userId, me)));
        begun.resolve();
        yield* run(mayWrite.promise as never);
        yield* run(tx.update(unitProgress).set({ reflection: 'Late' }).where(eq(unitProgress.userId, me)));
      }, me);
      await begun.promise;
      const path = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
      const act = { kind: 'renew', certificates: 'ended', courseId };
      await send(people.admin, 'POST', path, { act, matching: {} });
      void runJobs(processOn(db));
      const state = async () => {
        const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
        const waits = (await postgresPool(db)?.query(waiting))?.rowCount === 1;
        return waits ? 'waits' : (await send(people.admin, 'GET', path)).body.jobs[0]?.state;
      };
      await expect.poll(state).toMatch(/waits|done|failed/);
      mayWrite.resolve(undefined as never);
      await change;
      await expect.poll(state).toBe('done');
      const over = await db.select().from(pastUnits);
      expect(over).toMatchObject([{ userId: me, lessonId, status: 'completed', reflection: 'Late' }]);
      expect(await db.select().from(unitProgress)).toMatchObject([{ status: 'not_started', reflection: null }]);
    });
  }
});
