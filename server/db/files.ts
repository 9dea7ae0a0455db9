// Files of this folder that are read at run time, as sources and in the built server, and folders that the server creates.
import { existsSync, mkdirSync } from 'node:fs';
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
  }
}
