import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { VIDEO_LIMIT_BYTES, VIDEO_TYPES } from '#sync/contract/video.ts';
import type { Storage, Target, TargetWanted } from './storage.ts';
import { askProject, fetchBytes, type Project } from './supabase-wire.ts';

/** Private: what is in it is played through our own /media, so that access stays ours. */
export const BUCKET = 'groundwork-media';
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** Media in a bucket of a Supabase project. Browsers send films straight to the project, with a token that it signed. */
export function supabaseStorage(project: Project): Storage {
  const sizes = createSizeMemory();
  let bucketIsThere = false;
  const pathOf = (key: string) => `${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`;
  /** Signing for a bucket that is not there fails with words about something else, so it is looked for before. */
  const requireBucket = async () => {
    if (!bucketIsThere) await askProject(project, `/bucket/${BUCKET}`).catch(unless('media_not_found', noBucket));
    bucketIsThere = true;
  };
  return {
    async createUploadTarget(wanted) {
      await requireBucket();
      const answer = await askProject(project, `/object/upload/sign/${pathOf(wanted.key)}`, {
        method: 'POST',
        body: {},
      });
      return targetOf(project, answer, wanted);
    },
    async keep(key, { path, contentType }) {
      await requireBucket();
      const body = await openAsBlob(path, { type: contentType });
      const headers = { 'Content-Type': contentType, 'x-upsert': 'false' };
      await askProject(project, `/object/${pathOf(key)}`, { method: 'POST', body, headers });
      await rm(path, { force: true });
    },
    async stat(key) {
      const known = sizes.get(key);
      if (known !== undefined) return { size: known };
      const answer = await askProject(project, `/object/info/${pathOf(key)}`).catch(
        unless('media_not_found', () => null),
      );
      if (answer === null) return undefined;
      const { size } = answer as { size?: unknown };
      if (typeof size !== 'number')
        throw new Refusal('unavailable', {}, 'The storage did not tell the size of a file.');
      sizes.set(key, size);
      return { size };
    },
    async read(key, start, end) {
      const response = await fetchBytes(project, `/object/${pathOf(key)}`, { Range: `bytes=${start}-${end}` });
      const isWhole =
        response.status === 200 && start === 0 && Number(response.headers.get('Content-Length')) === end + 1;
      if ((response.status !== 206 && !isWhole) || !response.body) {
        await response.body?.cancel();
        throw new Refusal('unavailable', {}, 'The storage did not answer the part that was asked for.');
      }
      return response.body;
    },
    async remove(key) {
      sizes.delete(key);
      const body = { prefixes: [key] };
      await askProject(project, `/object/${BUCKET}`, { method: 'DELETE', body }).catch(
        unless('media_not_found', () => null),
      );
    },
    async sha256() {
      return null;
    },
    async ensureBucket() {
      const isNew = await makeBucket(project);
      bucketIsThere = true;
      return isNew ? 'Storage bucket created successfully' : 'Storage bucket already exists';
    },
  };
}

/** Makes the bucket; false when it is there. A plan that allows less than 2 GB takes the bucket without a limit of its own. */
async function makeBucket(project: Project): Promise<boolean> {
  const bucket = { id: BUCKET, name: BUCKET, public: false, allowed_mime_types: [...VIDEO_TYPES, ...PICTURE_TYPES] };
  const make = (limit: object) => askProject(project, '/bucket', { method: 'POST', body: { ...bucket, ...limit } });
  try {
    await make({ file_size_limit: VIDEO_LIMIT_BYTES }).catch(unless('file_too_large', () => make({})));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'upload_already_used') return false;
    throw error;
  }
}

function targetOf({ url }: Project, answer: unknown, { expiresAt }: TargetWanted): Target {
  const { url: signed } = answer as { url?: unknown };
  const uploadUrl = new URL(`${url}/storage/v1${typeof signed === 'string' ? signed : ''}`);
  const token = uploadUrl.searchParams.get('token');
  if (!token) throw new Refusal('unavailable', {}, 'The storage did not sign the upload.');
  // A project decides itself how long its tokens live: two hours when hosted, a minute as self-hosting comes.
  const end = endOf(token);
  return { uploadUrl: uploadUrl.href, token, expiresAt: end && end < expiresAt ? end : expiresAt };
}

function endOf(token: string): Date | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof exp === 'number' ? new Date(exp * 1000) : undefined;
  } catch {
    return undefined;
  }
}

/** For `catch`: what to do instead for this one refusal; every other failure stays one. */
function unless<T>(code: RefusalCode, instead: () => T | Promise<T>): (error: unknown) => T | Promise<T> {
  return (error) => {
    if (error instanceof Refusal && error.code === code) return instead();
    throw error;
  };
}

const noBucket = (): never => {
  throw new Refusal('bucket_not_found');
};

// How large files elsewhere are, remembered for a while: a player asks for a film in a hundred ranges.

const REMEMBERED = 1_000;
const REMEMBERED_MS = 300_000;

interface SizeMemory {
  get(key: string): number | undefined;
  set(key: string, size: number): void;
  delete(key: string): void;
}

/** Files never change under their key; what is forgotten after five minutes is that they are there at all. */
function createSizeMemory(): SizeMemory {
  const known = new Map<string, { size: number; until: number }>();
  return {
    get(key) {
      const found = known.get(key);
      return found && found.until > performance.now() ? found.size : undefined;
    },
    set(key, size) {
      known.delete(key);
      known.set(key, { size, until: performance.now() + REMEMBERED_MS });
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    },
    delete(key) {
      known.delete(key);
    },
  };
}
