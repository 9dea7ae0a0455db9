// A firewall or a failover that drops what is sent without a word: TCP alone would wait for a quarter of an hour.
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable, openDatabase, run } from '#server/db/client.ts';
import { openDatabaseWire } from '#tests/fixtures/database-wire.ts';
import { databasesOf } from '#tests/fixtures/db.ts';

const { newUrl } = databasesOf('postgres');

test('what waits on a connection that swallows everything fails in time, and what comes after has a new one', async () => {
  const wire = await openDatabaseWire(await newUrl());
  const db = await openDatabase(wire.url, 4, 1_000);
  onTestFinished(() => db.close());
  const put = (key: string) =>
    db.transact(function* (tx) {
      yield* run(tx.insert(tx.tables.meta).values({ key, value: '' }));
    }, 'somebody');
  const keys = async () => (await db.select().from(db.tables.meta)).map(({ key }) => key);
  await Promise.all([put('before'), db.ping()]);
  wire.isFrozen = true;
  const waiting = [put('swallowed'), put('as well'), keys(), db.ping()];
  const outcomes = await Promise.allSettled(waiting);
  wire.isFrozen = false;
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))).toEqual(
    waiting.map(() => true),
  );
  await Promise.all([put('after'), db.ping()]);
  expect(await keys()).toEqual(expect.arrayContaining(['before', 'after']));
});
