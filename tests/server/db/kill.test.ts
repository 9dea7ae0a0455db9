// What was acknowledged is there, whenever the process that wrote it was killed.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readDataEpoch } from '#server/db/epoch.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { databasesOf, ENGINES } from '#tests/fixtures/db.ts';

const WRITER = fileURLToPath(new URL('./acknowledging-writer.ts', import.meta.url));
/** Each round starts and kills a process: fewer of them where `npm test` has to be quick. */
const ROUNDS = process.env.TEST_DATABASES ? 2 : 5;

/** Lets a writer run for `ms` after its first word, kills it without warning, and gives back what it had acknowledged. */
function acknowledgedBeforeKill(url: string, first: number, ms: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, url, String(first)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let complaint = '';
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms));
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`The writer ended by itself (${code}): ${complaint}`));
      // A last line without its end was not heard whole.
      else resolve(said.split('\n').slice(0, -1).map(Number));
    });
  });
}

for (const engine of ENGINES) {
  const { openDb, newUrl } = databasesOf(engine);

  test(`every write acknowledged before a kill at any moment is there, and no half of one (${engine})`, {
    timeout: 120_000,
  }, async () => {
    const url = await newUrl();
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const moment = Math.round(Math.random() * 120);
      const heard = await acknowledgedBeforeKill(url, round * 1_000_000, moment);
      expect(heard.length, `killed ${moment} ms after the first word`).toBeGreaterThan(0);
      acknowledged.push(...heard);

      const db = await openDb({ url });
      const connection = sqliteConnection(db);
      if (connection) expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(await migrateDatabase(db)).toEqual({ applied: 0 });
      const rows = await db.select({ key: db.tables.meta.key }).from(db.tables.meta);
      const keys = new Set(rows.map((row) => row.key));
      expect(acknowledged.filter((n) => !keys.has(`${n}:left`))).toEqual([]);
      const numbers = new Set([...keys].map((key) => key.split(':')[0]));
      expect(keys.size, 'both rows of a unit or none').toBe(numbers.size * 2);
      await db.close();
    }
    const db = await openDb({ url });
    expect(await readDataEpoch(db)).toMatch(/^[0-9a-f-]{36}$/);
  });
}
