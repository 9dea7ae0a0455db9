// Search inside lessons. The folded words of lessons stay in memory, and a changed lesson is read again, so that a search reads
// from the database who may see what and the lessons that it quotes.
import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  type IndexedLesson,
  indexLesson,
  type LessonHit,
  quoteLesson,
  rankLessons,
  type SearchableLesson,
  searchedWords,
} from '#sync/contract/search.ts';
import { type Db, pick } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { may, type Viewer } from '../permissions.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from './facts.ts';

/** The best lessons with all these words in the courses that the viewer may see; none for less than two letters. */
export async function searchLessons(db: Db, viewer: Viewer, search: string): Promise<LessonHit[]> {
  const words = searchedWords(search);
  if (words.length === 0) return [];
  const seen = (await findCourses(db, readerOf(viewer))).filter(({ facts }) => may(viewer, 'see_course', facts));
  const courses = new Map(seen.map(({ id, title }) => [id, title]));
  const ranked = rankLessons(await readIndex(db, await findVersions(db, [...courses.keys()])), words);
  const lessons = await readLessons(
    db,
    ranked.map(({ id }) => id),
  );
  return ranked.flatMap(({ id, score }) => {
    const lesson = lessons.get(id);
    if (!lesson) return [];
    const { courseId, title } = lesson;
    const courseTitle = courses.get(courseId) ?? '';
    return { lessonId: id, courseId, title, courseTitle, ...quoteLesson(lesson, words), score };
  });
}

type FoundLesson = SearchableLesson & { id: number; courseId: number };

const findCourses = prepared<Reader>()(({ queries, tables }) => {
  const { courses, organizations } = tables;
  return queries
    .select({ id: courses.id, title: courses.title, facts: courseFacts(tables) })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .orderBy(courses.id);
});

/** Every lesson of these courses that exists for a learner, and what changes with its words. */
async function findVersions(db: Db, courseIds: number[]) {
  const { lessons, courses, assets } = db.tables;
  return db
    .select({
      ...pick(lessons, 'id', 'courseId', 'rev', 'updatedAt', 'assetId'),
      captionsRev: assets.captionsRev,
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(assets, eq(assets.id, lessons.assetId))
    .where(and(inArray(courses.id, courseIds), isVisibleLesson(db.tables)))
    .orderBy(lessons.courseId, lessons.id);
}
type Version = Awaited<ReturnType<typeof findVersions>>[number];

/** What one search looks through, and what memory holds at the end of it, in characters: some 5,000 long lessons. */
const INDEX_LIMIT = 20_000_000;
const LESSONS_AT_ONCE = 100;

type Index = Map<number, { version: string; lesson: IndexedLesson }>;
const indexes = new WeakMap<Db, Index>();

/** The words of these lessons, up to the limit. */
async function readIndex(db: Db, versions: Version[]): Promise<IndexedLesson[]> {
  const index: Index = indexes.get(db) ?? new Map();
  indexes.set(db, index);
  const searched: IndexedLesson[] = [];
  for (let at = 0; at < versions.length && sizeOf(searched) < INDEX_LIMIT; at += LESSONS_AT_ONCE) {
    const some = versions.slice(at, at + LESSONS_AT_ONCE).map((row) => ({ id: row.id, version: JSON.stringify(row) }));
    const changed = some.filter(({ id, version }) => index.get(id)?.version !== version);
    const read = await readLessons(
      db,
      changed.map(({ id }) => id),
    );
    for (const { id, version } of changed) {
      const lesson = read.get(id);
      if (lesson) index.set(id, { version, lesson: indexLesson(id, lesson) });
    }
    searched.push(...some.flatMap(({ id }) => index.get(id)?.lesson ?? []));
  }
  if (sizeOf([...index.values()].map(({ lesson }) => lesson)) > INDEX_LIMIT) {
    const kept = new Set(searched.map(({ id }) => id));
    for (const id of index.keys()) if (!kept.has(id)) index.delete(id);
  }
  return searched;
}

const sizeOf = (lessons: IndexedLesson[]) =>
  lessons.reduce((size, { title, text }) => size + title.length + text.length, 0);

/** By their ids. The caller has checked access. */
async function readLessons(db: Db, ids: number[]): Promise<Map<number, FoundLesson>> {
  if (ids.length === 0) return new Map();
  const { lessons, assets, lessonDocuments } = db.tables;
  const { id, courseId, title, description, body } = lessons;
  const rows = await db
    .select({ id, courseId, title, description, body, captions: assets.captions })
    .from(lessons)
    .leftJoin(assets, eq(assets.id, lessons.assetId))
    .where(inArray(lessons.id, ids))
    .orderBy(asc(lessons.id));
  const beside = await db
    .select(pick(lessonDocuments, 'lessonId', 'title'))
    .from(lessonDocuments)
    .where(inArray(lessonDocuments.lessonId, ids))
    .orderBy(lessonDocuments.position, lessonDocuments.assetId);
  const documents = Map.groupBy(beside, ({ lessonId }) => lessonId);
  return new Map(rows.map((row) => [row.id, { ...row, documents: documents.get(row.id) }]));
}
