// In which language a person reads a course on this device (Y32). What is stored stays as the server sent it; screens get its words in the
// language that was chosen for the course, else in the person's own, and in the source's where there are none.
import type { Course } from '../contract/course.ts';
import { type Lesson, lessonKind } from '../contract/lesson.ts';
import { sourceLanguage } from '../contract/words.ts';
import type { Meta } from './store.ts';

type Choices = Pick<Meta, 'language' | 'courseLanguages'>;
type Read = Pick<Course, 'id' | 'language' | 'languages'>;

/** The languages in which the server is asked for words. */
export const languagesRead = ({ language, courseLanguages }: Choices): string[] => [
  ...new Set([...(language ? [language] : []), ...Object.values(courseLanguages)]),
];

/**
 * What a screen says of the language of a course's words, where there is a choice: the one that is `shown`, and all that can be chosen, the
 * source first. `isOther` is true where it is not the one that was wanted, `isPartial` where some of it is the source's.
 */
export type Wording = { shown: string; languages: string[]; isOther?: true; isPartial?: true };

/** Undefined for a course in one language, unless its reader wants another. */
function wordingOf(
  choices: Choices,
  course: Read,
  words: Record<string, object & { isPartial?: boolean | undefined }> = {},
) {
  const source = sourceLanguage(course);
  const wanted = choices.courseLanguages[course.id] ?? choices.language ?? source;
  const found = wanted === source ? undefined : words[wanted];
  const languages = [source, ...(course.languages ?? []).filter((tag) => tag !== source)];
  if (languages.length === 1 && (wanted === source || source === 'und')) return undefined;
  return {
    shown: found ? wanted : source,
    languages,
    ...(!found && wanted !== source && { isOther: true as const }),
    ...(found?.isPartial && { isPartial: true as const }),
  } satisfies Wording;
}

/** A course with the words that its reader reads. */
export function courseIn(choices: Choices, course: Course): { course: Course; wording?: Wording } {
  const wording = wordingOf(choices, course, course.words);
  return wording ? { course: { ...course, ...course.words?.[wording.shown] }, wording } : { course };
}

/** A lesson as it is shown. `captions` are the translated ones, as WebVTT. */
export type ShownLesson = Lesson & { captions?: string };

/** A lesson with the words that its reader reads; of one without its course the source's. Its kind stays the source's. */
export function lessonIn(
  choices: Choices,
  lesson: Lesson,
  course: Read | undefined,
): { lesson: ShownLesson; wording?: Wording } {
  const wording = course && wordingOf(choices, course, lesson.words);
  const words = wording && lesson.words?.[wording.shown];
  if (!words) return { lesson, ...(wording && { wording }) };
  const { title, description, body, captions, documents = {}, module } = words;
  return {
    lesson: {
      ...lesson,
      kind: lessonKind(lesson),
      ...{ title, description, body },
      ...(lesson.module && module && { module: { ...lesson.module, title: module } }),
      ...(lesson.documents && {
        documents: lesson.documents.map((one) => ({ ...one, title: documents[one.assetId] ?? one.title })),
      }),
      ...(captions !== undefined && { captions }),
    },
    wording,
  };
}
