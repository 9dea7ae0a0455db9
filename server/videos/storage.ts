import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { Readable } from 'node:stream';

// Where media lie: a port with one driver for now, the local disk (V1). Keys are made by the server, never by a client.

export interface Storage {
  /** Size in bytes, undefined when nothing lies under this key. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The bytes from `start` to `end`, both included, as a stream that ends its file when cancelled. */
  read(key: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Media below one folder; a key is a path inside it and can never lead out of it. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    const inside = normalize(key);
    if (inside.startsWith('..') || inside.startsWith('/') || inside.includes('\0')) {
      throw new Error('A storage key must stay inside its folder');
    }
    return join(folder, inside);
  };
  return {
    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { size: found.size } : undefined;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    read(key, start, end) {
      return Readable.toWeb(createReadStream(pathOf(key), { start, end })) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
  };
}
