// Uploads of videos and documents: a signed target, the file, the completion.

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { and, asc, between, eq, isNull } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { DocumentChange, NewDocument } from '#sync/contract/document.ts';
import { Id } from '#sync/contract/fields.ts';
import { lessonKind } from '#sync/contract/lesson.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import {
  Captions,
  type LessonUploadStatus,
  NewUpload,
  PICTURE_LIMIT_BYTES,
  UploadCompletion,
} from '#sync/contract/video.ts';
import { requireEditable, senderNow } from '../../catalog/editable.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Deps, Http, MediaDeps, RateLimitRule } from '../../deps.ts';
import { requireAdmin, requireSuperAdmin } from '../../http/actor.ts';
import { type AuditActor, audit, auditActorOf } from '../../http/audit-log.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { validate, validateId, validateQuery, validateUuid } from '../../http/validate.ts';
import { findPictureFault, pictureType } from '../../media/picture-format.ts';
import { type FileBody, fileBody, receiveFile } from '../../media/receive-file.ts';
import type { Person } from '../../permissions.ts';
import { completeUpload } from './complete-upload.ts';
import { removeVideo } from './detach-video.ts';
import { addDocument, removeDocument, renameDocument } from './documents.ts';
import { readMediaUsage, requireRoom } from './quota.ts';
import { receiveForm } from './receive-form.ts';
import { findOffset, receiveUpload, startUpload } from './receive-upload.ts';
import { writeCaptions } from './write-captions.ts';

const PICTURES: RateLimitRule = { name: 'pictures of courses', limit: 300, windowSeconds: 3600 };
/** Videos and documents; one that breaks off begins again. */
const UPLOADS: RateLimitRule = { name: 'uploads', limit: 600, windowSeconds: 3600 };
/** The largest ones take a third of a second to read. */
const CAPTION_TEXTS: RateLimitRule = { name: 'captions', limit: 600, windowSeconds: 3600 };

const lessonIn = (id: string | undefined) => validateId(id, 'lesson_not_found');
const documentIn = (c: Context) => ({
  lessonId: lessonIn(c.req.param('id')),
  assetId: validateUuid(c.req.param('assetId'), 'media_not_found'),
});
const OfCourse = z.object({ courseId: z.optional(z.pipe(z.string(), z.pipe(z.transform(Number), Id))) });

/** Below /api. */
export const uploadRoutes = new Hono<Http>()
  .post('/videos/signed-upload', requireAdmin, validate(NewUpload), async (c) => {
    await limitCalls(c.var.deps, UPLOADS, c.var.actor.id);
    return c.json(await startUpload(c.var.deps, auditActorOf(c), c.req.valid('json')));
  })
  .post('/videos/upload-complete', requireAdmin, validate(UploadCompletion), async (c) => {
    return c.json(await completeUpload(c.var.deps, auditActorOf(c), c.req.valid('json')));
  })
  .post('/upload-video', requireAdmin, async (c) => {
    await limitCalls(c.var.deps, UPLOADS, c.var.actor.id);
    const form = { contentType: c.req.header('Content-Type'), body: fileBody(c) };
    return c.json(await receiveForm(c.var.deps, auditActorOf(c), form));
  })
  .delete('/admin/lessons/:id/video', requireAdmin, validateQuery(OfCourse), async (c) => {
    const request = { lessonId: lessonIn(c.req.param('id')), courseId: c.req.valid('query').courseId };
    return c.json(await removeVideo(c.var.deps, auditActorOf(c), request));
  })
  .post('/admin/lessons/:id/documents', requireAdmin, validate(NewDocument), async (c) => {
    const added = { lessonId: lessonIn(c.req.param('id')), ...c.req.valid('json') };
    return c.json(await addDocument(c.var.deps, auditActorOf(c), added), 201);
  })
  .put('/admin/lessons/:id/documents/:assetId', requireAdmin, validate(DocumentChange), async (c) => {
    const change = { ...documentIn(c), ...c.req.valid('json') };
    return c.json(await renameDocument(c.var.deps.db, auditActorOf(c), change));
  })
  .delete('/admin/lessons/:id/documents/:assetId', requireAdmin, async (c) => {
    return c.json(await removeDocument(c.var.deps, auditActorOf(c), documentIn(c)));
  })
  .put('/admin/lessons/:id/captions', requireAdmin, validate(Captions), async (c) => {
    await limitCalls(c.var.deps, CAPTION_TEXTS, c.var.actor.id);
    const written = { lessonId: lessonIn(c.req.param('id')), ...c.req.valid('json') };
    return c.json(await writeCaptions(c.var.deps.db, auditActorOf(c), written));
  })
  .post('/admin/courses/:id/pictures', requireAdmin, async (c) => {
    await limitCalls(c.var.deps, PICTURES, c.var.actor.id);
    const sent = { courseId: validateId(c.req.param('id'), 'course_not_found'), body: fileBody(c) };
    return c.json(await saveImage(c.var.deps, auditActorOf(c), sent), 201);
  })
  .get('/admin/media-usage', requireAdmin, async (c) => {
    return c.json(await readMediaUsage(c.var.deps.db, c.var.deps.media, c.var.actor));
  })
  .get('/admin/lessons-upload-status', requireAdmin, async (c) => {
    return c.json({ lessons: await listUploadStatus(c.var.deps.db, c.var.actor) });
  })
  .post('/admin/create-storage-bucket', requireSuperAdmin, async (c) => {
    return c.json(await setUpStorage(c.var.deps, auditActorOf(c)));
  });

/**
 * Below /media: where the disk driver receives files, whole by PUT, or what is missing by HEAD and PATCH as in tus 1.0, at once or
 * in pieces. Whoever holds the token may send.
 */
export const arrivalRoutes = new Hono<Http>()
  .put('/uploads/:id', async (c) => {
    const { size } = await receiveUpload(c.var.deps, { ...uploadIn(c), body: fileBody(c) });
    return c.json({ message: 'Received', size });
  })
  // Hono answers HEAD by it.
  .get('/uploads/:id', async (c) => {
    const { offset, size } = await findOffset(c.var.deps, uploadIn(c));
    return c.body(null, 200, { ...tusHeaders(offset), 'Upload-Length': String(size), 'Cache-Control': 'no-store' });
  })
  .on('OPTIONS', '/uploads/:id', (c) => c.body(null, 204, TUS))
  .patch('/uploads/:id', async (c) => {
    const { 'tus-resumable': version = TUS['Tus-Version'], 'content-type': type } = c.req.header();
    if (version !== TUS['Tus-Version']) {
      c.header('Tus-Version', TUS['Tus-Version']);
      throw new Refusal('tus_version_unsupported');
    }
    if (type !== TUS_TYPE) throw new Refusal('wrong_content_type', {}, `Send the bytes as ${TUS_TYPE}.`);
    const offset = Number(c.req.header('Upload-Offset') ?? Number.NaN);
    if (!Number.isSafeInteger(offset) || offset < 0) throw new Refusal('validation_failed', { field: 'Upload-Offset' });
    const { size } = await receiveUpload(c.var.deps, { ...uploadIn(c), body: fileBody(c), offset, mayBePiece: true });
    return c.body(null, 204, tusHeaders(size));
  });

const TUS = { 'Tus-Resumable': '1.0.0', 'Tus-Version': '1.0.0' };
const TUS_TYPE = 'application/offset+octet-stream';
const tusHeaders = (offset: number) => ({ 'Tus-Resumable': TUS['Tus-Resumable'], 'Upload-Offset': String(offset) });

function uploadIn(c: Context<Http>) {
  if (c.var.deps.env.storage !== 'disk') throw new Refusal('upload_not_found');
  const uploadId = validateUuid(c.req.param('id'), 'upload_not_found');
  const token = /^(?:Bearer +)?(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  return { uploadId, token };
}

/** Creates the place for videos where it is missing; repeating it is harmless. Refuses what the storage refuses. */
async function setUpStorage({ db, media }: Pick<Deps, 'db' | 'media'>, caller: AuditActor) {
  const message = await media.storage.ensureBucket();
  await db.transact((tx) => audit(tx, caller, { action: 'storage.set_up' }));
  return { message };
}

/** The Video Upload Manager shows only these lessons of this course. */
const MANAGED = { courseId: 4, first: 14, last: 17 };

/** The lessons of the Video Upload Manager and their videos; none for people who may not edit their course. */
function listUploadStatus(db: Db, actor: Person): Promise<LessonUploadStatus[]> {
  const { lessons } = db.tables;
  return db.transact(function* (tx) {
    try {
      yield* requireEditable(tx, actor, MANAGED.courseId);
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
    const isManaged = and(
      eq(lessons.courseId, MANAGED.courseId),
      between(lessons.orderIndex, MANAGED.first, MANAGED.last),
      isNull(lessons.retiredAt),
    );
    const rows = yield* run(
      tx.select().from(lessons).where(isManaged).orderBy(asc(lessons.orderIndex), asc(lessons.id)),
    );
    return rows.map(({ id, title, kind, orderIndex, assetId }) => ({
      id,
      title,
      orderIndex,
      isVideoLesson: isVideoLesson({ title, kind, videoUrl: assetId }),
      hasVideo: assetId !== null,
      videoUrl: assetId === null ? null : mediaAddress(assetId),
    }));
  });
}

/** A lesson of which nothing else is said may get a video. */
const isVideoLesson = (lesson: Parameters<typeof lessonKind>[0]) =>
  lesson.kind ? lesson.kind === 'video' : ['video', 'text'].includes(lessonKind(lesson));

/**
 * Saves an image for a course: its thumbnail, or one in a lesson's text. Whoever may see the course may see it. Refuses
 * `course_not_found`, `file_too_large`, `media_quota_exceeded` and `file_type_refused`.
 */
async function saveImage(
  deps: MediaDeps & Pick<Deps, 'identity' | 'now'>,
  sender: AuditActor,
  { courseId, body }: { courseId: number; body: FileBody },
) {
  const { db, media } = deps;
  const requireRoomFor = function* (tx: TxContext, { actor }: AuditActor, bytes: number): Steps<string | null> {
    const { organizationId } = yield* requireEditable(tx, actor, courseId);
    yield* requireRoom(tx, media, { organizationId, bytes });
    return organizationId;
  };
  await db.transact((tx) => requireRoomFor(tx, sender, body.contentLength ?? 1));
  const tooLarge = new Refusal('file_too_large', {}, 'Pictures must be smaller than 10MB');
  const file = await receiveFile(body, { folder: media.incoming, maxBytes: PICTURE_LIMIT_BYTES, tooLarge });
  try {
    const caller = await senderNow(deps, sender);
    const kind = pictureType(file.head);
    if (!kind) throw new Refusal('file_type_refused', {}, 'Please select a PNG, JPEG, WebP, GIF, or AVIF picture');
    const fault = await findPictureFault(file.path, 'The picture');
    if (fault) throw new Refusal('file_type_refused', {}, fault);
    const id = randomUUID();
    const { type: contentType, extension } = kind;
    const [storageKey, fileName] = [`pictures/${courseId}/${id}.${extension}`, `picture.${extension}`];
    const made = { etag: id, createdBy: caller.actor.id, createdAt: caller.now };
    const row = { id, courseId, storageKey, fileName, contentType, sizeBytes: file.size, ...made };
    await media.storage.put(storageKey, { path: file.path, contentType });
    try {
      await db.transact(function* (tx) {
        const organizationId = yield* requireRoomFor(tx, caller, file.size);
        yield* run(tx.insert(tx.tables.assets).values(row));
        const act = { action: 'course.picture_added', organizationId, subject: String(courseId) };
        yield* audit(tx, caller, { ...act, details: { bytes: file.size } });
      });
    } catch (error) {
      // The course may have been deleted, or the sender removed, while its image came in.
      await media.storage.remove(storageKey);
      throw error;
    }
    return { url: mediaAddress(id), assetId: id, bytes: file.size };
  } finally {
    await rm(file.path, { force: true });
  }
}
