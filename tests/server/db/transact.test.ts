// Units of work: whole or not at all, one after the other in effect, run again when they lost a race.
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { DatabaseError, type Db, isUnavailable, type Queries, run, type Steps } from '#server/db/client.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('a unit of work', (openDb, engine) => {
  let db: Db;
  beforeAll(async () => {
    db = await openDb({ poolSize: 1 });
  });

  function* put(queries: Queries, key: string, value: string): Steps<string> {
    const { meta } = db.tables;
    const [row] = yield* run(queries.insert(meta).values({ key, value }).returning());
    return row?.key ?? '';
  }
  const stored = async (key: string, from = db) => {
    const { meta } = from.tables;
    const [row] = await from.select().from(meta).where(eq(meta.key, key));
    return row?.value;
  };

  test('returns what its generator returns, and its writes are stored', async () => {
    const key = randomUUID();
    const answer = await db.transact(function* (db) {
      const first = yield* put(db, key, 'a');
      const second = yield* put(db, `${key}-2`, 'b');
      return [first, second] as const;
    });
    expect(answer).toEqual([key, `${key}-2`]);
    expect([await stored(key), await stored(`${key}-2`)]).toEqual(['a', 'b']);
  });

  test('sees its own writes while it runs', async () => {
    const key = randomUUID();
    const { meta } = db.tables;
    const inside = await db.transact(function* (db) {
      yield* put(db, key, 'mine');
      return yield* run(db.select().from(meta).where(eq(meta.key, key)));
    });
    expect(inside).toEqual([{ key, value: 'mine' }]);
  });

  test('leaves nothing behind when it throws, and throws what it threw', async () => {
    const key = randomUUID();
    const reason = new RangeError('no connection between this and that');
    const failed = db.transact(function* (db) {
      yield* put(db, key, 'gone');
      throw reason;
    });
    await expect(failed).rejects.toBe(reason);
    expect(await stored(key)).toBeUndefined();
  });

  test('leaves nothing behind when a query fails, even when the work tries to catch that', async () => {
    const key = randomUUID();
    let cleanedUp = 0;
    let caught = 0;
    const failed = db.transact(function* (db) {
      yield* put(db, key, 'first');
      try {
        yield* put(db, key, 'second');
      } catch {
        caught += 1;
      } finally {
        cleanedUp += 1;
      }
      return 'went on';
    });
    await expect(failed).rejects.toMatchObject({ name: 'DatabaseError', kind: 'unique' });
    expect({ caught, cleanedUp }).toEqual({ caught: 0, cleanedUp: 1 });
    expect(await stored(key)).toBeUndefined();
    // The connection is as good as new.
    await db.transact((db) => put(db, key, 'third'));
    expect(await stored(key)).toBe('third');
  });

  test('is not seen by others before it ended', async () => {
    const key = randomUUID();
    const url = postgresPool(db)?.options.connectionString;
    // SQLite has one connection and runs a unit in one tick: nobody can look. PostgreSQL is looked at from outside.
    const other = url ? await openDb({ url }) : db;
    const looks: Promise<string | undefined>[] = [];
    await db.transact(function* (db) {
      yield* put(db, key, 'hidden');
      looks.push(stored(key, other));
      yield* run(
        db.select({ waited: engine === 'postgres' ? sql`pg_sleep(0.2)` : sql`1` }).from(sql`(select 1) as one`),
      );
    });
    const seenInside = await looks[0];
    expect(seenInside).toBe(engine === 'postgres' ? undefined : 'hidden');
    expect(await stored(key, other)).toBe('hidden');
  });

  test('30 increments at once by reading and writing count to 30', async () => {
    const many = await openDb({ poolSize: 10 });
    const { meta } = many.tables;
    const key = randomUUID();
    await many.insert(meta).values({ key, value: '0' });
    let runs = 0;
    const increment = () =>
      many.transact(function* (db) {
        runs += 1;
        const [row] = yield* run(db.select().from(meta).where(eq(meta.key, key)));
        yield* run(
          db
            .update(meta)
            .set({ value: String(Number(row?.value) + 1) })
            .where(eq(meta.key, key)),
        );
      });
    await Promise.all(Array.from({ length: 30 }, increment));
    expect(await stored(key, many)).toBe('30');
    // On SQLite nobody ever loses a race; on PostgreSQL somebody did, or this test shows nothing.
    if (engine === 'sqlite') expect(runs).toBe(30);
    else expect(runs).toBeGreaterThan(30);
  });

  test('12 people at once get the 4 places that there are', async () => {
    const many = await openDb({ poolSize: 6 });
    const { organizations, profiles, invitations, invitationUses } = many.tables;
    const organizationId = randomUUID();
    await many.insert(organizations).values({ id: organizationId, name: 'Four', slug: 'four' });
    const id = randomUUID();
    await many.insert(invitations).values({ id, organizationId, tokenHash: 'hash', maxUses: 4 });
    const people = Array.from({ length: 12 }, (_, n) => ({ id: randomUUID(), email: `p${n}@people.example` }));
    await many.insert(profiles).values(people);
    const consume = (userId: string) =>
      many.transact(function* (db) {
        const [hit] = yield* run(
          db
            .update(invitations)
            .set({ uses: sql`${invitations.uses} + 1` })
            .where(sql`${invitations.id} = ${id} and ${invitations.uses} < ${invitations.maxUses}`)
            .returning(),
        );
        if (!hit) return false;
        yield* run(db.insert(invitationUses).values({ invitationId: id, userId }));
        return true;
      });
    const answers = await Promise.all(people.map((person) => consume(person.id)));
    expect(answers.filter(Boolean)).toHaveLength(4);
    expect(await many.select().from(invitationUses)).toHaveLength(4);
  });

  test('a plain read beside many units never sees half of one', async () => {
    const many = await openDb({ poolSize: 4 });
    const { meta } = many.tables;
    await many.insert(meta).values([
      { key: 'left', value: '0' },
      { key: 'right', value: '0' },
    ]);
    const setBoth = (value: string) =>
      many.transact(function* (db) {
        yield* run(db.update(meta).set({ value }).where(eq(meta.key, 'left')));
        yield* run(db.update(meta).set({ value }).where(eq(meta.key, 'right')));
      });
    const look = async () => {
      const rows = await many.select({ value: meta.value }).from(meta);
      return new Set(rows.map((row) => row.value)).size;
    };
    const work = Array.from({ length: 20 }, (_, n) => [setBoth(String(n)), look()]).flat();
    const sizes = (await Promise.all(work)).filter((size) => size !== undefined);
    expect(sizes).toEqual(sizes.map(() => 1));
  });

  test('a closed database is unavailable, and can be closed twice', async () => {
    const other = await openDb();
    await other.close();
    await other.close();
    const failed = await other.transact((queries) => put(queries, 'late', 'x')).catch((error: unknown) => error);
    expect(isUnavailable(failed)).toBe(true);
  });

  if (engine === 'postgres') {
    test('a backend killed while idle costs nothing, one killed inside a unit costs that unit alone', async () => {
      const url = postgresPool(db)?.options.connectionString;
      const other = await openDb({ url, poolSize: 2 });
      const pool = postgresPool(other);
      const pids = async () => {
        const { rows } = await (pool?.query('select pg_backend_pid() as pid') ?? { rows: [] });
        return rows[0].pid as number;
      };
      const kill = (pid: number) => postgresPool(db)?.query('select pg_terminate_backend($1)', [pid]);
      await kill(await pids());
      await expect.poll(() => pool?.totalCount, { timeout: 10_000 }).toBe(0);
      await other.ping();

      const key = randomUUID();
      const failed = await other
        .transact(function* (db) {
          yield* put(db, key, 'lost');
          yield* run(db.select({ dead: sql`pg_terminate_backend(pg_backend_pid())` }).from(sql`(select 1) as one`));
          return 'survived';
        })
        .catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(DatabaseError);
      expect(isUnavailable(failed)).toBe(true);
      expect(await stored(key)).toBeUndefined();
      await other.transact((queries) => put(queries, key, 'found'));
      expect(await stored(key)).toBe('found');
    });

    test('a server that does not run is unavailable', async () => {
      const nowhere = await openDb({ url: 'postgres://nobody:secret-password@127.0.0.1:1/none' });
      const failed = await nowhere.ping().catch((error: unknown) => error);
      expect(isUnavailable(failed)).toBe(true);
      expect(String(failed)).not.toContain('secret-password');
    });
  }
});
