import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { LessonDocument } from '#sync/contract/document.ts';
import {
  DEFAULT_LESSON_POINTS,
  type Lesson,
  lessonKind,
  needsPassedAttempt,
  ownDocument,
} from '#sync/contract/lesson.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, number, pick } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { may, type Viewer } from '../permissions.ts';
import { refusalOf } from './ended-access.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from './facts.ts';
import { findCourseFacts } from './open-course.ts';
import { withLessonWords } from './words.ts';

/** The lessons of a course that exist for a learner, by orderIndex; `course_not_found` when the viewer may not see it. */
export async function listLessons(
  db: Db,
  viewer: Viewer,
  courseId: number,
  languages: readonly string[],
): Promise<Lesson[]> {
  const reader = readerOf(viewer);
  const [course] = await findCourseFacts(db, { ...reader, courseId });
  if (!course || !may(viewer, 'see_course', course.facts))
    throw await refusalOf(db, { viewer, courseId }, 'course_not_found');
  const rows = await findLessons(db, { courseId });
  const documents = await findDocuments(db, { courseId });
  const lessons = rows.map((row, at) => toLesson({ ...row, number: numberAt(row, at) }, documents));
  return withLessonWords(db, lessons, languages);
}

/** One lesson as this viewer may see it; `lesson_not_found` otherwise. */
export async function openLesson(
  db: Db,
  viewer: Viewer,
  lessonId: number,
  languages: readonly string[],
): Promise<Lesson> {
  const [row] = await findLesson(db, { ...readerOf(viewer), lessonId });
  if (!row) throw new Refusal('lesson_not_found');
  if (!may(viewer, 'see_lesson', { course: row.facts, isPreview: row.lesson.isPreview }))
    throw await refusalOf(db, { viewer, courseId: row.lesson.courseId }, 'lesson_not_found');
  const documents = await findDocuments(db, { courseId: row.lesson.courseId });
  const lesson = toLesson({ ...row, number: numberAt(row, row.seenBefore) }, documents);
  const [shown = lesson] = await withLessonWords(db, [lesson], languages);
  return shown;
}

/** The stable address of a lesson's video. */
export function mediaAddress(assetId: string): string {
  return `/media/${assetId}`;
}

export interface LessonRow {
  lesson: Tables['lessons']['$inferSelect'];
  asset: { sizeBytes: number; captionsRev: number | null; posterId: string | null } | null;
  questions: number;
  /** The number that learners read; absent for authors. */
  number?: number;
  module?: { id: number; title: string } | null;
}

/** Columns of a `LessonRow`, for a query that joins `assets` as the lesson's video. */
export function lessonColumns({ lessons, assets, quizQuestions }: Tables) {
  return {
    lesson: lessons,
    asset: {
      sizeBytes: assets.sizeBytes,
      posterId: assets.posterId,
      captionsRev: sql<number | null>`case when ${assets.captions} is not null then ${assets.captionsRev} end`,
    },
    questions: number(sql`(select count(*) from ${quizQuestions}
      where ${quizQuestions.lessonId} = ${lessons.id} and ${quizQuestions.retiredAt} is null)`),
  };
}

/** Columns of a learner's `LessonRow`, for a query that joins `courseModules` by `isModuleOf`. */
function learnerColumns(tables: Tables) {
  const { id, title } = tables.courseModules;
  return { ...lessonColumns(tables), module: { id, title }, windowFrom: tables.courses.windowFrom };
}

/** Learners' numbers run from the beginning of the course's window without a gap: the number of the lesson at `at` of those they see. */
export const numberAt = ({ windowFrom }: { windowFrom: number | null }, at: number): number => (windowFrom ?? 1) + at;

/** How many lessons that learners see stand before this one. For a query that has `lessons` and `courses`. */
function seenBefore({ lessons, courses, courseModules }: Tables) {
  return number(sql`(select count(*) from ${lessons} earlier where earlier.course_id = ${lessons.courseId}
    and not earlier.is_hidden and earlier.retired_at is null and earlier.order_index < ${lessons.orderIndex}
    and earlier.order_index >= coalesce(${courses.windowFrom}, earlier.order_index)
    and not exists (select 1 from ${courseModules} off where off.course_id = ${lessons.courseId} and not off.is_enabled
      and earlier.order_index between off.start_lesson_index and off.end_lesson_index))`);
}

/** At most one row for each lesson, whatever the ranges are. */
function isModuleOf({ courseModules, lessons }: Tables): SQL {
  return sql`${courseModules.id} = (select min(holder.id) from ${courseModules} holder
    where holder.course_id = ${lessons.courseId}
    and ${lessons.orderIndex} between holder.start_lesson_index and holder.end_lesson_index)`;
}

const findLessons = prepared<{ courseId: number }>()(({ queries, tables }) => {
  const { lessons, courses, assets, courseModules } = tables;
  return queries
    .select(learnerColumns(tables))
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(assets, eq(assets.id, lessons.assetId))
    .leftJoin(courseModules, isModuleOf(tables))
    .where(and(eq(lessons.courseId, sql.placeholder('courseId')), isVisibleLesson(tables, sql.placeholder('courseId'))))
    .orderBy(lessons.orderIndex, lessons.id);
});

const findLesson = prepared<Reader & { lessonId: number }>()(({ queries, tables }) => {
  const { lessons, courses, organizations, assets, courseModules } = tables;
  return queries
    .select({ ...learnerColumns(tables), seenBefore: seenBefore(tables), facts: courseFacts(tables) })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .leftJoin(assets, eq(assets.id, lessons.assetId))
    .leftJoin(courseModules, isModuleOf(tables))
    .where(and(eq(lessons.id, sql.placeholder('lessonId')), isVisibleLesson(tables)));
});

type DocumentRow = LessonDocument & { lessonId: number };

/** The documents of all lessons of a course, in the order of their upload. */
export const findDocuments = prepared<{ courseId: number }>()(({ queries, tables }) => {
  const { lessons, lessonDocuments, assets } = tables;
  const { lessonId, assetId, title, position } = lessonDocuments;
  return queries
    .select({ lessonId, assetId, title, contentType: assets.contentType, bytes: assets.sizeBytes })
    .from(lessonDocuments)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .innerJoin(assets, eq(assets.id, assetId))
    .where(eq(lessons.courseId, sql.placeholder('courseId')))
    .orderBy(position, assetId);
});

/** `documents` are those of its course, or of more lessons. */
export function toLesson(
  { lesson, asset, questions, module, number = lesson.orderIndex }: LessonRow,
  documents: readonly DocumentRow[],
): Lesson {
  const { kind, title, assetId } = lesson;
  const own = documents
    .filter(({ lessonId }) => lessonId === lesson.id)
    .map(({ lessonId: _, ...document }) => document);
  const judged = { kind, title, videoUrl: assetId && asset ? mediaAddress(assetId) : null };
  const video = lessonKind(judged) === 'video' ? judged.videoUrl : null;
  const recording = kind === 'audio' ? ownDocument({ kind, documents: own }) : undefined;
  return {
    ...pick(lesson, 'id', 'courseId', 'title', 'description', 'body', 'isPreview'),
    ...(kind && { kind }),
    orderIndex: number,
    videoUrl: recording ? mediaAddress(recording.assetId) : video,
    captionsUrl: video && asset && asset.captionsRev !== null ? `${video}/captions.vtt?v=${asset.captionsRev}` : null,
    videoBytes: recording ? recording.bytes : video && asset ? asset.sizeBytes : null,
    ...(video && asset?.posterId && { posterUrl: mediaAddress(asset.posterId) }),
    duration: lesson.durationSeconds,
    durationMinutes: Math.ceil(lesson.durationSeconds / 60),
    points: lesson.points ?? DEFAULT_LESSON_POINTS,
    questionCount: needsPassedAttempt(judged) ? questions : null,
    ...(module !== undefined && { module }),
    ...(own.length > 0 && { documents: own }),
  };
}
