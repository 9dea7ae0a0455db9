// The one queue of all work that waits: which process does it, until when it is believed to live, when a failure is tried again, and
// what a stop waits for (decision 344). What waits stands in the tables of its kind, and `turns` has a row for what somebody does, what
// has failed, and what comes again. A kind is a function that the composition root gives; nothing of it is imported here.
import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, gte, inArray, isNull, lt, min, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import type { Deps, Queue } from '../deps.ts';
import { errorFields } from '../http/responses.ts';

/** How soon work is found that no `wake` announced: what another process has left, what a command wrote, and what is due by the clock. */
const LOOK_MS = 5_000;
/** A turn belongs to its process for so long, and with each look anew; after it that process must have died. */
const LEASE_MS = 30_000;
/** Unless a kind has others; the last one repeats. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];
const DAY_MS = 86_400_000;
/** Nothing waits for longer: a later due date was written by a clock that was wrong. */
const LONGEST_MS = 2 * DAY_MS;

export interface Look {
  limit: number;
  /** Of the key of a row: nobody has its turn, and it waits for no pause. */
  isFree: (key: SQLWrapper) => SQL;
}

export interface Turn {
  key: string;
  /** From 1; counted since it was done last. */
  attempt: number;
  /** As a condition of a statement: no other process has taken the turn over. */
  isMine: SQL;
  /** Aborted when the server stops, and when another process has taken the turn over. */
  signal: AbortSignal;
}

export interface Kind {
  /** The keys of what waits, the first one first. Only reads; nothing for what only comes again (`everyMs`). */
  find?: (look: Look) => Promise<string[]>;
  /** Does one; it may be done already. Whatever it throws is tried again: every kind is done at least once. */
  work: (turn: Turn) => Promise<void>;
  /** So many at a time in this process; one without it. */
  atOnce?: number;
  /** After each failure; the last one repeats. */
  pausesMs?: readonly number[];
  /** What has failed or killed its process so often is given up. */
  givesUp?: { after: number; note: (key: string) => Promise<unknown> };
  /** Done again after this time, by one process of all. */
  everyMs?: number;
  /** For GET /metrics. */
  backlog?: () => Promise<{ waiting: number; oldest: Date | null; givenUp?: number }>;
}

/** A failure that its kind foresees and has logged. */
export class TryLater extends Error {
  /** No sooner than this, whatever the pause is. */
  readonly atLeastMs: number;
  /** Something was done since the failure before, so that the pauses begin anew. */
  readonly hasGoneOn: boolean;

  constructor(message: string, { atLeastMs = 0, hasGoneOn = false } = {}) {
    super(message);
    this.atLeastMs = atLeastMs;
    this.hasGoneOn = hasGoneOn;
  }
}

/** The pause after so many failures in a row. */
export const pauseAfter = (failures: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;

interface Running {
  lease: string;
  isClaimed: boolean;
  stop: AbortController;
  done: Promise<void>;
}

interface Line extends Kind {
  name: string;
  running: Map<string, Running>;
  isWanted: boolean;
  looking: Promise<void> | undefined;
}

type Parts = Pick<Deps, 'db' | 'log' | 'now'>;

export interface OpenQueue extends Queue {
  add(name: string, kind: Kind): void;
}

/** Kinds are added before anything is looked for. */
export function openQueue({ db, log, now }: Parts): OpenQueue {
  const { turns } = db.tables;
  const lines = new Map<string, Line>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isRenewing = false;

  const inMs = (ms: number) => new Date(now().getTime() + ms);
  const all = () => [...lines.values()].flatMap(({ running }) => [...running.values()]);
  const tell = (event: string, error: unknown, fields = {}) =>
    log.error(event, { ...fields, ...(error instanceof Error && errorFields(error)) });

  /** Of a row by its due date: it is somebody's, or pauses. */
  const isHeld = (dueAt: SQLWrapper) =>
    sql`(${dueAt} > ${sql.param(now(), turns.dueAt)} and ${dueAt} <= ${sql.param(inMs(LONGEST_MS), turns.dueAt)})`;

  const isFreeFor = (name: string) => (key: SQLWrapper) =>
    sql`not exists (select 1 from ${turns} turn where turn.kind = ${name} and turn.key = cast(${key} as text)
      and ${isHeld(sql`turn.due_at`)})`;

  /** What only comes again is one thing, without a key. */
  async function findAgain({ name }: Line): Promise<string[]> {
    const isIt = and(eq(turns.kind, name), eq(turns.key, ''), isHeld(turns.dueAt));
    const [waits] = await db.select({ key: turns.key }).from(turns).where(isIt);
    return waits ? [] : [''];
  }

  /** Takes the turn unless somebody has it; answers which attempt this is. */
  async function claim(name: string, key: string, lease: string): Promise<number | undefined> {
    const mine = { lease, dueAt: inMs(LEASE_MS) };
    const [row] = await db
      .insert(turns)
      .values({ kind: name, key, attempts: 1, ...mine })
      .onConflictDoUpdate({
        target: [turns.kind, turns.key],
        set: { ...mine, attempts: sql`${turns.attempts} + 1` },
        setWhere: not(isHeld(turns.dueAt)),
      })
      .returning({ attempts: turns.attempts });
    return row?.attempts;
  }

  /** Done: the row goes, or waits until it comes again. */
  async function settle({ everyMs }: Line, lease: string): Promise<void> {
    const mine = eq(turns.lease, lease);
    if (everyMs === undefined) await db.delete(turns).where(mine);
    else
      await db
        .update(turns)
        .set({ lease: null, attempts: 0, dueAt: inMs(everyMs) })
        .where(mine);
  }

  const release = (lease: string, attempts: number, ms: number) =>
    db
      .update(turns)
      .set({ lease: null, attempts, dueAt: inMs(ms) })
      .where(eq(turns.lease, lease));

  /** True when it was done. */
  async function take(line: Line, key: string, running: Running): Promise<boolean> {
    const { name, givesUp, pausesMs = PAUSES_MS } = line;
    const { lease, stop } = running;
    const { signal } = stop;
    const attempt = await claim(name, key, lease);
    if (attempt === undefined) return false;
    running.isClaimed = true;
    try {
      const isMine = sql`exists (select 1 from ${turns} turn where turn.lease = ${lease})`;
      // The process of each attempt has died of it.
      if (givesUp && attempt > givesUp.after) await givesUp.note(key);
      else await line.work({ key, attempt, isMine, signal });
      await settle(line, lease);
      return true;
    } catch (error) {
      if (signal.aborted) {
        // Broken off, which is no failure.
        await release(lease, attempt - 1, 0);
        return false;
      }
      const later = error instanceof TryLater ? error : undefined;
      if (!later) tell('work failed', error, { kind: name, key, attempt });
      const failures = later?.hasGoneOn ? 1 : attempt;
      if (givesUp && failures >= givesUp.after) {
        await givesUp.note(key);
        await settle(line, lease);
      } else await release(lease, failures, Math.max(pauseAfter(failures, pausesMs), later?.atLeastMs ?? 0));
      return false;
    }
  }

  function begin(line: Line, key: string): void {
    const lease = randomUUID();
    const running: Running = { lease, isClaimed: false, stop: new AbortController(), done: Promise.resolve() };
    line.running.set(key, running);
    running.done = take(line, key, running)
      // A turn whose end could not be written ends with its lease.
      .catch((error) => tell('turn not written', error, { kind: line.name, key }))
      .then((isDone) => {
        line.running.delete(key);
        if (isDone) wake(line.name);
      });
  }

  async function look(line: Line): Promise<void> {
    line.isWanted = false;
    const limit = (line.atOnce ?? 1) - line.running.size;
    // Whatever ends looks again.
    if (limit <= 0) return;
    const found = line.find ? await line.find({ limit, isFree: isFreeFor(line.name) }) : await findAgain(line);
    for (const key of found.filter((one) => !line.running.has(one)).slice(0, limit)) if (!isStopped) begin(line, key);
  }

  function wake(name: string): void {
    const line = lines.get(name);
    if (!line || isStopped) return;
    line.isWanted = true;
    line.looking ??= look(line)
      .catch((error) => {
        line.isWanted = false;
        if (!isStopped) tell('work not looked for', error, { kind: name });
      })
      .finally(() => {
        line.looking = undefined;
        if (line.isWanted) wake(name);
      });
  }

  /** What is under way stays this process's; what another one has taken over meanwhile is broken off. */
  async function renewAll(): Promise<void> {
    const held = all().filter(({ isClaimed }) => isClaimed);
    if (held.length === 0) return;
    const leases = held.map(({ lease }) => lease);
    const kept = await db
      .update(turns)
      .set({ dueAt: inMs(LEASE_MS) })
      .where(inArray(turns.lease, leases))
      .returning({ lease: turns.lease });
    for (const one of held) if (!kept.some(({ lease }) => lease === one.lease)) one.stop.abort();
  }

  /** A database that does not answer renews nothing, and gives nothing to another process either. */
  function renew(): void {
    if (isRenewing) return;
    isRenewing = true;
    const end = () => {
      isRenewing = false;
    };
    renewAll().then(end, end);
  }

  async function rest(): Promise<void> {
    for (;;) {
      const looks = [...lines.values()].flatMap(({ looking }) => looking ?? []);
      const underWay = [...looks, ...all().map(({ done }) => done)];
      if (underWay.length === 0) return;
      await Promise.all(underWay);
    }
  }

  function lookAtAll(): void {
    for (const name of lines.keys()) wake(name);
  }

  return {
    add: (name, kind) => {
      lines.set(name, { ...kind, name, running: new Map(), isWanted: false, looking: undefined });
    },
    wake,
    rest,
    async start() {
      const again = [...lines.values()].filter(({ everyMs }) => everyMs).map(({ name }) => name);
      // Settings may have changed.
      await db
        .update(turns)
        .set({ dueAt: now() })
        .where(and(inArray(turns.kind, again), isNull(turns.lease)));
      lookAtAll();
      timer = setInterval(() => {
        renew();
        lookAtAll();
      }, LOOK_MS).unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const { stop } of all()) stop.abort();
      await rest();
    },
    async backlog() {
      // What pauses now: a row whose time is long over is about something that is gone.
      const isPausing = and(isNull(turns.lease), gt(turns.attempts, 0), gte(turns.dueAt, inMs(-LEASE_MS)));
      const pausing = await db
        .select({ kind: turns.kind, failing: count() })
        .from(turns)
        .where(isPausing)
        .groupBy(turns.kind);
      const failing = new Map(pausing.map((row) => [row.kind, row.failing]));
      const read = async ({ name, backlog }: Line) => ({
        kind: name,
        failing: failing.get(name) ?? 0,
        ...(await backlog?.()),
      });
      return Promise.all([...lines.values()].map(read));
    },
  };
}

/** How many rows of a table wait, and since when. */
export async function countWaiting(db: Db, table: PgTable, since: PgColumn, isWaiting: SQL | undefined) {
  const [row] = await db
    .select({ waiting: count(), oldest: min(since) })
    .from(table)
    .where(isWaiting);
  return { waiting: row?.waiting ?? 0, oldest: (row?.oldest ?? null) as Date | null };
}

/** Forgets turns about what is gone: whatever waits is taken soon after it is due. */
export async function deleteOldTurns(db: Db, now: Date): Promise<void> {
  const { turns } = db.tables;
  await db.delete(turns).where(lt(turns.dueAt, new Date(now.getTime() - DAY_MS)));
}
