import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import type { Http } from './context.ts';

/** The largest request body, except for files, which count their own bytes. */
export const BODY_LIMIT_BYTES = 1_048_576;

const TAKES_FILES = /^\/(media\/|api\/upload-video$|api\/admin\/courses\/\d+\/pictures$)/;

/** Refuses a body that announces itself as too large, before a byte of it is read. */
export const limitBody = createMiddleware<Http>(async (c, next) => {
  const announced = Number(c.req.header('Content-Length') ?? 0);
  if (announced > BODY_LIMIT_BYTES && !TAKES_FILES.test(c.req.path)) throw new Refusal('body_too_large');
  await next();
});

export interface BodyLimit {
  maxBytes?: number;
  tooLarge?: RefusalCode;
}

/** The body as text. A body without an announced length is counted while it comes in, and dropped at the limit. */
export async function readBody(c: Context, limit: BodyLimit = {}): Promise<string> {
  const { maxBytes = BODY_LIMIT_BYTES, tooLarge = 'body_too_large' } = limit;
  const announced = c.req.header('Content-Length');
  if (announced !== undefined) {
    if (Number(announced) > maxBytes) throw new Refusal(tooLarge);
    return c.req.text().catch(brokenOff);
  }
  const stream = c.req.raw.body;
  return stream ? countedText(stream, { maxBytes, tooLarge }).catch(brokenOff) : '';
}

/** Who hangs up in the middle of a body hears no answer, and is no failure of ours that a log should cry out. */
function brokenOff(error: unknown): never {
  throw error instanceof Refusal ? error : new Refusal('malformed_json');
}

async function countedText(stream: ReadableStream, { maxBytes, tooLarge }: Required<BodyLimit>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Refusal(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
