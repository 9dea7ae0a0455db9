// Files with keys in DATA_DIR, readable by the server's user alone.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { giveAway } from './db/files.ts';
import { StartupError } from './env.ts';

export interface KeyFile<Keys> {
  path: string;
  shape: z.ZodMiniType<Keys>;
  /** What an operator can do about a damaged one. */
  remedy: string;
}

/** Reads the keys, or creates them. Several processes may start at once: the first file wins. */
export async function readOrCreateKeys<Keys>(file: KeyFile<Keys>, create: () => Promise<Keys>): Promise<Keys> {
  const { path } = file;
  let keys = await readKeys(file);
  if (!keys) {
    await createOnce(path, textOf(await create()));
    keys = await readKeys(file);
  }
  if (!keys) throw new StartupError(`The file ${path} cannot be read back.`);
  return keys;
}

/** Makes a private file with all of its content at once; one that is there already, or comes first, stays. */
export async function createOnce(path: string, content: string | Uint8Array): Promise<void> {
  const draft = await writePrivately(path, content);
  await link(draft, path).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
}

/** Undefined when there is no file. */
export async function readKeys<Keys>({ path, shape, remedy }: KeyFile<Keys>): Promise<Keys | undefined> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartupError(`The signing keys in ${path} cannot be read (${error.code}).`);
  });
  if (text === undefined) return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new StartupError(`The signing keys in ${path} are damaged; ${remedy}.`);
  }
}

export async function replaceKeys<Keys>({ path }: KeyFile<Keys>, keys: Keys): Promise<void> {
  await rename(await writePrivately(path, textOf(keys)), path);
}

const textOf = (keys: unknown) => `${JSON.stringify(keys, null, 2)}\n`;

async function writePrivately(path: string, content: string | Uint8Array): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  giveAway(draft);
  return draft;
}
