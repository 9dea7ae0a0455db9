// Files of this folder that are read at run time, as sources and in the built server, and folders that the server creates.
import { chmodSync, closeSync, existsSync, lchownSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The migrations of one engine, as drizzle-kit wrote them. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string => travelling(`migrations/${engine}`);

function travelling(path: string): string {
  // Bundled chunks may be in a folder of their own, one below the server's entry.
  const places = [`./${path}`, `./db/${path}`, `../db/${path}`];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(place));
  if (!found) throw new Error(`The files of db/${path} are missing from this installation.`);
  return found;
}

/**
 * Creates a folder and its missing parents, all with `mode`. Level by level: below a folder that takes no others, such as
 * /proc, the `recursive` of Node never returns. Throws the system's error.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process of ours was faster.
    if (!existsSync(path)) throw error;
    return;
  }
  giveAway(path);
}

/** Creates an empty file that only the server's user can read, unless it is there. SQLite's -wal and -shm files take its rights. */
export function createPrivate(file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  giveAway(file);
}

/** Gives what root has just made to the owner of its folder: the server is not root, and has to read what an operator's command wrote. */
export function giveAway(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) unlessForbidden(() => lchownSync(path, uid, gid));
}

/** Sets the rights of a file or folder, if it is there. One of another user, which we may only write, stays as it is. */
export function makePrivate(path: string, mode: number): void {
  unlessForbidden(() => existsSync(path) && chmodSync(path, mode));
}

function unlessForbidden(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
