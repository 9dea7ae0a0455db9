import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVideoFile, type UploadTarget, type UploadWanted, VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { AuditActor } from '../../http/actor.ts';
import { receiveFile, type SentBody } from '../../media/receive-file.ts';
import { readUploadToken } from '../../media/ticket.ts';
import { promisedType, videoExtension } from '../../media/video-format.ts';
import { requireEditableLesson } from '../editable.ts';

/** How long an upload may be begun; one that has begun may take as long as it needs. */
export const UPLOAD_LIFE_MS = 2 * 3_600_000;

/**
 * Step one of three: a signed address for one file of one lesson. Refuses `lesson_not_found`, `file_type_refused`,
 * `file_too_large` and what the storage refuses.
 */
export async function startUpload(
  { db, media }: Pick<Deps, 'db' | 'media'>,
  acting: AuditActor,
  wanted: UploadWanted,
): Promise<UploadTarget> {
  const { lessonId, courseId, filename, size } = wanted;
  const claimed = { name: filename, type: wanted.contentType ?? '' };
  await db.transact(function* (source) {
    yield* requireEditableLesson(source, acting.actor, { lessonId, courseId });
  });
  if (!isVideoFile(claimed)) throw new Refusal('file_type_refused', { field: 'filename' });
  if (size !== undefined && size > VIDEO_LIMIT_BYTES) throw new Refusal('file_too_large', { field: 'size' });
  const id = randomUUID();
  const extension = videoExtension(claimed);
  const storageKey = videoKey(lessonId, id, extension);
  const fileName = shownName(filename) || `video.${extension}`;
  const until = new Date(acting.now.getTime() + UPLOAD_LIFE_MS);
  const place = { uploadId: id, key: storageKey, expiresAt: until, size };
  const { uploadUrl, token, expiresAt } = await media.storage.createUploadTarget(place);
  const contentType = promisedType(extension);
  const row = { id, lessonId, storageKey, fileName, contentType, createdBy: acting.actor.id, createdAt: acting.now };
  await db.insert(db.tables.videoUploads).values({ ...row, expiresAt });
  return { uploadUrl, token, filePath: storageKey, fileName, lessonId, expiresAt: expiresAt.toISOString() };
}

/** Where a lesson's film lies: nothing of it comes from the client. */
export function videoKey(lessonId: number, id: string, extension: string): string {
  return `films/${lessonId}/${id}.${extension}`;
}

/** A file's name for people to read: its last part, without what a path or a terminal would make something of. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed();
}

/** A sender says every minute that it is still at it; one that has been silent for three is gone, whatever became of it. */
const CLAIM_BEAT_MS = 60_000;
const CLAIM_LIFE_MS = 3 * CLAIM_BEAT_MS;

export interface Sent {
  uploadId: string;
  /** What the sender showed as its right; undefined when nothing. */
  token: string | undefined;
  body: SentBody;
}

/**
 * Step two of three on the disk driver: the file itself. Refuses before it reads a byte what can be known before; a
 * transfer that breaks leaves nothing and may be tried again until the token's end.
 */
export async function receiveUpload(deps: Pick<Deps, 'db' | 'media' | 'now'>, sent: Sent): Promise<{ size: number }> {
  const { db, media, now } = deps;
  const upload = await judge(deps, sent);
  const release = await claim(db, upload.id, now);
  try {
    const { arriving: folder, limits } = media;
    const tooLarge = () => new Refusal('file_too_large');
    const rules = { folder, maxBytes: limits.maxBytes, tooLarge, announced: sent.body.announced };
    const arrived = await receiveFile({ source: sent.body.open(), ...rules });
    await media.storage
      .keep(upload.storageKey, { path: arrived.path, contentType: upload.contentType })
      .catch(async (error) => {
        await rm(arrived.path, { force: true });
        throw error;
      });
    const isKnown = await release({ receivedAt: now(), sizeBytes: arrived.size });
    if (!isKnown) {
      // Its course went meanwhile, and the upload with it.
      await media.storage.remove(upload.storageKey);
      throw new Refusal('upload_not_found');
    }
    return { size: arrived.size };
  } catch (error) {
    await release({ claimedAt: null });
    throw error;
  }
}

async function judge(
  { db, media, now }: Pick<Deps, 'db' | 'media' | 'now'>,
  { uploadId, token, body: { announced } }: Sent,
) {
  const { videoUploads } = db.tables;
  const [upload] = await db.select().from(videoUploads).where(eq(videoUploads.id, uploadId));
  if (!upload) throw new Refusal('upload_not_found');
  if (token === undefined) throw new Refusal('not_authenticated');
  const claims = readUploadToken(media.ticketKey, token, uploadId);
  if (!claims) throw new Refusal('access_denied');
  if (upload.receivedAt) throw new Refusal('upload_already_used');
  if (claims.expiresAt <= now()) throw new Refusal('upload_expired');
  if (announced !== undefined && announced > media.limits.maxBytes) throw new Refusal('file_too_large');
  const isOther = claims.size !== undefined && announced !== undefined && claims.size !== announced;
  if (isOther) throw new Refusal('file_broken_off', { field: 'Content-Length' });
  return upload;
}

type Outcome = { receivedAt: Date; sizeBytes: number } | { claimedAt: null };

/** Takes the one right to send; answers how to give it back or to end it, which is false when the upload is gone. */
async function claim(db: Db, id: string, now: () => Date): Promise<(outcome: Outcome) => Promise<boolean>> {
  const { videoUploads } = db.tables;
  const isFree = or(
    isNull(videoUploads.claimedAt),
    lt(videoUploads.claimedAt, new Date(now().getTime() - CLAIM_LIFE_MS)),
  );
  const [mine] = await db
    .update(videoUploads)
    .set({ claimedAt: now() })
    .where(and(eq(videoUploads.id, id), isNull(videoUploads.receivedAt), isFree))
    .returning({ id: videoUploads.id });
  if (!mine) throw new Refusal('upload_already_used');
  const put = async (values: Outcome | { claimedAt: Date }) => {
    const kept = db.update(videoUploads).set(values).where(eq(videoUploads.id, id));
    return (await kept.returning({ id: videoUploads.id })).length > 0;
  };
  const beat = setInterval(() => void put({ claimedAt: now() }).catch(() => undefined), CLAIM_BEAT_MS);
  return (outcome) => {
    clearInterval(beat);
    return put(outcome);
  };
}
