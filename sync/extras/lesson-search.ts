// Search inside the lessons of this device. Their words are read when someone begins to search, and scanned with each search:
// fast enough for hundreds of lessons (decision 165), so nothing is stored.
import {
  HITS_LIMIT,
  type IndexedLesson,
  indexCaptions,
  indexLesson,
  type LessonHit,
  quoteLesson,
  rankLessons,
} from '../contract/search.ts';
import { playFromCache } from '../downloads/answer-media.ts';
import type { MediaCache } from '../downloads/media-cache.ts';
import type { Device } from '../store/device.ts';
import type { Replica } from '../store/replica.ts';

/** A lesson of this device without what its video says, and the address of its captions; null for none. */
export type LessonHere = IndexedLesson & { captionsUrl: string | null };

/**
 * The titles and texts of all lessons on this device; may run inside a live query. It reads one course after another, so that
 * the page stays quick meanwhile.
 */
export async function readLessonIndex(replica: Replica): Promise<LessonHere[]> {
  const index: LessonHere[] = [];
  for (const courseId of await replica.downloadedCourseIds()) {
    for (const lesson of await replica.lessons.where('courseId').equals(courseId).toArray()) {
      const { id, captionsUrl } = lesson;
      index.push({ ...indexLesson(id, { ...lesson, captions: null }), captionsUrl });
    }
  }
  return index;
}

/** Where the person's captions are. */
export type CaptionsHere = { device: Device; cache: MediaCache; userId: string };

/** The lessons with what their videos say, as far as this device has the captions. */
export async function withCaptions(lessons: readonly LessonHere[], here: CaptionsHere): Promise<IndexedLesson[]> {
  return Promise.all(
    lessons.map(async (lesson) => {
      const captions = await readCaptions(lesson.captionsUrl, here);
      return captions === null ? lesson : { ...lesson, text: `${lesson.text} ${indexCaptions(captions)}` };
    }),
  );
}

/** The best `limit` lessons of this device with all these words. */
export async function searchDevice(
  replica: Replica,
  here: CaptionsHere,
  { lessons, words, limit = HITS_LIMIT }: { lessons: readonly IndexedLesson[]; words: string[]; limit?: number },
): Promise<LessonHit[]> {
  const ranked = rankLessons(lessons, words).slice(0, limit);
  const found = await replica.lessons.bulkGet(ranked.map(({ id }) => id));
  const courses = await replica.courses.bulkGet(found.map((lesson) => lesson?.courseId ?? 0));
  const hits = ranked.map(async ({ score }, index): Promise<LessonHit[]> => {
    const lesson = found[index];
    if (!lesson) return [];
    const captions = await readCaptions(lesson.captionsUrl, here);
    const { id: lessonId, courseId, title } = lesson;
    const courseTitle = courses[index]?.title ?? '';
    return [{ lessonId, courseId, title, courseTitle, ...quoteLesson({ ...lesson, captions }, words), score }];
  });
  return (await Promise.all(hits)).flat();
}

async function readCaptions(address: string | null, { device, cache, userId }: CaptionsHere): Promise<string | null> {
  const [path] = address?.split('?') ?? [];
  if (!path) return null;
  const look = { path, version: null, range: null, userId, now: null };
  // A browser without a cache has no captions either.
  const captions = await playFromCache(device, cache, look).catch(() => undefined);
  return (await captions?.text()) ?? null;
}

/** One list of both, each lesson once: as it matches better, and from this device when both match alike. */
export function mergeHits(here: readonly LessonHit[], there: readonly LessonHit[]): LessonHit[] {
  const byLesson = new Map<number, LessonHit>();
  for (const hit of [...here, ...there]) {
    if (hit.score > (byLesson.get(hit.lessonId)?.score ?? 0)) byLesson.set(hit.lessonId, hit);
  }
  return [...byLesson.values()].sort((a, b) => b.score - a.score || a.lessonId - b.lessonId).slice(0, HITS_LIMIT);
}
