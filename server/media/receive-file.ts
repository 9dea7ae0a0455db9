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
import type { Http } from '../deps.ts';
import { exemptFromTimeout } from '../http/timeouts.ts';
import { hasNoRoom } from './has-no-room.ts';
import { HEAD_BYTES } from './video-format.ts';

/** The body of a request that carries a file, not yet read. */
export interface FileBody {
  /** The Content-Length, when there is one. */
  contentLength: number | undefined;
  /** The bytes, once the sender has been checked: from then on they may take as long as they keep moving. */
  open(): Readable;
}

/** The body straight from the socket: Node's own stream is half again as fast as a web stream. */
export function fileBody<E extends Http>(c: Context<E>): FileBody {
  const length = c.req.header('Content-Length');
  const bindings: Http['Bindings'] | undefined = c.env;
  return {
    contentLength: length === undefined ? undefined : Number(length),
    open() {
      const incoming = bindings?.incoming;
      if (incoming instanceof IncomingMessage) {
        exemptFromTimeout(incoming);
        // A sender that is silent for this long is cut off, which breaks the stream.
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

interface ReceiveOptions {
  /** A folder on the disk where the files end up, so that moving one there is a rename. */
  folder: string;
  maxBytes: number;
  /** The refusal of a larger file; what came until then is deleted. */
  tooLarge?: Refusal;
  /** The bytes follow the first `offset` ones at this path, and what came stays there when they break off. */
  kept?: { path: string; offset: number } | undefined;
}

/** A complete file on the disk. Its holder moves it on or deletes it. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** The first bytes that came, at most HEAD_BYTES. */
  head: Buffer;
}

/**
 * Streams a file into a temporary one while counting its bytes, and syncs it to the disk. Nothing is left when it is too large,
 * nor, unless it is `kept`, when it breaks off (`file_broken_off`) or has another size than announced.
 */
export async function receiveFile(
  { contentLength, open }: FileBody,
  { kept, folder, maxBytes, tooLarge = new Refusal('file_too_large') }: ReceiveOptions,
): Promise<ReceivedFile> {
  if (contentLength !== undefined && contentLength > maxBytes) throw tooLarge;
  const source = open();
  const { path, offset } = kept ?? { path: join(folder, `${randomUUID()}.part`), offset: 0 };
  // At its place rather than at the end: a connection that hangs and the one that replaces it write the same bytes there.
  const flags = offset > 0 ? 'r+' : kept ? 'w' : 'wx';
  const file = createWriteStream(path, { flags, start: offset, mode: 0o600, flush: true });
  try {
    const { size, head } = await pour({ source, maxBytes: maxBytes - offset, tooLarge }, file);
    if (contentLength !== undefined && size !== contentLength) throw new Refusal('file_broken_off');
    return { path, size: offset + size, head };
  } catch (error) {
    if (!file.closed) {
      file.destroy();
      await once(file, 'close').catch(() => undefined);
    }
    const isRefused = error instanceof Refusal && error.code !== 'file_broken_off';
    if (!kept || isRefused || hasNoRoom(error)) await rm(path, { force: true });
    throw hasNoRoom(error) ? new Refusal('storage_full') : error;
  }
}

interface Pouring {
  source: Readable;
  maxBytes: number;
  tooLarge: Refusal;
}

function pour({ source, maxBytes, tooLarge }: Pouring, file: WriteStream): Promise<Omit<ReceivedFile, 'path'>> {
  return new Promise((resolve, reject) => {
    let size = 0;
    let head: Buffer = Buffer.alloc(0);
    const end = (settle: () => void) => {
      source.off('data', count).off('close', leave).off('error', leave).unpipe(file);
      // An abandoned source may still break; without a listener that would end the process.
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
      if (size > maxBytes) fail(tooLarge);
    };
    source.on('data', count).once('close', leave).once('error', leave);
    file.once('error', fail).once('close', () => end(() => resolve({ size, head })));
    source.pipe(file);
    if (source.destroyed) leave();
  });
}
