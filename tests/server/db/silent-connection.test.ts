// A firewall or a failover that drops what is sent without a word: TCP alone would wait for a quarter of an hour.
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable, openDatabase, run } from '#server/db/client.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { openDatabaseWire } from '#tests/fixtures/database-wire.ts';
import { databasesOf } from '#tests/fixtures/db.ts';

const { newUrl } = databasesOf('postgres');

test('what waits on a connection that swallows everything fails in time, and what comes after has a new one', async () => {
  const wire = await openDatabaseWire(await newUrl());
  const db = await openDatabase(wire.url, 4, 3_000);
  onTestFinished(() => db.close());
  const put = (key: string) =>
    db.transact(function* (tx) {
      yield* run(tx.insert(tx.tables.meta).values({ key, value: '' }));
    }, 'somebody');
  const keys = async () => (await db.select().from(db.tables.meta)).map(({ key }) => key);
  // Three connections, so that none has to be made afterwards.
  await Promise.all([put('before'), keys(), keys(), db.ping()]);
  wire.isFrozen = true;
  const frozenAt = performance.now();
  const waiting = [put('swallowed'), put('as well'), keys(), db.ping()];
  const outcomes = await Promise.allSettled(waiting);
  expect(performance.now() - frozenAt, 'a new connection is waited for longer').toBeLessThan(9_000);
  wire.isFrozen = false;
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))).toEqual(
    waiting.map(() => true),
  );
  await Promise.all([put('after'), db.ping()]);
  const { rows } = (await postgresPool(db)?.query('show statement_timeout')) ?? {};
  expect(rows, 'the database gives up, too').toEqual([{ statement_timeout: '3s' }]);
  expect(await keys()).toEqual(expect.arrayContaining(['before', 'after']));
});
