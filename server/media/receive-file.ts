import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Context } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http } from '../http/context.ts';
import { takesItsTime } from '../http/timeouts.ts';

/** The body of a request, not yet begun. */
export interface SentBody {
  /** The Content-Length, when there is one. */
  announced: number | undefined;
  /** The bytes, for whoever has judged the sender; from then on they may take as long as they keep moving. */
  open(): Readable;
}

/** The body straight from the socket, for files: Node's own stream is half again as fast as one of the web's. */
export function sentBody<E extends Http>(c: Context<E>): SentBody {
  const length = c.req.header('Content-Length');
  const bindings: Http['Bindings'] | undefined = c.env;
  return {
    announced: length === undefined ? undefined : Number(length),
    open() {
      const incoming = bindings?.incoming;
      if (incoming instanceof IncomingMessage) {
        takesItsTime(incoming);
        // The socket counts: who sends nothing for so long is cut off, and the stream breaks.
        incoming.setTimeout(c.var.deps.media.limits.stallMs);
        incoming.once('end', () => incoming.setTimeout(0));
        return incoming;
      }
      const { body } = c.req.raw;
      if (!body) throw new Refusal('file_broken_off');
      return Readable.fromWeb(body as NodeStream);
    },
  };
}

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
