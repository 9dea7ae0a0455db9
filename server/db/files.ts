// The files that travel with this folder and are read at run time: as sources beside this file, in the built server under db/.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The migrations of one engine, as drizzle-kit wrote them. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string => travelling(`migrations/${engine}`);

function travelling(path: string): string {
  // Bundled chunks may lie in a folder of their own, one below the server's entry.
  const places = [`./${path}`, `./db/${path}`, `../db/${path}`];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(place));
  if (!found) throw new Error(`The files of db/${path} are missing from this installation.`);
  return found;
}
