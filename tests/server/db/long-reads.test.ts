// Long reads beside the requests: on SQLite in a thread of their own (decision 021).
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';

onEveryEngine('reads aside', (openDb) => {
  test('see what has been committed, in the same shapes', async () => {
    const db = await openDb();
    const { profiles } = db.tables;
    expect(await db.aside.select().from(profiles)).toEqual([]);
    await planter(db).person({ fullName: 'Lea Learner', isOrgAdmin: true });
    const [person] = await db.aside.select().from(profiles);
    expect(person).toMatchObject({ fullName: 'Lea Learner', isOrgAdmin: true });
    expect([person]).toEqual(await db.select().from(profiles));
  });

  test('fail without a value in the error, and go on after it', async () => {
    const db = await openDb();
    const bad = db.aside.select({ one: sql`nothing_of_this_name(${'a secret'})` }).from(db.tables.profiles);
    const error = await Promise.resolve(bad).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: 'DatabaseError' });
    expect(JSON.stringify(error) + (error as Error).message).not.toContain('secret');
    expect(await db.aside.select().from(db.tables.profiles)).toEqual([]);
  });
});

const { openDb } = databasesOf('sqlite');
const LONG = sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < 300000) select max(n) from s)`;

test('a long read leaves the event loop free for others', async () => {
  const db = await openDb();
  await planter(db).person();
  let isRead = false;
  const reading = Promise.resolve(db.aside.select({ most: LONG }).from(db.tables.profiles)).then((rows) => {
    isRead = true;
    return rows;
  });
  let before = 0;
  while (!isRead && before < 3) {
    await db.select().from(db.tables.profiles);
    await new Promise(setImmediate);
    before += isRead ? 0 : 1;
  }
  expect(before).toBe(3);
  expect(await reading).toEqual([{ most: 300_000 }]);
});

test('a database is closed once what was asked is answered', async () => {
  const db = await openDb();
  await planter(db).person();
  const reading = Promise.resolve(db.aside.select({ most: LONG }).from(db.tables.profiles));
  // The query begins once its promise is awaited.
  await new Promise(setImmediate);
  const closing = db.close();
  expect(await reading).toEqual([{ most: 300_000 }]);
  await closing;
  await expect(Promise.resolve(db.aside.select().from(db.tables.profiles))).rejects.toMatchObject({
    kind: 'unavailable',
  });
});

test('too many reads that wait refuse another one at once', async () => {
  const db = await openDb();
  const ask = () => Promise.resolve(db.aside.select().from(db.tables.profiles));
  const all = await Promise.allSettled(Array.from({ length: 101 }, ask));
  expect(all.map(({ status }) => status)).toEqual([...Array.from({ length: 100 }, () => 'fulfilled'), 'rejected']);
  expect(await ask()).toEqual([]);
});
