// What a person asks of the downloads: keep, pause, resume, remove; and what goes when work needs the room. Everything
// here works without a network.
import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import type { Device } from '../store/device.ts';
import { type KeptLesson, neededFiles } from '../store/media-ledger.ts';
import { deleteUserDownloads, evictOpened, forgetDownloadStatus, recordEvicted, replaceKept } from './downloads-db.ts';
import { clearMediaCache, type MediaCache } from './media-cache.ts';

/** A person's lessons: a whole course, or those named. */
export type LessonSelection = { userId: string; courseId: number; lessonIds?: readonly number[] };

/** What is known of what is asked for: with no lessons the whole course is meant, and the server is asked for them. */
export type KeepRequest = {
  courseId: number;
  course: Pick<Course, 'title' | 'thumbnail'> | undefined;
  lessons: readonly Lesson[];
  /** A lesson of which nothing is known but its address. */
  unknownLessonId?: number;
};

/** Wants lessons on this device; what is wanted already stays as it is, and goes on when it was paused or lost. */
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

/** A kept lesson with what its lesson is now. */
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

/** Nothing more is fetched for these lessons until they are resumed. */
export async function pause(device: Device, selection: LessonSelection): Promise<void> {
  await setPaused(device, selection, true);
}

/** Goes on, also after a refusal, a full device, or when the browser threw something away. */
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

/** These lessons leave the device, unless somebody else wants the same files. Their person's work stays. */
export async function remove(device: Device, cache: MediaCache, selection: LessonSelection): Promise<void> {
  const { userId, courseId } = selection;
  const orphans = await replaceKept(device, { userId, courseId }, (kept) =>
    kept.filter((one) => !isSelected(selection, one)),
  );
  await forgetDownloadStatus(device);
  await clearMediaCache(cache, orphans);
}

/** A person leaves the device (Y23): their grants go, and the files that nobody else has one for. */
export async function removeAll(device: Device, cache: MediaCache, userId: string): Promise<void> {
  await clearMediaCache(cache, await deleteUserDownloads(device, userId));
}

/**
 * Y26: work needs room more than media do, which can be fetched again. Each step lets something go: first everything that
 * was only opened, then one download after another, those of watched lessons first, then those wanted longest ago.
 */
export async function* evictMedia(
  device: Device,
  cache: MediaCache,
  isWatched: (kept: KeptLesson) => Promise<boolean>,
): AsyncGenerator<string[]> {
  // Deleting rows may fail on a device as full as this; the next start then finds what is gone by itself.
  const opened = await evictOpened(device, 0).catch(() => []);
  await clearMediaCache(cache, opened);
  if (opened.length > 0) yield opened;
  const kept = await device.keptLessons.toArray();
  const ranked = await Promise.all(kept.map(async (one) => ({ one, watched: await isWatched(one) })));
  const rows = (await device.downloads.toArray()).map(({ assetId, here }) => {
    const keptBy = ranked.filter(({ one }) => one.files.some((file) => file.assetId === assetId));
    const isUnwatched = keptBy.some(({ watched }) => !watched);
    return { assetId, here, isMissed: isUnwatched, wantedAt: Math.max(0, ...keptBy.map(({ one }) => one.wantedAt)) };
  });
  rows.sort((a, b) => Number(a.isMissed) - Number(b.isMissed) || a.wantedAt - b.wantedAt);
  for (const { assetId, here } of rows) {
    if (here.length === 0) continue;
    // Noted first: a part that is on its way then finds that it is not wanted any more.
    const isRecorded = await recordEvicted(device, assetId).catch(() => undefined);
    await clearMediaCache(cache, [assetId]);
    // Where there was no room even for this line, there may be now; if not, the next start finds out by itself.
    if (isRecorded === undefined) await recordEvicted(device, assetId).catch(() => undefined);
    yield [assetId];
  }
}
