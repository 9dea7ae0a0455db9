import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { and, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { DOCUMENT_LIMIT_BYTES, documentExtension, noDocument, promisedDocumentType } from '#sync/contract/document.ts';
import { cleanName } from '#sync/contract/name.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import {
  isVideoFile,
  type NewUpload,
  UPLOAD_KEPT_DAYS,
  type UploadTarget,
  VIDEO_LIMIT_BYTES,
} from '#sync/contract/video.ts';
import { requireEditableLesson } from '../../catalog/editable.ts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { findPerson } from '../../identity/profiles.ts';
import { type FileBody, receiveFile } from '../../media/receive-file.ts';
import { readUploadToken } from '../../media/ticket.ts';
import { promisedType, videoExtension } from '../../media/video-format.ts';
import { kindOf } from './complete-upload.ts';
import { DOCUMENT_TOO_LARGE, requireFewDocuments } from './documents.ts';
import { requireRoom } from './quota.ts';

/** How long an upload may be started; one that has started may take as long as it needs. */
export const UPLOAD_LIFE_MS = 2 * 3_600_000;
const KEPT_MS = UPLOAD_KEPT_DAYS * 86_400_000;

/** Where the bytes of an upload wait for the rest. */
export const keptPath = (incoming: string, uploadId: string) => join(incoming, `${uploadId}.upload`);

const keptBytes = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** The bytes that the rest can follow; a whole file that was never taken over, as its server died then, is sent again. */
async function keptForMore(path: string, size: number): Promise<number> {
  const bytes = await keptBytes(path);
  return bytes < size ? bytes : 0;
}

/**
 * Step one of three: a signed address for one file of one lesson, the same one as before where a part of the file is here. Refuses
 * `lesson_not_found`, `file_type_refused`,
 * `file_too_large`, `media_quota_exceeded` and what the storage refuses.
 */
export async function startUpload(
  { db, media, env }: Pick<Deps, 'db' | 'media' | 'env'>,
  caller: AuditActor,
  wanted: NewUpload,
): Promise<UploadTarget> {
  const { lessonId, courseId, filename, size } = wanted;
  const { extension, contentType, folder } = await db.transact(function* (tx) {
    const { course } = yield* requireEditableLesson(tx, caller.actor, { lessonId, courseId });
    const promise = promiseOf(wanted, media.converter !== undefined);
    if (wanted.kind === 'document') yield* requireFewDocuments(tx, lessonId);
    const file = { organizationId: course.organizationId, bytes: size ?? 1 };
    yield* requireRoom(tx, media, wanted.kind === 'document' ? file : { ...file, lessonId });
    return promise;
  });
  const { videoUploads } = db.tables;
  const fingerprint = size ? wanted.fingerprint : undefined;
  const [begun] = fingerprint
    ? await db
        .select()
        .from(videoUploads)
        .where(and(isBegun(db, caller, wanted), eq(videoUploads.contentType, contentType)))
    : [];
  const id = begun?.id ?? randomUUID();
  const storageKey = begun?.storageKey ?? `${folder}/${lessonId}/${id}.${extension}`;
  const fileName = begun?.fileName ?? (shownName(filename) || `video.${extension}`);
  const until = new Date(caller.now.getTime() + (fingerprint ? KEPT_MS : UPLOAD_LIFE_MS));
  const target = { uploadId: id, key: storageKey, expiresAt: until, size, contentType };
  const kept = () =>
    env.storage === 'disk' ? keptForMore(keptPath(media.incoming, id), size ?? 0) : media.storage.stat(storageKey);
  const sentBytes = begun ? (begun.sizeBytes ?? (await kept()) ?? 0) : 0;
  // A hosted storage signs nothing for a file that it has.
  const isWhole = env.storage !== 'disk' && size !== undefined && sentBytes === size;
  const { uploadUrl, token, expiresAt, resumable } = isWhole
    ? { uploadUrl: '', token: '', expiresAt: until, resumable: undefined }
    : await media.storage.createUploadTarget(target);
  // A token of a hosted storage ends before what it has of the file.
  const keptUntil = fingerprint ? until : expiresAt;
  const row = { id, lessonId, storageKey, fileName, contentType, createdBy: caller.actor.id, createdAt: caller.now };
  if (begun) await db.update(videoUploads).set({ expiresAt: keptUntil }).where(eq(videoUploads.id, id));
  else await db.insert(videoUploads).values({ ...row, fingerprint: fingerprint ?? null, expiresAt: keptUntil });
  if (fingerprint && !begun && env.storage === 'disk') await dropOldest({ db, media }, caller.actor.id);
  const times = { expiresAt: expiresAt.toISOString(), sentBytes };
  return { uploadUrl, token, filePath: storageKey, fileName, lessonId, ...times, ...(resumable && { resumable }) };
}

/** Of one author. What is kept of a file counts for its organization only when all of it is here: more of them would fill the disk. */
const MOST_BEGUN = 20;

/** Drops what an author began before the newest uploads; a file of them that is sent again begins anew. */
async function dropOldest({ db, media }: Pick<Deps, 'db' | 'media'>, authorId: string): Promise<void> {
  const { videoUploads } = db.tables;
  const { id, createdBy, createdAt, completedAt, fingerprint, receivedAt, claimedAt } = videoUploads;
  // Nobody is sending it.
  const isOpen = and(isNull(receivedAt), isNull(claimedAt), isNull(completedAt));
  const isLeft = and(eq(createdBy, authorId), isNotNull(fingerprint), isOpen);
  const left = await db.select({ id }).from(videoUploads).where(isLeft).orderBy(desc(createdAt), desc(id));
  for (const old of left.slice(MOST_BEGUN)) {
    const gone = await db
      .delete(videoUploads)
      .where(and(eq(id, old.id), isLeft))
      .returning({ id });
    if (gone.length > 0) await rm(keptPath(media.incoming, old.id), { force: true });
  }
}

/**
 * What the name and type of a file promise; passed on, never trusted. Refuses a file that its name, type or size excludes; what it really
 * is, is judged when it is here.
 */
function promiseOf({ kind, filename, contentType: type = '', size = 0 }: NewUpload, converts: boolean) {
  if (kind === 'document') {
    const contentType = promisedDocumentType(filename);
    if (contentType === undefined)
      throw new Refusal('file_type_refused', { field: 'filename' }, noDocument(shownName(filename)));
    if (size > DOCUMENT_LIMIT_BYTES) throw new Refusal('file_too_large', { field: 'size' }, DOCUMENT_TOO_LARGE);
    return { extension: documentExtension(filename), contentType, folder: 'documents' };
  }
  if (!isVideoFile({ name: filename, type }, converts)) throw new Refusal('file_type_refused', { field: 'filename' });
  if (size > VIDEO_LIMIT_BYTES) throw new Refusal('file_too_large', { field: 'size' });
  const extension = videoExtension({ name: filename, type });
  return { extension, contentType: promisedType(extension), folder: 'videos' };
}

/** The caller's upload of the same file for the same lesson, which they have not completed. */
function isBegun({ tables: { videoUploads } }: Db, { actor, now }: AuditActor, wanted: NewUpload) {
  return and(
    eq(videoUploads.lessonId, wanted.lessonId),
    eq(videoUploads.createdBy, actor.id),
    eq(videoUploads.fingerprint, wanted.fingerprint ?? ''),
    isNull(videoUploads.completedAt),
    gt(videoUploads.expiresAt, now),
  );
}

const LONGEST_NAME = 200;

/** A file's name for people to read: its last part, without characters that a path or a terminal would interpret, cut before its ending. */
export function shownName(name: string): string {
  const last = cleanName(name.split(/[/\\]/).at(-1) ?? '');
  const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(last) ?? [];
  const stem = last.slice(0, last.length - ending.length).slice(0, LONGEST_NAME - ending.length);
  // The first half of a character that was cut.
  return (stem.replace(/[\ud800-\udbff]$/, '') + ending).toWellFormed();
}

/** A running upload renews its claim every minute; a claim of three minutes without renewal has lost its server. */
const CLAIM_RENEWAL_MS = 60_000;
const CLAIM_LIFE_MS = 3 * CLAIM_RENEWAL_MS;

type UploadDeps = Pick<Deps, 'db' | 'media' | 'now' | 'identity'>;

export interface UploadRequest {
  uploadId: string;
  /** The upload token that the sender presented, if any. */
  token: string | undefined;
}

interface UploadBody extends UploadRequest {
  /** The whole file, or what follows its first `offset` bytes: all of it, or with `mayBePiece` a piece. */
  body: FileBody;
  offset?: number;
  mayBePiece?: boolean;
}

/** Uploads that this process is receiving and that a sender may continue: the end of each, and how to bring it about. */
const receiving = new Map<string, { stop: () => void; ended: Promise<unknown> }>();

/** How much of an upload that may be continued is here. Refuses as `receiveUpload`. */
export async function findOffset(deps: UploadDeps, request: UploadRequest): Promise<{ offset: number; size: number }> {
  const { upload, size = 0 } = await requireUpload(deps, request);
  return { offset: upload.sizeBytes ?? (await keptForMore(keptPath(deps.media.incoming, upload.id), size)), size };
}

/**
 * Step two of three on the disk driver: the file itself. What can be refused early is refused before a byte is read; a
 * transfer that breaks may be repeated until the token expires, and leaves nothing behind unless its file has a fingerprint: then it
 * continues at the `offset` where it broke off, piece by piece if its sender wants to, and a new connection takes the place of one that hangs.
 * Returns how much of it is here.
 */
export async function receiveUpload(deps: UploadDeps, request: UploadBody): Promise<{ size: number }> {
  const { db, media, now } = deps;
  const { offset = 0, body } = request;
  const { contentLength, open } = body;
  const { upload, organizationId, size } = await requireUpload(deps, request);
  if (upload.receivedAt) throw new Refusal('upload_already_used');
  if (contentLength !== undefined && contentLength > media.limits.maxBytes) throw new Refusal('file_too_large');
  const isKept = upload.fingerprint !== null;
  const isPiece = (end: number) => isKept && request.mayBePiece === true && size !== undefined && end < size;
  const end = contentLength === undefined ? undefined : offset + contentLength;
  if (size !== undefined && end !== undefined && size !== end && !isPiece(end))
    throw new Refusal('file_broken_off', { field: 'Content-Length' });
  // Only a video takes the place of another file.
  const replaced = kindOf(upload) === 'video' ? { lessonId: upload.lessonId } : {};
  await requireRoomFor(deps, { organizationId, bytes: size ?? contentLength ?? 1, ...replaced });
  const before = isKept ? receiving.get(upload.id) : undefined;
  before?.stop();
  await before?.ended;
  const path = keptPath(media.incoming, upload.id);
  let source: Readable | undefined;
  const release = await claim(db, upload, now, async () => {
    const mayStill = await requireAuthor(deps, upload).then(
      () => true,
      (error) => !(error instanceof Refusal),
    );
    if (!mayStill) source?.destroy();
  });
  const receive = async () => {
    try {
      if (offset > 0 && offset !== (await keptBytes(path))) throw new Refusal('upload_offset_wrong');
      const kept = isKept ? { path, offset } : undefined;
      const options = { folder: media.incoming, maxBytes: media.limits.maxBytes, kept };
      const file = await receiveFile({ contentLength, open: () => (source = open()) }, options);
      if (isPiece(file.size)) {
        await release({ claimedAt: null });
        return { size: file.size };
      }
      try {
        // Others may have arrived meanwhile, and not every sender says the size before.
        await requireRoomFor(deps, { organizationId, bytes: file.size, ...replaced });
        await media.storage.put(upload.storageKey, { path: file.path, contentType: upload.contentType });
      } catch (error) {
        await rm(file.path, { force: true });
        throw error;
      }
      const isKnown = await release({ receivedAt: now(), sizeBytes: file.size });
      if (!isKnown) {
        // The course was deleted meanwhile, and the upload with it.
        await media.storage.remove(upload.storageKey);
        throw new Refusal('upload_not_found');
      }
      return { size: file.size };
    } catch (error) {
      await release({ claimedAt: null });
      throw error;
    }
  };
  const received = receive();
  if (isKept) {
    const own = { stop: () => source?.destroy(), ended: received.catch(() => undefined) };
    receiving.set(upload.id, own);
    void own.ended.then(() => receiving.get(upload.id) === own && receiving.delete(upload.id));
  }
  return received;
}

async function requireUpload(deps: UploadDeps, { uploadId, token }: UploadRequest) {
  const { db, media, now } = deps;
  const { videoUploads } = db.tables;
  const [upload] = await db.select().from(videoUploads).where(eq(videoUploads.id, uploadId));
  if (!upload) throw new Refusal('upload_not_found');
  if (token === undefined) throw new Refusal('not_authenticated');
  const claims = readUploadToken(media.ticketKey, token, uploadId);
  if (!claims) throw new Refusal('access_denied');
  if (!upload.receivedAt && claims.expiresAt <= now()) throw new Refusal('upload_expired');
  const organizationId = await requireAuthor(deps, upload);
  return { upload, organizationId, size: claims.size };
}

const requireRoomFor = ({ db, media }: UploadDeps, file: Parameters<typeof requireRoom>[2]) =>
  db.transact((tx) => requireRoom(tx, media, file));

/**
 * The token is as good as the right of whoever started the upload: refuses `access_denied` once that has ended. Returns the
 * organization whose room the file takes.
 */
async function requireAuthor(
  deps: UploadDeps,
  { createdBy, lessonId }: { createdBy: string | null; lessonId: number },
): Promise<string | null> {
  const author = createdBy === null ? undefined : await findPerson(deps, createdBy);
  if (!author) throw new Refusal('access_denied');
  return deps.db
    .transact(function* (tx) {
      return (yield* requireEditableLesson(tx, author, { lessonId })).course.organizationId;
    })
    .catch((error) => {
      throw error instanceof Refusal ? new Refusal('access_denied') : error;
    });
}

type ClaimResult = { receivedAt: Date; sizeBytes: number } | { claimedAt: null };

/**
 * Claims the upload; returns the function that releases or ends the claim, and gives false when the upload is gone.
 * `onRenewal` is called each minute meanwhile.
 */
async function claim(
  db: Db,
  { id, fingerprint }: { id: string; fingerprint: string | null },
  now: () => Date,
  onRenewal: () => Promise<void>,
) {
  const { videoUploads } = db.tables;
  // Whoever may continue need not wait for a server that was killed, or for a connection that hangs.
  const isFree = fingerprint
    ? undefined
    : or(isNull(videoUploads.claimedAt), lt(videoUploads.claimedAt, new Date(now().getTime() - CLAIM_LIFE_MS)));
  const [claimed] = await db
    .update(videoUploads)
    .set({ claimedAt: now() })
    .where(and(eq(videoUploads.id, id), isNull(videoUploads.receivedAt), isFree))
    .returning({ id: videoUploads.id });
  if (!claimed) throw new Refusal('upload_already_used');
  const update = async (values: ClaimResult | { claimedAt: Date }) => {
    const updated = db.update(videoUploads).set(values).where(eq(videoUploads.id, id));
    return (await updated.returning({ id: videoUploads.id })).length > 0;
  };
  const renew = () => Promise.all([update({ claimedAt: now() }), onRenewal()]);
  const renewal = setInterval(() => void renew().catch(() => undefined), CLAIM_RENEWAL_MS);
  return (result: ClaimResult) => {
    clearInterval(renewal);
    return update(result);
  };
}
