import * as z from 'zod/mini';
import { Id } from './course.ts';

export * from './lesson-rules.ts';

export const DEFAULT_LESSON_POINTS = 10;

/**
 * A lesson as a learner sees it. `duration` is in seconds; `durationMinutes` is derived for the featured card.
 * `body` is Markdown. `videoUrl` and `captionsUrl` are stable addresses on this server, null without a video;
 * that of the captions carries `v`, another one after each change of them.
 * `questionCount` is the real number of questions of a quiz or exam, null when unknown or another kind.
 */
export const Lesson = z.object({
  id: Id,
  courseId: Id,
  title: z.string(),
  description: z.string(),
  body: z.string(),
  videoUrl: z.nullable(z.string()),
  captionsUrl: z.nullable(z.string()),
  videoBytes: z.nullable(z.int()),
  duration: z.int(),
  durationMinutes: z.int(),
  orderIndex: z.int(),
  isPreview: z.boolean(),
  points: z.int(),
  questionCount: z.nullable(z.int()),
});
export type Lesson = z.infer<typeof Lesson>;

export const LessonList = z.object({ lessons: z.array(Lesson) });
export type LessonList = z.infer<typeof LessonList>;
