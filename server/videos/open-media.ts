import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { diskStorage, type Storage } from './storage.ts';

const KEY_FILE = 'media-ticket.key';
const KEY_BYTES = 32;

/** An installation's media: where they lie, and the key that signs tickets for them. */
export interface Media {
  storage: Storage;
  ticketKey: Uint8Array;
}

/** Opens the media below DATA_DIR; the key is made at the first start, readable by the server's user alone. */
export async function openMedia({ dataDir }: Pick<Env, 'dataDir'>): Promise<Media> {
  const folder = mediaFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const file = join(dataDir, KEY_FILE);
  // Several processes may start at once: the first file wins, and everybody reads that one.
  await writeFile(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const ticketKey = await readFile(file);
  if (ticketKey.length !== KEY_BYTES)
    throw new Error(`The key in ${file} is damaged; remove the file to make a new one.`);
  return { storage: diskStorage(folder), ticketKey };
}

/** Where the disk driver keeps the files. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media');
}
