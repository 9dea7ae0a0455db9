// Units that name whose turn it is: in order, one after the other, each whole, and cheaper together.
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Db, isUnavailable, type Queries, run, type Steps } from '#server/db/client.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('a unit in turn', (openDb, engine) => {
  let db: Db;
  beforeAll(async () => {
    db = await openDb();
  });

  const newCounter = async () => {
    const key = randomUUID();
    await db.insert(db.tables.meta).values({ key, value: '' });
    return key;
  };
  /** Reads and writes back: two of these at once would lose a letter. */
  function* append(queries: Queries, key: string, letter: string): Steps<string> {
    const { meta } = db.tables;
    const [row] = yield* run(queries.select().from(meta).where(eq(meta.key, key)));
    const value = `${row?.value}${letter}`;
    yield* run(queries.update(meta).set({ value }).where(eq(meta.key, key)));
    return value;
  }
  const stored = async (key: string) => {
    const [row] = await db.select().from(db.tables.meta).where(eq(db.tables.meta.key, key));
    return row?.value;
  };

  test('units of one key run once each, in the order given', async () => {
    const key = await newCounter();
    let runs = 0;
    const letters = Array.from({ length: 60 }, (_, n) => String.fromCharCode(65 + n));
    const work = letters.map((letter) =>
      db.transact(function* (queries) {
        runs += 1;
        return yield* append(queries, key, letter);
      }, key),
    );
    expect((await Promise.all(work)).at(-1)).toBe(letters.join(''));
    expect(await stored(key)).toBe(letters.join(''));
    expect(runs).toBe(60);
  });

  test('a name is one name in every process, and another name does not wait for it', async () => {
    const url = postgresPool(db)?.options.connectionString;
    const other = url ? await openDb({ url }) : db;
    const keys = await Promise.all(Array.from({ length: 8 }, newCounter));
    const work = Array.from({ length: 20 }, () =>
      keys.flatMap((key) => [
        db.transact((queries) => append(queries, key, 'a'), key),
        other.transact((queries) => append(queries, key, 'b'), key),
      ]),
    );
    await Promise.all(work.flat());
    for (const key of keys)
      expect([...((await stored(key)) ?? '')].sort().join('')).toBe('a'.repeat(20) + 'b'.repeat(20));
  });

  test('beside a serializable unit that writes the same row nothing that it adds is lost', async () => {
    const key = await newCounter();
    // A unit in turn must not write back what it read outside its turn, so it adds in the database here.
    const adding = function* (queries: Queries): Steps<void> {
      const { meta } = db.tables;
      yield* run(
        queries
          .update(meta)
          .set({ value: sql`${meta.value} || 'x'` })
          .where(eq(meta.key, key)),
      );
    };
    const mixed = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? db.transact(adding, key) : db.transact((queries) => append(queries, key, 'x')),
    );
    await Promise.all(mixed);
    expect(await stored(key)).toHaveLength(20);
  });

  test('a unit that throws, or whose query fails, is undone alone and gets its own error', async () => {
    const key = await newCounter();
    const reason = new RangeError('changed my mind');
    const work = [
      db.transact((queries) => append(queries, key, 'a'), key),
      db.transact(function* (queries) {
        yield* append(queries, key, 'b');
        throw reason;
      }, key),
      db.transact(function* (queries) {
        yield* append(queries, key, 'c');
        yield* run(queries.insert(db.tables.meta).values({ key, value: 'taken' }));
      }, key),
      db.transact((queries) => append(queries, key, 'd'), key),
    ];
    const outcomes = await Promise.allSettled(work);
    expect(outcomes).toMatchObject([
      { value: 'a' },
      { reason },
      { reason: { name: 'DatabaseError', kind: 'unique' } },
      { value: 'ad' },
    ]);
    expect(await stored(key)).toBe('ad');
  });

  test('what is too much behind those that wait is refused at once, and what was taken is done', async () => {
    const fresh = await openDb();
    const key = randomUUID();
    const work = Array.from({ length: 5900 }, () =>
      fresh.transact(function* (queries) {
        yield* run(queries.select({ one: sql`1` }).from(sql`(select 1) as one`));
      }, key),
    );
    fresh.expectRoom(100);
    expect(() => fresh.expectRoom(101)).toThrow(expect.toSatisfy(isUnavailable));
    await Promise.all(work);
    fresh.expectRoom(500);
  });

  if (engine === 'postgres') {
    test('units of several keys that share a transaction run side by side, those of one key in their order', async () => {
      const keys = Array.from({ length: 3 }, () => randomUUID());
      const trace: string[] = [];
      const work = keys.flatMap((key, n) =>
        [1, 2].map((turn) =>
          db.transact(function* (queries) {
            trace.push(`${n} begins ${turn}`);
            yield* run(queries.select().from(db.tables.meta));
            trace.push(`${n} ends ${turn}`);
          }, key),
        ),
      );
      await Promise.all(work);
      expect(trace.slice(0, 3)).toEqual(['0 begins 1', '1 begins 1', '2 begins 1']);
      const ofOne = ['begins 1', 'ends 1', 'begins 2', 'ends 2'];
      for (const n of keys.keys())
        expect(trace.filter((line) => line.startsWith(`${n} `))).toEqual(ofOne.map((line) => `${n} ${line}`));
    });

    test('a change of one person does not wait for all that another has brought', async () => {
      const ended: string[] = [];
      const unitOf = (who: string) =>
        db.transact(function* (queries) {
          yield* run(queries.select({ waited: sql`pg_sleep(0.002)` }).from(sql`(select 1) as one`));
          ended.push(who);
        }, who);
      const tablets = Array.from({ length: 8 }, () => randomUUID());
      const brought = tablets.flatMap((tablet) => Array.from({ length: 80 }, () => unitOf(tablet)));
      await unitOf('one');
      expect(ended.length, 'of 641').toBeLessThan(330);
      await Promise.all(brought);
    });

    test('fifty units at once are a few transactions', async () => {
      const seen = Array.from({ length: 50 }, () =>
        db.transact(function* (queries) {
          const [row] = yield* run(queries.select({ at: sql<string>`now()::text` }).from(sql`(select 1) as one`));
          return row?.at;
        }, randomUUID()),
      );
      expect(new Set(await Promise.all(seen)).size).toBeLessThanOrEqual(8);
    });

    test('a unit whose ground was deleted since it looked looks once more, and one without any ground fails', async () => {
      const { organizations, profiles } = db.tables;
      const id = randomUUID();
      await db.insert(organizations).values({ id, name: 'Here', slug: id });
      let runs = 0;
      const told = await db.transact(function* (queries) {
        runs += 1;
        const [ground] = yield* run(queries.select().from(organizations).where(eq(organizations.id, id)));
        if (!ground) return 'gone';
        void db.delete(organizations).where(eq(organizations.id, id)).execute();
        yield* run(queries.select({ waited: sql`pg_sleep(0.3)` }).from(sql`(select 1) as one`));
        yield* run(queries.insert(profiles).values({ id, email: `${id}@test.example`, organizationId: id }));
        return 'kept';
      }, id);
      expect([told, runs]).toEqual(['gone', 2]);
      const groundless = db.transact(function* (queries) {
        runs += 1;
        yield* run(queries.insert(profiles).values({ id, email: `${id}@test.example`, organizationId: id }));
      }, id);
      await expect(groundless).rejects.toMatchObject({ kind: 'foreign_key' });
      expect(runs).toBe(4);
    });

    test('a lost connection rejects each unit of the group, and the next group works', async () => {
      const key = await newCounter();
      const work = [
        db.transact((queries) => append(queries, key, 'a'), key),
        db.transact(function* (queries) {
          yield* run(
            queries.select({ dead: sql`pg_terminate_backend(pg_backend_pid())` }).from(sql`(select 1) as one`),
          );
        }, key),
        db.transact((queries) => append(queries, key, 'c'), key),
      ];
      const outcomes = await Promise.allSettled(work);
      expect(outcomes.map((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))).toEqual([
        true,
        true,
        true,
      ]);
      expect(await db.transact((queries) => append(queries, key, 'd'), key)).toBe('d');
    });
  }
});
