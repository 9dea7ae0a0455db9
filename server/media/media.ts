import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '#sync/contract/refusal.ts';
import { VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { makeFolder } from '../db/files.ts';
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
  const file = join(dataDir, KEY_FILE);
  // Several processes may start at once: the first file wins, and all read that one.
  if (!existsSync(file)) await createOnce(file, randomBytes(KEY_BYTES));
  const ticketKey = await readFile(file);
  if (ticketKey.length !== KEY_BYTES)
    throw new Error(`The key in ${file} is damaged; remove the file to make a new one.`);
  const limits = { maxBytes: VIDEO_LIMIT_BYTES, stallMs: STALL_MS, organizationBytes };
  const { storage: kind, identity } = env;
  const storage =
    kind === 'supabase' && identity?.kind === 'hosted' && identity.secretKey
      ? supabaseStorage({ url: identity.url, secretKey: identity.secretKey })
      : diskStorage({ folder, ticketKey });
  const converter = await openConverter(env.ffmpeg);
  return { storage, converter, ticketKey, incoming, limits };
}

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
      const path = pathOf(key);
      if ((await sizeOf(path)) === undefined) throw new Refusal('media_not_found');
      return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    localPath: pathOf,
    remove: async (key) => rm(pathOf(key), { force: true }),
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

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
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
