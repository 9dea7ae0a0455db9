import { and, eq, isNull } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { may, type Person } from '../permissions.ts';

export type CourseRecord = Tables['courses']['$inferSelect'];

/** The row of a course that this person may edit; everything else is `course_not_found` (decision 13). */
export function* requireEditable(tx: TxContext, actor: Person, courseId: number): Steps<CourseRecord> {
  const { courses } = tx.tables;
  const [known] = yield* run(findCourseFacts(tx, { ...readerOf(actor), courseId }));
  if (!known || !may(actor, 'edit_course', known.facts)) throw missing();
  const [row] = yield* run(tx.select().from(courses).where(eq(courses.id, courseId)));
  if (!row) throw missing();
  return row;
}

function missing(): Refusal {
  return new Refusal('course_not_found', { field: 'courseId' });
}

/** The id of the course of a lesson that this person may edit; everything else is `lesson_not_found` (decision 13). */
export async function courseOfLesson(db: Db, actor: Person, lessonId: number): Promise<number> {
  const { lessons } = db.tables;
  const [row] = await db
    .select({ courseId: lessons.courseId })
    .from(lessons)
    .where(and(eq(lessons.id, lessonId), isNull(lessons.retiredAt)));
  return editableCourse(db, actor, { courseId: row?.courseId, missing: 'lesson_not_found' });
}

/** The id of the course of a module that this person may edit; everything else is `module_not_found`. */
export async function courseOfModule(db: Db, actor: Person, moduleId: number): Promise<number> {
  const { courseModules } = db.tables;
  const [row] = await db
    .select({ courseId: courseModules.courseId })
    .from(courseModules)
    .where(eq(courseModules.id, moduleId));
  return editableCourse(db, actor, { courseId: row?.courseId, missing: 'module_not_found' });
}

async function editableCourse(
  db: Db,
  actor: Person,
  { courseId, missing }: { courseId: number | undefined; missing: RefusalCode },
): Promise<number> {
  if (courseId === undefined) throw new Refusal(missing);
  const [course] = await findCourseFacts(db, { ...readerOf(actor), courseId });
  if (!course || !may(actor, 'edit_course', course.facts)) throw new Refusal(missing);
  return courseId;
}

export type LessonRecord = Tables['lessons']['$inferSelect'];

/**
 * A lesson whose video this person may change, with its course. `courseId` is the course that the caller expects;
 * undefined when they named none. Everything else is `lesson_not_found` (decision 13).
 */
export function* requireEditableLesson(
  tx: TxContext,
  actor: Person,
  { lessonId, courseId }: { lessonId: number; courseId?: number | undefined },
): Steps<{ lesson: LessonRecord; course: CourseRecord }> {
  const { lessons } = tx.tables;
  const [lesson] = yield* run(
    tx
      .select()
      .from(lessons)
      .where(and(eq(lessons.id, lessonId), isNull(lessons.retiredAt))),
  );
  if (!lesson || (courseId !== undefined && lesson.courseId !== courseId)) throw noLesson();
  try {
    return { lesson, course: yield* requireEditable(tx, actor, lesson.courseId) };
  } catch (error) {
    throw error instanceof Refusal ? noLesson() : error;
  }
}

const noLesson = () => new Refusal('lesson_not_found', { field: 'lessonId' });
