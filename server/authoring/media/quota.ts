// How much room an organization's media take, and whether another file fits (ORGANIZATION_MEDIA_GB).
import { and, eq, isNotNull, isNull, like, ne, sql } from 'drizzle-orm';
import { sizeLabel } from '#sync/contract/media.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { MediaUsage } from '#sync/contract/video.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Media } from '../../deps.ts';
import type { Person } from '../../permissions.ts';

interface NewFile {
  organizationId: string | null;
  bytes: number;
  /** The lesson whose video the file replaces. */
  lessonId?: number;
}

/**
 * Refuses `media_quota_exceeded` when a file does not fit into what its organization may use. Courses of no organization
 * are the installation's own, and have no limit.
 */
export function* requireRoom(tx: TxContext, { limits }: Media, file: NewFile): Steps<void> {
  const { organizationId, bytes, lessonId } = file;
  if (organizationId === null || limits.organizationBytes === Number.POSITIVE_INFINITY) return;
  const used = (yield* readSizes(tx, organizationId, lessonId)).get(organizationId) ?? 0;
  if (used + bytes <= limits.organizationBytes) return;
  const { organizations } = tx.tables;
  const [organization] = yield* run(
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
  );
  const details = { field: 'size', usedBytes: used, quotaBytes: limits.organizationBytes };
  const room = `${organization?.name ?? 'This organization'} uses ${sizeLabel(used)} of ${sizeLabel(limits.organizationBytes)} for media`;
  const message = `${room}, so this file of ${sizeLabel(bytes)} does not fit. Delete videos or documents that are no longer needed, or ask the operator for more.`;
  throw new Refusal('media_quota_exceeded', details, message);
}

/** What the organizations that this admin runs use, most first. */
export async function readMediaUsage(db: Db, { limits }: Media, admin: Person): Promise<MediaUsage> {
  const { organizations } = db.tables;
  const own = admin.isSuperAdmin ? undefined : (admin.organizationId ?? '');
  const names = await db.select({ id: organizations.id, name: organizations.name }).from(organizations);
  const sizes = await db.transact((tx) => readSizes(tx, own));
  const isLimited = limits.organizationBytes !== Number.POSITIVE_INFINITY;
  const rows = names
    .filter(({ id }) => own === undefined || id === own)
    .map(({ id, name }) => ({ id, name, usedBytes: sizes.get(id) ?? 0 }))
    .sort((a, b) => b.usedBytes - a.usedBytes);
  return { quotaBytes: isLimited ? limits.organizationBytes : null, organizations: rows.slice(0, MOST_ROWS) };
}

const MOST_ROWS = 100;

/**
 * The bytes that organizations use: pictures, videos of lessons with the originals that they were made of, documents, and what arrived and
 * belongs to no lesson yet. A file counts once for each organization.
 */
function* readSizes(tx: TxContext, only: string | undefined, exceptLesson?: number): Steps<Map<string | null, number>> {
  const { assets, courses, lessons, lessonDocuments, videoUploads } = tx.tables;
  const isMeant = only === undefined ? isNotNull(courses.organizationId) : eq(courses.organizationId, only);
  const { organizationId } = courses;
  const file = { organizationId, id: assets.id, bytes: assets.sizeBytes };
  const isOfCourse = eq(courses.id, lessons.courseId);
  const isThere = and(isMeant, isNull(lessons.retiredAt));
  const pictures = tx
    .select(file)
    .from(assets)
    .innerJoin(courses, eq(courses.id, assets.courseId))
    .where(and(isMeant, like(assets.contentType, 'image/%')));
  const original = sql`(select shown.original_id from ${assets} shown where shown.id = ${lessons.assetId})`;
  const videos = tx
    .select(file)
    .from(lessons)
    .innerJoin(assets, sql`${assets.id} in (${lessons.assetId}, ${original})`)
    .innerJoin(courses, isOfCourse)
    // A video that is attached right now is replaced: it makes room.
    .where(and(isThere, exceptLesson === undefined ? undefined : ne(lessons.id, exceptLesson)));
  const documents = tx
    .select(file)
    .from(lessonDocuments)
    .innerJoin(assets, eq(assets.id, lessonDocuments.assetId))
    .innerJoin(lessons, eq(lessons.id, lessonDocuments.lessonId))
    .innerJoin(courses, isOfCourse)
    .where(isThere);
  const arrived = tx
    .select({ organizationId, id: videoUploads.id, bytes: sql<number>`${videoUploads.sizeBytes}` })
    .from(videoUploads)
    .innerJoin(lessons, eq(lessons.id, videoUploads.lessonId))
    .innerJoin(courses, isOfCourse)
    .where(and(isMeant, isNotNull(videoUploads.receivedAt), isNull(videoUploads.completedAt)));
  const sizes = new Map<string | null, number>();
  for (const { organizationId: of, bytes } of yield* run(pictures.union(videos).union(documents).union(arrived)))
    sizes.set(of, (sizes.get(of) ?? 0) + bytes);
  return sizes;
}
