// Validation at the edge: bodies, queries and path ids are parsed here, so that the code behind can trust them.
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { isUuid, MAX_ID } from '#sync/contract/fields.ts';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { fieldLabel, issueSentence } from '#sync/contract/sentences.ts';
import type { Http } from '../deps.ts';

type AnySchema = z.core.$ZodType<unknown, unknown>;

/** What a client may send for a shape: its lists may be readonly. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { [Key in keyof T]: Sent<T[Key]> }
    : T;

/** Whoever holds a request open must not hold a right by it: a body may take minutes, and its sender be removed meanwhile. */
const SLOW_BODY_MS = 1000;

export interface BodyRules extends BodyLimit {
  /** An empty body counts as `{}`. */
  mayBeEmpty?: boolean;
}

/**
 * Middleware for a JSON body of this shape; the handler reads it with `c.req.valid('json')`.
 * Refuses with 415, 413, malformed_json or validation_failed, the latter naming the `field` as a dotted path. A sender whose
 * body took its time is judged again.
 */
export function validate<S extends AnySchema, P extends string>(
  schema: S,
  rules: BodyRules = {},
): MiddlewareHandler<Http, P, { in: { json: Sent<z.input<S>> }; out: { json: z.output<S> } }> {
  return async (c, next) => {
    const { now } = c.var.deps;
    const begunAt = now().getTime();
    const body = await readJson(c, rules);
    if (now().getTime() - begunAt >= SLOW_BODY_MS) await c.var.judgeAgain?.();
    c.req.addValidatedData('json', parse(schema, body) as object);
    await next();
  };
}

/** Middleware for the query of a request; the handler reads it with `c.req.valid('query')`. */
export function validateQuery<S extends AnySchema, P extends string>(
  schema: S,
): MiddlewareHandler<Http, P, { in: { query: z.input<S> }; out: { query: z.output<S> } }> {
  return async (c, next) => {
    const query = c.req.query();
    refuseUnstorable(query);
    c.req.addValidatedData('query', parse(schema, query) as object);
    await next();
  };
}

/** A numeric path id. Words, negative and huge numbers name nothing that exists: `missing` is thrown. */
export function validateId(text: string | undefined, missing: RefusalCode): number {
  if (!text || !/^[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_ID) throw new Refusal(missing);
  return Number(text);
}

/** A UUID in a path, in lower case; anything else names nothing that exists: `missing` is thrown. */
export function validateUuid(text: string | undefined, missing: RefusalCode): string {
  const id = text?.toLowerCase() ?? '';
  if (!isUuid(id)) throw new Refusal(missing);
  return id;
}

/** Reads the body as JSON, refusing other content types and text that not every database stores unchanged. */
export async function readJson(c: Context, rules: BodyRules = {}): Promise<unknown> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json') throw new Refusal('wrong_content_type');
  const text = await readBody(c, rules);
  if (rules.mayBeEmpty && text.trim() === '') return {};
  if (type === undefined) throw new Refusal('wrong_content_type');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal('malformed_json');
  }
  if (MAYBE_UNSTORABLE.test(text)) refuseUnstorable(body);
  return body;
}

/** The value in the schema's shape, or a refusal naming the first field at fault. */
export function parse<S extends AnySchema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error: issueSentence });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = shortPath([...(issue?.path ?? []), ...keys].join('.'));
  throw new Refusal('validation_failed', field ? { field } : {}, issue?.message && shortMessage(issue.message));
}

/** Only escapes can bring NUL and surrogates into a parsed body. */
const MAYBE_UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** Far more than any call takes: a path through half a million levels is made in a second, and told in a megabyte. */
const MOST_LEVELS = 100;
const LONGEST_PATH = 200;
const shortPath = (path: string) => (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path);

/** A name that the sender has made up may be in it. */
const shortMessage = (text: string) => (text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)} ...` : text);
const LONGEST_MESSAGE = 1000;

/** Walks without recursion: a deeply nested body must not exhaust the stack. */
function refuseUnstorable(root: unknown): void {
  const pending: [unknown, string, number][] = [[root, '', 0]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, path, level] = next;
    if (typeof value === 'string') refuseText(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (level > MOST_LEVELS) throw new Refusal('validation_failed', {}, 'The request is nested too deep.');
    for (const [key, inner] of Object.entries(value)) {
      refuseText(key, path);
      pending.push([inner, shortPath(path ? `${path}.${key}` : key), level + 1]);
    }
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; SQLite would return the latter as another character. */
function refuseText(text: string, path: string): void {
  const hasNul = text.includes('\0');
  if (!hasNul && text.isWellFormed()) return;
  const problem = hasNul ? 'the NUL character' : 'half a character';
  const label = fieldLabel(path ? path.split('.') : []);
  throw new Refusal('validation_failed', path ? { field: path } : {}, `${label} must not contain ${problem}.`);
}

/** The largest request body, except for files and lists, which have limits of their own. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** Room for INVITATIONS_LIMIT rows with long addresses and names of groups. */
export const LIST_BYTES = 4 * BODY_LIMIT_BYTES;

export interface BodyLimit {
  maxBytes?: number;
  tooLarge?: RefusalCode;
}

/** The body as text. A body without an announced length is counted as it arrives, and dropped at the limit. */
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

/** A client that hangs up in the middle of a body is no failure of ours, and is not logged as one. */
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
