import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { UPLOAD_KEPT_DAYS } from '#sync/contract/video.ts';
import type { Deps } from '../../deps.ts';
import { deleteVideos, isUnused } from './detach-video.ts';
import { keptPath } from './receive-upload.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A client that repeats the end of an upload does so soon. */
const COMPLETED_UPLOAD_DAYS = 30;
/** The rest waits until tomorrow. */
const BATCH = 500;

type MediaDeps = Pick<Deps, 'db' | 'media' | 'log' | 'now'>;

/**
 * Deletes what nobody will need again: uploads that were never completed, videos and images that nothing uses any more,
 * and files that a crashed server left half received. Never a file that a lesson, a course or a text uses.
 */
export async function collectMediaGarbage(deps: MediaDeps): Promise<void> {
  await deleteUploads(deps);
  await deleteUnused(deps);
  await deleteHalfReceived(deps);
}

async function deleteUploads({ db, media, now }: MediaDeps): Promise<void> {
  const { videoUploads: uploads } = db.tables;
  const yesterday = new Date(now().getTime() - DAY_MS);
  const isAbandoned = and(
    isNull(uploads.completedAt),
    lt(uploads.expiresAt, yesterday),
    or(isNull(uploads.claimedAt), lt(uploads.claimedAt, yesterday)),
  );
  const found = await db.select({ id: uploads.id }).from(uploads).where(isAbandoned).limit(BATCH);
  for (const { id } of found) {
    // The row first, and only while it is abandoned: it may be completed at this moment.
    const [gone] = await db
      .delete(uploads)
      .where(and(eq(uploads.id, id), isAbandoned))
      .returning({ storageKey: uploads.storageKey });
    if (!gone) continue;
    await media.storage.remove(gone.storageKey);
    await rm(keptPath(media.incoming, id), { force: true });
  }
  const longAgo = new Date(now().getTime() - COMPLETED_UPLOAD_DAYS * DAY_MS);
  await db.delete(uploads).where(and(isNotNull(uploads.completedAt), lt(uploads.completedAt, longAgo)));
}

async function deleteUnused(deps: MediaDeps): Promise<void> {
  const { assets } = deps.db.tables;
  const found = await deps.db.select({ id: assets.id }).from(assets).where(isUnused(deps.db)).limit(BATCH);
  await deleteVideos(
    deps,
    found.map(({ id }) => id),
  );
}

/** A file that is still being received was written to in the last minutes. */
async function deleteHalfReceived({ media }: MediaDeps): Promise<void> {
  for (const name of await readdir(media.incoming)) {
    const path = join(media.incoming, name);
    const found = await stat(path).catch(() => undefined);
    // The kept part of an upload goes with its row; this is for those whose lesson was deleted.
    // What an imported course was unpacked into may be on its way to another storage for hours.
    const otherMs = found?.isDirectory() ? DAY_MS : HOUR_MS;
    const keptMs = name.endsWith('.upload') ? (UPLOAD_KEPT_DAYS + 2) * DAY_MS : otherMs;
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { force: true, recursive: true });
  }
}
