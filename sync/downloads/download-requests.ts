// What a person requests of downloads: keep, pause, resume, remove; and what is evicted when work needs room.
// Everything here works offline.
import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import type { Device } from '../store/device.ts';
import { type KeptLesson, LEFT_HERE, neededFiles } from '../store/media-ledger.ts';
import { deleteUserDownloads, evictOpened, forgetDownloadStatus, recordEvicted, replaceKept } from './downloads-db.ts';
import { clearMediaCache, type MediaCache } from './media-cache.ts';

/** A person's lessons of one course: all of them, or those named. */
export type LessonSelection = { userId: string; courseId: number; lessonIds?: readonly number[] };

/**
 * What is known about requested lessons; without lessons the whole course is meant, and the server is asked for them.
 */
export type KeepRequest = {
  courseId: number;
  course: Pick<Course, 'title' | 'thumbnail'> | undefined;
  lessons: readonly Lesson[];
  /** A lesson of which only the id is known. */
  unknownLessonId?: number;
};

/** Keeps lessons on this device. Kept lessons stay as they are, and continue if they were paused or lost. */
export async function keepLessons(device: Device, userId: string, request: KeepRequest, now: number): Promise<void> {
  const { courseId, course, lessons, unknownLessonId = 0 } = request;
  const template: KeptLesson = {
    userId,
    courseId,
    lessonId: unknownLessonId,
    courseTitle: course?.title ?? '',
    title: '',
    orderIndex: 0,
    files: [],
    isPaused: false,
    wantedAt: now,
    checkedAt: null,
    refusal: null,
  };
  const rows = lessons.length > 0 ? lessons.map((lesson) => keptFrom(template, lesson, course)) : [template];
  await replaceKept(device, { userId, courseId }, (kept) => [
    ...kept,
    ...rows.filter(({ lessonId }) => !kept.some((one) => one.lessonId === lessonId)),
  ]);
  await resume(device, { userId, courseId, lessonIds: rows.map(({ lessonId }) => lessonId) });
}

/** A kept lesson updated from its lesson. */
export function keptFrom(kept: KeptLesson, lesson: Lesson, course: KeepRequest['course']): KeptLesson {
  const { id: lessonId, title, orderIndex } = lesson;
  const courseTitle = course?.title ?? kept.courseTitle;
  return { ...kept, lessonId, title, orderIndex, courseTitle, files: neededFiles(lesson, course) };
}

async function setPaused(device: Device, selection: LessonSelection, isPaused: boolean): Promise<KeptLesson[]> {
  const { userId, courseId } = selection;
  const selected: KeptLesson[] = [];
  await replaceKept(device, { userId, courseId }, (kept) =>
    kept.map((one) => {
      if (!isSelected(selection, one)) return one;
      selected.push(one);
      return { ...one, isPaused, refusal: isPaused ? one.refusal : null };
    }),
  );
  return selected;
}

const isSelected = ({ lessonIds }: LessonSelection, { lessonId }: KeptLesson) =>
  !lessonIds || lessonIds.includes(lessonId);

/** Pauses these lessons until they are resumed. */
export async function pause(device: Device, selection: LessonSelection): Promise<void> {
  await setPaused(device, selection, true);
}

/** Resumes these lessons, also after a refusal, a full device, or a deletion by the browser. */
export async function resume(device: Device, selection: LessonSelection): Promise<void> {
  const kept = await setPaused(device, selection, false);
  const ids = new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)));
  await device.transaction('rw', [device.downloads, device.settings], async () => {
    await device.downloads
      .where('assetId')
      .anyOf([...ids])
      .modify({ isLost: false, refusal: null });
    await forgetDownloadStatus(device);
  });
}

/** Removes these lessons from the device, unless another person keeps the same files. The person's work stays. */
export async function remove(device: Device, cache: MediaCache, selection: LessonSelection): Promise<void> {
  const { courseId } = selection;
  // What was left here is no reason to keep what its last person has no use for.
  for (const userId of [LEFT_HERE, selection.userId]) {
    const orphans = await replaceKept(device, { userId, courseId }, (kept) =>
      kept.filter((one) => !isSelected(selection, one)),
    );
    await clearMediaCache(cache, orphans);
  }
  await forgetDownloadStatus(device);
}

/**
 * A person leaves the device (Y23): removes their grants, and the files that no one else has a grant for. With `isLeft`
 * what is wholly here stays for whoever signs in next.
 */
export async function removeAll(device: Device, cache: MediaCache, userId: string, isLeft = false): Promise<void> {
  await clearMediaCache(cache, await deleteUserDownloads(device, userId, isLeft));
}

/**
 * Y26a: work needs room more than media, which can be fetched again. Each step evicts something: first all opened
 * files, then one download after another: what is left here and watched lessons first, then those requested longest ago.
 */
export async function* evictMedia(
  device: Device,
  cache: MediaCache,
  isWatched: (kept: KeptLesson) => Promise<boolean>,
): AsyncGenerator<string[]> {
  // Even deleting rows may fail on a full device; the next start then finds what is missing.
  const opened = await evictOpened(device, 0).catch(() => []);
  await clearMediaCache(cache, opened);
  if (opened.length > 0) yield opened;
  const kept = await device.keptLessons.toArray();
  const ranked = await Promise.all(
    kept.map(async (one) => ({ one, watched: one.userId === LEFT_HERE || (await isWatched(one)) })),
  );
  const rows = (await device.downloads.toArray()).map(({ assetId, here }) => {
    const keptBy = ranked.filter(({ one }) => one.files.some((file) => file.assetId === assetId));
    const isUnwatched = keptBy.some(({ watched }) => !watched);
    return { assetId, here, isMissed: isUnwatched, wantedAt: Math.max(0, ...keptBy.map(({ one }) => one.wantedAt)) };
  });
  rows.sort((a, b) => Number(a.isMissed) - Number(b.isMissed) || a.wantedAt - b.wantedAt);
  for (const { assetId, here } of rows) {
    if (here.length === 0) continue;
    // The ledger first: a part that is being fetched then finds that it is no longer wanted.
    const isRecorded = await recordEvicted(device, assetId).catch(() => undefined);
    await clearMediaCache(cache, [assetId]);
    // There may be room for this row now; if not, the next start finds out.
    if (isRecorded === undefined) await recordEvicted(device, assetId).catch(() => undefined);
    yield [assetId];
  }
}
