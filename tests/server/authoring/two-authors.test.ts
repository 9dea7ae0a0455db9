// Authors who change one course at the same time, and learners who take it meanwhile.

import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { postgresPool } from '#server/db/postgres.ts';
import type { Outline } from '#sync/contract/authoring.ts';
import { groupLessons } from '#sync/contract/authoring.ts';
import { courseTotals } from '#sync/contract/progress.ts';
import type { LessonAnswer } from '#tests/fixtures/answers.ts';
import { databasesOf, ENGINES } from '#tests/fixtures/db.ts';
import { openOutline } from '#tests/fixtures/outline.ts';
import { type Ask, openRooms } from '#tests/fixtures/rooms.ts';

/** Numbers from 0 to below `limit`, the same for the same seed. */
function dice(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
type Roll = ReturnType<typeof dice>;

const shuffled = <T>(all: readonly T[], roll: Roll) => {
  const left = [...all];
  return all.flatMap(() => left.splice(roll(left.length), 1));
};

const { openDb: openPostgres } = databasesOf('postgres');

describe.each(ENGINES)('two authors at once (%s)', (engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  /** On PostgreSQL the second author asks another server process's pool; SQLite has one process. */
  async function started() {
    const url = await newUrl();
    const all = await openOutline(() => openDb({ url }));
    const second = engine === 'sqlite' ? all.rooms : await openRooms(await openDb({ url }));
    return { ...all, asks: [all.rooms.ask, second.ask] as const };
  }

  test('[U7] lessons added at the same moment are all stored, each with its own index', async () => {
    const { asks, author, courseAt, outline } = await started();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        asks[n % 2 === 0 ? 0 : 1](author, `${courseAt}/lessons`, { method: 'POST', body: { title: `L${n}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const revs = answers.map(({ body }) => (body as LessonAnswer).outlineRev).sort((a, b) => a - b);
    expect(revs).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    const { lessons, outlineRev } = await outline();
    expect(lessons.map(({ orderIndex }) => orderIndex)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(outlineRev).toBe(20);
  });

  test('[U5] of two simultaneous reorders the first wins, and the other author is refused', async () => {
    const { asks, author, courseAt, lay, outline } = await started();
    const { lessons } = await lay([], [1, 2, 3, 4]);
    const orders = [lessons, [...lessons].reverse(), [...lessons.slice(2), ...lessons.slice(0, 2)]];
    const answers = await Promise.all(
      orders.slice(1).map((ids, n) => {
        const lessonOrders = ids.map((lessonId, place) => ({ lessonId, orderIndex: place + 1 }));
        const body = { lessonOrders, seenRev: 0 };
        return asks[n === 0 ? 0 : 1](author, `${courseAt}/lessons/reorder`, { method: 'PUT', body });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await outline()).lessons.map(({ id }) => id)).toEqual(orders[winner]);
  });

  test.each([1, 2, 3])('[U5] [U7] [Z9] whatever they do, the course ends consistent (seed %i)', async (seed) => {
    const { asks, author, courseAt, courseId, lay, outline, people, db, rooms } = await started();
    const roll = dice(seed);
    const { lessons: first } = await lay(
      [
        [1, 3],
        [4, 6],
      ],
      [1, 2, 3, 4, 9],
    );
    const alive = new Set(first);
    for (let round = 0; round < 8; round += 1) {
      const seen = await outline();
      const calls = Array.from({ length: 5 }, (_, n) => {
        const ask = asks[n % 2 === 0 ? 0 : 1];
        return act({ seen, roll, author, courseAt }, ask);
      });
      const learner = seen.lessons[roll(seen.lessons.length)]?.id ?? 0;
      const unit = { lessonId: learner, status: roll(3) === 0 ? 'in_progress' : 'completed' };
      const [taken, ...told] = await Promise.all([rooms.post(people.learner, '/api/progress/unit', unit), ...calls]);
      expect([200, 404, 409]).toContain(taken.status);
      for (const { made, gone, status, code } of told) {
        expect([200, 201, 400, 404, 409, 422], `${status} ${code}`).toContain(status);
        if (made !== undefined) alive.add(made);
        if (gone !== undefined) alive.delete(gone);
      }
      const after = await outline();
      expectConsistent(after, alive);
      await expectCounted(after, people.learner);
    }
    expect(rooms.complaints).toEqual([]);

    async function expectCounted({ lessons }: Outline, userId: string) {
      const { unitProgress, courseProgress, certificates } = db.tables;
      const mine = and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId));
      const [row] = await db.select().from(courseProgress).where(mine);
      if (!row) return;
      const units = await db.select().from(unitProgress).where(eq(unitProgress.userId, userId));
      const done = new Set(units.filter(({ status }) => status === 'completed').map(({ lessonId }) => lessonId));
      const { percentComplete: percent, ...points } = courseTotals(
        lessons.filter(({ isVisible }) => isVisible),
        (id) => done.has(id),
      );
      expect(row).toMatchObject({ percent, ...points });
      if (percent === 100) expect(row.completedAt).not.toBeNull();
      const proofs = await db.select().from(certificates).where(eq(certificates.userId, userId));
      expect(proofs).toHaveLength(row.completedAt === null ? 0 : 1);
    }
  });

  test('[U7] completing a lesson while another one is deleted counts the remaining lessons', async () => {
    const { asks, author, plant, db, lay, courseId, rooms, remove } = await started();
    const { lessons } = await lay([], [1, 2, 3, 4, 5, 6]);
    const people = await Promise.all(Array.from({ length: 12 }, () => plant.person()));
    const kept = lessons.slice(0, 1);
    const posts = people.map((who) =>
      rooms.post(who, '/api/progress/unit', { lessonId: kept[0], status: 'completed' }),
    );
    const deletions = lessons.slice(1).map((id) => asks[1](author, `/api/admin/lessons/${id}`, { method: 'DELETE' }));
    const answers = await Promise.all([...posts, ...deletions]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { courseProgress, certificates, lessons: table } = db.tables;
    expect(await db.select().from(table).where(isNull(table.retiredAt))).toHaveLength(1);
    const rows = await db.select().from(courseProgress).where(eq(courseProgress.courseId, courseId));
    expect(rows.map(({ percent, status }) => [percent, status])).toEqual(people.map(() => [100, 'completed']));
    expect(await db.select().from(certificates)).toHaveLength(people.length);
    await remove(kept[0] ?? 0);
  });
});

test('[U7] on PostgreSQL an author and a recount wait for each other', async () => {
  const db = await openPostgres();
  const { lay, courseId, send, author, rooms, people } = await openOutline(async () => db);
  const {
    lessons: [first = 0, second = 0],
  } = await lay([], [1, 2]);
  const whileHeld = async <T>(hold: string, call: () => Promise<T>) => {
    const client = await postgresPool(db)?.connect();
    if (!client) throw new Error('This is not PostgreSQL.');
    await client.query('begin');
    await client.query(`select 1 from courses where id = ${courseId} for ${hold}`);
    let isDone = false;
    const asked = call().finally(() => {
      isDone = true;
    });
    let waited = false;
    const isDecided = async () => {
      waited = await waitsForLock(db);
      return isDone || waited;
    };
    await expect.poll(isDecided, { timeout: 10_000 }).toBe(true);
    await client.query('commit');
    client.release();
    return { waited, answer: await asked };
  };
  const post = (lessonId: number) =>
    rooms.post(people.learner, '/api/progress/unit', { lessonId, status: 'completed' });
  expect(await whileHeld('no key update', () => post(first))).toMatchObject({ waited: true, answer: { status: 200 } });
  expect(await whileHeld('share', () => post(second))).toMatchObject({ waited: false, answer: { status: 200 } });
  // Points move no lesson, and count for everybody all the same.
  const worth = { title: 'L1', points: 3 };
  const changed = await whileHeld('share', () => send(author, 'PUT', `/api/admin/lessons/${first}`, worth));
  expect(changed).toMatchObject({ waited: true, answer: { status: 200 } });
  const deleted = await whileHeld('share', () => send(author, 'DELETE', `/api/admin/lessons/${second}`));
  expect(deleted).toMatchObject({ waited: true, answer: { status: 200 } });
});

test('[U7] on PostgreSQL a video attached to a lesson while it is deleted is deleted with it', async () => {
  const db = await openPostgres();
  const { plant, courseId, send, author } = await openOutline(async () => db);
  const lesson = await plant.lesson(courseId);
  const video = await plant.asset();
  const client = await postgresPool(db)?.connect();
  if (!client) throw new Error('This is not PostgreSQL.');
  await client.query('begin');
  await client.query('update lessons set asset_id = $1 where id = $2', [video, lesson]);
  const deleted = send(author, 'DELETE', `/api/admin/lessons/${lesson}`);
  await expect.poll(() => waitsForLock(db)).toBe(true);
  await client.query('commit');
  client.release();
  expect((await deleted).status).toBe(200);
  const { lessons, assets } = db.tables;
  expect(await db.select().from(lessons)).toMatchObject([{ id: lesson, assetId: null }]);
  expect(await db.select().from(assets)).toEqual([]);
});

/** Whether some call waits for a lock: being slow is not waiting, and the database knows the difference. */
async function waitsForLock(db: Awaited<ReturnType<typeof openPostgres>>): Promise<boolean> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return ((await postgresPool(db)?.query(waiting))?.rowCount ?? 0) > 0;
}

interface Scene {
  seen: Outline;
  roll: Roll;
  author: string;
  courseAt: string;
}

/** One random act of an author who saw this outline; which lesson came or went by it. */
async function act({ seen, roll, author, courseAt }: Scene, ask: Ask) {
  const one = <T>(all: readonly T[]) => all[roll(all.length)];
  const lesson = one(seen.lessons)?.id ?? 0;
  const module = roll(4) === 0 ? null : (one(seen.modules)?.id ?? null);
  const seenRev = roll(2) === 0 ? seen.outlineRev : undefined;
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(author, path, { method, ...(body !== undefined && { body }) });
    return { status: answer.status, code: answer.body?.code as string | undefined, body: answer.body };
  };
  const kind = roll(9);
  if (kind < 2) {
    const moduleId = roll(3) === 0 ? {} : { moduleId: module };
    const { body, ...told } = await send('POST', `${courseAt}/lessons`, { title: 'New', ...moduleId });
    return { ...told, made: body.lesson?.id as number | undefined, gone: undefined };
  }
  const plain = async (asked: ReturnType<typeof send>) => ({ ...(await asked), made: undefined, gone: undefined });
  if (kind === 2) {
    const told = await plain(send('DELETE', `/api/admin/lessons/${lesson}`));
    return { ...told, gone: told.status === 200 ? lesson : undefined };
  }
  if (kind < 5) return plain(send('PUT', `/api/admin/lessons/${lesson}`, { moduleId: module, points: roll(20) }));
  if (kind === 5) return plain(send('POST', `${courseAt}/modules`, { title: 'New', size: 1 + roll(3) }));
  if (kind === 6) {
    const startLessonIndex = 1 + roll(12);
    const range = { startLessonIndex, endLessonIndex: startLessonIndex + roll(5) };
    const change = roll(2) === 0 ? range : { isEnabled: roll(2) === 0 };
    return plain(send('PUT', `/api/admin/modules/${module ?? 0}`, { ...change, seenRev }));
  }
  if (kind === 7 && roll(2) === 0) return plain(send('DELETE', `/api/admin/modules/${module ?? 0}`));
  const lessonOrders = groupLessons(seen).flatMap(({ lessons }) => {
    const turned = shuffled(lessons, roll);
    return lessons.map(({ orderIndex }, place) => ({ lessonId: turned[place]?.id, orderIndex }));
  });
  return plain(send('PUT', `${courseAt}/lessons/reorder`, { lessonOrders, seenRev }));
}

function expectConsistent({ lessons, modules }: Outline, alive: ReadonlySet<number>): void {
  expect(new Set(lessons.map(({ id }) => id))).toEqual(alive);
  expect(new Set(lessons.map(({ orderIndex }) => orderIndex)).size).toBe(lessons.length);
  let end = 0;
  for (const { startLessonIndex, endLessonIndex } of modules) {
    expect(startLessonIndex).toBeGreaterThan(end);
    expect(endLessonIndex).toBeGreaterThanOrEqual(startLessonIndex);
    end = endLessonIndex;
  }
}
