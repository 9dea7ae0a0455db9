// SQLite: one connection, and units of work that run whole in one tick, so that nothing can come between.
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { makeFolder } from '../make-folder.ts';
import { databaseError } from './database-error.ts';
import { GroupCommit } from './group-commit.ts';
import { sqliteKit } from './kit.ts';
import { withOnePlan } from './one-plan.ts';
import { defineSchema } from './schema.ts';
import { type Db, type Queries, type TxContext, txContextOn, type UnitOfWork } from './unit-of-work.ts';

/**
 * How long a write waits for another process that holds the file; there should be none (B8). All requests wait with it, reads
 * too, as the driver is synchronous. Our own units hold the file for some 20 ms; who holds it for more than a second, a
 * copy perhaps, may go on for minutes, and the devices, told by a 503 to come back in 5 s, lose nothing.
 */
const BUSY_TIMEOUT_MS = 1_000;

const connections = new WeakMap<Db, Database.Database>();

/** The bare connection of a SQLite database, for migrations and copies; undefined on PostgreSQL. */
export function sqliteConnection(db: Db): Database.Database | undefined {
  return connections.get(db);
}

/** Opens `file`, or a database that lives in memory alone when it is ':memory:'. */
export function openSqlite(file: string): Db {
  const napi = Number(process.versions.napi ?? 0);
  // An older Node would end without a word as soon as the driver is loaded.
  if (napi < 10) throw new Error(`SQLite needs Node 24.7 or newer; this is ${process.versions.node}.`);
  const connection = connect(file);
  const database = drizzle({ client: connection });
  watchQueries((database as unknown as Internals).session);
  const source = txContextOn(database as unknown as Queries, defineSchema(sqliteKit));
  const commits = new GroupCommit(connection);
  const db: Db = {
    ...source,
    engine: 'sqlite',
    transact: (work) => commits.add(() => takeSteps(source, work)),
    ping: async () => void connection.prepare('select 1').get(),
    close: async () => {
      commits.finish();
      connection.close();
    },
  };
  connections.set(db, connection);
  return db;
}

function connect(file: string): Database.Database {
  try {
    if (file !== ':memory:') makeFolder(dirname(file));
    const connection = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    connection.pragma('journal_mode = WAL');
    // An acknowledged lesson survives a power cut, not only a crash (B8).
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    return connection;
  } catch (error) {
    throw databaseError(error);
  }
}

/** What drizzle does not show in its types: the place where every query passes. */
interface Internals {
  session: { prepareQuery: (query: Text, ...given: unknown[]) => Record<'run' | 'all' | 'get' | 'values', Call> };
}
interface Text {
  sql: string;
}
type Call = (...given: unknown[]) => unknown;

function watchQueries(session: Internals['session']): void {
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...given) => {
    const text = withOnePlan(query.sql);
    const named =
      <T extends Call>(call: T) =>
      (...inner: unknown[]) => {
        try {
          return call(...inner) as ReturnType<T>;
        } catch (error) {
          throw databaseError(error, text);
        }
      };
    const prepared = named(() => prepare({ ...query, sql: text }, ...given))() as ReturnType<typeof prepare>;
    for (const name of ['run', 'all', 'get', 'values'] as const) prepared[name] = named(prepared[name].bind(prepared));
    return prepared;
  };
}

/** A builder as SQLite knows it: it can run at once. */
interface Runnable {
  prepare(): { execute(): { sync(): unknown } };
}

function takeSteps<T>(source: TxContext, work: UnitOfWork<T>): T {
  const steps = work(source);
  let step = steps.next();
  while (!step.done) {
    const query = step.value as unknown as Runnable;
    let answer: unknown;
    try {
      answer = query.prepare().execute().sync();
    } catch (error) {
      // Runs the work's `finally`, but not its `catch`: PostgreSQL could not go on either.
      steps.return(undefined as T);
      throw error;
    }
    step = steps.next(answer);
  }
  return step.value;
}
