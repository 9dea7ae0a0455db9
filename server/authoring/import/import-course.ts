import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Refusal } from '#sync/contract/refusal.ts';
import { senderNow } from '../../catalog/editable.ts';
import { inBatches, run } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps, MediaDeps, RateLimitRule } from '../../deps.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { readerAt, readSentFile, UnreadableFile } from '../../media/read-sent-file.ts';
import { type FileBody, receiveFile } from '../../media/receive-file.ts';
import { createTurns } from '../../media/turns.ts';
import { homeOf } from '../courses/create-course.ts';
import { requireRoom } from '../media/quota.ts';
import { shownName } from '../media/receive-upload.ts';
import { insertCourse } from './insert-course.ts';
import { ContentError } from './problems.ts';
import type { Told } from './read-archive.ts';
import { type CourseContent, type LessonContent, mediaOf } from './read-course.ts';
import type { MediaFile } from './read-media.ts';
import { ARCHIVE_LIMIT_BYTES } from './unpack.ts';

type Asset = Tables['assets']['$inferInsert'] & { id: string };

const IMPORTS: RateLimitRule = { name: 'course imports', limit: 20, windowSeconds: 3600 };
interface Imported {
  id: number;
  notes: string[];
}

/** An organization's courses are read one after the other. */
const turns = createTurns({ atOnce: 2, mostOfOne: 3, most: 20 });

/**
 * Makes a draft of the zip file of a course; returns its id, and what of the files is not part of it. All of it is stored, or nothing. Refuses `course_files_wrong` with a line
 * for each problem, `file_too_large`, `media_quota_exceeded`, `storage_full`, `rate_limited` and `unavailable` while too many others are
 * read, and what `homeOf` refuses.
 */
export async function importCourse(
  deps: MediaDeps & Pick<Deps, 'identity' | 'now' | 'rateLimits'>,
  sender: AuditActor,
  body: FileBody,
): Promise<Imported> {
  const { db, media } = deps;
  const requireRoomFor = (bytes: number) =>
    db.transact(function* (tx) {
      const { organizationId } = yield* homeOf(tx, sender.actor, {});
      yield* requireRoom(tx, media, { organizationId, bytes });
    });
  await requireRoomFor(body.contentLength ?? 1);
  const tooLarge = new Refusal('file_too_large', {}, 'The zip file of a course may have at most 4 GB.');
  const party = sender.actor.organizationId ?? sender.actor.id;
  await limitCalls(deps, IMPORTS, party);
  const place = turns.enter(party);
  try {
    const { path: archive } = await receiveFile(body, {
      folder: media.incoming,
      maxBytes: ARCHIVE_LIMIT_BYTES,
      tooLarge,
    });
    return await place.turn(() => importArchive(deps, sender, { archive, requireRoomFor }));
  } finally {
    place.leave();
  }
}

async function importArchive(
  deps: MediaDeps & Pick<Deps, 'identity' | 'now'>,
  sender: AuditActor,
  { archive, requireRoomFor }: Pick<ArchiveToRead, 'archive' | 'requireRoomFor'>,
): Promise<Imported> {
  const incoming = await realpath(deps.media.incoming);
  const folder = join(incoming, `${randomUUID()}.part`);
  try {
    await mkdir(folder, 0o700);
    const course = await readArchive(deps, { archive: join(incoming, basename(archive)), folder, requireRoomFor });
    return { id: await storeCourse(deps, await senderNow(deps, sender), course), notes: course.notes };
  } finally {
    await rm(folder, { force: true, recursive: true });
    await rm(archive, { force: true });
  }
}

interface ArchiveToRead {
  archive: string;
  /** Empty. */
  folder: string;
  requireRoomFor: (bytes: number) => Promise<void>;
}

/** In a process of its own; a course that it cannot end with is refused as one that cannot be read. */
async function readArchive({ media, log }: MediaDeps, sent: ArchiveToRead): Promise<CourseContent> {
  const { archive: file, folder, requireRoomFor } = sent;
  let facts: Omit<CourseContent, 'lessons'> | undefined;
  const lessons: LessonContent[] = [];
  const onLine = async (said: unknown) => {
    const told = said as Told;
    if ('isFull' in told) throw new Refusal('storage_full');
    if ('problems' in told) throw filesWrong(new ContentError(told.problems, told.count).message);
    if ('facts' in told) facts = told.facts;
    if ('lesson' in told) lessons.push(told.lesson);
    if (!('room' in told)) return undefined;
    await requireRoomFor(told.room);
    return 'yes';
  };
  const reader = readerAt('read-archive', import.meta.url);
  const args = [String(media.converter !== undefined)];
  const timeoutMs = READING_MS + (await stat(file)).size / BYTES_A_MS;
  await readSentFile(log, { reader, file, folder, args, timeoutMs, onLine }).catch((error) => {
    throw error instanceof UnreadableFile ? filesWrong(TOO_MUCH) : error;
  });
  if (!facts) throw filesWrong(TOO_MUCH);
  return { ...facts, lessons };
}

const filesWrong = (message: string) => new Refusal('course_files_wrong', { field: 'file' }, message);
const TOO_MUCH =
  'Reading this zip file takes more time or memory than one course may have. Divide the course, or leave out what is not part of it.';
const READING_MS = 60_000;
/** 10 MB a second, on a slow disk. */
const BYTES_A_MS = 10_000;

async function storeCourse(deps: MediaDeps, caller: AuditActor, course: CourseContent): Promise<number> {
  const { db, media } = deps;
  const { visibility } = course;
  const bytes = filesOf(course).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const stored = new Map<string, Asset>();
  try {
    for (const file of filesOf(course)) stored.set(file.path, await storeFile(deps, caller, file));
    return await db.transact(function* (tx) {
      const home = yield* homeOf(tx, caller.actor, { visibility });
      yield* requireRoom(tx, media, { organizationId: home.organizationId, bytes });
      for (const part of inBatches([...stored.values()])) yield* run(tx.insert(db.tables.assets).values(part));
      const facts = { ...home, isPublished: false, createdBy: caller.actor.id };
      const assetIds = new Map([...stored].map(([path, asset]) => [path, asset.id]));
      const made = yield* insertCourse(tx, { course, facts, assetIds, now: caller.now });
      const about = { organizationId: home.organizationId, subject: String(made) };
      yield* audit(tx, caller, { ...about, action: 'course.imported', details: { title: course.title } });
      return made;
    });
  } catch (error) {
    for (const { storageKey } of stored.values()) await media.storage.remove(storageKey);
    throw error;
  }
}

/** Each once: lessons may share a file. */
function filesOf({ thumbnail, lessons }: CourseContent): MediaFile[] {
  const ofLessons = lessons.flatMap(mediaOf);
  const all = [...ofLessons, ...(thumbnail ? [thumbnail] : [])];
  return [...new Map(all.map((file) => [file.path, file])).values()];
}

async function storeFile({ media }: MediaDeps, caller: AuditActor, file: MediaFile): Promise<Asset> {
  const { path, contentType, sizeBytes, durationSeconds, captions } = file;
  const id = randomUUID();
  const [extension = ''] = /^\.[a-z0-9]{1,5}$/i.exec(extname(path)) ?? [];
  const storageKey = `imported/${id}${extension}`;
  await media.storage.put(storageKey, { path, contentType });
  return {
    id,
    storageKey,
    fileName: shownName(path),
    contentType,
    sizeBytes,
    etag: id,
    durationSeconds,
    captions,
    rendition: media.converter && contentType.startsWith('video/') ? ('waiting' as const) : null,
    createdBy: caller.actor.id,
    createdAt: caller.now,
  };
}
