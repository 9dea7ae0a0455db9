import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { makeFolder, makePrivate } from '../db/files.ts';
import type { Media, MediaStorage } from '../deps.ts';
import type { Env } from '../env.ts';
import { createOnce } from '../key-file.ts';
import { openConverter } from './ffmpeg.ts';
import { supabaseStorage } from './supabase-storage.ts';
import { makeUploadToken } from './ticket.ts';

const KEY_FILE = 'media-ticket.key';
const KEY_BYTES = 32;
/** A live connection sends something within two minutes, however slow it is. */
const STALL_MS = 120_000;

type MediaSettings = Pick<Env, 'dataDir'> &
  Partial<Pick<Env, 'storage' | 'identity' | 'organizationMediaBytes' | 'ffmpeg'>>;

/** Opens the media below DATA_DIR; the key is made at the first start, readable by the server's user alone. */
export async function openMedia(env: MediaSettings): Promise<Media> {
  const { dataDir, organizationMediaBytes: organizationBytes = Number.POSITIVE_INFINITY } = env;
  const folder = mediaFolder(dataDir);
  const incoming = join(folder, '.incoming');
  makeFolder(incoming, 0o700);
  // From before, when it took the rights of whoever started the server.
  for (const one of [folder, incoming]) makePrivate(one, 0o700);
  const file = join(dataDir, KEY_FILE);
  // Several processes may start at once: the first file wins, and all read that one.
  if (!existsSync(file)) await createOnce(file, randomBytes(KEY_BYTES));
  const ticketKey = await readFile(file);
  if (ticketKey.length !== KEY_BYTES)
    throw new Error(`The key in ${file} is damaged; remove the file to make a new one.`);
  const limits = { maxBytes: VIDEO_LIMIT_BYTES, stallMs: STALL_MS, organizationBytes };
  const storage = driverOf(env, { folder, ticketKey });
  const converter = await openConverter(env.ffmpeg);
  return { storage, converter, ticketKey, incoming, limits, hashing: Promise.resolve() };
}

function driverOf({ storage, identity }: MediaSettings, disk: DiskSettings): MediaStorage {
  if (storage !== 'supabase' || identity?.kind !== 'hosted' || !identity.secretKey) return diskStorage(disk);
  return supabaseStorage({ url: identity.url, secretKey: identity.secretKey });
}

/** Where the disk driver keeps the files. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media');
}

interface DiskSettings {
  folder: string;
  /** Signs the addresses of uploads. */
  ticketKey: Uint8Array;
}

/** Media below one folder of this machine; a key is a path inside it and can never lead out of it. */
export function diskStorage({ folder, ticketKey }: DiskSettings): MediaStorage {
  const pathOf = (key: string) => pathInside(folder, key);
  return {
    async createUploadTarget({ uploadId, expiresAt, size }) {
      const token = makeUploadToken(ticketKey, { uploadId, expiresAt, size });
      return { uploadUrl: `/media/uploads/${uploadId}`, token, expiresAt };
    },
    async put(key, { path }) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      await settleFolder(dirname(target));
    },
    stat: async (key) => sizeOf(pathOf(key)),
    async read(key, start, end) {
      return Readable.toWeb(createReadStream(pathOf(key), { start, end })) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    localPath: pathOf,
    remove: async (key) => rm(pathOf(key), { force: true }),
    sha256: async (key) => hashFile(pathOf(key)),
    async ensureBucket() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
      return 'Storage is ready: videos are kept on this server.';
    },
  };
}

function pathInside(folder: string, key: string): string {
  const inside = normalize(key);
  if (inside.startsWith('..') || inside.startsWith('/') || inside.includes('\0')) {
    throw new Error('A storage key must stay inside its folder');
  }
  return join(folder, inside);
}

async function sizeOf(path: string): Promise<{ size: number } | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? { size: found.size } : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A renamed file survives a power cut only once its folder is synced too. */
async function settleFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

// A core hashes half as fast as it receives: on the thread of the requests, an upload would take three times as long.
const HASHING = `
const { createHash } = require('node:crypto');
const { createReadStream } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const hash = createHash('sha256');
createReadStream(workerData, { highWaterMark: 1 << 20 })
  .on('data', (chunk) => hash.update(chunk))
  .on('error', (error) => { throw error; })
  .on('end', () => parentPort.postMessage(hash.digest('hex')));
`;

function hashFile(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(HASHING, { eval: true, workerData: path });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The file was not hashed to its end')));
  });
}
