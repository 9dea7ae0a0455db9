// How a project's Storage is spoken to: its keys, its paths, and its refusals in our words.
import { Refusal } from '#sync/contract/refusal.ts';

/** Long enough for a project that wakes up; bytes themselves may take as long as they need. */
const WORD_PATIENCE_MS = 20_000;

export interface Project {
  /** Without a slash at its end. */
  url: string;
  secretKey: string;
}

export interface Call {
  method?: string;
  /** Sent as JSON, unless it is a file. */
  body?: object | Blob;
  headers?: Record<string, string>;
}

/** Asks the project for a word; the JSON of its answer. Refuses as `refusalOf` says. */
export async function askProject(project: Project, path: string, call: Call = {}): Promise<unknown> {
  const isFile = call.body instanceof Blob;
  const signal = isFile ? undefined : AbortSignal.timeout(WORD_PATIENCE_MS);
  const response = await reach(project, path, { ...call, signal });
  return response.json().catch(() => undefined);
}

/** Asks the project for bytes. Refuses as `refusalOf` says. */
export function fetchBytes(project: Project, path: string, headers: Record<string, string>): Promise<Response> {
  return reach(project, path, { headers });
}

async function reach(
  { url, secretKey }: Project,
  path: string,
  { method = 'GET', body, headers, signal }: Call & { signal?: AbortSignal | undefined },
): Promise<Response> {
  const isFile = body instanceof Blob;
  const response = await fetch(`${url}/storage/v1${path}`, {
    method,
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      ...(body && !isFile && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(() => {
    throw unreachable();
  });
  if (response.ok) return response;
  throw refusalOf(response.status, await response.json().catch(() => undefined));
}

const UNREACHABLE = 'The storage cannot be reached right now. Please try again.';
const unreachable = () => new Refusal('unavailable', { retryAfterSeconds: 5 }, UNREACHABLE);
const notConfigured = () =>
  new Refusal('storage_not_configured', {}, 'Missing Supabase configuration: the project refuses the secret key.');

/** By the project's own code; by its inner status where an older one sends none. */
const BY_CODE: Record<string, () => Refusal> = {
  NoSuchBucket: () => new Refusal('bucket_not_found'),
  NoSuchKey: () => new Refusal('media_not_found'),
  EntityTooLarge: () => new Refusal('file_too_large'),
  InvalidMimeType: () => new Refusal('file_type_refused'),
  ResourceAlreadyExists: () => new Refusal('upload_already_used'),
  KeyAlreadyExists: () => new Refusal('upload_already_used'),
  BucketAlreadyExists: () => new Refusal('upload_already_used'),
  ExpiredToken: () => new Refusal('upload_expired'),
  InvalidRange: () => new Refusal('range_not_satisfiable'),
  InvalidJWT: notConfigured,
  InvalidSignature: notConfigured,
  AccessDenied: notConfigured,
  '401': notConfigured,
  '403': notConfigured,
  '404': () => new Refusal('media_not_found'),
  '409': () => new Refusal('upload_already_used'),
  '413': () => new Refusal('file_too_large'),
  '415': () => new Refusal('file_type_refused'),
  '416': () => new Refusal('range_not_satisfiable'),
};

/**
 * What the project said no to. Its HTTP status is often 400 whatever the reason; the real one stands inside:
 * `{ "statusCode": "404", "error": "Bucket not found", "code": "NoSuchBucket" }`.
 */
export function refusalOf(status: number, body: unknown): Refusal {
  const told = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const words = `${told.error ?? ''} ${told.message ?? ''}`;
  if (/bucket not found/i.test(words)) return new Refusal('bucket_not_found');
  const known = [told.code, told.statusCode, status].map(String).find((name) => Object.hasOwn(BY_CODE, name));
  return (known && BY_CODE[known]?.()) || unreachable();
}
