import { rm } from 'node:fs/promises';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { SentBody } from './receive-file.ts';
import { receiveFile } from './receive-file.ts';
import { readUploadToken } from './ticket.ts';

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
export async function takeUpload(deps: Pick<Deps, 'db' | 'media' | 'now'>, sent: Sent): Promise<{ size: number }> {
  const { db, media, now } = deps;
  const upload = await judge(deps, sent);
  const release = await claim(db, upload.id, now);
  try {
    const { limits, arriving: folder } = media;
    const { announced } = sent.body;
    const tooLarge = () => new Refusal('file_too_large');
    const arrived = await receiveFile({
      source: sent.body.open(),
      folder,
      maxBytes: limits.maxBytes,
      tooLarge,
      announced,
    });
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
