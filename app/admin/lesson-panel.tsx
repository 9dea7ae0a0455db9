import type { AdminLesson } from '#sync/contract/authoring.ts';
import { kindByTitle } from '#sync/contract/lesson-rules.ts';

/** What a lesson is about: quiz, exam and assessment lessons have questions, every other one may have a video. */
export function isQuizByTitle(title: string): boolean {
  const kind = kindByTitle(title);
  return kind === 'quiz' || kind === 'exam';
}

/** Below a lesson's row, once it is opened. */
export function LessonPanel(_props: { lesson: AdminLesson; courseId: number }) {
  return null;
}
