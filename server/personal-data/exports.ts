// Exports of a person's own data: asked for, made in the background, kept for a week, and given to that person only.
import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { type CsvValue, csvOf } from '#sync/contract/csv.ts';
import { type DataExport, EXPORT_KEPT_DAYS } from '#sync/contract/personal-data.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { errorFields } from '../http/responses.ts';
import { readHeldData } from './held-data.ts';

const DAY_MS = 86_400_000;
/** Longer than any export takes; after it the process that made it must have died. */
const LEASE_MS = 120_000;
const ATTEMPTS = 3;

type Job = Pick<Deps, 'db' | 'log' | 'now'>;
type ExportRow = Db['tables']['dataExports']['$inferSelect'];

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

/**
 * Makes every export that waits, also those that a stopped server left. Never rejects: a failure is logged and tried
 * again with the next call, three times in all.
 */
export async function makeExports(job: Job): Promise<void> {
  try {
    for (let row = await claim(job); row; row = await claim(job)) await makeOne(job, row);
  } catch (error) {
    if (error instanceof Error) job.log.error('exports not made', errorFields(error));
  }
}

/** Several processes share the exports: the one that raises the count makes it. */
async function claim(job: Job): Promise<ExportRow | undefined> {
  const { db, now } = job;
  const { dataExports } = db.tables;
  const isFree = or(isNull(dataExports.leaseEndsAt), lte(dataExports.leaseEndsAt, now()));
  const [row] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.state, 'waiting'), isFree))
    .orderBy(dataExports.requestedAt)
    .limit(1);
  if (!row) return undefined;
  const isUnclaimed = and(eq(dataExports.id, row.id), eq(dataExports.attempts, row.attempts));
  const [claimed] = await db
    .update(dataExports)
    .set({ attempts: row.attempts + 1, leaseEndsAt: new Date(now().getTime() + LEASE_MS) })
    .where(isUnclaimed)
    .returning();
  return claimed ?? claim(job);
}

async function makeOne({ db, log, now }: Job, { id, userId, attempts }: ExportRow): Promise<void> {
  const { dataExports } = db.tables;
  const here = and(eq(dataExports.id, id), eq(dataExports.attempts, attempts));
  try {
    const zip = zipOf(await readHeldData(db, userId), now());
    const content = Buffer.from(zip).toString('base64');
    const made = { state: 'ready', content, sizeBytes: zip.length, finishedAt: now() } as const;
    await db.update(dataExports).set(made).where(here);
    log.info('export made', { export: id, bytes: zip.length });
  } catch (error) {
    if (error instanceof Error) log.error('export not made', { export: id, attempt: attempts, ...errorFields(error) });
    if (attempts >= ATTEMPTS) await db.update(dataExports).set({ state: 'failed', finishedAt: now() }).where(here);
  }
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
