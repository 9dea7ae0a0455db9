// The child of kill.test.ts: writes units of two rows without end and says each one's number once it is committed.
import { writeSync } from 'node:fs';
import { openDatabase, run } from '#server/db/client.ts';

const [url = '', first = '0'] = process.argv.slice(2);
const db = await openDatabase(url, 4);
const { meta } = db.tables;

async function write(n: number): Promise<void> {
  await db.transact(function* (queries) {
    yield* run(queries.insert(meta).values({ key: `${n}:left`, value: 'x'.repeat(200) }));
    yield* run(queries.insert(meta).values({ key: `${n}:right`, value: 'x'.repeat(200) }));
  });
  writeSync(1, `${n}\n`);
}

for (let n = Number(first); ; n += 4) {
  await Promise.all([write(n), write(n + 1), write(n + 2), write(n + 3)]);
}
