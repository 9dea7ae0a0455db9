import { randomUUID } from 'node:crypto';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { run } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps, MediaDeps } from '../../deps.ts';
import { findPerson } from '../../identity/profiles.ts';
import { type FileBody, hasNoRoom, receiveFile } from '../../media/receive-file.ts';
import { homeOf } from '../courses/create-course.ts';
import { hashLater } from '../media/detach-video.ts';
import { requireRoom } from '../media/quota.ts';
import { insertCourse } from './insert-course.ts';
import { ContentError } from './problems.ts';
import { type CourseContent, type MediaFile, readCourse } from './read-course.ts';
import { ARCHIVE_LIMIT_BYTES, unpack } from './unpack.ts';

type Asset = Tables['assets']['$inferInsert'] & { id: string };

/**
 * Makes a draft of the zip file of a course; returns its id. All of it is stored, or nothing. Refuses `course_files_wrong` with a line
 * for each problem, `file_too_large`, `media_quota_exceeded`, `storage_full`, and what `homeOf` refuses.
 */
export async function importCourse(
  deps: MediaDeps & Pick<Deps, 'identity' | 'now'>,
  sender: AuditActor,
  body: FileBody,
): Promise<number> {
  const { db, media } = deps;
  const requireRoomFor = (bytes: number) =>
    db.transact(function* (tx) {
      const { organizationId } = yield* homeOf(tx, sender.actor, {});
      yield* requireRoom(tx, media, { organizationId, bytes });
    });
  await requireRoomFor(body.contentLength ?? 1);
  const archive = await receiveArchive(deps, body);
  const folder = join(media.incoming, `${randomUUID()}.part`);
  try {
    await mkdir(folder);
    const course = await readArchive(archive, folder, { requireRoomFor, converts: media.converter !== undefined });
    // The file may have been on its way for long.
    const actor = await findPerson(deps, sender.actor.id);
    if (!actor) throw new Refusal('access_denied');
    return await storeCourse(deps, { ...sender, actor }, course);
  } finally {
    await rm(folder, { force: true, recursive: true });
    await rm(archive, { force: true });
  }
}

async function receiveArchive({ media }: MediaDeps, { contentLength, open }: FileBody): Promise<string> {
  const tooLarge = () => new Refusal('file_too_large', {}, 'The zip file of a course may have at most 4 GB.');
  if (contentLength !== undefined && contentLength > ARCHIVE_LIMIT_BYTES) throw tooLarge();
  const options = { folder: media.incoming, maxBytes: ARCHIVE_LIMIT_BYTES, tooLarge, contentLength };
  return (await receiveFile({ source: open(), ...options })).path;
}

/** The course lies at the top of the archive, or in a folder of it. */
async function readArchive(
  archive: string,
  folder: string,
  { requireRoomFor, converts }: { requireRoomFor: (bytes: number) => Promise<void>; converts: boolean },
): Promise<CourseContent> {
  const within = await realpath(folder);
  try {
    await unpack(archive, within, requireRoomFor);
    const names = await readdir(within, { recursive: true });
    const [course = 'course.yaml'] = names.filter((name) => basename(name) === 'course.yaml').sort(byDepth);
    return await readCourse(dirname(join(within, course)), { within, converts });
  } catch (error) {
    if (hasNoRoom(error)) throw new Refusal('storage_full');
    if (!(error instanceof ContentError)) throw error;
    const inside = (file: string) => (file.startsWith(within) ? relative(within, file) : file);
    const problems = error.problems.map((problem) => ({ ...problem, file: inside(problem.file) }));
    throw new Refusal('course_files_wrong', { field: 'file' }, new ContentError(problems).message);
  }
}

const byDepth = (a: string, b: string) => a.split('/').length - b.split('/').length;

async function storeCourse(deps: MediaDeps, caller: AuditActor, course: CourseContent): Promise<number> {
  const { db, media } = deps;
  const { visibility } = course;
  const bytes = filesOf(course).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const stored = new Map<string, Asset>();
  try {
    for (const file of filesOf(course)) stored.set(file.path, await storeFile(deps, caller, file));
    const id = await db.transact(function* (tx) {
      const home = yield* homeOf(tx, caller.actor, { visibility });
      yield* requireRoom(tx, media, { organizationId: home.organizationId, bytes });
      const videos = [...stored].filter(([path]) => path !== course.thumbnail?.path).map(([, asset]) => asset);
      if (videos.length > 0) yield* run(tx.insert(db.tables.assets).values(videos));
      const facts = { ...home, isPublished: false, createdBy: caller.actor.id };
      const assetIds = new Map([...stored].map(([path, asset]) => [path, asset.id]));
      const made = yield* insertCourse(tx, { course, facts, assetIds, now: caller.now });
      const thumbnail = course.thumbnail && stored.get(course.thumbnail.path);
      if (thumbnail) yield* run(tx.insert(db.tables.assets).values({ ...thumbnail, courseId: made }));
      const about = { organizationId: home.organizationId, subject: String(made) };
      yield* audit(tx, caller, { ...about, action: 'course.imported', details: { title: course.title } });
      return made;
    });
    for (const { id: assetId, storageKey } of stored.values()) hashLater(deps, assetId, storageKey);
    return id;
  } catch (error) {
    for (const { storageKey } of stored.values()) await media.storage.remove(storageKey);
    throw error;
  }
}

/** Each once: lessons may share a file. */
function filesOf({ thumbnail, lessons }: CourseContent): MediaFile[] {
  const ofLessons = lessons.flatMap(({ video, documents }) => [
    ...(video ? [video] : []),
    ...documents.map(({ file }) => file),
  ]);
  const all = [...ofLessons, ...(thumbnail ? [thumbnail] : [])];
  return [...new Map(all.map((file) => [file.path, file])).values()];
}

async function storeFile({ media }: MediaDeps, caller: AuditActor, file: MediaFile): Promise<Asset> {
  const { path, contentType, sizeBytes, durationSeconds, captions } = file;
  const id = randomUUID();
  const [extension = ''] = /^\.[a-z0-9]{1,5}$/i.exec(extname(path)) ?? [];
  const storageKey = `imported/${id}${extension}`;
  await media.storage.put(storageKey, { path, contentType });
  const made = { createdBy: caller.actor.id, createdAt: caller.now };
  return {
    id,
    storageKey,
    fileName: basename(path).slice(-200),
    contentType,
    sizeBytes,
    etag: id,
    durationSeconds,
    captions,
    rendition: media.converter && contentType.startsWith('video/') ? ('waiting' as const) : null,
    ...made,
  };
}
