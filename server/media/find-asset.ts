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

/**
 * An asset that this viewer may have: they may see or edit one of its lessons, also one that shows what was made of it meanwhile, or it is
 * a picture of a course that they may see. Refuses `media_not_found`.
 */
export async function openAsset(db: Db, viewer: Viewer, assetId: string): Promise<Asset> {
  const [asset] = await db.select().from(db.tables.assets).where(eq(db.tables.assets.id, assetId));
  if (asset && (await mayHave(db, viewer, asset))) return asset;
  throw new Refusal('media_not_found');
}

export async function mayHave(db: Db, viewer: Viewer, asset: Asset): Promise<boolean> {
  return (
    (await showsInLesson(db, viewer, asset.id)) ||
    (await isSeenPicture(db, viewer, asset)) ||
    showsInVideo(db, viewer, asset)
  );
}

/** The file name of a video's still. An author's pictures have others, or came with a course; they stay for as long as their course. */
export const POSTER_NAME = 'poster.jpg';

/** The still of a video that a duplicated course shows as well: the course that it was made for may be gone, or not theirs. */
async function showsInVideo(db: Db, viewer: Viewer, { id, fileName }: Asset): Promise<boolean> {
  if (fileName !== POSTER_NAME) return false;
  const { assets } = db.tables;
  for (const video of await db.select({ id: assets.id }).from(assets).where(eq(assets.posterId, id)))
    if (await showsInLesson(db, viewer, video.id)) return true;
  return false;
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

/** A picture of a course that the viewer may see, or one in a text of it that they may see as a preview. */
async function isSeenPicture(db: Db, viewer: Viewer, { id, courseId, contentType }: Asset): Promise<boolean> {
  if (courseId === null || !contentType.startsWith('image/')) return false;
  const [course] = await findCourseFacts(db, { ...readerOf(viewer), courseId });
  if (!course) return false;
  if (may(viewer, 'see_course', course.facts)) return true;
  if (!may(viewer, 'see_lesson', { isPreview: true, course: course.facts })) return false;
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
