// What an author may write in course.yaml and above a lesson's text. YAML is read as text alone, so numbers are made here.
import * as z from 'zod/mini';
import { LESSON_DURATION_LIMIT, LESSON_INDEX_LIMIT, NewLesson, NewModule } from '#sync/contract/authoring.ts';
import { NewCourse, ValidMonths } from '#sync/contract/course-draft.ts';
import { DocumentTitle, MOST_DOCUMENTS } from '#sync/contract/document.ts';
import { wholeNumber } from '#sync/contract/fields.ts';
import { LESSON_KINDS } from '#sync/contract/lesson.ts';

const WholeNumber = z.pipe(
  z.string().check(z.regex(/^-?\d{1,9}$/, 'This must be a whole number.')),
  z.transform((text: string) => Number(text)),
);

export const YesNo = z.optional(z.stringbool({ truthy: ['yes', 'true'], falsy: ['no', 'false'] }));

const Price = z.pipe(
  z.string().check(z.regex(/^\d{1,7}(\.\d\d)?$/, 'The price must be a number such as 49 or 49.90.')),
  z.transform((text) => Math.round(Number(text) * 100)),
);

const Path = z.optional(z.string().check(z.minLength(1, 'Please write the path of a file.')));

const LESSONS = 'Write the number of the first and of the last lesson, such as 5-8.';
const LessonRange = z.pipe(
  z.string().check(z.regex(/^\d{1,6}(\s*-\s*\d{1,6})?$/, LESSONS)),
  z.pipe(
    z.transform((text: string) => {
      const [from = 0, to = from] = text.split('-').map(Number);
      return { from, to };
    }),
    z
      .object({ from: z.int(), to: z.int() })
      .check(z.refine(({ from, to }) => from >= 1 && from <= to && to <= LESSON_INDEX_LIMIT, LESSONS)),
  ),
);

/** More than its lessons need, and few enough to be compared with each other. */
const MOST_MODULES = 1000;

/** course.yaml. */
export const CourseFile = z.strictObject({
  title: NewCourse.shape.title,
  description: NewCourse.shape.description,
  category: NewCourse.shape.category,
  level: NewCourse.shape.level,
  language: NewCourse.shape.language,
  visibility: NewCourse.shape.visibility,
  /** In the currency's own unit; the course is free without. */
  price: z.optional(z.pipe(Price, z.nonoptional(NewCourse.shape.price))),
  minutes: z.pipe(WholeNumber, z.nonoptional(NewCourse.shape.duration)),
  instructor: NewCourse.shape.instructorName,
  /** A picture, by its path from this folder, or by its address on another server. */
  thumbnail: Path,
  /** For how many months a certificate is valid; for good without. */
  valid_months: z.optional(z.pipe(WholeNumber, ValidMonths)),
  objectives: NewCourse.shape.objectives,
  prerequisites: NewCourse.shape.prerequisites,
  /** Learners see these lessons only; all of them without. */
  shown: z.optional(LessonRange),
  modules: z.optional(
    z
      .array(
        z.strictObject({
          title: NewModule.shape.title,
          description: NewModule.shape.description,
          /** Absent while it has none. */
          lessons: z.optional(LessonRange),
          /** Its lessons are not shown to learners. */
          hidden: YesNo,
        }),
      )
      .check(z.maxLength(MOST_MODULES, `A course may have at most ${MOST_MODULES} modules.`)),
  ),
});

const MINUTES = `This must be minutes such as 4, or 4:30 with seconds, up to ${LESSON_DURATION_LIMIT / 60}.`;
const Seconds = z.pipe(
  z.string().check(z.regex(/^\d{1,4}(:[0-5]\d)?$/, MINUTES)),
  z.pipe(
    z.transform((text: string) => {
      const [minutes = 0, seconds = 0] = text.split(':').map(Number);
      return 60 * minutes + seconds;
    }),
    wholeNumber(MINUTES, 1, LESSON_DURATION_LIMIT),
  ),
);

/** A length as `minutes` has it. */
export const minutesOf = (seconds: number) =>
  seconds % 60 === 0 ? seconds / 60 : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** What stands between the two lines of dashes of a lesson's file. */
export const LessonHead = z.strictObject({
  title: NewLesson.shape.title,
  description: NewLesson.shape.description,
  /** Absent where title and video decide. */
  kind: z.optional(z.enum(LESSON_KINDS, `The kind is one of ${LESSON_KINDS.join(', ')}.`)),
  /** Of a lesson without a video that tells its own. */
  minutes: z.optional(Seconds),
  points: z.optional(z.pipe(WholeNumber, z.nonoptional(NewLesson.shape.points))),
  /** Visitors may read it. */
  preview: YesNo,
  /** Learners do not see it yet. */
  hidden: YesNo,
  /** An MP4, by its path from this folder; its captions lie beside it in a .vtt of the same name. */
  video: Path,
  /** PDF and audio beside the lesson, by their paths from this folder. */
  documents: z.optional(
    z
      .array(z.strictObject({ title: DocumentTitle, file: z.nonoptional(Path) }))
      .check(z.maxLength(MOST_DOCUMENTS, `A lesson can have at most ${MOST_DOCUMENTS} documents.`)),
  ),
});

/** The text below it. */
export const LessonBody = NewLesson.shape.body;
