// The documents beside a lesson: an upload becomes one, and one is renamed or removed.
import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import { checkDocument, DOCUMENT_LIMIT_BYTES, type LessonDocument, MOST_DOCUMENTS } from '#sync/contract/document.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { MediaDeps } from '../../deps.ts';
import { requireEditableLesson } from '../editable.ts';
import { endUpload } from './attach-video.ts';
import { BAD_FILE, deleteUpload, findUpload, readSome, storedSize } from './complete-upload.ts';
import { deleteVideos, hashLater } from './detach-video.ts';
import { requireRoom } from './quota.ts';

type Upload = Tables['videoUploads']['$inferSelect'];
type Completion = { lessonId: number; filePath: string; title: string };

export const DOCUMENT_TOO_LARGE = 'A document must be smaller than 100 MB';

/**
 * Step three of three for a document: the file is shown beside its lesson. What was really stored decides; a second call
 * returns the same. Refuses `lesson_not_found`, `upload_not_found`, `upload_already_used`, `file_broken_off`, `file_too_large`,
 * `file_type_refused` with the file's name and what is wrong with it, `too_many_documents` and `media_quota_exceeded`; a file
 * that is refused for what it is, is deleted.
 */
export async function addDocument(deps: MediaDeps, caller: AuditActor, { title, ...done }: Completion) {
  const { db, media } = deps;
  const upload = await findUpload(db, caller, { ...done, kind: 'document' });
  if (upload.completedAt) return addedDocument(db, upload);
  const { storageKey: key, fileName: name } = upload;
  const size = await storedSize(media.storage, upload);
  try {
    if (size > DOCUMENT_LIMIT_BYTES) throw new Refusal('file_too_large', {}, DOCUMENT_TOO_LARGE);
    const read = (start: number, end: number) => readSome(media.storage, key, { start, end });
    const found = await checkDocument({ name, size, read });
    if ('fault' in found) throw new Refusal('file_type_refused', {}, found.fault);
    return await attach(deps, caller, { upload, title, bytes: size, contentType: found.contentType });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Another call completed it a moment ago: both return the same.
    if (error.code === 'upload_already_used') return addedDocument(db, upload);
    if (BAD_FILE.includes(error.code)) await deleteUpload(deps, upload);
    throw error;
  }
}

const DOCUMENT_ADDED = 'Document uploaded';

type NewDocument = Pick<LessonDocument, 'title' | 'bytes' | 'contentType'> & { upload: Upload };

async function attach(deps: MediaDeps, caller: AuditActor, { upload, title, bytes, contentType }: NewDocument) {
  const { db } = deps;
  const { lessonId, storageKey, fileName } = upload;
  const { assets, lessons, lessonDocuments } = db.tables;
  const assetId = randomUUID();
  await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    yield* endUpload(tx, upload.id, caller.now);
    yield* requireFewDocuments(tx, lessonId);
    yield* requireRoom(tx, deps.media, { organizationId: course.organizationId, bytes });
    // A release that knows nothing of documents keeps what belongs to a course.
    const row = {
      id: assetId,
      storageKey,
      fileName,
      contentType,
      sizeBytes: bytes,
      etag: assetId,
      courseId: course.id,
    };
    yield* run(tx.insert(assets).values({ ...row, createdBy: caller.actor.id, createdAt: caller.now }));
    const position = sql<number>`(select coalesce(max(taken.position), 0) + 1 from ${lessonDocuments} taken
      where taken.lesson_id = ${lessonId})`;
    yield* run(tx.insert(lessonDocuments).values({ lessonId, assetId, title, position }));
    yield* run(tx.update(lessons).set({ updatedAt: caller.now }).where(eq(lessons.id, lessonId)));
    const details = { courseId: course.id, title: lesson.title, file: fileName, bytes };
    const about = { organizationId: course.organizationId, subject: String(lessonId) };
    yield* audit(tx, caller, { action: 'lesson.document_added', ...about, details });
  });
  hashLater(deps, assetId, storageKey);
  return { message: DOCUMENT_ADDED, document: { assetId, title, contentType, bytes } };
}

/** Refuses `too_many_documents` for a lesson that has as many as it may have. */
export function* requireFewDocuments({ queries, tables }: TxContext, lessonId: number): Steps<void> {
  const { lessonDocuments } = tables;
  const [has] = yield* run(
    queries.select({ count: count() }).from(lessonDocuments).where(eq(lessonDocuments.lessonId, lessonId)),
  );
  if ((has?.count ?? 0) >= MOST_DOCUMENTS) throw new Refusal('too_many_documents');
}

/** The result of an upload that was completed before; `upload_already_used` when its document has been removed since. */
async function addedDocument(db: Db, { storageKey, lessonId }: Upload) {
  const { assets, lessonDocuments } = db.tables;
  const { assetId, title } = lessonDocuments;
  const [document] = await db
    .select({ assetId, title, contentType: assets.contentType, bytes: assets.sizeBytes })
    .from(lessonDocuments)
    .innerJoin(assets, eq(assets.id, assetId))
    .where(and(eq(assets.storageKey, storageKey), eq(lessonDocuments.lessonId, lessonId)));
  if (!document) throw new Refusal('upload_already_used');
  return { message: DOCUMENT_ADDED, document };
}

/**
 * Detaches a lesson's documents, as a step of the unit of work that deletes the lesson. Returns their assets, for
 * `deleteVideos` after the commit.
 */
export function* detachDocuments({ queries, tables }: TxContext, lessonId: number): Steps<string[]> {
  const { lessonDocuments } = tables;
  const isOfLesson = eq(lessonDocuments.lessonId, lessonId);
  const { assetId } = lessonDocuments;
  const gone = yield* run(queries.delete(lessonDocuments).where(isOfLesson).returning({ assetId }));
  return gone.map((row) => row.assetId);
}

type OneDocument = { lessonId: number; assetId: string };

/** Gives one document another title. Refuses `lesson_not_found` and `media_not_found`. */
export async function renameDocument(db: Db, caller: AuditActor, change: OneDocument & { title: string }) {
  const { lessonId, assetId, title } = change;
  const { lessons, lessonDocuments } = db.tables;
  await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    const isIt = and(eq(lessonDocuments.lessonId, lessonId), eq(lessonDocuments.assetId, assetId));
    const [before] = yield* run(tx.select({ title: lessonDocuments.title }).from(lessonDocuments).where(isIt));
    if (!before) throw new Refusal('media_not_found');
    if (before.title === title) return;
    yield* run(tx.update(lessonDocuments).set({ title }).where(isIt));
    yield* run(tx.update(lessons).set({ updatedAt: caller.now }).where(eq(lessons.id, lessonId)));
    const details = { courseId: course.id, title: lesson.title, document: title, before: before.title };
    const about = { organizationId: course.organizationId, subject: String(lessonId) };
    yield* audit(tx, caller, { action: 'lesson.document_renamed', ...about, details });
  });
  return { message: 'Document renamed' };
}

/** Removes one document. Refuses `lesson_not_found` and `media_not_found`. */
export async function removeDocument(deps: MediaDeps, caller: AuditActor, { lessonId, assetId }: OneDocument) {
  const { db } = deps;
  const { lessons, lessonDocuments } = db.tables;
  await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    const isIt = and(eq(lessonDocuments.lessonId, lessonId), eq(lessonDocuments.assetId, assetId));
    const { title } = lessonDocuments;
    const [gone] = yield* run(tx.delete(lessonDocuments).where(isIt).returning({ title }));
    if (!gone) throw new Refusal('media_not_found');
    yield* run(tx.update(lessons).set({ updatedAt: caller.now }).where(eq(lessons.id, lessonId)));
    const details = { courseId: course.id, title: lesson.title, document: gone.title };
    const about = { organizationId: course.organizationId, subject: String(lessonId) };
    yield* audit(tx, caller, { action: 'lesson.document_deleted', ...about, details });
  });
  await deleteVideos(deps, [assetId]);
  return { message: 'Document deleted' };
}
