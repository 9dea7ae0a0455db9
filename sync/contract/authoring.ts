import * as z from 'zod/mini';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from './course-draft.ts';
import { Count, Id, wholeNumber } from './fields.ts';
import { LESSON_BODY_LIMIT, LESSON_KINDS, type Lesson } from './lesson.ts';
import { requiredName } from './name.ts';
import type { AdminCourse } from './organization.ts';

// A course's outline for its authors: modules, lessons, and the rules that place lessons in modules (P-9).

export const LESSON_POINTS_LIMIT = 1_000;
/** In seconds: one day. */
export const LESSON_DURATION_LIMIT = 86_400;
/** The largest index of a lesson, and so of a module's range. */
export const LESSON_INDEX_LIMIT = 100_000;

/** A module contains the lessons whose `orderIndex` lies in its range (inclusive). */
export type CourseModule = {
  id: number;
  courseId: number;
  title: string;
  description: string;
  orderIndex: number;
  startLessonIndex: number;
  endLessonIndex: number;
  /** When false, its lessons are hidden from learners and do not count in percentages. */
  isEnabled: boolean;
};

/** A lesson with the fields only authors need. `rev` is sent back as `seenRev`. */
export type AdminLesson = Lesson & {
  rev: number;
  /** Whether its author hides it from learners. */
  isHidden: boolean;
  /** Whether learners would see the lesson if it is not hidden: inside the course's window, and in no disabled module. */
  isPlaceSeen: boolean;
  /** False when learners cannot see the lesson: hidden, outside the course's window, or in a disabled module. */
  isVisible: boolean;
  /** The video's file name and content type; null without one. */
  videoName: string | null;
  videoType: string | null;
  /** Whether the uploading browser could play the video; null when it was not checked. */
  isPlayable: boolean | null;
  /** What the video is compressed by, such as 'hevc'; null until the server has looked. */
  videoCodec: string | null;
  /** Of a smaller version for phones; null without a video, and of one from before there were any. */
  rendition: 'ready' | 'waiting' | 'failed' | null;
  /** Addresses in its text of pictures that learners of this course cannot have; absent without any. */
  lostPictures?: string[];
};

/**
 * Response of GET /api/admin/courses/{id}/lessons, and of every call that changes the outline: lessons by orderIndex,
 * hidden ones included.
 */
export type Outline = {
  course: AdminCourse;
  lessons: AdminLesson[];
  modules: CourseModule[];
  outlineRev: number;
};

const TITLE_TOO_LONG = `The title may have at most ${TITLE_LIMIT} characters.`;
const Title = requiredName('Please enter a title for the lesson.', TITLE_LIMIT, TITLE_TOO_LONG);
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
  /** Null for none: video and title decide. */
  kind: z.optional(z.nullable(z.enum(LESSON_KINDS))),
  isPreview: z.optional(z.boolean()),
  /** A hidden lesson is seen by its authors alone, and counts in nobody's progress. One that learners see cannot be hidden. */
  isHidden: z.optional(z.boolean()),
  points: z.optional(wholeNumber('Points must be a whole number from 0 to 1000.', 0, LESSON_POINTS_LIMIT)),
  /** In seconds; a video sets its lesson's duration (P-10). */
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

/**
 * Body of POST /api/admin/courses/{id}/lessons (201). The lesson is added at the end of its module, or of
 * the course.
 */
export const NewLesson = z.object({ title: Title, ...settings });
export type NewLesson = z.infer<typeof NewLesson>;

/**
 * Body of PUT /api/admin/lessons/{id}; absent fields stay. A `seenRev` that is not current is refused with 409
 * `lesson_changed`, `isHidden: true` for a lesson that learners see with 422 `lesson_shown`, and `isHidden: false` for a quiz without
 * questions in a published course with 422 `quiz_without_questions`. A kind or title that makes another kind of lesson out of one in which
 * people have worked is 422 `lesson_kind_fixed`.
 */
export const LessonChange = z.object({ title: z.optional(Title), ...settings, seenRev: z.optional(Count) });
export type LessonChange = z.infer<typeof LessonChange>;

/**
 * Body of PUT /api/admin/courses/{id}/lessons/reorder: every lesson of the course, once. An outdated `seenRev` is
 * refused with 409 `outline_changed`.
 */
export const LessonOrders = z.object({
  lessonOrders: z
    .array(z.object({ lessonId: Id, orderIndex: z.int().check(z.gte(1), z.lte(LESSON_INDEX_LIMIT)) }))
    .check(z.minLength(1), z.maxLength(5_000)),
  /** The `outlineRev` that the author saw. */
  seenRev: z.optional(Count),
});
export type LessonOrders = z.infer<typeof LessonOrders>;

const ModuleTitle = requiredName('Please enter a title for the module.', TITLE_LIMIT, TITLE_TOO_LONG);
const Index = z
  .int('Lesson numbers are whole numbers from 1.')
  .check(z.gte(1, 'Lesson numbers are whole numbers from 1.'), z.lte(LESSON_INDEX_LIMIT));

/**
 * Body of POST /api/admin/courses/{id}/modules (201, `Outline`): adds a module after the last one, with room for `size`
 * lessons.
 */
export const NewModule = z.object({
  title: ModuleTitle,
  description: z.optional(Description),
  size: z._default(z.int().check(z.gte(1), z.lte(500)), 5),
});
export type NewModule = z.infer<typeof NewModule>;

/** Body of PUT /api/admin/modules/{id} (`Outline`). Ranges in a course may not overlap: 422 `module_range_taken`. */
export const ModuleChange = z.object({
  title: z.optional(ModuleTitle),
  description: z.optional(Description),
  isEnabled: z.optional(z.boolean()),
  /** 1 for the first module; the others keep their order. */
  place: z.optional(z.int().check(z.gte(1), z.lte(LESSON_INDEX_LIMIT))),
  startLessonIndex: z.optional(Index),
  endLessonIndex: z.optional(Index),
  seenRev: z.optional(Count),
});
export type ModuleChange = z.infer<typeof ModuleChange>;

/** The id and title of the group for lessons outside every module. */
export const OTHER_GROUP_ID = 999;
export const OTHER_GROUP_TITLE = 'Other/New Lessons';

export type ModuleRange = Pick<CourseModule, 'id' | 'title' | 'orderIndex' | 'startLessonIndex' | 'endLessonIndex'>;
export type PlacedLesson = { id: number; orderIndex: number };

/** `module` is null for the group 'Other/New Lessons'. */
export interface LessonGroup<L extends PlacedLesson, M extends ModuleRange> {
  id: number;
  title: string;
  module: M | null;
  lessons: L[];
}

/**
 * The modules in the order of their ranges, each with its lessons by orderIndex, then 'Other/New Lessons'. Includes
 * empty groups.
 */
export function groupLessons<L extends PlacedLesson, M extends ModuleRange>({
  modules,
  lessons,
}: {
  modules: readonly M[];
  lessons: readonly L[];
}): LessonGroup<L, M>[] {
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

function holds({ startLessonIndex, endLessonIndex }: ModuleRange, { orderIndex }: PlacedLesson): boolean {
  return orderIndex >= startLessonIndex && orderIndex <= endLessonIndex;
}

/**
 * The indexes of all lessons after a reorder. Each module begins at its start, 'Other/New Lessons' at the larger of the
 * last module's end + 1 and its own smallest index; within a group they are consecutive. Each group's lessons are in
 * their new order.
 */
export function orderIndexesOf<L extends PlacedLesson, M extends ModuleRange>(
  groups: readonly LessonGroup<L, M>[],
): { lessonId: number; orderIndex: number }[] {
  const behindModules = Math.max(0, ...groups.map(({ module }) => module?.endLessonIndex ?? 0)) + 1;
  return groups.flatMap(({ module, lessons }) => {
    const smallest = Math.min(...lessons.map(({ orderIndex }) => orderIndex));
    const start = module?.startLessonIndex ?? Math.max(behindModules, smallest);
    return lessons.map(({ id }, place) => ({ lessonId: id, orderIndex: start + place }));
  });
}
