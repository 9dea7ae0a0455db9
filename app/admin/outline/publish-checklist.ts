// Checks a course before it is published, from its outline alone (R-Z10).

import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { lessonKind, lessonMinutes, needsPassedAttempt, ownDocument } from '#sync/contract/lesson.ts';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import type { TranslationList } from '#sync/contract/translation.ts';
import { codecName, playsEverywhere } from '#sync/contract/video.ts';
import { languageName } from '#sync/contract/words.ts';
import { lessonDurationLabel, sizeLabel } from '../../ui/course-labels.ts';
import { counted } from '../../ui/labels.ts';
import { countLost, picturesElsewhere } from './external-pictures.ts';

/** One thing that an author should know before publishing. */
export type ChecklistItem = {
  /** Unique and stable. */
  key: string;
  about: 'missing' | 'offline' | 'reach';
  /** 'must' prevents publishing; 'should' and 'note' do not. */
  severity: 'must' | 'should' | 'note';
  sentence: string;
  /** Where it is fixed: the lesson's text, its row (video, captions, quiz), the list of lessons, General, or Languages. */
  fixIn: 'text' | 'row' | 'lessons' | 'general' | 'languages';
  /** The lessons concerned, in order; none when it is about the course. */
  lessons: readonly AdminLesson[];
};

/** A larger video, in bytes, is more than many phones can store. */
const LARGE_VIDEO_BYTES = 500e6;

type LessonRule = Pick<ChecklistItem, 'key' | 'about' | 'severity' | 'fixIn'> & {
  /** `seen` are the lessons that learners will see; `converts` is whether the server converts videos. */
  concerns: (lesson: AdminLesson, course: { seen: readonly AdminLesson[]; converts: boolean }) => boolean;
  sentence: (count: number, concerned: readonly AdminLesson[]) => string;
};

const hasVideo = (lesson: AdminLesson) => lesson.videoUrl !== null && lessonKind(lesson) === 'video';
/** Of a chosen kind that shows or plays one. */
const lacksFile = (lesson: AdminLesson) =>
  (lesson.kind === 'video' && !hasVideo(lesson)) ||
  (['document', 'audio'].includes(lesson.kind ?? '') && !ownDocument(lesson));
const isText = (lesson: AdminLesson) =>
  !hasVideo(lesson) && !needsPassedAttempt(lesson) && !ownDocument(lesson) && !lacksFile(lesson);
const hasWords = ({ body }: AdminLesson) => body.trim() !== '';
const isOdd = ({ videoType }: AdminLesson) =>
  /avi|msvideo|ogg|quicktime|matroska|mpeg|mp2t|wmv|flv/i.test(videoType ?? '');
const isCompressedOddly = ({ videoCodec }: AdminLesson) => videoCodec !== null && !playsEverywhere(videoCodec);
const plays = (lesson: AdminLesson) => lesson.isPlayable !== false && !isOdd(lesson) && !isCompressedOddly(lesson);
const isBeingMade = ({ rendition }: AdminLesson, converts: boolean) => converts && rendition === 'waiting';
/** Its conversion says more than its format. */
const isJudged = (lesson: AdminLesson, converts: boolean) =>
  isBeingMade(lesson, converts) || lesson.rendition === 'failed';

const LESSON_RULES: readonly LessonRule[] = [
  {
    ...{ key: 'empty', about: 'missing', severity: 'should', fixIn: 'text' },
    concerns: (lesson) => isText(lesson) && !hasWords(lesson),
    sentence: (count) => `${counted(count, 'lesson has', 'lessons have')} neither a text nor a video.`,
  },
  {
    ...{ key: 'no_questions', about: 'missing', severity: 'must', fixIn: 'row' },
    concerns: (lesson) => needsPassedAttempt(lesson) && !lesson.questionCount,
    sentence: (count) =>
      `${counted(count, 'quiz has', 'quizzes have')} no questions: until then no one can complete the course.`,
  },
  {
    ...{ key: 'no_captions', about: 'missing', severity: 'should', fixIn: 'row' },
    concerns: (lesson) => hasVideo(lesson) && lesson.captionsUrl === null,
    sentence: (count) =>
      `${counted(count, 'video has', 'videos have')} no captions: what is said is lost on people who cannot hear it.`,
  },
  {
    ...{ key: 'no_file', about: 'missing', severity: 'should', fixIn: 'row' },
    concerns: lacksFile,
    sentence: (count) =>
      `${counted(count, 'lesson has', 'lessons have')} no video, PDF or recording yet, which ${count === 1 ? 'its kind asks' : 'their kinds ask'} for.`,
  },
  {
    ...{ key: 'no_transcript', about: 'missing', severity: 'should', fixIn: 'text' },
    concerns: (lesson) => lesson.kind === 'audio' && !hasWords(lesson),
    sentence: (count) =>
      `${counted(count, 'recording has', 'recordings have')} no text: what is said is lost on people who cannot hear it.`,
  },
  {
    // Only in a course with videos: there a text may be a video to come.
    ...{ key: 'no_video', about: 'missing', severity: 'note', fixIn: 'row' },
    concerns: (lesson, { seen }) =>
      lesson.kind === undefined && lessonKind(lesson) === 'text' && hasWords(lesson) && seen.some(hasVideo),
    sentence: (count) =>
      `${counted(count, 'lesson is', 'lessons are')} read, not watched: the video is pending, or not meant.`,
  },
  {
    ...{ key: 'lost_pictures', about: 'missing', severity: 'should', fixIn: 'text' },
    concerns: (lesson) => countLost(lesson) > 0,
    sentence: (_, concerned) => {
      const lost = sumOf(concerned.map(countLost));
      return `${counted(lost, 'picture')} in the texts cannot be shown to learners: ${lost === 1 ? 'it is' : 'they are'} gone, or of another course. Upload ${lost === 1 ? 'it' : 'them'} again.`;
    },
  },
  {
    ...{ key: 'external_pictures', about: 'offline', severity: 'should', fixIn: 'text' },
    concerns: ({ body }) => picturesElsewhere(body).length > 0,
    sentence: (count) =>
      `${counted(count, 'text shows', 'texts show')} pictures of other websites, which are not kept on a device. Upload them instead.`,
  },
  {
    ...{ key: 'unplayable', about: 'offline', severity: 'should', fixIn: 'row' },
    concerns: (lesson, { converts }) => hasVideo(lesson) && lesson.isPlayable === false && !isJudged(lesson, converts),
    sentence: (count) =>
      `${counted(count, 'video', 'videos')} could not be played by the browser that sent it. MP4 plays everywhere.`,
  },
  {
    ...{ key: 'odd_format', about: 'offline', severity: 'should', fixIn: 'row' },
    concerns: (lesson, { converts }) =>
      hasVideo(lesson) && isOdd(lesson) && lesson.isPlayable !== false && !isJudged(lesson, converts),
    sentence: (count) =>
      `${counted(count, 'video has', 'videos have')} a format that not every browser plays (AVI, Ogg, QuickTime). MP4 plays everywhere.`,
  },
  {
    ...{ key: 'codec', about: 'offline', severity: 'should', fixIn: 'row' },
    concerns: (lesson) => lesson.rendition === 'failed' && isCompressedOddly(lesson),
    sentence: (count, concerned) => {
      const names = new Set(concerned.map(({ videoCodec }) => codecName(videoCodec ?? '')));
      return `Many tablets cannot play ${counted(count, 'video')} (${[...names].join(', ')}), which could not be converted. MP4 with H.264 plays everywhere.`;
    },
  },
  {
    ...{ key: 'not_converted', about: 'offline', severity: 'should', fixIn: 'row' },
    concerns: (lesson) => lesson.rendition === 'failed' && !isCompressedOddly(lesson),
    sentence: (count) =>
      `${counted(count, 'video')} could not be converted. Check that ${count === 1 ? 'it plays to its end, or send it' : 'they play to their end, or send them'} again.`,
  },
  {
    ...{ key: 'converting', about: 'offline', severity: 'should', fixIn: 'row' },
    concerns: (lesson, { converts }) => hasVideo(lesson) && isBeingMade(lesson, converts) && !plays(lesson),
    sentence: (count) =>
      `${counted(count, 'video is', 'videos are')} being converted. Until then some devices cannot play ${count === 1 ? 'it' : 'them'}.`,
  },
  {
    ...{ key: 'shrinking', about: 'missing', severity: 'note', fixIn: 'row' },
    concerns: (lesson, { converts }) => hasVideo(lesson) && isBeingMade(lesson, converts) && plays(lesson),
    sentence: (count) =>
      `A smaller version for phones is being made of ${counted(count, 'video')}. Devices that keep ${count === 1 ? 'it' : 'them'} before it is ready download it again.`,
  },
  {
    ...{ key: 'large_video', about: 'offline', severity: 'should', fixIn: 'row' },
    concerns: (lesson) => hasVideo(lesson) && (lesson.videoBytes ?? 0) > LARGE_VIDEO_BYTES,
    sentence: (count) =>
      `${counted(count, 'video is', 'videos are')} larger than ${sizeLabel(LARGE_VIDEO_BYTES)}: many devices have no room to keep that.`,
  },
];

/** A larger course, in bytes, is more than many phones can store. */
export const LARGE_COURSE_BYTES = 2e9;

/** How many videos learners will see, how many of them play on tablets, and what became of smaller versions of them. */
type VideoFacts = { count: number; playing: number; ready: number; waiting: number; failed: number };

export type Checklist = {
  items: readonly ChecklistItem[];
  /** What learners will download: `bytes` of videos, documents and texts; a video of several lessons counts once. */
  facts: { lessons: number; minutes: number; bytes: number; videos: VideoFacts };
};

/** The checked properties of the course itself; `duration` in minutes. */
type Reach = { visibility: string; organizationId: string | null; duration: number; thumbnail: string | null };

/** Everything an author should know before publishing, the most severe first. */
export function checkCourse(course: Reach, { lessons }: Pick<Outline, 'lessons'>, converts = false): Checklist {
  const seen = lessons.filter(({ isVisible }) => isVisible);
  const facts = factsOf(seen);
  const ofLessons = LESSON_RULES.flatMap(({ concerns, sentence, ...rule }): ChecklistItem[] => {
    const lessons = seen.filter((lesson) => concerns(lesson, { seen, converts }));
    return lessons.length > 0 ? [{ ...rule, sentence: sentence(lessons.length, lessons), lessons }] : [];
  });
  const ofCourse = COURSE_RULES.filter(({ concerns }) => concerns(course, facts)).map(
    ({ concerns: _, sentence, ...rule }): ChecklistItem => ({ ...rule, sentence: sentence(facts), lessons: [] }),
  );
  const rank = { must: 0, should: 1, note: 2 };
  const items = [...whatIsThere(lessons, seen), ...ofLessons, ...ofCourse].sort(
    (a, b) => rank[a.severity] - rank[b.severity],
  );
  return { items, facts };
}

export const mayPublish = ({ items }: Pick<Checklist, 'items'>) => items.every(({ severity }) => severity !== 'must');

function factsOf(seen: readonly AdminLesson[]): Checklist['facts'] {
  const videos = [...new Map(seen.filter(hasVideo).map((lesson) => [lesson.videoUrl, lesson])).values()];
  const madeAs = (state: AdminLesson['rendition']) => videos.filter(({ rendition }) => rendition === state).length;
  const texts = seen.map(({ title, description, body }) => title.length + description.length + body.length);
  const minutes = sumOf(seen.map((lesson) => lessonMinutes(lesson)));
  const sizes = videos.map(({ videoBytes }) => videoBytes ?? 0);
  const documents = seen.flatMap(({ documents = [] }) => documents.map(({ bytes }) => bytes));
  return {
    lessons: seen.length,
    minutes,
    bytes: sumOf([...sizes, ...documents, ...texts]),
    videos: {
      count: videos.length,
      playing: videos.filter(plays).length,
      ready: madeAs('ready'),
      waiting: madeAs('waiting'),
      failed: madeAs('failed'),
    },
  };
}

/** A course needs at least one lesson that learners see. */
function whatIsThere(lessons: readonly AdminLesson[], seen: readonly AdminLesson[]): ChecklistItem[] {
  const shared = { about: 'missing', fixIn: 'lessons' } as const;
  if (lessons.length === 0)
    return [{ ...shared, key: 'none', severity: 'must', sentence: 'The course has no lessons yet.', lessons: [] }];
  const hidden = lessons.filter(({ isVisible }) => !isVisible);
  if (hidden.length === 0) return [];
  if (seen.length === 0) {
    const sentence = 'Learners would see no lesson: all of them are hidden. Show one, or switch a module on.';
    return [{ ...shared, key: 'all_hidden', severity: 'must', sentence, lessons: hidden }];
  }
  const sentence = `${counted(hidden.length, 'lesson is', 'lessons are')} hidden from learners.`;
  return [{ ...shared, key: 'hidden', severity: 'note', sentence, lessons: hidden }];
}

/** What learners of a published translation read in the language of the course. */
export const translationItems = ({ translations }: TranslationList): ChecklistItem[] =>
  translations
    .filter(({ isPublished, changed, missing }) => isPublished && changed + missing > 0)
    .map(({ language, changed, missing }) => ({
      ...{ key: `translation_${language}`, about: 'missing', severity: 'should', fixIn: 'languages', lessons: [] },
      sentence: `In ${languageName(language)}, ${counted(changed + missing, 'text is', 'texts are')} read in the language of the course: ${changed} changed since, ${missing} not translated.`,
    }));

type CourseRule = Omit<ChecklistItem, 'sentence' | 'lessons'> & {
  concerns: (course: Reach, facts: Checklist['facts']) => boolean;
  sentence: (facts: Checklist['facts']) => string;
};

const COURSE_RULES: readonly CourseRule[] = [
  {
    ...{ key: 'no_duration', about: 'missing', severity: 'note', fixIn: 'general' },
    concerns: ({ duration }, { minutes }) => duration === 0 && minutes > 0,
    sentence: ({ minutes }) => `The course names no duration; its lessons take ${lessonDurationLabel(60 * minutes)}.`,
  },
  {
    ...{ key: 'large_course', about: 'offline', severity: 'should', fixIn: 'lessons' },
    concerns: (_, { bytes }) => bytes > LARGE_COURSE_BYTES,
    sentence: ({ bytes }) => `The whole course is ${sizeLabel(bytes)}: many devices have no room to keep all of it.`,
  },
  {
    ...{ key: 'private', about: 'reach', severity: 'note', fixIn: 'general' },
    concerns: ({ visibility }) => visibility === 'private',
    sentence: () => 'Only people whom an admin enrolls, and organizations that were granted the course, will see it.',
  },
  {
    ...{ key: 'no_organization', about: 'reach', severity: 'should', fixIn: 'general' },
    concerns: ({ visibility, organizationId }) => visibility === 'organization' && organizationId === null,
    sentence: () =>
      'It is for an organization and belongs to none: only organizations that were granted it will see it.',
  },
  {
    ...{ key: 'external_thumbnail', about: 'offline', severity: 'should', fixIn: 'general' },
    concerns: ({ thumbnail }) => thumbnail !== null && !isOwnAddress(thumbnail),
    sentence: () => "The course's picture is on another website and is not kept on devices. Upload it instead.",
  },
];

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
