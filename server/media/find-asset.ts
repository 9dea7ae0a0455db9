import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from '../catalog/facts.ts';
import { mediaAddress } from '../catalog/lessons.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { boolean, type Db } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { may, type Viewer } from '../permissions.ts';

export type Asset = Tables['assets']['$inferSelect'];

/** An asset, without a check of access; `media_not_found` when there is none. */
async function findAsset(db: Db, assetId: string): Promise<Asset> {
  const [asset] = await db.select().from(db.tables.assets).where(eq(db.tables.assets.id, assetId));
  if (!asset) throw new Refusal('media_not_found');
  return asset;
}

/**
 * An asset that this viewer may have: they may see or edit one of its lessons, also one that shows what was made of it meanwhile, may
 * see the course it belongs to, or it is an image in a preview. Refuses `media_not_found`.
 */
export async function openAsset(db: Db, viewer: Viewer, assetId: string): Promise<Asset> {
  const asset = await findAsset(db, assetId);
  if (await showsInLesson(db, viewer, assetId)) return asset;
  if (await belongsToCourse(db, viewer, asset)) return asset;
  if (await showsInPreview(db, viewer, asset)) return asset;
  throw new Refusal('media_not_found');
}

async function showsInLesson(db: Db, viewer: Viewer, assetId: string): Promise<boolean> {
  const rows = await findShowing(db, { ...readerOf(viewer), assetId });
  return rows.some(
    (row) => (row.isVisible && may(viewer, 'see_lesson', row)) || may(viewer, 'edit_course', row.course),
  );
}

const findShowing = prepared<Reader & { assetId: string }>()(({ queries, tables }) => {
  const { assets, lessons, lessonDocuments, courses, organizations } = tables;
  const assetId = sql.placeholder('assetId');
  const { lessonId } = lessonDocuments;
  // Players and downloads that began with the original of a video end with it. Not `or`, for which PostgreSQL would read every lesson.
  const showing = sql`(select shown.id from ${lessons} shown where shown.asset_id = ${assetId}
    union all select shown.id from ${assets} made inner join ${lessons} shown on shown.asset_id = made.id where made.original_id = ${assetId}
    union all select ${lessonId} from ${lessonDocuments} where ${lessonDocuments.assetId} = ${assetId})`;
  return queries
    .select({
      isPreview: lessons.isPreview,
      course: courseFacts(tables),
      isVisible: boolean(sql`(${isVisibleLesson(tables)})`),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(sql`${lessons.id} in ${showing}`, isNull(lessons.retiredAt)));
});

/** A picture. What else names a course does so for an older release, and is open by its lesson. */
async function belongsToCourse(db: Db, viewer: Viewer, { courseId, contentType }: Asset): Promise<boolean> {
  if (courseId === null || !contentType.startsWith('image/')) return false;
  const [course] = await findCourseFacts(db, { ...readerOf(viewer), courseId });
  return course !== undefined && may(viewer, 'see_course', course.facts);
}

/** Whoever may see a preview of a course also sees the images in its text. */
async function showsInPreview(db: Db, viewer: Viewer, { id, courseId }: Asset): Promise<boolean> {
  if (courseId === null) return false;
  const [course] = await findCourseFacts(db, { ...readerOf(viewer), courseId });
  if (!course || !may(viewer, 'see_lesson', { isPreview: true, course: course.facts })) return false;
  const { lessons, courses } = db.tables;
  const isNamed = like(lessons.body, `%${mediaAddress(id)}%`);
  const [preview] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.courseId, courseId), lessons.isPreview, isNamed, isVisibleLesson(db.tables)))
    .limit(1);
  return preview !== undefined;
}
