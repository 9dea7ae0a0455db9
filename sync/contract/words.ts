// The words of a course in the languages that it was translated into (decision 358). They travel beside the source's, which stay what
// decides: kind, structure and grading never look here.
import * as z from 'zod/mini';

/** The languages that a new translation is offered in; others come with course files. Each is named by its tag (BCP 47). */
export const LANGUAGES = [
  'en',
  'es',
  'pt-BR',
  'fr',
  'de',
  'pl',
  'tr',
  'uk',
  'ar',
  'hi',
  'vi',
  'zh-Hans',
  'ja',
] as const;

const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;
const named = (tag: string, inLanguage: string, fallback: 'none' | 'code') =>
  new Intl.DisplayNames([inLanguage], { type: 'language', fallback }).of(tag);

/** Whether this is the tag of a language, as it is written: es, pt-BR, zh-Hans. */
export const isLanguage = (tag: string): boolean => TAG.test(tag) && named(tag, 'en', 'none') !== undefined;

/** The name of a language, in English or another one. */
export const languageName = (tag: string, inLanguage = 'en'): string => named(tag, inLanguage, 'code') ?? tag;

/** How a language calls itself, such as 'Español'. */
export function ownLanguageName(tag: string): string {
  const name = named(tag, tag, 'code') ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** The tag of the language that a course's field names in English; 'und' for one that is not known. */
export function sourceLanguage({ language }: { language: string }): string {
  const word = language.trim().toLowerCase();
  return (
    LANGUAGES.find((tag) => languageName(tag).toLowerCase() === word || word === tag.split('-')[0]) ?? plainOf(word)
  );
}

const plainOf = (word: string) => ({ portuguese: 'pt-BR', chinese: 'zh-Hans' })[word] ?? 'und';

export const CourseWords = z.object({
  title: z.string(),
  description: z.string(),
  objectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
});
export type CourseWords = z.infer<typeof CourseWords>;

/** `documents` are titles by their asset; `captions` are WebVTT. `isPartial` is true where some of it is the source's. */
export const LessonWords = z.object({
  title: z.string(),
  description: z.string(),
  body: z.string(),
  module: z.optional(z.string()),
  documents: z.optional(z.record(z.string(), z.string())),
  captions: z.optional(z.string()),
  isPartial: z.optional(z.boolean()),
});
export type LessonWords = z.infer<typeof LessonWords>;

/** By `question.7` and `answer.9`. */
export const QuizWords = z.record(z.string(), z.string());
export type QuizWords = z.infer<typeof QuizWords>;

/** By the tag of the language. */
export const inLanguages = <T extends z.ZodMiniType>(words: T) => z.optional(z.record(z.string(), words));

/** So many languages are asked for at once: those that a person reads on a device. */
const MOST_ASKED = 5;

/** The languages of an `Accept-Language`, such as 'es,fr;q=0.8'; what is no language is left out. */
export const languagesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',', 2 * MOST_ASKED)
    .flatMap((part) => part.split(';')[0]?.trim() ?? [])
    .filter(isLanguage)
    .slice(0, MOST_ASKED);
