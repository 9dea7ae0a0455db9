import { and, eq } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFacts, isVisibleLesson, readerOf } from '../catalog/facts.ts';
import type { Db } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { type Asking, may } from '../permissions.ts';

export type Asset = Tables['assets']['$inferSelect'];

/** An asset, whoever asks; `media_not_found` when there is none. */
export async function findAsset(db: Db, assetId: string): Promise<Asset> {
  const [asset] = await db.select().from(db.tables.assets).where(eq(db.tables.assets.id, assetId));
  if (!asset) throw new Refusal('media_not_found');
  return asset;
}

/**
 * An asset that this person may have: one of its lessons is theirs to see, or the course it belongs to is.
 * Refuses `media_not_found`.
 */
export async function openAsset(db: Db, asking: Asking, assetId: string): Promise<Asset> {
  const asset = await findAsset(db, assetId);
  if (await showsInLesson(db, asking, assetId)) return asset;
  if (await belongsToCourse(db, asking, asset)) return asset;
  throw new Refusal('media_not_found');
}

async function showsInLesson(db: Db, asking: Asking, assetId: string): Promise<boolean> {
  const { lessons, courses, organizations } = db.tables;
  const rows = await db
    .select({ isPreview: lessons.isPreview, course: courseFacts(db.tables, readerOf(asking)) })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(eq(lessons.assetId, assetId), isVisibleLesson(db.tables)));
  return rows.some((row) => may(asking, 'see_lesson', row));
}

async function belongsToCourse(db: Db, asking: Asking, asset: Asset): Promise<boolean> {
  if (asset.courseId === null) return false;
  const { courses, organizations } = db.tables;
  const [facts] = await db
    .select(courseFacts(db.tables, readerOf(asking)))
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(eq(courses.id, asset.courseId));
  return facts !== undefined && may(asking, 'see_course', facts);
}
