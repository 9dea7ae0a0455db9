// A course's outline as its authors see it, with hidden lessons and those of disabled modules, without deleted lessons.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AdminLesson, CourseModule, Outline } from '#sync/contract/authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireEditable } from '../../catalog/editable.ts';
import { isPlaceSeen } from '../../catalog/facts.ts';
import { findDocuments, type LessonRow, lessonColumns, toLesson } from '../../catalog/lessons.ts';
import { boolean, type Db, pick, run, type Steps, type TxContext } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tables } from '../../db/schema.ts';
import type { Person } from '../../permissions.ts';
import { readAdminCourse } from '../courses/admin-course.ts';
import { findLostPictures } from './lost-pictures.ts';

/** The outline of a course that this person may edit; `course_not_found` otherwise. */
export async function readOutline(db: Db, actor: Person, courseId: number): Promise<Outline> {
  // One unit of work, so that the order and its revision belong together.
  const outline = await db.transact(function* (tx) {
    const { outlineRev } = yield* requireEditable(tx, actor, courseId);
    const rows = yield* run(findLessonsOf(tx, { courseId }));
    const modules = yield* findModules(tx, courseId);
    const documents = yield* run(findDocuments(tx, { courseId }));
    const lost = yield* findLostPictures(
      tx,
      rows.map(({ lesson }) => lesson),
    );
    return { lessons: rows.map((row) => toAdminLesson(row, documents, lost)), modules, outlineRev };
  });
  return { course: await readAdminCourse(db, courseId), ...outline };
}

/** One lesson as its authors see it, inside a unit; `lesson_not_found` when it is gone. */
export function* readAdminLesson(tx: TxContext, lessonId: number): Steps<AdminLesson> {
  const [row] = yield* run(findLesson(tx, { lessonId }));
  if (!row) throw new Refusal('lesson_not_found');
  const documents = yield* run(findDocuments(tx, { courseId: row.lesson.courseId }));
  return toAdminLesson(row, documents, yield* findLostPictures(tx, [row.lesson]));
}

/** The modules of a course in the order of their ranges. */
export function* findModules({ queries, tables }: TxContext, courseId: number): Steps<CourseModule[]> {
  const { courseModules } = tables;
  return yield* run(
    queries
      .select()
      .from(courseModules)
      .where(eq(courseModules.courseId, courseId))
      .orderBy(courseModules.startLessonIndex, courseModules.id),
  );
}

const findLessonsOf = prepared<{ courseId: number }>()((tx) =>
  selectLessons(tx, eq(tx.tables.lessons.courseId, sql.placeholder('courseId'))),
);

const findLesson = prepared<{ lessonId: number }>()((tx) =>
  selectLessons(tx, eq(tx.tables.lessons.id, sql.placeholder('lessonId'))),
);

function selectLessons({ queries, tables }: TxContext, where: SQL) {
  const { lessons, courses, assets } = tables;
  return queries
    .select({
      ...lessonColumns(tables),
      video: {
        name: assets.fileName,
        type: assets.contentType,
        ...pick(assets, 'isPlayable', 'codec', 'rendition', 'originalId'),
      },
      isPlaceSeen: boolean(sql`(${isPlaceSeen(tables)})`),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(assets, eq(assets.id, lessons.assetId))
    .where(and(where, isNull(lessons.retiredAt)))
    .orderBy(lessons.orderIndex, lessons.id);
}

type Asset = Tables['assets']['$inferSelect'];

interface AdminLessonRow extends LessonRow {
  video: ({ name: string; type: string } & Pick<Asset, 'isPlayable' | 'codec' | 'rendition' | 'originalId'>) | null;
  isPlaceSeen: boolean;
}

function toAdminLesson(
  { video, isPlaceSeen, ...row }: AdminLessonRow,
  documents: Parameters<typeof toLesson>[1],
  lost: ReadonlyMap<number, string[]>,
): AdminLesson {
  const lostPictures = lost.get(row.lesson.id);
  return {
    ...toLesson(row, documents),
    ...pick(row.lesson, 'rev', 'isHidden'),
    isPlaceSeen,
    isVisible: isPlaceSeen && !row.lesson.isHidden,
    videoName: video?.name ?? null,
    videoType: video?.type ?? null,
    isPlayable: video?.isPlayable ?? null,
    videoCodec: video?.codec ?? null,
    rendition: video && renditionOf(video),
    ...(lostPictures && { lostPictures }),
  };
}

function renditionOf({ rendition, originalId }: Pick<Asset, 'rendition' | 'originalId'>): AdminLesson['rendition'] {
  if (originalId !== null || rendition === 'unneeded') return 'ready';
  return rendition === 'made' ? null : rendition;
}
