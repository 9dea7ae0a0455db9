import { and, eq, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import type { Db } from '../db/client.ts';
import { prepared, sourceOf } from '../db/prepared.ts';
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
  const rows = await findShowing(sourceOf(db), { ...readerOf(asking), assetId });
  return rows.some((row) => may(asking, 'see_lesson', row));
}

const findShowing = prepared<Reader & { assetId: string }>()(({ queries, tables }) => {
  const { lessons, courses, organizations } = tables;
  return queries
    .select({ isPreview: lessons.isPreview, course: courseFacts(tables) })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(eq(lessons.assetId, sql.placeholder('assetId')), isVisibleLesson(tables)));
});

async function belongsToCourse(db: Db, asking: Asking, { courseId }: Asset): Promise<boolean> {
  if (courseId === null) return false;
  const [course] = await findCourseFacts(sourceOf(db), { ...readerOf(asking), courseId });
  return course !== undefined && may(asking, 'see_course', course.facts);
}
