import * as z from 'zod/mini';
import { Count, Id, requiredText, wholeNumber } from './course.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from './course-draft.ts';
import { Lesson } from './lesson.ts';
import { AdminCourse } from './organization.ts';

// A course's outline as its authors see and change it: modules, lessons, and what they send to move them.

/** The longest text of a lesson, in characters. */
export const LESSON_BODY_LIMIT = 200_000;
export const LESSON_POINTS_LIMIT = 1_000;
/** Seconds: a day. */
export const LESSON_DURATION_LIMIT = 86_400;
/** The largest index of a lesson, and so of a module's range. */
export const LESSON_INDEX_LIMIT = 100_000;

/** A module holds the lessons whose `orderIndex` lies between its two ends, both inclusive. */
export const CourseModule = z.object({
  id: Id,
  courseId: Id,
  title: z.string(),
  description: z.string(),
  orderIndex: z.int(),
  startLessonIndex: z.int(),
  endLessonIndex: z.int(),
  /** Off: its lessons are hidden from learners and left out of percent. */
  isEnabled: z.boolean(),
});
export type CourseModule = z.infer<typeof CourseModule>;

/** A lesson with what only its authors need. `rev` is sent back as `seenRev`. */
export const AdminLesson = z.extend(Lesson, {
  rev: Count,
  /** False for a lesson that no learner sees: outside the course's window, or in a module that is off. */
  isVisible: z.boolean(),
  /** The video's file name and content type; null without one. */
  videoName: z.nullable(z.string()),
  videoType: z.nullable(z.string()),
  /** Whether the browser that sent the video could play it; null when nobody asked. */
  isPlayable: z.nullable(z.boolean()),
});
export type AdminLesson = z.infer<typeof AdminLesson>;

/** Answer of GET /api/admin/courses/{id}/lessons, and of every call that changes the outline: lessons by orderIndex, hidden ones too. */
export const Outline = z.object({
  course: AdminCourse,
  lessons: z.array(AdminLesson),
  modules: z.array(CourseModule),
  outlineRev: Count,
});
export type Outline = z.infer<typeof Outline>;

const TITLE_TOO_LONG = `The title may have at most ${TITLE_LIMIT} characters.`;
const Title = requiredText('Please enter a title for the lesson.', TITLE_LIMIT, TITLE_TOO_LONG);
const Description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(
      DESCRIPTION_LIMIT,
      `The description may have at most ${DESCRIPTION_LIMIT.toLocaleString('en')} characters.`,
    ),
  );

const settings = {
  description: z.optional(Description),
  /** Markdown. */
  body: z.optional(
    z
      .string()
      .check(
        z.maxLength(
          LESSON_BODY_LIMIT,
          `The text may have at most ${LESSON_BODY_LIMIT.toLocaleString('en')} characters.`,
        ),
      ),
  ),
  isPreview: z.optional(z.boolean()),
  points: z.optional(wholeNumber('Points must be a whole number from 0 to 1000.', 0, LESSON_POINTS_LIMIT)),
  /** Seconds; a video sets its lesson's own (decisions 10). */
  duration: z.optional(
    z
      .int()
      .check(
        z.gte(0, 'Duration must be 0 or greater'),
        z.lte(LESSON_DURATION_LIMIT, 'Duration may be at most 24 hours.'),
      ),
  ),
  /** Null is the group 'Other/New Lessons'. */
  moduleId: z.optional(z.nullable(Id)),
};

/** Body of POST /api/admin/courses/{id}/lessons (201, `LessonKept`). It goes to the end of its module, or of the course. */
export const NewLesson = z.object({ title: Title, ...settings });
export type NewLesson = z.infer<typeof NewLesson>;

/** Body of PUT /api/admin/lessons/{id}: what is absent stays. A `seenRev` that is not the current one is 409 `lesson_changed`. */
export const LessonChange = z.object({ title: z.optional(Title), ...settings, seenRev: z.optional(Count) });
export type LessonChange = z.infer<typeof LessonChange>;

/** Answer of making and of changing a lesson. */
export const LessonKept = z.object({ lesson: AdminLesson, outlineRev: Count });
export type LessonKept = z.infer<typeof LessonKept>;

/** Body of PUT /api/admin/courses/{id}/lessons/reorder: every lesson of the course, once. Late is 409 `outline_changed`. */
export const LessonOrders = z.object({
  lessonOrders: z
    .array(z.object({ lessonId: Id, orderIndex: z.int().check(z.gte(1), z.lte(LESSON_INDEX_LIMIT)) }))
    .check(z.minLength(1), z.maxLength(5_000)),
  /** The `outlineRev` that the author saw. */
  seenRev: z.optional(Count),
});
export type LessonOrders = z.infer<typeof LessonOrders>;

const ModuleTitle = requiredText('Please enter a title for the module.', TITLE_LIMIT, TITLE_TOO_LONG);
const Index = z
  .int('Lesson numbers are whole numbers from 1.')
  .check(z.gte(1, 'Lesson numbers are whole numbers from 1.'), z.lte(LESSON_INDEX_LIMIT));

/** Body of POST /api/admin/courses/{id}/modules (201, `Outline`): a module behind the last one, with room for `size` lessons. */
export const NewModule = z.object({
  title: ModuleTitle,
  description: z.optional(Description),
  size: z._default(z.int().check(z.gte(1), z.lte(500)), 5),
});
export type NewModule = z.infer<typeof NewModule>;

/** Body of PUT /api/admin/modules/{id} (`Outline`). Ranges of one course never overlap: 422 `module_range_taken`. */
export const ModuleChange = z.object({
  title: z.optional(ModuleTitle),
  description: z.optional(Description),
  isEnabled: z.optional(z.boolean()),
  startLessonIndex: z.optional(Index),
  endLessonIndex: z.optional(Index),
  seenRev: z.optional(Count),
});
export type ModuleChange = z.infer<typeof ModuleChange>;

/** The id and the name of the group for lessons outside every module. */
export const OTHER_GROUP_ID = 999;
export const OTHER_GROUP_TITLE = 'Other/New Lessons';

interface Range {
  id: number;
  title: string;
  orderIndex: number;
  startLessonIndex: number;
  endLessonIndex: number;
}
interface Placed {
  id: number;
  orderIndex: number;
}

/** `module` is null for the group 'Other/New Lessons'. */
export interface LessonGroup<L extends Placed, M extends Range> {
  id: number;
  title: string;
  module: M | null;
  lessons: L[];
}

/** The modules in the order of their ranges, each with its lessons by orderIndex, then 'Other/New Lessons'; empty groups too. */
export function groupLessons<L extends Placed, M extends Range>(
  modules: readonly M[],
  lessons: readonly L[],
): LessonGroup<L, M>[] {
  const inOrder = [...lessons].sort((a, b) => a.orderIndex - b.orderIndex || a.id - b.id);
  const ranges = [...modules].sort((a, b) => a.startLessonIndex - b.startLessonIndex || a.id - b.id);
  const groups: LessonGroup<L, M>[] = ranges.map((module) => ({
    id: module.id,
    title: module.title,
    module,
    lessons: [],
  }));
  const other: LessonGroup<L, M> = { id: OTHER_GROUP_ID, title: OTHER_GROUP_TITLE, module: null, lessons: [] };
  for (const lesson of inOrder)
    (groups.find(({ module }) => module && holds(module, lesson)) ?? other).lessons.push(lesson);
  return [...groups, other];
}

function holds({ startLessonIndex, endLessonIndex }: Range, { orderIndex }: Placed): boolean {
  return orderIndex >= startLessonIndex && orderIndex <= endLessonIndex;
}

/**
 * The indexes of a whole course after a reorder: each module begins at its start, 'Other' at the larger of the last
 * module's end + 1 and its own smallest index; inside a group they are consecutive. A group's lessons are in their new order.
 */
export function orderIndexesOf<L extends Placed, M extends Range>(
  groups: readonly LessonGroup<L, M>[],
): { lessonId: number; orderIndex: number }[] {
  const behindModules = Math.max(0, ...groups.map(({ module }) => module?.endLessonIndex ?? 0)) + 1;
  return groups.flatMap(({ module, lessons }) => {
    const smallest = Math.min(...lessons.map(({ orderIndex }) => orderIndex));
    const start = module?.startLessonIndex ?? Math.max(behindModules, smallest);
    return lessons.map(({ id }, place) => ({ lessonId: id, orderIndex: start + place }));
  });
}
