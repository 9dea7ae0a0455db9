// What authors and translators see of a course's translations, and what they send (decision 358).
import * as z from 'zod/mini';
import { Count, Id } from './fields.ts';
import { LESSON_BODY_LIMIT } from './lesson.ts';

/** 'changed': the source says something else since it was translated, and is read until somebody has looked at it. */
export type TextState = 'ready' | 'changed' | 'missing';

/**
 * A text of a course and its translation. `key` names it in its part, such as title, question.7, or body for each block of a text; `of` is
 * what the source said when it was translated.
 */
export type TranslationText = { key: string; source: string; of: string; text: string; state: TextState };

/** The texts of the course itself, `lessonId` null, or of a lesson. `number` is the lesson's place for its authors. */
export type TranslationPart = {
  lessonId: number | null;
  number: number | null;
  title: string;
  texts: TranslationText[];
};

type Counts = Record<TextState, number>;

/** One language of a course; `source` is the tag of the course's own. */
export type Translation = {
  courseId: number;
  courseTitle: string;
  source: string;
  language: string;
  isPublished: boolean;
  parts: TranslationPart[];
};

export type TranslationList = {
  source: string;
  translations: ({ language: string; isPublished: boolean } & Counts)[];
};

export const MOST_TEXTS = 10_000;

/**
 * Body of PUT /api/admin/courses/{id}/translations/{language}: texts of the course and its lessons. `courseId` is the course that a file
 * was made for. A text belongs to the one of the source with its `key` that says `of`, of several alike to the one at `at` of its part.
 */
export const TranslationChange = z.object({
  courseId: z.optional(Id),
  texts: z
    .array(
      z.object({
        lessonId: z.nullable(Id),
        key: z.string().check(z.minLength(1), z.maxLength(100)),
        at: z.optional(Count),
        of: z.string().check(z.maxLength(LESSON_BODY_LIMIT)),
        /** '' takes the translation away. */
        text: z.string().check(z.maxLength(LESSON_BODY_LIMIT)),
      }),
    )
    .check(z.minLength(1), z.maxLength(MOST_TEXTS)),
});
export type TranslationChange = z.infer<typeof TranslationChange>;

/** `unknown` are places in the sent list of what the course does not say, or no longer. */
export type TranslationAnswer = { taken: number; unknown: number[]; parts: TranslationPart[] };

export const TranslationPublishing = z.object({ isPublished: z.boolean() });
