// The composition root: the one place that `npm start`, development, operators' commands and tests share.

import { existsSync, readFileSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import type { Hono } from 'hono';
import { createApp } from './api.ts';
import { type Db, isDiskFull, openDatabase, sqliteFile } from './db/client.ts';
import { makeFolder, makePrivate } from './db/files.ts';
import { migrateDatabase, tablesOf } from './db/migrate.ts';
import { holdSqlite } from './db/sqlite.ts';
import type { Accounts, Deps, Http, Log } from './deps.ts';
import { type Env, StartupError } from './env.ts';
import { listenToEvents } from './events.ts';
import { createLog } from './http/log.ts';
import { createRateLimits } from './http/rate-limit.ts';
import type { StaticApp } from './http/static-app.ts';
import { createAccounts, serviceUrl } from './identity/accounts.ts';
import { createIdentity } from './identity/identity.ts';
import { loadSigningKeys } from './identity/keys.ts';
import { writeMessages } from './integrations/webhooks/write-messages.ts';
import { rememberStore, writeStatements } from './integrations/xapi/write-statements.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { openMedia } from './media/media.ts';
import { refuseHalfRestored } from './operations/backup.ts';
import { openMetrics } from './operations/metrics.ts';
import { indexPeople } from './people/search-people.ts';
import { knowJobKinds } from './queue/job-kinds.ts';
import { openQueue } from './queue/queue.ts';
import { addKinds } from './queue-kinds.ts';
import { CatalogError } from './words/po.ts';
import { checkCatalogs } from './words/words.ts';

export interface Server {
  app: Hono<Http>;
  deps: Deps;
  accounts: Accounts;
}

export interface ServerParts {
  env: Env;
  /** Open and migrated, as `openMigrated` returns it. */
  db: Db;
  log?: Log;
  now?: () => Date;
  pages?: StaticApp | undefined;
}

/**
 * How long a query may take while the server serves; migrations take their time. When a firewall or a failover drops a connection without
 * a word, TCP would wait for a quarter of an hour.
 */
const QUERY_LIMIT_MS = 60_000;

/** Creates DATA_DIR, opens the database in it or elsewhere, and migrates it to this version. `folder` is only for tests. */
export async function openMigrated(env: Env, folder?: string): Promise<Db> {
  await makeDataDir(env.dataDir);
  checkWords();
  refuseHalfRestored(env);
  let db: Db | undefined;
  try {
    db = await openDatabase(env.databaseUrl);
    const isOlder = (await tablesOf(db, folder)) === 'older';
    const { applied, copiedTo } = await migrateDatabase(db, folder);
    if (isOlder) logOf(env).info('database migrated', { migrations: applied, copyFromBefore: copiedTo });
    await indexPeople(db);
    if (db.engine === 'sqlite') return db;
    await db.close();
    return await openDatabase(env.databaseUrl, undefined, QUERY_LIMIT_MS);
  } catch (error) {
    await db?.close();
    // A refused connection has a code and no message; the address itself may hold a password and is not printed.
    const code = error instanceof Error && 'code' in error ? `${error.code}` : undefined;
    const words = error instanceof Error ? error.message : '';
    // SQLite has other words for it, depending on which of its files had no room.
    if (isDiskFull(error) || (await statfs(env.dataDir)).bavail === 0) {
      throw new StartupError('The disk is full: make room for the database and DATA_DIR, then start again.', {
        cause: error,
      });
    }
    throw new StartupError(`The database in DATABASE_URL cannot be used: ${words || code}`, { cause: error });
  }
}

/** The same for a server. On SQLite it is the only one: throws StartupError while another one serves that file. */
export async function openServed(env: Env): Promise<Db> {
  const file = sqliteFile(env.databaseUrl);
  const release = file === undefined ? () => {} : holdSqlite(file);
  try {
    const db = await openMigrated(env);
    const { close } = db;
    return Object.assign(db, { close: () => close().then(release) });
  } catch (error) {
    release();
    throw error;
  }
}

const logOf = (env: Env) => createLog({ level: env.logLevel, json: env.production });

/** The server as an app that answers requests; the caller listens. */
export async function composeServer({ env, db, pages, now = () => new Date(), ...rest }: ServerParts): Promise<Server> {
  await makeDataDir(env.dataDir);
  await rememberStore(db, env.xapi !== undefined);
  listenToEvents([writeMessages, writeStatements]);
  knowJobKinds(JOB_KINDS);
  const log = rest.log ?? logOf(env);
  const keys = env.identity.kind === 'embedded' ? await loadSigningKeys(env.dataDir) : undefined;
  const identity = createIdentity({ env, db, now, log, keys });
  const rateLimits = createRateLimits(db, env.rateLimitFactor, now);
  const media = await openMedia(env);
  const ask: typeof fetch = identity.embedded
    ? async (input, init) => app.fetch(new Request(input, init), { isOwn: true })
    : fetch;
  const secretKey = identity.embedded?.secretKey ?? env.identity.secretKey;
  const publishableKey = env.identity.kind === 'hosted' ? env.identity.publishableKey : 'embedded';
  const accounts = createAccounts({ url: serviceUrl(env), publishableKey, secretKey, ask });
  const queue = openQueue({ db, log, now });
  const version = readVersion();
  const commit = besideBuild('commit') || undefined;
  const lifecycle = { isStopping: false };
  const own = { env, db, log, identity, accounts, rateLimits, queue, media, version, commit, now, lifecycle };
  const metrics = env.metricsToken ? await openMetrics(own) : undefined;
  const deps: Deps = { ...own, metrics };
  await addKinds(queue, deps);
  const app = createApp(deps, pages);
  return { app, deps, accounts };
}

/** A catalog that is broken stops the start, and not the first mail in its language. */
function checkWords(): void {
  try {
    checkCatalogs();
  } catch (error) {
    throw error instanceof CatalogError ? new StartupError(error.message) : error;
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    // It holds keys and, with SQLite, everybody's work: no other user of this machine may read it.
    makeFolder(dataDir, 0o700);
    makePrivate(dataDir, 0o700);
    // The slash: a file of this name is not a folder.
    await access(`${dataDir}/`, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written to (${code}).`);
  }
}

/**
 * The product's version from package.json, one folder up from the sources, two or three from the built server; there it
 * ends with what tells two builds apart, as in 0.1.0+3f2a91c4.
 */
export function readVersion(): string {
  const places = ['../package.json', '../../package.json', '../../../package.json'];
  const found = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (!found) throw new Error('package.json is missing from this installation.');
  const { version } = JSON.parse(readFileSync(found, 'utf8'));
  const build = besideBuild('build-id');
  return build ? `${version}+${build}` : version;
}

/** What server/build.mjs has written beside the built server; undefined from the sources. */
function besideBuild(name: string): string | undefined {
  const file = new URL(name, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
