// What may be wrong with a lesson that learners will see, one rule each (Z10).
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { lessonKind, needsPassedAttempt } from '#sync/contract/lesson-rules.ts';
import { picturesElsewhere } from '#sync/contract/pictures-elsewhere.ts';
import { sizeLabel } from '../../size-label.ts';
import type { ChecklistItem } from './checklist-item.ts';

/** A film above this, in bytes, is more than many phones have to spare. */
export const LARGE_FILM_BYTES = 500e6;

type LessonRule = Pick<ChecklistItem, 'key' | 'about' | 'severity' | 'mends'> & {
  /** `seen` are all lessons that learners will see. */
  concerns: (lesson: AdminLesson, seen: readonly AdminLesson[]) => boolean;
  /** Of how many lessons it is true. */
  says: (count: number) => string;
};

/** '1 lesson has' or '2 lessons have'. */
export const number = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const hasFilm = ({ videoUrl }: AdminLesson) => videoUrl !== null;
const isText = (lesson: AdminLesson) => !hasFilm(lesson) && !needsPassedAttempt(lesson);
const hasWords = ({ body }: AdminLesson) => body.trim() !== '';
const isOdd = ({ videoType }: AdminLesson) => /avi|msvideo|ogg|quicktime/i.test(videoType ?? '');

export const LESSON_RULES: readonly LessonRule[] = [
  {
    ...{ key: 'empty', about: 'missing', severity: 'should', mends: 'text' },
    concerns: (lesson) => isText(lesson) && !hasWords(lesson),
    says: (count) => `${number(count, 'lesson has', 'lessons have')} neither a text nor a video.`,
  },
  {
    // Not a must: a course may be published while its last lessons are still being written.
    ...{ key: 'no_questions', about: 'missing', severity: 'should', mends: 'row' },
    concerns: (lesson) => needsPassedAttempt(lesson) && !lesson.questionCount,
    says: (count) =>
      `${number(count, 'quiz has', 'quizzes have')} no questions: until then nobody can complete the course.`,
  },
  {
    ...{ key: 'no_captions', about: 'missing', severity: 'should', mends: 'row' },
    concerns: (lesson) => hasFilm(lesson) && lesson.captionsUrl === null,
    says: (count) =>
      `${number(count, 'video has', 'videos have')} no captions: what is said is lost on people who cannot hear it.`,
  },
  {
    // In a course without films a text is no film to come.
    ...{ key: 'no_video', about: 'missing', severity: 'note', mends: 'row' },
    concerns: (lesson, seen) => lessonKind(lesson) === 'text' && hasWords(lesson) && seen.some(hasFilm),
    says: (count) =>
      `${number(count, 'lesson is', 'lessons are')} read, not watched: the video is pending, or not meant.`,
  },
  {
    ...{ key: 'external_pictures', about: 'offline', severity: 'should', mends: 'text' },
    concerns: ({ body }) => picturesElsewhere(body).length > 0,
    says: (count) =>
      `${number(count, 'text shows', 'texts show')} pictures of other websites, which are not kept on a device. Upload them instead.`,
  },
  {
    ...{ key: 'unplayable', about: 'offline', severity: 'should', mends: 'row' },
    concerns: (lesson) => hasFilm(lesson) && lesson.isPlayable === false,
    says: (count) =>
      `${number(count, 'video', 'videos')} could not be played by the browser that sent it. MP4 plays everywhere.`,
  },
  {
    ...{ key: 'odd_format', about: 'offline', severity: 'should', mends: 'row' },
    concerns: (lesson) => hasFilm(lesson) && isOdd(lesson) && lesson.isPlayable !== false,
    says: (count) =>
      `${number(count, 'video has', 'videos have')} a format that not every browser plays (AVI, Ogg, QuickTime). MP4 plays everywhere.`,
  },
  {
    ...{ key: 'large_film', about: 'offline', severity: 'should', mends: 'row' },
    concerns: (lesson) => hasFilm(lesson) && (lesson.videoBytes ?? 0) > LARGE_FILM_BYTES,
    says: (count) =>
      `${number(count, 'video is', 'videos are')} larger than ${sizeLabel(LARGE_FILM_BYTES)}: many devices have no room to keep that.`,
  },
];
