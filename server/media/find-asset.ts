import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from '../catalog/facts.ts';
import { mediaAddress } from '../catalog/lessons.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import type { Db } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
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
 * An asset that this person may have: one of its lessons is theirs to see or to edit, the course it belongs to is theirs
 * to see, or it is a picture in a preview. Refuses `media_not_found`.
 */
export async function openAsset(db: Db, asking: Asking, assetId: string): Promise<Asset> {
  const asset = await findAsset(db, assetId);
  if (await showsInLesson(db, asking, assetId)) return asset;
  if (await belongsToCourse(db, asking, asset)) return asset;
  if (await showsInPreview(db, asking, asset)) return asset;
  throw new Refusal('media_not_found');
}

async function showsInLesson(db: Db, asking: Asking, assetId: string): Promise<boolean> {
  const rows = await findShowing(db, { ...readerOf(asking), assetId });
  return rows.some(
    (row) => (row.isVisible && may(asking, 'see_lesson', row)) || may(asking, 'edit_course', row.course),
  );
}

const findShowing = prepared<Reader & { assetId: string }>()(({ queries, tables }) => {
  const { lessons, courses, organizations } = tables;
  return queries
    .select({
      isPreview: lessons.isPreview,
      course: courseFacts(tables),
      isVisible: sql<boolean>`(${isVisibleLesson(tables)})`.mapWith(Boolean),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(eq(lessons.assetId, sql.placeholder('assetId')), isNull(lessons.retiredAt)));
});

async function belongsToCourse(db: Db, asking: Asking, { courseId }: Asset): Promise<boolean> {
  if (courseId === null) return false;
  const [course] = await findCourseFacts(db, { ...readerOf(asking), courseId });
  return course !== undefined && may(asking, 'see_course', course.facts);
}

/** Whoever may see a preview of a course that is not theirs sees the pictures in its text too. */
async function showsInPreview(db: Db, asking: Asking, { id, courseId }: Asset): Promise<boolean> {
  if (courseId === null) return false;
  const [course] = await findCourseFacts(db, { ...readerOf(asking), courseId });
  if (!course || !may(asking, 'see_lesson', { isPreview: true, course: course.facts })) return false;
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
