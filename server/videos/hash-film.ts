import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { describe } from '../http/refusals.ts';

/** Works out an asset's SHA-256 after the answer, one file at a time. What fails is tried again by the daily tidying. */
export function hashLater(
  { db, media, log }: Pick<Deps, 'db' | 'media' | 'log'>,
  id: string,
  storageKey: string,
): void {
  media.hashing = media.hashing
    .then(async () => {
      const sha256 = await media.storage.sha256(storageKey);
      if (sha256 !== null) await db.update(db.tables.assets).set({ sha256 }).where(eq(db.tables.assets.id, id));
    })
    .catch((error: Error) => log.debug('a film was not hashed', { assetId: id, ...describe(error) }));
}
