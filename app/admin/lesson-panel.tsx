import type { AdminLesson } from '#sync/contract/authoring.ts';
import { kindByTitle } from '#sync/contract/lesson-rules.ts';
import { QuizPanel } from './quizzes/quiz-panel.tsx';
import { VideoMark } from './videos/video-mark.tsx';
import { VideoPanel } from './videos/video-panel.tsx';

/** What a lesson is about: quiz, exam and assessment lessons have questions, every other one may have a video. */
export function isQuizByTitle(title: string): boolean {
  const kind = kindByTitle(title);
  return kind === 'quiz' || kind === 'exam';
}

/** Below a lesson's row, once it is opened. */
export function LessonPanel({ lesson, courseId }: { lesson: AdminLesson; courseId: number }) {
  if (isQuizByTitle(lesson.title)) return <QuizPanel lesson={lesson} courseId={courseId} />;
  return <VideoPanel lesson={lesson} courseId={courseId} />;
}

/** On the button that opens it. */
export function LessonPanelTitle({ lesson }: { lesson: AdminLesson }) {
  return isQuizByTitle(lesson.title) ? 'Quiz' : <VideoMark lesson={lesson} />;
}
