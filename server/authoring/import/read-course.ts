// Reads a course that lies in a folder: course.yaml, a Markdown file for each lesson, and media. content/README.md tells
// authors what to write. The sample courses come in this way.
import { realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { needsPassedAttempt } from '#sync/contract/lesson.ts';
import type { QuestionDraft } from '../quizzes/question-draft.ts';
import { CourseFile, LessonBody, LessonHead } from './course-files.ts';
import { filesOnDisk } from './find-file.ts';
import { parseQuestions } from './parse-questions.ts';
import { ContentError, ProblemList, sentence } from './problems.ts';
import {
  type MediaFile,
  type Reading,
  readDocument,
  readPicture,
  readPictures,
  readVideo,
  type TextPicture,
} from './read-media.ts';
import { readText } from './read-text.ts';
import { readTranslations, type TranslatedContent, translationNamed } from './read-translations.ts';
import { readYaml } from './read-yaml.ts';
import { NO_HEAD, partsOf, readBody } from './text-lines.ts';

/** A course as its files describe it, checked and ready to be stored. */
export interface CourseContent extends Omit<z.output<typeof CourseFile>, 'thumbnail'> {
  thumbnail: MediaFile | undefined;
  /** Of one on another server. */
  thumbnailAddress?: string | undefined;
  /** By their number. */
  lessons: LessonContent[];
  /** Its words in other languages. */
  translations: TranslatedContent[];
  /** What of the files is not part of it, a sentence each. */
  notes: string[];
}

export interface LessonContent extends Omit<z.output<typeof LessonHead>, 'minutes' | 'video' | 'documents'> {
  /** The number that its file's name begins with. */
  orderIndex: number;
  durationSeconds: number;
  /** Markdown, with the paths of its pictures as they are written. */
  body: string;
  pictures: TextPicture[];
  video: MediaFile | undefined;
  documents: { title: string; file: MediaFile }[];
  questions: QuestionDraft[];
}

/** All files that are shown in a lesson. */
export const mediaOf = ({ video, documents, pictures }: LessonContent): MediaFile[] => [
  ...(video ? [video] : []),
  ...[...documents, ...pictures].map(({ file }) => file),
];

type ReadOptions = Partial<Pick<Reading, 'within' | 'converts' | 'files'>>;

/**
 * Reads the course in `folder`. Media may lie anywhere below `within`, which is the folder itself unless courses share
 * theirs. Throws `ContentError` with every problem that the files have.
 */
export async function readCourse(
  folder: string,
  { within = folder, converts = false, files = filesOnDisk(resolve(within)) }: ReadOptions = {},
): Promise<CourseContent> {
  const problems = new ProblemList();
  const notes = new ProblemList();
  const kinds = new Map<string, string>();
  const places = { folder, top: resolve(within), within: await realpath(within).catch(() => within) };
  const reading = { ...places, problems, notes, converts, files, kinds };
  const facts = await readFacts(reading);
  const lessons = await readLessons(reading);
  const translations = facts ? await readTranslations(reading, facts, lessons) : [];
  if (!facts || problems.length > 0)
    throw new ContentError(
      problems.first.map((problem) => ({ ...problem, file: join(folder, problem.file) })),
      problems.length,
    );
  return { ...facts, lessons, translations, notes: notes.first.map(sentence) };
}

export const COURSE_FILE = 'course.yaml';

/** What its author may have meant by these. */
function noCourseFile(names: readonly string[]): string {
  const meant = names.filter((name) => /^course\.|\.ya?ml$/i.test(name)).sort();
  const named = `There is ${meant.join(', ')}: rename ${meant.length > 1 ? 'one of them' : 'it'} to ${COURSE_FILE}.`;
  return `This file is missing.${meant.length > 0 ? ` ${named}` : ''}`;
}

async function readFacts(
  reading: Reading,
): Promise<Omit<CourseContent, 'lessons' | 'notes' | 'translations'> | undefined> {
  const { folder, problems, files } = reading;
  const found = await files.find(join(folder, COURSE_FILE));
  const file = found ? basename(found) : COURSE_FILE;
  if (!found) problems.push({ file, message: noCourseFile(await files.list(folder)) });
  const text = found && (await readText(reading, file));
  const read = text === undefined ? undefined : readYaml(CourseFile, text, { file, problems });
  if (!read) return undefined;
  const { value: facts, lineOf } = read;
  const { modules = [], thumbnail: path } = facts;
  for (const [at, { lessons }] of modules.entries()) {
    const taken = modules.slice(0, at).find((other) => overlap(other.lessons, lessons));
    const message = `The module "${taken?.title}" has some of these lessons too.`;
    const line = lineOf('modules', at, 'lessons');
    if (taken) problems.push({ file, line, field: `modules.${at + 1}.lessons`, message });
  }
  const named = { file, line: lineOf('thumbnail'), field: 'thumbnail' };
  return {
    ...facts,
    ...(isAddress(path)
      ? { thumbnail: undefined, thumbnailAddress: path }
      : { thumbnail: path === undefined ? undefined : await readPicture(reading, { ...named, path }) }),
  };
}

/** As the contract takes them; anything else is read as the name of a file, which is not there. */
const isAddress = (path = '') => path.length <= 2000 && /^https?:\/\/\S+$/.test(path);

type Range = { from: number; to: number } | undefined;
const overlap = (a: Range, b: Range) => a !== undefined && b !== undefined && a.from <= b.to && b.from <= a.to;

async function readLessons(reading: Reading): Promise<LessonContent[]> {
  const { folder, problems, notes } = reading;
  const lessons = new Map<number, LessonContent>();
  const files = new Map<number, string>();
  const shown = (await reading.files.list(folder))
    .filter((name) => !name.startsWith('.') && !translationNamed(name))
    .sort();
  const names = shown.filter((name) => /^\d.*\.md$/i.test(name));
  let asked = 0;
  if (names.length === 0) problems.push({ file: '', message: noLesson(shown) });
  for (const file of shown)
    if (TEXT_FILE.test(file) && !names.includes(file)) notes.push({ file, message: NO_LESSON_NAME });
  for (const file of names) {
    if (problems.isFull) break;
    const [, digits] = /^(\d{1,5})-/.exec(file) ?? [];
    const orderIndex = Number(digits ?? 0);
    const other = files.get(orderIndex);
    if (orderIndex < 1) {
      problems.push({
        file,
        message: 'The name must begin with the number of the lesson and -, such as 01-welcome.md.',
      });
      continue;
    }
    if (other) problems.push({ file, message: `This lesson has the same number as ${other}.` });
    files.set(orderIndex, file);
    const lesson = await readLesson(reading, file, orderIndex);
    if (lesson) lessons.set(orderIndex, lesson);
    asked += lesson?.questions.reduce((sum, { answers }) => sum + 1 + answers.length, 0) ?? 0;
    if (asked > MOST_ASKED) {
      problems.push({ file, message: TOO_MUCH_ASKED });
      break;
    }
  }
  return [...lessons.values()].sort((a, b) => a.orderIndex - b.orderIndex);
}

/** Of all quizzes of a course. They are stored in one go, and others wait for so long. */
const MOST_ASKED = 5000;
const TOO_MUCH_ASKED = `Up to here the quizzes of this course have more than ${MOST_ASKED.toLocaleString('en')} questions and answers together. Divide the course.`;

/** As people call files of words; a .txt may be anything else. */
const TEXT_FILE = /\.(md|markdown|mdown)$|^\d.*\.txt$/i;
const NO_LESSON_NAME = 'This is not read as a lesson: its name is not like 01-welcome.md.';

function noLesson(names: readonly string[]): string {
  const texts = names.filter((name) => TEXT_FILE.test(name));
  const found = texts.length > 0 ? ` There is ${texts.slice(0, 5).join(', ')}${texts.length > 5 ? ' ...' : ''}.` : '';
  return `There is no lesson in this folder, such as 01-welcome.md.${found}`;
}

/** A description with each of its lines indented, or most of its signs escaped, and ten documents. */
const LONGEST_HEAD = 30_000;

async function readLesson(reading: Reading, file: string, orderIndex: number): Promise<LessonContent | undefined> {
  const { problems } = reading;
  const tell = (message: string, at: { line?: number; field?: string } = {}) => problems.push({ file, message, ...at });
  const text = await readText(reading, file);
  if (text === undefined) return undefined;
  const parts = partsOf(text);
  if (!parts) {
    tell(NO_HEAD, { line: 1 });
    return undefined;
  }
  const { yaml, firstLine, asked, above, below } = parts;
  const read = readYaml(LessonHead, yaml, { file, firstLine: 2, problems, longest: LONGEST_HEAD });
  const body = z.safeParse(LessonBody, readBody(above));
  if (!body.success) tell(body.error.issues[0]?.message ?? '', { line: firstLine });
  const begins =
    firstLine +
    Math.max(
      0,
      above.findIndex((line) => line.trim() !== ''),
    );
  const questions = parseQuestions(below, firstLine + asked + 1, (line, message) => tell(message, { line }));
  if (!read) return undefined;
  const { minutes: seconds, video: path, documents: listed = [], ...shown } = read.value;
  const isQuiz = needsPassedAttempt({ ...shown, videoUrl: path ?? null });
  const isEmpty = below.join('').trim() === '';
  const hint = (message: string, at: { line: number; field?: string }) => reading.notes.push({ file, message, ...at });
  if (isQuiz && isEmpty) hint(NO_QUESTIONS, { line: firstLine + Math.max(asked, 0) });
  if (!isQuiz && asked >= 0) hint(NO_QUIZ, { line: firstLine + asked });
  const named = { file, line: read.lineOf('video'), field: 'video' };
  const video = path === undefined ? undefined : await readVideo(reading, { ...named, path });
  const documents: LessonContent['documents'] = [];
  for (const [at, { title, file: path }] of listed.entries()) {
    const line = read.lineOf('documents', at, 'file');
    const found = await readDocument(reading, { file, line, field: `documents.${at + 1}.file`, path });
    if (found) documents.push({ title, file: found });
  }
  const durationSeconds = video?.durationSeconds ? Math.round(video.durationSeconds) : (seconds ?? 0);
  if (video && durationSeconds === 0) hint(NO_LENGTH, { line: read.lineOf('minutes'), field: 'minutes' });
  const words = body.data ?? '';
  const pictures = await readPictures(reading, { file, firstLine: begins, body: words });
  return { ...shown, orderIndex, durationSeconds, body: words, pictures, video, documents, questions };
}

const NO_QUESTIONS = 'This quiz has no questions: they belong below a line "# Questions" at the end of its text.';
const NO_LENGTH = 'The video does not tell its length; please write it here.';
const NO_QUIZ = 'Learners do not see these questions: only a quiz or an exam asks them. Write "kind: quiz" above.';
