// An installation in one folder, whichever database it runs on: its rows at one moment as a SQLite file, its keys, its media, and
// a list of all files with their hashes. Made while the server runs; restored into an empty place of either engine.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { type Db, openDatabase, requireDatabase, sqliteFile } from '../db/client.ts';
import { copyInstallation, requireEmpty, writeSnapshot } from '../db/copy.ts';
import { rotateDataEpoch } from '../db/epoch.ts';
import { createPrivate, giveAway, makeFolder } from '../db/files.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { type Env, StartupError } from '../env.ts';

const MANIFEST = 'backup.json';
const DATABASE = 'groundwork.db';
/** What DATA_DIR holds besides the database, if it is there. */
const KEYS = ['identity-keys.json', 'media-ticket.key', 'badge-keys.json'];
const MEDIA = 'media';

const StoredFile = z.object({ path: z.string(), size: z.number(), sha256: z.string() });
type StoredFile = z.infer<typeof StoredFile>;
const Manifest = z.object({
  version: z.string(),
  madeAt: z.string(),
  database: StoredFile,
  files: z.array(StoredFile),
});
type Manifest = z.infer<typeof Manifest>;

type Installation = Pick<Env, 'dataDir' | 'databaseUrl' | 'storage'>;

const UNFINISHED = '.unfinished';

/**
 * What a backup holds, the media that the database names but that are not in DATA_DIR, and the folders beside it of backups that run or
 * were cut short.
 */
export type BackupReport = Manifest & { missing: string[]; unfinished: string[] };

/**
 * Backs an installation up into `folder`, which must not exist or be empty, while its servers run. The folder appears under its
 * name when everything is in it and on the disk. Throws StartupError.
 */
export async function makeBackup(env: Installation, folder: string, version: string): Promise<BackupReport> {
  requireDatabase(env.databaseUrl);
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new StartupError(`${target} is not empty.`);
  const part = `${target}${UNFINISHED}`;
  try {
    return await makeBackupIn(env, { part, target, version });
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function makeBackupIn(
  env: Installation,
  { part, target, version }: Record<'part' | 'target' | 'version', string>,
): Promise<BackupReport> {
  await rm(part, { recursive: true, force: true });
  makeFolder(part, 0o700);
  const madeAt = new Date().toISOString();
  const named = await snapshotOf(env, join(part, DATABASE));
  const database = { path: DATABASE, ...(await hashFile(join(part, DATABASE))) };
  await sync(join(part, DATABASE));
  // After the rows: what they name was there before them, and a file never changes.
  const media = env.storage === 'disk' ? await filesBelow(env.dataDir, MEDIA) : [];
  const files: StoredFile[] = [];
  for (const path of [...KEYS.filter((name) => existsSync(join(env.dataDir, name))), ...media]) {
    // Garbage is collected meanwhile; what is missed is told below.
    const copied = await copyFile(join(env.dataDir, path), join(part, path)).catch(unlessGone);
    if (copied) files.push({ path, ...copied });
  }
  const kept = new Set(files.map(({ path }) => path));
  const missing = env.storage === 'disk' ? named.filter((key) => !kept.has(`${MEDIA}/${key}`)) : [];
  const manifest: Manifest = { version, madeAt, database, files };
  await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  giveAway(join(part, MANIFEST));
  // It holds keys and people: in a checkout of git it is nobody's to commit.
  await writeFile(join(part, '.gitignore'), '*\n', { mode: 0o600 });
  giveAway(join(part, '.gitignore'));
  await rm(target, { recursive: true, force: true });
  await rename(part, target);
  await sync(dirname(target));
  const unfinished = readdirSync(dirname(target)).filter((name) => name.endsWith(UNFINISHED));
  return { ...manifest, missing, unfinished: unfinished.map((name) => join(dirname(target), name)) };
}

/** Writes the rows into `file`; returns the keys of the media that they name. */
async function snapshotOf({ databaseUrl }: Installation, file: string): Promise<string[]> {
  await using(databaseUrl, (db) => writeSnapshot(db, file));
  return using(`file:${file}`, async (db) => {
    const { assets } = db.tables;
    const found = await db.select({ key: assets.storageKey }).from(assets);
    return found.map(({ key }) => key);
  });
}

/**
 * Restores a backup into an empty database and DATA_DIR, of this version, and begins a new epoch, so that devices send again
 * what the backup lacks (Y20). The database comes last: until then no server finds an installation. Throws StartupError when
 * there is a database or another file, which leaves everything as it is, or when the backup is incomplete or damaged. Until a restore
 * has come to its end no server starts there, and it can be repeated.
 */
export async function restoreBackup(env: Installation, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const file = sqliteFile(env.databaseUrl);
  // SQLite would apply a log that was left behind to the database that is restored.
  const present = file && [file, `${file}-wal`, `${file}-shm`].find((path) => existsSync(path));
  if (present) throw new StartupError(`There is a database already: ${present}`);
  if (!file) await using(env.databaseUrl, requireEmpty);
  const targets = manifest.files.map((one) => ({ ...one, target: inside(env.dataDir, one.path) }));
  // What a restore that was cut short has brought is kept; nothing is ever written over or removed.
  for (const { target, sha256 } of targets) {
    if (existsSync(target) && (await hashFile(target)).sha256 !== sha256)
      throw new StartupError(`Another file is there already: ${target}`);
  }
  const restored = restoringFile(env);
  makeFolder(env.dataDir, 0o700);
  makeFolder(dirname(restored), 0o700);
  // With the log of a restore that was cut short, or SQLite would apply it.
  for (const part of ['', '-wal', '-shm']) await rm(`${restored}${part}`, { force: true });
  // From here on no server starts.
  createPrivate(restored);
  for (const { target, ...one } of targets)
    if (!existsSync(target)) await copyChecked(inside(folder, one.path), target, one);
  await copyChecked(inside(folder, manifest.database.path), restored, manifest.database);
  await using(`file:${restored}`, async (db) => {
    const { copiedTo } = await migrateDatabase(db);
    // The backup itself is the copy to go back to.
    if (copiedTo) await rm(copiedTo);
    await rotateDataEpoch(db);
    if (!file) await using(env.databaseUrl, (to) => copyInstallation(db, to));
  });
  if (file) await rename(restored, file);
  else await rm(restored);
  return manifest;
}

/** Where a restore works; it is there as long as a restore runs, or was cut short. */
function restoringFile({ databaseUrl, dataDir }: Installation): string {
  return `${sqliteFile(databaseUrl) ?? join(dataDir, DATABASE)}.restoring`;
}

/** Throws StartupError after a restore that was cut short: a start would make an empty installation in its place. */
export function refuseHalfRestored(env: Installation): void {
  const file = restoringFile(env);
  if (!existsSync(file)) return;
  throw new StartupError(
    `A restore runs, or was cut short: there is ${file}. If none runs, run it again; to start without it, remove that file, and first the keys and media in ${env.dataDir} if the database is empty.`,
  );
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    throw new StartupError(`${folder} is not a finished backup: its ${MANIFEST} cannot be read.`, { cause: error });
  }
}

async function using<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The paths of all files below a folder, from `top`, without those that are still being received. */
async function filesBelow(top: string, folder: string): Promise<string[]> {
  const found = await readdir(join(top, folder), { recursive: true, withFileTypes: true }).catch(unlessGone);
  const files = (found ?? []).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(resolve(top).length + 1));
  return paths.filter((path) => !path.startsWith(`${MEDIA}${sep}.incoming`)).sort();
}

function inside(folder: string, path: string): string {
  const found = resolve(folder, path);
  if (!found.startsWith(resolve(folder) + sep)) throw new StartupError(`A path leads out of its folder: ${path}`);
  return found;
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

type Copied = Omit<StoredFile, 'path'>;

/** Copies a file, which only the server's user can read then, and waits for the disk. */
async function copyFile(from: string, to: string): Promise<Copied> {
  makeFolder(dirname(to), 0o700);
  const copied = await pour(from, createWriteStream(to, { mode: 0o600, flush: true }));
  giveAway(to);
  return copied;
}

/** The same, under its name only when it has arrived as the backup's list says. */
async function copyChecked(from: string, to: string, { path, size, sha256 }: StoredFile): Promise<void> {
  const part = `${to}.part`;
  const copied = await copyFile(from, part).catch(unlessGone);
  if (copied?.size === size && copied.sha256 === sha256) return rename(part, to);
  await rm(part, { force: true });
  throw new StartupError(`The backup is damaged: ${path} ${copied ? 'is not what it was.' : 'is missing.'}`);
}

async function hashFile(path: string): Promise<Copied> {
  return pour(path);
}

async function pour(from: string, to?: NodeJS.WritableStream): Promise<Copied> {
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, to && chunk);
    },
  });
  const source = createReadStream(from, { highWaterMark: 1 << 20 });
  if (to) await pipeline(source, count, to);
  else await pipeline(source, count.resume());
  return { size, sha256: hash.digest('hex') };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
