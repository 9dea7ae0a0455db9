import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { deleteVideos, hashLater, isUnused } from './detach-video.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A client that asks again how its upload ended does so soon. */
const COMPLETED_KEPT_DAYS = 30;
/** The rest waits for tomorrow. */
const AT_ONCE = 500;

type Needs = Pick<Deps, 'db' | 'media' | 'log' | 'now'>;

/**
 * Removes what nobody will ask for again: uploads that were never completed, films and pictures that nothing shows any
 * more, and what a fallen server left half received. Never a file that a lesson, a course or a text uses.
 */
export async function collectMediaGarbage(needs: Needs): Promise<void> {
  await forgetUploads(needs);
  await forgetUnused(needs);
  await forgetHalves(needs);
  await hashUnhashed(needs);
}

async function forgetUploads({ db, media, now }: Needs): Promise<void> {
  const { videoUploads: uploads } = db.tables;
  const yesterday = new Date(now().getTime() - DAY_MS);
  const isGivenUp = and(
    isNull(uploads.completedAt),
    lt(uploads.expiresAt, yesterday),
    or(isNull(uploads.claimedAt), lt(uploads.claimedAt, yesterday)),
  );
  const found = await db.select({ id: uploads.id }).from(uploads).where(isGivenUp).limit(AT_ONCE);
  for (const { id } of found) {
    // The row first, and only if it is still so: somebody may complete it at this moment.
    const [gone] = await db
      .delete(uploads)
      .where(and(eq(uploads.id, id), isGivenUp))
      .returning({ storageKey: uploads.storageKey });
    if (gone) await media.storage.remove(gone.storageKey);
  }
  const longAgo = new Date(now().getTime() - COMPLETED_KEPT_DAYS * DAY_MS);
  await db.delete(uploads).where(and(isNotNull(uploads.completedAt), lt(uploads.completedAt, longAgo)));
}

async function forgetUnused(needs: Needs): Promise<void> {
  const { db } = needs;
  const { assets } = db.tables;
  const unused = isUnused(db);
  const found = await db.select({ id: assets.id }).from(assets).where(unused).limit(AT_ONCE);
  const ids = found.map(({ id }) => id);
  await deleteVideos(needs, ids);
}

/** A file that still comes in was written to in the last minutes. */
async function forgetHalves({ media }: Needs): Promise<void> {
  for (const name of await readdir(media.arriving)) {
    const path = join(media.arriving, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > HOUR_MS) await rm(path, { force: true });
  }
}

async function hashUnhashed(needs: Needs): Promise<void> {
  const { assets } = needs.db.tables;
  const found = await needs.db
    .select({ id: assets.id, storageKey: assets.storageKey })
    .from(assets)
    .where(isNull(assets.sha256))
    .limit(AT_ONCE);
  for (const { id, storageKey } of found) hashLater(needs, id, storageKey);
}
