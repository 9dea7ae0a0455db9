// PostgreSQL: a pool, and units of work under SERIALIZABLE that run again when they lost a race. Units with a key go
// through the serialized queue instead.
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DatabaseError, databaseError, expectRoom } from './database-error.ts';
import { pgKit } from './kit.ts';
import { defineSchema } from './schema.ts';
import { lockAll, lockOf, onClient, SerializedQueue } from './serialized-queue.ts';
import { type Db, type Queries, type TxContext, txContextOn, type UnitOfWork } from './unit-of-work.ts';

const ATTEMPTS = 20;
const CONNECTION_TIMEOUT_MS = 10_000;
const PING_LIMIT_MS = 5_000;

const pools = new WeakMap<Db, pg.Pool>();

/** The pool under a PostgreSQL database, for migrations and copies; undefined on SQLite. */
export function postgresPool(db: Db): pg.Pool | undefined {
  return pools.get(db);
}

/**
 * Opens a pool to `url`; it connects when needed, at most `poolSize` times. A query without an answer for `queryLimitMs` fails as
 * unavailable, and its connection is closed; without a limit it waits for as long as TCP does.
 */
export function openPostgres(url: string, poolSize = 10, queryLimitMs = 0): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    Client: Connection,
    onConnect: (client) => (client as Connection).look(),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: queryLimitMs,
    // Units that share a transaction do not wait for one another's answers.
    pipeline: true,
    application_name: 'groundwork',
  });
  // Without a listener a lost connection would end the process; the query that needed it fails on its own.
  const ignore = () => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  // Of its own: behind a thousand reads that wait, the database would look as if it did not answer.
  const pings = new pg.Pool({ ...pool.options, max: 1, query_timeout: PING_LIMIT_MS });
  pings.on('error', ignore);
  pings.on('connect', (client) => client.on('error', ignore));
  const queue = new SerializedQueue(pool);
  const tx = contextOf(pool);
  const db: Db = {
    ...tx,
    engine: 'postgres',
    aside: tx,
    transact: (work, key) => {
      if (key === undefined) return transactOn(pool, work);
      if (typeof key !== 'string') return transactAlone(pool, key, work);
      return queue.add(key, (client) => runUnit(contextOf(client), work));
    },
    expectRoom: (units) => expectRoom(queue.waitingUnits, units),
    waitingUnits: () => queue.waitingUnits,
    ping: async () => {
      await pings.query('select 1').catch(rethrow);
    },
    close: async () => {
      if (!pool.ending) await Promise.all([pool.end(), pings.end()]);
    },
  };
  pools.set(db, pool);
  return db;
}

/** What a named statement fails with that is unknown, known already, or planned for columns that were changed since. */
const STALE_STATEMENT = /^(26000|42P05|0A000)$/;
const TRANSACTION_FAILED = '25P02';

/** Not in the driver's types. */
interface Lacking {
  processID: number;
  connectionParameters: { query_timeout: number };
}

/**
 * A connection on which PostgreSQL keeps the plans of prepared queries, by their names. A transaction pooler hands each transaction
 * to any of its connections, and another would not know the name. It gives its clients keys of its own, so the process id
 * in them is not the one that answers: then nothing is named.
 */
class Connection extends pg.Client {
  #isDirect = false;
  /** Its transaction has failed: no statement becomes known until it is rolled back. */
  #isAborted = false;

  async look(): Promise<void> {
    const { rows } = await super.query('select pg_backend_pid() as pid');
    const { processID, connectionParameters } = this as unknown as Lacking;
    this.#isDirect = rows[0].pid === processID;
    const limit = connectionParameters.query_timeout;
    // Whom we gave up gives up as well: else a query would run on, and the locks of a transaction last, beside the next attempt.
    if (this.#isDirect && limit)
      await super.query(`set statement_timeout = ${limit}; set idle_in_transaction_session_timeout = ${limit}`);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen signatures, and each passes through unchanged.
  override query(config: any, ...more: any[]): any {
    const given = this.#isDirect || !config?.name ? config : { ...config, name: undefined };
    if (typeof given === 'string' && given.startsWith('rollback')) this.#isAborted = false;
    // What several units ask in one turn of the event loop goes to the database in one write.
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const answer: unknown = super.query(given, ...(more as []));
    if (given?.name && answer instanceof Promise) {
      answer.catch(({ code }) => {
        if (code === TRANSACTION_FAILED) this.#isAborted = true;
        else if (STALE_STATEMENT.test(code) && !this.#isAborted) this.#isDirect = false;
      });
    }
    return answer;
  }
}

/** The same name for the same text, on every connection. */
const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function rethrow(error: unknown): never {
  throw databaseError(error);
}

/** Not in drizzle's types: the method that every query passes through. */
interface Internals {
  session: { prepareQuery: (query: { sql: string }, fields: unknown, name?: string, ...more: unknown[]) => Prepared };
}

interface Prepared {
  execute: (...given: unknown[]) => Promise<unknown>;
}

const TABLES = defineSchema(pgKit);
const contexts = new WeakMap<pg.Pool | pg.PoolClient, TxContext>();

/** The query builders on one connection, created once per connection. */
function contextOf(client: pg.Pool | pg.PoolClient): TxContext {
  const known = contexts.get(client);
  if (known) return known;
  const database = drizzle({ client });
  const { session } = database as unknown as Internals;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, name, ...more) => {
    const prepared = prepare(query, fields, name === '' ? nameOf(query.sql) : name, ...more);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (...inner) =>
      execute(...inner).catch((error) => {
        throw databaseError(error, query.sql);
      });
    return prepared;
  };
  const tx = txContextOn(database as unknown as Queries, TABLES);
  contexts.set(client, tx);
  return tx;
}

async function transactOn<T>(pool: pg.Pool, work: UnitOfWork<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOnce(pool, work);
    } catch (error) {
      const lostRace = error instanceof DatabaseError && error.kind === 'conflict';
      if (!lostRace || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * Math.min(100, 2 ** attempt));
    }
  }
}

/** The keys are locked on another connection: what a unit sees would otherwise be as old as its wait for them. */
function transactAlone<T>(pool: pg.Pool, keys: readonly string[], work: UnitOfWork<T>): Promise<T> {
  return onClient(pool, async (keeper) => {
    await keeper.query(`begin; ${lockAll(keys.map(lockOf))}`).catch(rethrow);
    const answer = await transactOn(pool, work);
    await keeper.query('commit').catch(rethrow);
    return answer;
  });
}

/** Lends `work` the database as it is at this moment, whatever others write meanwhile. */
export function onSnapshot<T>(db: Db, work: (moment: TxContext) => Promise<T>): Promise<T> {
  return within(poolOf(db), 'isolation level repeatable read read only', work);
}

/** Lends `work` one transaction for as long as it takes: what it writes is there as a whole, or not at all. */
export function asOneWrite<T>(db: Db, work: (tx: TxContext) => Promise<T>): Promise<T> {
  return within(poolOf(db), '', work);
}

function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error('This database is not PostgreSQL.');
  return pool;
}

function transactOnce<T>(pool: pg.Pool, work: UnitOfWork<T>): Promise<T> {
  return within(pool, 'isolation level serializable', (tx) => runUnit(tx, work));
}

function within<T>(pool: pg.Pool, mode: string, work: (tx: TxContext) => Promise<T>): Promise<T> {
  return onClient(pool, async (client) => {
    await client.query(`begin ${mode}`).catch(rethrow);
    const answer = await work(contextOf(client));
    await client.query('commit').catch(rethrow);
    return answer;
  });
}

async function runUnit<T>(tx: TxContext, work: UnitOfWork<T>): Promise<T> {
  const steps = work(tx);
  let step = steps.next();
  while (!step.done) {
    let answer: unknown;
    try {
      answer = await step.value;
    } catch (error) {
      // Runs the work's `finally`, but not its `catch`: the transaction is over.
      steps.return(undefined as T);
      throw error;
    }
    step = steps.next(answer);
  }
  return step.value;
}
