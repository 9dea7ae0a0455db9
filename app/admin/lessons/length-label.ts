import type { AdminLesson } from '#sync/contract/authoring.ts';
import { lessonDurationLabel, lessonKind, lessonLabel, needsPassedAttempt } from '#sync/contract/lesson.ts';
import { counted } from '../../learn/messages.ts';

/** How long a lesson is, to its author: learners are told the usual 20 questions of an exam that has none, who writes it is not. */
export function lengthLabel(lesson: AdminLesson): string {
  if (lesson.duration > 0) return lessonDurationLabel(lesson.duration);
  if (needsPassedAttempt(lesson)) return counted(lesson.questionCount ?? 0, 'question');
  return lessonKind(lesson) === 'capstone' ? lessonLabel(lesson) : '0 min';
}
