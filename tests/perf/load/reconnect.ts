// Monday morning: 500 tablets come back at the same moment, each with 80 lessons that were completed without a network. They send and wait
// by the rules of the app's engine (Y15b, Y18), and the database is compared with what they were told.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { number, openDatabase } from '#server/db/client.ts';
import { NO_BACKOFF, nextBackoff, remainingWait, retryAfterMs } from '#sync/backoff.ts';
import type { SyncResults } from '#sync/contract/operation.ts';
import { type Learner, seedPostgres, seedSqlite, signInLearners } from '../bench/seed.ts';
import { newFolder, startProduct } from '../bench/stage.ts';
import { withProbe } from './class.ts';

const TABLETS = 500;
const ENTRIES = 80;
const BUDGET_SECONDS = 30;
/** More lessons than people have begun, so that each entry is a new row. */
const SIZE = { rows: TABLETS * 25, courses: 8, lessonsPerCourse: 25 + ENTRIES };
/** After which a device gives up, and sends all of it again. */
const PATIENCE_MS = 15_000;

interface Counts {
  requests: number;
  refused: number;
  timedOut: number;
}

/** Sends everything, prints the figures, and returns each broken promise in a sentence. `url` names an empty database. */
export async function comeBack(engine: string, url: string): Promise<string[]> {
  const dataDir = newFolder();
  if (engine === 'postgres') await seedPostgres(url, SIZE);
  const databaseUrl = engine === 'postgres' ? url : `file:${await seedSqlite(dataDir, SIZE)}`;
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off', DATABASE_URL: databaseUrl });
  const counts: Counts = { requests: 0, refused: 0, timedOut: 0 };
  let memory = 0;
  const weighing = setInterval(() => (memory = Math.max(memory, server.memoryBytes())), 500);
  try {
    const tablets = await signInLearners(dataDir, server.port, SIZE, TABLETS);
    const before = performance.now();
    const [, slowest] = await withProbe(server.port, () =>
      Promise.all(tablets.map((tablet) => sendAll(server.port, tablet, counts))),
    );
    const seconds = (performance.now() - before) / 1000;
    const figures = [seconds.toFixed(1), counts.requests, counts.refused, counts.timedOut, slowest.toFixed(0)];
    console.log(`\n${engine}: ${TABLETS} tablets come back with ${ENTRIES} completed lessons each`);
    console.log(
      '| seconds | requests | 503 | given up after 15 s | slowest health, ms | memory, MB |\n|---|---|---|---|---|---|',
    );
    console.log(`| ${figures.join(' | ')} | ${Math.round(memory / 1e6)} |`);
    const kept = await countCompleted(databaseUrl);
    // Of 25 lessons each had 12 when it went.
    const missing = TABLETS * (12 + ENTRIES) - kept;
    return [
      ...(missing === 0 ? [] : [`${missing} completions of tablets that came back are missing.`]),
      ...(counts.timedOut === 0 ? [] : [`${counts.timedOut} requests of tablets that came back were given up.`]),
      ...(seconds <= BUDGET_SECONDS
        ? []
        : [`tablets that came back took ${seconds.toFixed(0)} s instead of ${BUDGET_SECONDS}.`]),
    ];
  } finally {
    clearInterval(weighing);
    await server.stop();
  }
}

/** One tablet, until the server has answered for every entry. */
async function sendAll(port: number, { id, token, courseId }: Learner, counts: Counts): Promise<void> {
  const first = (courseId - 1) * SIZE.lessonsPerCourse + 25;
  let waiting = Array.from({ length: ENTRIES }, (_, at) => ({
    opId: randomUUID(),
    kind: 'unit',
    body: { lessonId: first + at + 1, status: 'completed' },
  }));
  let [size, backoff] = [ENTRIES, NO_BACKOFF];
  while (waiting.length > 0) {
    await sleep(remainingWait(backoff, Date.now(), false));
    const operations = waiting.slice(0, size);
    counts.requests += 1;
    const answer = await fetch(`http://127.0.0.1:${port}/api/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'X-Op-User': id, 'Content-Type': 'application/json' },
      body: JSON.stringify({ operations }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    if (answer?.status === 200) {
      const { results } = (await answer.json()) as SyncResults;
      const failed = results.find(({ status }) => status !== 200);
      if (failed) throw new Error(`An entry was refused: ${JSON.stringify(failed)}`);
      waiting = waiting.slice(results.length);
      [size, backoff] = [Math.min(ENTRIES, size * 2), NO_BACKOFF];
      continue;
    }
    if (answer) counts.refused += 1;
    else counts.timedOut += 1;
    const asked = answer ? retryAfterMs(answer.headers.get('Retry-After'), Date.now()) : null;
    backoff = nextBackoff(backoff, Date.now(), { random: Math.random(), retryAfterMs: asked });
    if (asked === null) size = Math.max(1, Math.floor(size / 4));
  }
}

async function countCompleted(url: string): Promise<number> {
  const db = await openDatabase(url);
  const { unitProgress } = db.tables;
  const [row] = await db
    .select({ completed: number(sql`count(*)`) })
    .from(unitProgress)
    .where(eq(unitProgress.status, 'completed'));
  await db.close();
  return row?.completed ?? 0;
}
