// Exports of a person's own data: asked for, made in the background, kept for a week, and given to that person only.
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { type CsvValue, csvOf } from '#sync/contract/csv.ts';
import { type DataExport, EXPORT_KEPT_DAYS } from '#sync/contract/personal-data.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { countWaiting, type Kind } from '../queue/queue.ts';
import { readHeldData } from './held-data.ts';

const DAY_MS = 86_400_000;

/** Asks for an export; one that is still waiting is the answer to a second wish. */
export async function requestExport(db: Db, userId: string, now: Date): Promise<void> {
  const { dataExports } = db.tables;
  const expiresAt = new Date(now.getTime() + EXPORT_KEPT_DAYS * DAY_MS);
  await db.transact(function* (tx) {
    const isWaiting = and(eq(dataExports.userId, userId), eq(dataExports.state, 'waiting'));
    const waiting = yield* run(tx.select({ id: dataExports.id }).from(dataExports).where(isWaiting));
    if (waiting.length === 0) yield* run(tx.insert(dataExports).values({ userId, requestedAt: now, expiresAt }));
  });
}

/** A person's exports, newest first; those that have ended are gone. */
export async function listExports(db: Db, userId: string, now: Date): Promise<DataExport[]> {
  const { dataExports } = db.tables;
  const { id, state, requestedAt, expiresAt, sizeBytes } = dataExports;
  const rows = await db
    .select({ id, state, requestedAt, expiresAt, sizeBytes })
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), gt(expiresAt, now)))
    .orderBy(desc(requestedAt));
  return rows.map((row) => ({
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** The zip file of a finished export of this very person. Refuses `not_found`. */
export async function readExport(
  db: Db,
  wanted: { id: string; userId: string; now: Date },
): Promise<Buffer<ArrayBuffer>> {
  const { dataExports } = db.tables;
  const isTheirs = and(eq(dataExports.id, wanted.id), eq(dataExports.userId, wanted.userId));
  const [row] = await db
    .select({ content: dataExports.content })
    .from(dataExports)
    .where(and(isTheirs, gt(dataExports.expiresAt, wanted.now)));
  if (!row?.content) throw new Refusal('not_found');
  return Buffer.from(row.content, 'base64');
}

export async function deleteEndedExports(db: Db, now: Date): Promise<void> {
  await db.delete(db.tables.dataExports).where(lt(db.tables.dataExports.expiresAt, now));
}

/** Each export that waits, one after the other in a process. One that has failed or killed its process three times is given up. */
export function exports({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>): Kind {
  const { dataExports } = db.tables;
  const { id, userId, state, requestedAt } = dataExports;
  const isWaiting = (key: string) => and(eq(id, key), eq(state, 'waiting'));
  return {
    async find({ limit, isFree }) {
      const rows = await db
        .select({ id })
        .from(dataExports)
        .where(and(eq(state, 'waiting'), isFree(id)))
        .orderBy(asc(requestedAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },
    async work({ key, isMine }) {
      const [wanted] = await db.select({ userId }).from(dataExports).where(isWaiting(key));
      if (!wanted) return;
      const zip = zipOf(await readHeldData(db, wanted.userId), now());
      const content = Buffer.from(zip).toString('base64');
      const made = { state: 'ready', content, sizeBytes: zip.length, finishedAt: now() } as const;
      await db
        .update(dataExports)
        .set(made)
        .where(and(isWaiting(key), isMine));
      log.info('export made', { export: key, bytes: zip.length });
    },
    givesUp: {
      after: 3,
      note: (key) => db.update(dataExports).set({ state: 'failed', finishedAt: now() }).where(isWaiting(key)),
    },
    backlog: () => countWaiting(db, dataExports, requestedAt, eq(state, 'waiting')),
  };
}

const README = (
  now: Date,
) => `Everything that this installation of Groundwork holds about you, as of ${now.toISOString()}.

data.json   all of it
csv/        the same, one table a file, for a spreadsheet

Times are in UTC. What was never sent from a device of yours is not here: see the Sync page on that device.
`;

/** One zip file: everything as JSON, and each table that has rows as CSV. */
function zipOf(data: Record<string, Record<string, unknown>[]>, now: Date): Uint8Array {
  const files: Record<string, Uint8Array> = {
    'README.txt': strToU8(README(now)),
    'data.json': strToU8(`${JSON.stringify(data, null, 2)}\n`),
  };
  for (const [name, rows] of Object.entries(data)) {
    const [first] = rows;
    if (first) files[`csv/${name}.csv`] = strToU8(csvOf(Object.keys(first), rows.map(flat)));
  }
  return zipSync(files, { mtime: now });
}

const flat = (row: Record<string, unknown>): CsvValue[] =>
  Object.values(row).map((value) => {
    // With its zone: this file is also read where no screen showed its times.
    if (value instanceof Date) return value.toISOString();
    const isNested = typeof value === 'object' && value !== null;
    return isNested ? JSON.stringify(value) : (value as CsvValue);
  });
