// SQLite: one connection, and units of work that run in one tick, so that nothing comes between their steps.
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { drizzle as drizzleFar } from 'drizzle-orm/sqlite-proxy';
import { StartupError } from '../env.ts';
import { databaseError, expectRoom } from './database-error.ts';
import { createPrivate, makeFolder, makePrivate } from './files.ts';
import { GroupCommit } from './group-commit.ts';
import { sqliteKit } from './kit.ts';
import { LongReads } from './long-reads.ts';
import { defineSchema } from './schema.ts';
import { type Db, type Queries, type TxContext, txContextOn, type UnitOfWork } from './unit-of-work.ts';

/**
 * How long a write waits for another process that holds the file; there should be none. All requests wait with it,
 * reads too, as the driver is synchronous. Our own units hold the file for some 20 ms; a process that holds it for more
 * than a second, perhaps a copy, may do so for minutes, and devices lose nothing by a 503 that makes them retry in 5 s.
 */
const BUSY_TIMEOUT_MS = 1_000;

const connections = new WeakMap<Db, Database.Database>();

/** The bare connection of a SQLite database, for migrations and copies; undefined on PostgreSQL. */
export function sqliteConnection(db: Db): Database.Database | undefined {
  return connections.get(db);
}

/**
 * Keeps other servers from `file` until the answer is called, or this process ends, however it ends. Throws StartupError while one serves it.
 * What else is wrong with the place is told by whoever opens the database there.
 */
export function holdSqlite(file: string): () => void {
  if (file === ':memory:') return () => {};
  const holding = `${file}.in-use`;
  let holder: Database.Database | undefined;
  try {
    makeFolder(dirname(file), 0o700);
    createPrivate(holding);
    holder = new Database(holding, { timeout: BUSY_TIMEOUT_MS });
    holder.exec('begin exclusive');
  } catch (error) {
    holder?.close();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY')
      throw new StartupError(
        `Another Groundwork server runs on ${file}: stop it, or set another DATA_DIR. Only PostgreSQL takes several servers.`,
      );
    return () => {};
  }
  return () => holder.close();
}

/** Opens `file`, or a database in memory when it is ':memory:'. */
export function openSqlite(file: string): Db {
  const napi = Number(process.versions.napi ?? 0);
  // An older Node would crash silently as soon as the driver is loaded.
  if (napi < 10) throw new Error(`SQLite needs Node 24.7 or newer; this is ${process.versions.node}.`);
  const connection = connect(file);
  const database = drizzle({ client: connection });
  watchQueries((database as unknown as Internals).session);
  const tables = defineSchema(sqliteKit);
  const tx = txContextOn(database as unknown as Queries, tables);
  const commits = new GroupCommit(connection);
  const longReads = new LongReads(file);
  const db: Db = {
    ...tx,
    engine: 'sqlite',
    // No other connection sees a database in memory.
    aside: file === ':memory:' ? tx : txContextOn(queriesOf(longReads), tables),
    expectRoom: (units) => expectRoom(commits.waitingUnits, units),
    waitingUnits: () => commits.waitingUnits,
    transact: async (work) => commits.add(() => runUnit(tx, work)),
    ping: async () => void connection.prepare('select 1').get(),
    close: async () => {
      commits.finish();
      await longReads.close();
      connection.close();
    },
  };
  connections.set(db, connection);
  return db;
}

function connect(file: string): Database.Database {
  try {
    if (file !== ':memory:') {
      makeFolder(dirname(file), 0o700);
      createPrivate(file);
    }
    const connection = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    connection.pragma('journal_mode = WAL');
    // An acknowledged lesson survives a power cut, not only a crash.
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    // Known to be a database by now. Files of earlier versions were readable by everybody.
    for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path, 0o600);
    return connection;
  } catch (error) {
    throw databaseError(error);
  }
}

function queriesOf(longReads: LongReads): Queries {
  const database = drizzleFar(async (text, values) => ({ rows: await longReads.read(text, values) }));
  watchQueries((database as unknown as Internals).session);
  return database as unknown as Queries;
}

/** Not in drizzle's types: the method that every query passes through. */
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
    const fail = (error: unknown): never => {
      throw databaseError(error, text);
    };
    const named =
      <T extends Call>(call: T) =>
      (...inner: unknown[]) => {
        try {
          const answer = call(...inner) as ReturnType<T>;
          return (answer instanceof Promise ? answer.catch(fail) : answer) as ReturnType<T>;
        } catch (error) {
          return fail(error);
        }
      };
    const prepared = named(() => prepare({ ...query, sql: text }, ...given))() as ReturnType<typeof prepare>;
    for (const name of ['run', 'all', 'get', 'values'] as const) prepared[name] = named(prepared[name].bind(prepared));
    return prepared;
  };
}

const QUOTED_OR_PARAMETER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

/**
 * The same SQLite query, but planned once. SQLite looks at the value of a bare parameter while it plans, and so plans a
 * prepared join again for every bound value: a point read of 3 microseconds takes 50. The unary plus hides the parameter
 * from the planner and changes no value of any type.
 */
export function withOnePlan(text: string): string {
  return text.replace(QUOTED_OR_PARAMETER, (found) => (found === '?' ? '+?' : found));
}

/** A query builder of SQLite, which can run at once. */
interface Runnable {
  prepare(): { execute(): { sync(): unknown } };
}

function runUnit<T>(tx: TxContext, work: UnitOfWork<T>): T {
  const steps = work(tx);
  let step = steps.next();
  while (!step.done) {
    const query = step.value as unknown as Runnable;
    let answer: unknown;
    try {
      answer = query.prepare().execute().sync();
    } catch (error) {
      // Runs the work's `finally`, but not its `catch`: PostgreSQL could not continue either.
      steps.return(undefined as T);
      throw error;
    }
    step = steps.next(answer);
  }
  return step.value;
}
