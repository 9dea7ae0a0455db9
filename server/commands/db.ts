// `npm run db -- copy FROM TO` moves an installation between databases; `npm run db -- rotate-epoch` follows a restore, and
// `npm run db -- squash` brings a database from before the first release to this version.

import { type Db, openDatabase, requireDatabase } from '../db/client.ts';
import { copyInstallation, type Report } from '../db/copy.ts';
import { rotateDataEpoch } from '../db/epoch.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { squashMigrations } from '../db/squash.ts';
import { readEnv, StartupError } from '../env.ts';
import { explain, readDotEnv } from '../launch.mjs';

const USAGE = `Usage:
  npm run db -- copy FROM TO      moves every row into an empty database; stop the server first
  npm run db -- rotate-epoch      to be run once after a backup was restored, before the server starts
  npm run db -- squash            to be run once on a database from before the first release; stop the server first
FROM and TO look like DATABASE_URL: file:/path/to/groundwork.db or postgres://user:password@host/database`;

async function copy(fromUrl: string, toUrl: string): Promise<void> {
  requireDatabase(fromUrl);
  const from = await openDatabase(fromUrl);
  const to = await openDatabase(toUrl);
  try {
    const tables = await copyInstallation(from, to, reportEvery(2000));
    for (const { table, rows, checksum } of tables) console.log(`${table}: ${rows} rows, ${checksum.slice(0, 12)}`);
    console.log('Everything arrived. Media files are not in the database: keep DATA_DIR, or the bucket, as it is.');
  } finally {
    await closeAll(from, to);
  }
}

/** Prints how far a table is, at most once in so many milliseconds. */
function reportEvery(pause: number): Report {
  let last = Date.now();
  return ({ table, rows, step }) => {
    if (Date.now() - last < pause) return;
    last = Date.now();
    console.log(`${table}: ${rows.toLocaleString('en')} rows ${step} ...`);
  };
}

async function rotateEpoch(db: Db): Promise<void> {
  await migrateDatabase(db);
  console.log(`The data epoch is now ${await rotateDataEpoch(db)}: devices will send again what the backup lacks.`);
}

async function squash(db: Db): Promise<void> {
  await squashMigrations(db);
  console.log('The migrations until the first release are one now, and no row has changed: start the server.');
}

/** Runs `act` on the database of the settings. */
async function onOwn(act: (db: Db) => Promise<void>): Promise<void> {
  const { databaseUrl } = readEnv(process.env);
  requireDatabase(databaseUrl);
  const db = await openDatabase(databaseUrl);
  try {
    await act(db);
  } finally {
    await closeAll(db);
  }
}

async function closeAll(...databases: Db[]): Promise<void> {
  for (const db of databases) await db.close();
}

explain(USAGE, ([verb = '', ...given]) => given.length === { copy: 2, 'rotate-epoch': 0, squash: 0 }[verb]);
const [verb, fromUrl = '', toUrl = ''] = process.argv.slice(2);
try {
  readDotEnv();
  if (verb === 'copy') await copy(fromUrl, toUrl);
  else await onOwn(verb === 'squash' ? squash : rotateEpoch);
} catch (error) {
  // An operator needs the sentence, not the stack; only a bug of ours shows it.
  const isExpected = error instanceof StartupError || (error instanceof Error && 'code' in error);
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
