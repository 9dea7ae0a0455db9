import type { AdminLesson } from '#sync/contract/authoring.ts';

/** One thing that an author should know before learners see a course (Z10). */
export type ChecklistItem = {
  /** Stable; one item of each. */
  key: string;
  about: 'missing' | 'offline' | 'reach';
  /** 'must' keeps a course from being published; 'should' and 'note' leave it to the author. */
  severity: 'must' | 'should' | 'note';
  sentence: string;
  /** Where it is mended: the lesson's text, its row (video, captions, quiz), the list of lessons, or General. */
  mends: 'text' | 'row' | 'lessons' | 'general';
  /** Those concerned, in their order; none when it is about the course. */
  lessons: readonly AdminLesson[];
};
