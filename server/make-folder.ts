// Folders of the server's own: data, media, a database's file.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, `mode` being for all that are new. Level by level: where a folder is there and takes
 * no others, as /proc, the `recursive` of Node never returns. Throws the system's error.
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
