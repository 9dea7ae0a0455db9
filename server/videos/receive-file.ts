import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refusal } from '#sync/contract/refusal.ts';

/** What is looked at to know what a file is. */
export const HEAD_BYTES = 1024;

export interface Arriving {
  source: Readable;
  /** A folder on the disk where files end up, so that moving one there is a rename. */
  folder: string;
  maxBytes: number;
  /** Thrown when the file is larger; what came until then is dropped. */
  tooLarge: () => Refusal;
  /** The size that the sender announced, when it did. */
  announced?: number | undefined;
}

/** A file that is wholly here and on the disk. Whoever has it moves it on or removes it. */
export interface Arrived {
  path: string;
  size: number;
  /** The first bytes, at most HEAD_BYTES. */
  head: Buffer;
}

/**
 * Streams a file into a temporary one while counting, and syncs it to the disk. Nothing is left when it breaks off
 * (`file_broken_off`), is too large, or of another size than announced.
 */
export async function receiveFile(arriving: Arriving): Promise<Arrived> {
  const path = join(arriving.folder, `${randomUUID()}.part`);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const { size, head } = await pour(arriving, file);
    if (arriving.announced !== undefined && size !== arriving.announced) throw new Refusal('file_broken_off');
    return { path, size, head };
  } catch (error) {
    if (!file.closed) {
      file.destroy();
      await once(file, 'close').catch(() => undefined);
    }
    await rm(path, { force: true });
    throw hasNoRoom(error) ? new Refusal('storage_full') : error;
  }
}

function pour({ source, maxBytes, tooLarge }: Arriving, file: WriteStream): Promise<Omit<Arrived, 'path'>> {
  return new Promise((resolve, reject) => {
    let size = 0;
    let head: Buffer = Buffer.alloc(0);
    const end = (settle: () => void) => {
      source.off('data', count).off('close', leave).off('error', leave).unpipe(file);
      // A source that breaks later has been given up; nobody else listens.
      source.on('error', () => undefined);
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const leave = () => {
      if (!source.readableEnded) fail(new Refusal('file_broken_off'));
    };
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      if (size > maxBytes) fail(tooLarge());
    };
    source.on('data', count).once('close', leave).once('error', leave);
    file.once('error', fail).once('close', () => end(() => resolve({ size, head })));
    source.pipe(file);
    if (source.destroyed) leave();
  });
}

function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
