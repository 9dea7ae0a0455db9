import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DOCUMENT_TYPES } from '#sync/contract/document.ts';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { VIDEO_LIMIT_BYTES, VIDEO_TYPES } from '#sync/contract/video.ts';
import type { MediaStorage, SignedTarget, TargetRequest } from '../deps.ts';

/** Private: its media are played through our own /media, so that we control access. */
export const BUCKET = 'groundwork-media';
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** Media in a bucket of a Supabase project. Browsers send videos straight to the project, with a token that it signed. */
export function supabaseStorage(project: Project): MediaStorage {
  let bucketIsThere = false;
  const pathOf = (key: string) => `${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`;
  /** Signing for a missing bucket fails with a misleading error, so its presence is checked first. */
  const requireBucket = async () => {
    if (!bucketIsThere) await callProject(project, `/bucket/${BUCKET}`).catch(unless('media_not_found', noBucket));
    bucketIsThere = true;
  };
  return {
    async createUploadTarget(wanted) {
      await requireBucket();
      const answer = await callProject(project, `/object/upload/sign/${pathOf(wanted.key)}`, {
        method: 'POST',
        body: {},
      });
      return targetOf(project, answer, wanted);
    },
    async put(key, { path, contentType }) {
      await requireBucket();
      const body = await openAsBlob(path, { type: contentType });
      const headers = { 'Content-Type': contentType, 'x-upsert': 'false' };
      await callProject(project, `/object/${pathOf(key)}`, { method: 'POST', body, headers });
      await rm(path, { force: true });
    },
    async stat(key) {
      const answer = await callProject(project, `/object/info/${pathOf(key)}`).catch(
        unless('media_not_found', () => null),
      );
      if (answer === null) return undefined;
      const { size } = answer as { size?: unknown };
      if (typeof size !== 'number')
        throw new Refusal('unavailable', {}, 'The storage did not tell the size of a file.');
      return size;
    },
    async read(key, start, end) {
      const response = await request(project, `/object/${pathOf(key)}`, {
        headers: { Range: `bytes=${start}-${end}` },
      });
      const isWhole =
        response.status === 200 && start === 0 && Number(response.headers.get('Content-Length')) === end + 1;
      if ((response.status !== 206 && !isWhole) || !response.body) {
        await response.body?.cancel();
        throw new Refusal('unavailable', {}, 'The storage did not answer the part that was asked for.');
      }
      return response.body;
    },
    localPath: () => undefined,
    async remove(key) {
      const body = { prefixes: [key] };
      await callProject(project, `/object/${BUCKET}`, { method: 'DELETE', body }).catch(
        unless('media_not_found', () => null),
      );
    },
    async ensureBucket() {
      const isNew = await makeBucket(project);
      bucketIsThere = true;
      return isNew ? 'Storage bucket created successfully' : 'Storage bucket already exists';
    },
  };
}

/** Creates the bucket; false when it exists, which then takes the types of today. Where a plan allows less than 2 GB, the bucket gets no limit of its own. */
async function makeBucket(project: Project): Promise<boolean> {
  const bucket = {
    id: BUCKET,
    name: BUCKET,
    public: false,
    allowed_mime_types: [...VIDEO_TYPES, ...PICTURE_TYPES, ...DOCUMENT_TYPES],
  };
  const make = (limit: object) => callProject(project, '/bucket', { method: 'POST', body: { ...bucket, ...limit } });
  try {
    await make({ file_size_limit: VIDEO_LIMIT_BYTES }).catch(unless('file_too_large', () => make({})));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'upload_already_used')) throw error;
    await callProject(project, `/bucket/${BUCKET}`, { method: 'PUT', body: bucket });
    return false;
  }
}

function targetOf({ url }: Project, answer: unknown, { expiresAt, key, contentType }: TargetRequest): SignedTarget {
  const { url: signed } = answer as { url?: unknown };
  const uploadUrl = new URL(`${url}/storage/v1${typeof signed === 'string' ? signed : ''}`);
  const token = uploadUrl.searchParams.get('token');
  if (!token) throw new Refusal('unavailable', {}, 'The storage did not sign the upload.');
  // The project decides how long its tokens live: two hours when hosted, a minute by default when self-hosted.
  const end = endOf(token);
  const resumable = {
    endpoint: `${url}/storage/v1/upload/resumable/sign`,
    headers: { 'x-signature': token },
    metadata: { bucketName: BUCKET, objectName: key, contentType },
  };
  return { uploadUrl: uploadUrl.href, token, expiresAt: end && end < expiresAt ? end : expiresAt, resumable };
}

function endOf(token: string): Date | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof exp === 'number' ? new Date(exp * 1000) : undefined;
  } catch {
    return undefined;
  }
}

/** For `catch`: the fallback for one refusal; every other error is thrown again. */
function unless<T>(code: RefusalCode, instead: () => T | Promise<T>): (error: unknown) => T | Promise<T> {
  return (error) => {
    if (error instanceof Refusal && error.code === code) return instead();
    throw error;
  };
}

const noBucket = (): never => {
  throw new Refusal('bucket_not_found');
};

// Calls to a project's Storage: its keys, its paths, and its errors as our refusals.

/** Long enough for a project that wakes up; file bodies may take as long as they need. */
const JSON_TIMEOUT_MS = 20_000;

export interface Project {
  /** Without a trailing slash. */
  url: string;
  secretKey: string;
}

export interface ProjectCall {
  method?: string;
  /** Sent as JSON, unless it is a file. */
  body?: object | Blob;
  headers?: Record<string, string>;
}

/** Calls the project; returns the JSON of its response. Refuses as `refusalOf` says. */
export async function callProject(project: Project, path: string, init: ProjectCall = {}): Promise<unknown> {
  const isFile = init.body instanceof Blob;
  const signal = isFile ? undefined : AbortSignal.timeout(JSON_TIMEOUT_MS);
  const response = await request(project, path, { ...init, signal });
  return response.json().catch(() => undefined);
}

async function request(
  { url, secretKey }: Project,
  path: string,
  { method = 'GET', body, headers, signal }: ProjectCall & { signal?: AbortSignal | undefined },
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

/** By the project's own code; by its inner status where an older project sends none. */
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
 * The project's error as a refusal. Its HTTP status is often 400 whatever the reason; the real one is in the body:
 * `{ "statusCode": "404", "error": "Bucket not found", "code": "NoSuchBucket" }`.
 */
export function refusalOf(status: number, body: unknown): Refusal {
  const error = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const words = `${error.error ?? ''} ${error.message ?? ''}`;
  if (/bucket not found/i.test(words)) return new Refusal('bucket_not_found');
  const known = [error.code, error.statusCode, status].map(String).find((name) => Object.hasOwn(BY_CODE, name));
  return (known && BY_CODE[known]?.()) || unreachable();
}
