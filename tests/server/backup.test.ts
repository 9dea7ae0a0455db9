// Backup and restore as a drill: in use, between the two databases, killed half-way, damaged.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readBadgeKeys, rotateBadgeKey } from '#server/certificates/badge-keys.ts';
import { seedSampleContent } from '#server/commands/bootstrap-content.ts';
import { type Db, openDatabase } from '#server/db/client.ts';
import { countTable } from '#server/db/copy.ts';
import { readDataEpoch } from '#server/db/epoch.ts';
import { TABLE_KEYS } from '#server/db/ids.ts';
import { readEnv } from '#server/env.ts';
import { rotateSigningKey } from '#server/identity/keys.ts';
import { serveInstallation } from '#server/main.ts';
import { openMedia } from '#server/media/media.ts';
import { makeBackup, restoreBackup } from '#server/operations/backup.ts';
import { databasesOf, ENGINES, type Engine } from '#tests/fixtures/db.ts';

const COMMAND = fileURLToPath(new URL('../../server/commands/backup.ts', import.meta.url));
/** A busy machine takes seconds to load its sources. */
const COMMAND_STARTS = { timeout: 60_000 };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'groundwork-backup-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const settings = (dataDir: string, url?: string) =>
  readEnv({
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
    FFMPEG: 'off',
    ...(url && { DATABASE_URL: url }),
  });

async function open(url: string): Promise<Db> {
  const db = await openDatabase(url);
  onTestFinished(() => db.close());
  return db;
}

/** The sample courses with their media, and the keys of a server that has run. */
async function fill(env: ReturnType<typeof settings>): Promise<void> {
  await (await serveInstallation(env)).stop();
  const db = await openDatabase(env.databaseUrl);
  await seedSampleContent(db, await openMedia(env));
  await db.close();
}

/** Everything but the epoch, which a restore begins anew. */
async function sums(db: Db) {
  const all = [];
  for (const key of TABLE_KEYS) if (key !== 'meta') all.push(await countTable(db, key));
  return all;
}

/** The paths of all files below a folder. */
const filesIn = (top: string) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(top, path)).isFile())
    .sort();

const other = (engine: Engine): Engine => (engine === 'sqlite' ? 'postgres' : 'sqlite');

for (const engine of ENGINES) {
  const [own, others] = [databasesOf(engine), databasesOf(other(engine))];
  const empty = async (of: Engine, dataDir: string) => {
    if (of === 'sqlite') return `file:${join(dataDir, 'restored.db')}`;
    return (engine === 'postgres' ? own : others).newUrl();
  };

  test(`a backup of ${engine} in use is one moment of it, and is restored on either database`, async () => {
    const env = settings(folder(), await own.newUrl());
    await fill(env);
    const db = await open(env.databaseUrl);
    const epoch = await readDataEpoch(db);
    let written = 0;
    let isOver = false;
    // Two rows that belong together, over and over.
    const writing = (async () => {
      while (!isOver) {
        const id = randomUUID();
        await db.transact(function* (tx) {
          const { organizations, groups } = tx.tables;
          yield tx.insert(organizations).values({ id, name: id, slug: id });
          yield tx.insert(groups).values({ id, organizationId: id, name: 'Crew', nameKey: 'crew' });
        });
        written += 1;
        await new Promise(setImmediate);
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(0);
    const before = written;
    await readBadgeKeys(env.dataDir);
    const kept = join(folder(), 'kept');
    // A process of its own, as an operator's is.
    const told = await run(['backup', kept], env);
    isOver = true;
    await writing;
    expect(told).toMatchObject({ code: 0, output: expect.stringContaining('holds the database') });
    expect(written).toBeGreaterThan(before);
    expect(readdirSync(kept).sort()).toEqual([
      '.gitignore',
      'backup.json',
      'badge-keys.json',
      'groundwork.db',
      'identity-keys.json',
      'media',
      'media-ticket.key',
    ]);
    expect(readFileSync(join(kept, '.gitignore'), 'utf8'), 'in a checkout git leaves it alone').toBe('*\n');
    expect(statSync(join(kept, 'identity-keys.json')).mode & 0o077, 'nobody else may read a backup').toBe(0);

    for (const target of [engine, other(engine)]) {
      const dataDir = folder();
      const restored = settings(dataDir, await empty(target, dataDir));
      await restoreBackup(restored, kept);
      const found = await open(restored.databaseUrl);
      const { organizations, groups, assets } = found.tables;
      const made = (await found.select().from(groups)).length;
      // One comes with the sample courses.
      const all = (await found.select().from(organizations)).length;
      expect(all - 1, 'a unit of work is there whole or not at all').toBe(made);
      expect(made).toBeGreaterThanOrEqual(before);
      expect(made).toBeLessThanOrEqual(written);
      expect(await readDataEpoch(found), 'devices send again what the backup lacks').not.toBe(epoch);
      for (const { storageKey, sizeBytes } of await found.select().from(assets)) {
        expect(statSync(join(dataDir, 'media', storageKey)).size).toBe(sizeBytes);
      }
      for (const name of ['identity-keys.json', 'media-ticket.key', 'badge-keys.json']) {
        expect(readFileSync(join(dataDir, name))).toEqual(readFileSync(join(env.dataDir, name)));
      }
      const running = await serveInstallation(restored);
      expect((await fetch(`http://127.0.0.1:${running.port}/api/health`)).status).toBe(200);
      await running.stop();
    }
  });

  test(`a quiet ${engine} is restored row by row as it was, and ids go on behind it`, async () => {
    const env = settings(folder(), await own.newUrl());
    await fill(env);
    const kept = join(folder(), 'kept');
    await makeBackup(env, kept, '1.2.3');
    const dataDir = folder();
    const restored = settings(dataDir, await empty(other(engine), dataDir));
    await restoreBackup(restored, kept);
    const [from, to] = [await open(env.databaseUrl), await open(restored.databaseUrl)];
    expect(await sums(to)).toEqual(await sums(from));
    const fields = { title: 'Next', description: '', category: 'c', instructorName: 'i' };
    const next = async (db: Db) => (await db.insert(db.tables.courses).values(fields).returning())[0]?.id;
    expect(await next(to)).toBe(await next(from));
  });
}

const { newUrl } = databasesOf('sqlite');

/** Runs the operator's command on this installation. */
async function run(args: string[], env: { dataDir: string; databaseUrl: string }) {
  const variables = { PATH: process.env.PATH, DATA_DIR: env.dataDir, DATABASE_URL: env.databaseUrl };
  const child = spawn(process.execPath, [COMMAND, ...args], { env: variables });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

test('the commands say what they did, and refuse places that hold something', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'deep', 'kept');
  await makeBackup(env, kept, '1.2.3');
  const dataDir = folder();
  const fresh = { dataDir, databaseUrl: `file:${join(dataDir, 'groundwork.db')}` };
  expect(await run(['restore', kept], fresh)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored what version 1.2.3'),
  });
  expect(await run(['backup'], env)).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') });
  await expect(makeBackup(env, kept, '1.2.3')).rejects.toThrow('is not empty');
  await expect(restoreBackup(env, kept)).rejects.toThrow('There is a database already');
  await expect(restoreBackup(settings(folder()), join(kept, 'media'))).rejects.toThrow('not a finished backup');
});

test('a restore into a PostgreSQL that holds something leaves nothing that keeps its servers from starting', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'kept');
  await makeBackup(env, kept, '1');
  const live = settings(folder(), await databasesOf('postgres').newUrl());
  const running = await serveInstallation(live);
  const before = readdirSync(live.dataDir, { recursive: true }).sort();
  await expect(restoreBackup(live, kept)).rejects.toThrow('The target is not empty');
  expect(readdirSync(live.dataDir, { recursive: true }).sort()).toEqual(before);
  await running.stop();
  await (await serveInstallation(live)).stop();
});

test('a backup that is refused leaves nothing', async () => {
  const dataDir = folder();
  const env = settings(dataDir, `file:${join(dataDir, 'groundwork.db')}`);
  await (await openDatabase(env.databaseUrl)).close();
  const parent = folder();
  await expect(makeBackup(env, join(parent, 'kept'), '1')).rejects.toThrow('not of this version');
  expect(readdirSync(parent)).toEqual([]);
});

test('a medium that is missing is named, and the rest is kept', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const db = await open(env.databaseUrl);
  const [asset] = await db.select().from(db.tables.assets);
  const key = asset?.storageKey ?? '';
  rmSync(join(env.dataDir, 'media', key));
  const kept = join(folder(), 'kept');
  const told = await run(['backup', kept], env);
  expect(told).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Missing in DATA_DIR, and so in the backup: media/${key}`),
  });
  expect(existsSync(join(kept, 'backup.json'))).toBe(true);
});

test('a backup that was killed has another name, and the next one takes its place', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'kept');
  // A key that nobody finishes writing: the backup is killed while it reads.
  const key = join(env.dataDir, 'media-ticket.key');
  const good = readFileSync(key);
  rmSync(key);
  execFileSync('mkfifo', [key]);
  const variables = { PATH: process.env.PATH, DATA_DIR: env.dataDir, DATABASE_URL: env.databaseUrl };
  const child = spawn(process.execPath, [COMMAND, 'backup', kept], { env: variables });
  const ended = once(child, 'close');
  await expect.poll(() => existsSync(`${kept}.unfinished`), COMMAND_STARTS).toBe(true);
  child.kill('SIGKILL');
  await ended;
  rmSync(key);
  writeFileSync(key, good);
  expect(existsSync(kept)).toBe(false);
  await expect(restoreBackup(settings(folder()), `${kept}.unfinished`)).rejects.toThrow('not a finished backup');
  const next = await makeBackup(env, `${kept}-next`, '1');
  expect(next.unfinished, 'it is named until somebody removes it').toEqual([`${kept}.unfinished`]);
  expect(await makeBackup(env, kept, '1')).toMatchObject({ missing: [], unfinished: [] });
});

test('after a restore that was cut short no empty installation is started, and the next restore goes on', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'kept');
  await makeBackup(env, kept, '1');
  const restored = settings(folder());
  const half = join(restored.dataDir, 'groundwork.db.restoring');
  for (const end of ['', '-wal', '-shm']) writeFileSync(`${half}${end}`, 'half');
  writeFileSync(join(restored.dataDir, 'identity-keys.json.part'), 'half');
  await expect(serveInstallation(restored)).rejects.toThrow(`there is ${half}. If none runs, run it again`);
  await restoreBackup(restored, kept);
  const own = ['.gitignore', 'backup.json', 'groundwork.db.in-use'];
  const [found, made] = [restored.dataDir, kept].map((top) => filesIn(top).filter((path) => !own.includes(path)));
  expect(found).toEqual(made);
  await (await serveInstallation(restored)).stop();
});

test("what root writes into a folder of the server's user is theirs", async () => {
  // Anybody else can only write into folders of their own, where this holds anyway.
  const owner = process.getuid?.() === 0 ? 4711 : process.getuid?.();
  const ownFolder = () => {
    const path = folder();
    chownSync(path, owner ?? 0, process.getgid?.() ?? 0);
    return path;
  };
  const env = settings(folder(), await newUrl());
  await fill(env);
  const [backups, dataDir] = [ownFolder(), ownFolder()];
  const kept = join(backups, 'deep', 'kept');
  await makeBackup(env, kept, '1');
  await restoreBackup(settings(dataDir), kept);
  await rotateSigningKey(dataDir);
  await rotateBadgeKey(dataDir);
  for (const top of [backups, dataDir]) {
    const found = readdirSync(top, { recursive: true, encoding: 'utf8' });
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((path) => statSync(join(top, path)).uid !== owner)).toEqual([]);
  }
});

test('a restore that is killed while it copies leaves a place where no server starts', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'kept');
  await makeBackup(env, kept, '1');
  // A key that nobody finishes writing: the restore is killed while it reads, with the other key in place.
  const key = join(kept, 'media-ticket.key');
  const good = readFileSync(key);
  rmSync(key);
  execFileSync('mkfifo', [key]);
  const restored = settings(folder());
  const variables = { PATH: process.env.PATH, DATA_DIR: restored.dataDir };
  const child = spawn(process.execPath, [COMMAND, 'restore', kept], { env: variables });
  const ended = once(child, 'close');
  await expect.poll(() => existsSync(join(restored.dataDir, 'media-ticket.key.part')), COMMAND_STARTS).toBe(true);
  child.kill('SIGKILL');
  await ended;
  rmSync(key);
  writeFileSync(key, good);
  await expect(serveInstallation(restored)).rejects.toThrow('If none runs, run it again');
  await restoreBackup(restored, kept);
  await (await serveInstallation(restored)).stop();
});

test('a restore beside a key of something else is refused, and leaves the place as it was, also beside one that was cut short', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'kept');
  await makeBackup(env, kept, '1');
  const other = settings(folder());
  const key = join(other.dataDir, 'media-ticket.key');
  writeFileSync(key, 'other');
  mkdirSync(join(other.dataDir, 'media'));
  writeFileSync(join(other.dataDir, 'media/other'), 'other');
  for (const more of [[], ['groundwork.db.restoring']]) {
    for (const name of more) writeFileSync(join(other.dataDir, name), 'half');
    await expect(restoreBackup(other, kept)).rejects.toThrow(`Another file is there already: ${key}`);
    expect(filesIn(other.dataDir)).toEqual([...more, 'media-ticket.key', 'media/other']);
    expect([readFileSync(key, 'utf8'), readFileSync(join(other.dataDir, 'media/other'), 'utf8')]).toEqual([
      'other',
      'other',
    ]);
  }
});

test('a damaged backup leaves a place where no server starts, and the repair of it is restored', async () => {
  const env = settings(folder(), await newUrl());
  await fill(env);
  const kept = join(folder(), 'kept');
  const { files } = await makeBackup(env, kept, '1');
  const dataDir = folder();
  const restored = settings(dataDir);
  for (const path of ['groundwork.db', files.find((file) => file.path.startsWith('media/'))?.path ?? '']) {
    const file = join(kept, path);
    const good = readFileSync(file);
    appendFileSync(file, 'x');
    await expect(restoreBackup(restored, kept)).rejects.toThrow(`The backup is damaged: ${path} is not what it was.`);
    rmSync(file);
    await expect(restoreBackup(restored, kept)).rejects.toThrow(`The backup is damaged: ${path} is missing.`);
    expect(existsSync(join(dataDir, 'groundwork.db'))).toBe(false);
    await expect(serveInstallation(restored)).rejects.toThrow('If none runs, run it again');
    appendFileSync(file, good);
    // What had arrived before stays, and is not sent again.
    rmSync(join(dataDir, 'media'), { recursive: true, force: true });
  }
  await restoreBackup(restored, kept);
  expect(existsSync(join(dataDir, 'groundwork.db'))).toBe(true);
});
