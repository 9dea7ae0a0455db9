import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import type { Media, MediaStorage } from '../deps.ts';
import type { Env } from '../env.ts';
import { type DiskSettings, diskStorage } from './disk-storage.ts';
import { supabaseStorage } from './supabase-storage.ts';

const KEY_FILE = 'media-ticket.key';
const KEY_BYTES = 32;
/** A live connection sends something within two minutes, however slow it is. */
const STALL_MS = 120_000;

type MediaSettings = Pick<Env, 'dataDir'> & Partial<Pick<Env, 'storage' | 'identity' | 'organizationMediaBytes'>>;

/** Opens the media below DATA_DIR; the key is made at the first start, readable by the server's user alone. */
export async function openMedia(env: MediaSettings): Promise<Media> {
  const { dataDir, organizationMediaBytes: organizationBytes = Number.POSITIVE_INFINITY } = env;
  const folder = mediaFolder(dataDir);
  const incoming = join(folder, '.incoming');
  await mkdir(incoming, { recursive: true });
  const file = join(dataDir, KEY_FILE);
  // Several processes may start at once: the first file wins, and all read that one.
  await writeFile(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const ticketKey = await readFile(file);
  if (ticketKey.length !== KEY_BYTES)
    throw new Error(`The key in ${file} is damaged; remove the file to make a new one.`);
  const limits = { maxBytes: VIDEO_LIMIT_BYTES, stallMs: STALL_MS, organizationBytes };
  return { storage: driverOf(env, { folder, ticketKey }), ticketKey, incoming, limits, hashing: Promise.resolve() };
}

function driverOf({ storage, identity }: MediaSettings, disk: DiskSettings): MediaStorage {
  if (storage !== 'supabase' || identity?.kind !== 'hosted' || !identity.secretKey) return diskStorage(disk);
  return supabaseStorage({ url: identity.url, secretKey: identity.secretKey });
}

/** Where the disk driver keeps the files. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media');
}
