import * as z from 'zod/mini';
import { LessonDocument } from './document.ts';
import { Id } from './fields.ts';
import { inLanguages, LessonWords } from './words.ts';

export const DEFAULT_LESSON_POINTS = 10;
/** In characters: the longest text of a lesson. */
export const LESSON_BODY_LIMIT = 200_000;

export const LESSON_KINDS = ['video', 'text', 'quiz', 'exam', 'capstone', 'document', 'audio'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

/**
 * A lesson as a learner sees it. `duration` is in seconds; `durationMinutes` is derived from it for the featured card.
 * `kind` is the one that its author chose, absent where title and video decide (`lessonKind`). `body` is Markdown. `videoUrl` and
 * `captionsUrl` are stable paths on this server, null where nothing is played; the captions' carries a `v` that changes with them. What
 * an audio lesson plays is its `videoUrl`, so that older apps play it as well. `questionCount` is the number of questions of a quiz or exam, 0 without
 * any, and null for another kind; older servers and replicas have null for 0, too. `module` names the module that holds the lesson, null outside every one; older servers and
 * replicas leave it out, and so do the calls for authors, which list the modules themselves. `documents` are those beside the
 * lesson, in the order of their upload; absent without any. `orderIndex` is the number that learners see: hidden lessons are not
 * counted, as they are in the calls for authors.
 */
export const Lesson = z.object({
  id: Id,
  courseId: Id,
  title: z.string(),
  kind: z.optional(z.enum(LESSON_KINDS)),
  description: z.string(),
  body: z.string(),
  videoUrl: z.nullable(z.string()),
  captionsUrl: z.nullable(z.string()),
  videoBytes: z.nullable(z.int()),
  /** A picture of the video; absent without one. */
  posterUrl: z.optional(z.string()),
  duration: z.int(),
  durationMinutes: z.int(),
  orderIndex: z.int(),
  isPreview: z.boolean(),
  points: z.int(),
  questionCount: z.nullable(z.int()),
  module: z.optional(z.nullable(z.object({ id: Id, title: z.string() }))),
  documents: z.optional(z.array(LessonDocument)),
  /** In the languages that the request asked for, where a translation is published. */
  words: inLanguages(LessonWords),
});
export type Lesson = z.infer<typeof Lesson>;

export const LessonList = z.object({ lessons: z.array(Lesson) });

/** What decides a lesson's kind; a stored lesson has null where none was chosen. */
type Judged = Pick<Lesson, 'title' | 'videoUrl'> & { kind?: LessonKind | null | undefined };

/** The chosen kind; without one, video when there is one, else by the title, ignoring case, else text. */
export function lessonKind({ kind, title, videoUrl }: Judged): LessonKind {
  return kind ?? (videoUrl ? 'video' : kindByTitle(title));
}

/** The kind that a title implies. */
function kindByTitle(title: string): LessonKind {
  const text = title.toLowerCase();
  if (text.includes('quiz')) return 'quiz';
  if (text.includes('exam') || text.includes('assessment')) return 'exam';
  if (text.includes('capstone')) return 'capstone';
  return 'text';
}

/** True when completing this lesson needs a passed attempt (Y13): it is a quiz or an exam. */
export const needsPassedAttempt = (lesson: Judged): boolean => ['quiz', 'exam'].includes(lessonKind(lesson));

/** The document that is the lesson itself: the first PDF of a document lesson, the first recording of an audio lesson. */
export function ownDocument({ kind, documents = [] }: Pick<Lesson, 'kind' | 'documents'>): LessonDocument | undefined {
  if (kind === 'document') return documents.find(({ contentType }) => contentType === 'application/pdf');
  return kind === 'audio' ? documents.find(({ contentType }) => contentType.startsWith('audio/')) : undefined;
}

/** The specification's estimate for a project. */
export const PROJECT_MINUTES = 60;

/** Whole minutes, rounded up as on its own row, so that the rows add up to the sum; of a video without its first `played` seconds. */
export function lessonMinutes(lesson: Judged & Pick<Lesson, 'duration'>, played = 0): number {
  if (lessonKind(lesson) === 'capstone') return PROJECT_MINUTES;
  return Math.max(1, Math.ceil((lesson.duration - played) / 60));
}
