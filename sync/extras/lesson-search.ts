// Search inside the lessons of this device. They are read when someone begins to search, and scanned with each search: fast
// enough for hundreds of lessons (decision 165), so nothing is stored.
import {
  HITS_LIMIT,
  type IndexedLesson,
  indexCaptions,
  indexLesson,
  type LessonHit,
  quoteLesson,
  rankLessons,
  type SearchableLesson,
} from '../contract/search.ts';
import { playFromCache } from '../downloads/answer-media.ts';
import type { MediaCache } from '../downloads/media-cache.ts';
import type { Device } from '../store/device.ts';
import { type Replica, readMeta } from '../store/replica.ts';
import { lessonIn } from '../store/wording.ts';

/** A lesson with its words to find it and its text to quote it: a search reads nothing more, so that it answers at once. */
type LessonHere = { index: IndexedLesson; lesson: SearchableLesson & { courseId: number; captionsUrl: string | null } };

/** By their ids. */
export type LessonsHere = ReadonlyMap<number, LessonHere>;

/**
 * All lessons on this device, without what their videos say; may run inside a live query. It reads one course after another, so
 * that the page stays quick meanwhile.
 */
export async function readLessons(replica: Replica): Promise<LessonsHere> {
  const lessons = new Map<number, LessonHere>();
  const meta = await readMeta(replica);
  for (const courseId of await replica.downloadedCourseIds()) {
    const course = await replica.courses.get(courseId);
    for (const row of await replica.lessons.where('courseId').equals(courseId).toArray()) {
      const {
        id,
        title,
        description,
        body,
        captions = null,
        captionsUrl,
        documents,
      } = lessonIn(meta, row, course).lesson;
      const lesson = {
        courseId,
        title,
        description,
        body,
        captions,
        captionsUrl: captions ? null : captionsUrl,
        documents,
      };
      lessons.set(id, { index: indexLesson(id, lesson), lesson });
    }
  }
  return lessons;
}

/** Where the person's captions are. */
export type CaptionsHere = { device: Device; cache: MediaCache; userId: string };

/** The lessons with what their videos say, as far as this device has the captions. */
export async function withCaptions(lessons: LessonsHere, here: CaptionsHere): Promise<LessonsHere> {
  const rows = [...lessons].map(async ([id, { index, lesson }]) => {
    if (lesson.captions !== null) return [id, { index, lesson }] as const;
    const captions = await readCaptions(lesson.captionsUrl, here);
    const text = captions === null ? index.text : `${index.text} ${indexCaptions(captions)}`;
    return [id, { index: { ...index, text }, lesson: { ...lesson, captions } }] as const;
  });
  return new Map(await Promise.all(rows));
}

type Search = { words: string[]; titleOf: (courseId: number) => string | undefined; limit?: number };

/** The best `limit` lessons with all these words. */
export function searchLessons(lessons: LessonsHere, { words, titleOf, limit = HITS_LIMIT }: Search): LessonHit[] {
  const indexes = [...lessons.values()].map(({ index }) => index);
  return rankLessons(indexes, words)
    .slice(0, limit)
    .flatMap(({ id, score }) => {
      const lesson = lessons.get(id)?.lesson;
      if (!lesson) return [];
      const { courseId, title } = lesson;
      return [
        { lessonId: id, courseId, title, courseTitle: titleOf(courseId) ?? '', ...quoteLesson(lesson, words), score },
      ];
    });
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
