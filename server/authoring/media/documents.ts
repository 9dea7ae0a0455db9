// The documents beside a lesson: an upload becomes one, and one is renamed or removed.
import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import { checkDocument, DOCUMENT_LIMIT_BYTES, type LessonDocument, MOST_DOCUMENTS } from '#sync/contract/document.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLesson, requireEditableLesson } from '../../catalog/editable.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { MediaDeps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { closeUpload } from './attach-video.ts';
import { endUpload, readSome } from './complete-upload.ts';
import { deleteVideos } from './detach-video.ts';
import { requireRoom } from './quota.ts';

type Upload = Tables['videoUploads']['$inferSelect'];
type Completion = { lessonId: number; filePath: string; title: string };

export const DOCUMENT_TOO_LARGE = 'A document must be smaller than 100 MB';

/**
 * Ends the upload of a document, which is shown beside its lesson. Refuses as `endUpload`, `file_too_large`, `file_type_refused` with
 * the file's name and what is wrong with it, `too_many_documents` and `media_quota_exceeded`.
 */
export function addDocument(deps: MediaDeps, caller: AuditActor, { title, ...done }: Completion) {
  const { db, media } = deps;
  return endUpload(deps, caller, {
    ...done,
    kind: 'document',
    repeat: (upload) => addedDocument(db, upload),
    async attach(upload, bytes) {
      const { fileName: name, storageKey } = upload;
      if (bytes > DOCUMENT_LIMIT_BYTES) throw new Refusal('file_too_large', {}, DOCUMENT_TOO_LARGE);
      const read = (start: number, end: number) => readSome(media.storage, storageKey, { start, end });
      const found = await checkDocument({ name, size: bytes, read });
      if ('fault' in found) throw new Refusal('file_type_refused', {}, found.fault);
      return attachDocument(deps, caller, { upload, title, bytes, contentType: found.contentType });
    },
  });
}

const DOCUMENT_ADDED = 'Document uploaded';

type AddedDocument = Pick<LessonDocument, 'title' | 'bytes' | 'contentType'> & { upload: Upload };

async function attachDocument(
  { db, media }: MediaDeps,
  caller: AuditActor,
  { upload, title, bytes, contentType }: AddedDocument,
) {
  const { lessonId, storageKey, fileName } = upload;
  const { assets, lessonDocuments } = db.tables;
  const assetId = randomUUID();
  const made = { createdBy: caller.actor.id, createdAt: caller.now };
  await db.transact(function* (tx) {
    const of = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    yield* closeUpload(tx, upload.id, caller.now);
    yield* requireFewDocuments(tx, lessonId);
    yield* requireRoom(tx, media, { organizationId: of.course.organizationId, bytes });
    const row = { id: assetId, storageKey, fileName, contentType, sizeBytes: bytes, etag: assetId, ...made };
    yield* run(tx.insert(assets).values(row));
    const position = sql<number>`(select coalesce(max(taken.position), 0) + 1 from ${lessonDocuments} taken
      where taken.lesson_id = ${lessonId})`;
    yield* run(tx.insert(lessonDocuments).values({ lessonId, assetId, title, position }));
    yield* changedLesson(tx, caller, { ...of, action: 'lesson.document_added', file: fileName, bytes });
  });
  return { message: DOCUMENT_ADDED, document: { assetId, title, contentType, bytes } };
}

/** Writes down and logs that the documents of a lesson were changed. */
function* changedLesson(tx: TxContext, caller: AuditActor, act: Parameters<typeof auditLesson>[2]): Steps<void> {
  const { lessons } = tx.tables;
  yield* run(tx.update(lessons).set({ updatedAt: caller.now }).where(eq(lessons.id, act.lesson.id)));
  yield* auditLesson(tx, caller, act);
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

const isIt = ({ lessonDocuments }: Tables, { lessonId, assetId }: OneDocument) =>
  and(eq(lessonDocuments.lessonId, lessonId), eq(lessonDocuments.assetId, assetId));

/** Gives one document another title. Refuses `lesson_not_found` and `media_not_found`. */
export async function renameDocument(db: Db, caller: AuditActor, change: OneDocument & { title: string }) {
  const { lessonId, title } = change;
  await db.transact(function* (tx) {
    const of = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    const { lessonDocuments } = tx.tables;
    const [known] = yield* run(tx.select().from(lessonDocuments).where(isIt(tx.tables, change)));
    if (!known) throw new Refusal('media_not_found');
    if (known.title === title) return;
    yield* run(tx.update(lessonDocuments).set({ title }).where(isIt(tx.tables, change)));
    yield* changedLesson(tx, caller, {
      ...of,
      action: 'lesson.document_renamed',
      document: title,
      before: known.title,
    });
  });
  return { message: 'Document renamed' };
}

/** Removes one document. Refuses `lesson_not_found` and `media_not_found`. */
export async function removeDocument(deps: MediaDeps, caller: AuditActor, document: OneDocument) {
  await deps.db.transact(function* (tx) {
    const of = yield* requireEditableLesson(tx, caller.actor, { lessonId: document.lessonId });
    const { lessonDocuments } = tx.tables;
    const [gone] = yield* run(tx.delete(lessonDocuments).where(isIt(tx.tables, document)).returning());
    if (!gone) throw new Refusal('media_not_found');
    yield* changedLesson(tx, caller, { ...of, action: 'lesson.document_deleted', document: gone.title });
  });
  await deleteVideos(deps, [document.assetId]);
  return { message: 'Document deleted' };
}
