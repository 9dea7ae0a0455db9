// A lesson's rules, apart from its shapes: a first paint and a tap need no parser.
import type { Lesson } from './lesson.ts';

export type LessonKind = 'video' | 'text' | 'quiz' | 'exam' | 'capstone';

/** Video when there is one; else the title decides, ignoring case; else text. */
export function lessonKind(lesson: Pick<Lesson, 'title' | 'videoUrl'>): LessonKind {
  if (lesson.videoUrl) return 'video';
  return kindByTitle(lesson.title);
}

/** The kind that a title alone asks for; a quiz or exam lesson is completed only by a passed attempt (Y13). */
export function kindByTitle(title: string): Exclude<LessonKind, 'video'> {
  const text = title.toLowerCase();
  if (text.includes('quiz')) return 'quiz';
  if (text.includes('exam') || text.includes('assessment')) return 'exam';
  if (text.includes('capstone')) return 'capstone';
  return 'text';
}

/** True when completing this lesson needs a passed attempt. */
export function needsPassedAttempt(lesson: Pick<Lesson, 'title' | 'videoUrl'>): boolean {
  const kind = lessonKind(lesson);
  return kind === 'quiz' || kind === 'exam';
}

/** 'N min' rounded up, from an hour on 'Xh Ym', from seconds. */
export function lessonDurationLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** The right-hand label of a row in the side list. */
export function lessonLabel(lesson: Lesson): string {
  switch (lessonKind(lesson)) {
    case 'quiz':
      return `${lesson.questionCount ?? 3} questions`;
    case 'exam':
      return `${lesson.questionCount ?? 20} questions`;
    case 'capstone':
      return '60 min project';
    default:
      return lessonDurationLabel(lesson.duration);
  }
}
