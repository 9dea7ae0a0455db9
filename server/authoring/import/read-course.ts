// Reads a course that lies in a folder: course.yaml, a Markdown file for each lesson, and media. content/README.md tells
// authors what to write. The sample courses come in this way.
import { lstat, open, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { checkDocument, DOCUMENT_LIMIT_BYTES } from '#sync/contract/document.ts';
import { isQuizTitle } from '#sync/contract/lesson.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { CAPTIONS_LIMIT_BYTES, PICTURE_LIMIT_BYTES, VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { convertibleType, HEAD_BYTES, pictureType, readVideoSeconds, videoType } from '../../media/video-format.ts';
import { requireCaptions } from '../media/read-captions.ts';
import type { QuestionDraft } from '../quizzes/question-draft.ts';
import { CourseFile, LessonBody, LessonHead } from './course-files.ts';
import { parseQuestions } from './parse-questions.ts';
import { ContentError, ProblemList, sentence } from './problems.ts';
import { isStorable, readYaml, UNSTORABLE } from './read-yaml.ts';

/** A course as its files describe it, checked and ready to be stored. */
export interface CourseContent extends Omit<z.output<typeof CourseFile>, 'thumbnail'> {
  thumbnail: MediaFile | undefined;
  /** By their number. */
  lessons: LessonContent[];
  /** What of the files is not part of it, a sentence each. */
  notes: string[];
}

export interface LessonContent extends Omit<z.output<typeof LessonHead>, 'minutes' | 'video' | 'documents'> {
  /** The number that its file's name begins with. */
  orderIndex: number;
  durationSeconds: number;
  /** Markdown. */
  body: string;
  video: MediaFile | undefined;
  documents: { title: string; file: MediaFile }[];
  questions: QuestionDraft[];
}

export interface MediaFile {
  /** Lessons with the same video have the same path. */
  path: string;
  contentType: string;
  sizeBytes: number;
  /** Null for a picture or a document, and for a video that does not tell. */
  durationSeconds: number | null;
  /** WebVTT. */
  captions: string | null;
}

/** Of course.yaml, and of a lesson with its questions. */
const TEXT_LIMIT_BYTES = 1024 ** 2;

interface Reading {
  folder: string;
  /** The folder that no path may lead out of. */
  top: string;
  /** Where it really is. */
  within: string;
  problems: ProblemList;
  /** What prevents nothing. */
  notes: ProblemList;
  /** Whether videos that no browser plays are let through, to be converted. */
  converts: boolean;
  /** Puts a file there that is not in the folder yet, when there is one of this path. */
  bring: (path: string) => Promise<void>;
  /** What each file was named as. */
  kinds: Map<string, string>;
}

type ReadOptions = Partial<Pick<Reading, 'within' | 'converts' | 'bring'>>;

/**
 * Reads the course in `folder`. Media may lie anywhere below `within`, which is the folder itself unless courses share
 * theirs. Throws `ContentError` with every problem that the files have.
 */
export async function readCourse(
  folder: string,
  { within = folder, converts = false, bring = async () => undefined }: ReadOptions = {},
): Promise<CourseContent> {
  const problems = new ProblemList();
  const notes = new ProblemList();
  const kinds = new Map<string, string>();
  const places = { folder, top: resolve(within), within: await realpath(within).catch(() => within) };
  const reading = { ...places, problems, notes, converts, bring, kinds };
  const facts = await readFacts(reading);
  const lessons = await readLessons(reading);
  if (!facts || problems.length > 0)
    throw new ContentError(
      problems.first.map((problem) => ({ ...problem, file: join(folder, problem.file) })),
      problems.length,
    );
  return { ...facts, lessons, notes: notes.first.map(sentence) };
}

async function readFacts(reading: Reading): Promise<Omit<CourseContent, 'lessons' | 'notes'> | undefined> {
  const file = 'course.yaml';
  const { problems } = reading;
  const text = await readText(reading, file);
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
    thumbnail: path === undefined ? undefined : await readMedia(reading, { ...named, path }, PICTURE),
  };
}

type Range = { from: number; to: number };
const overlap = (a: Range, b: Range) => a.from <= b.to && b.from <= a.to;

async function readLessons(reading: Reading): Promise<LessonContent[]> {
  const { folder, problems } = reading;
  const lessons = new Map<number, LessonContent>();
  const files = new Map<number, string>();
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.md$/i.test(name)).sort();
  if (names.length === 0)
    problems.push({ file: '', message: 'There is no lesson in this folder, such as 01-welcome.md.' });
  for (const file of names) {
    if (problems.isFull) break;
    const [, digits] = /^(\d{1,5})-/.exec(file) ?? [];
    const orderIndex = Number(digits ?? 0);
    const other = files.get(orderIndex);
    if (orderIndex < 1) {
      problems.push({ file, message: 'The name must begin with the number of the lesson, such as 01-welcome.md.' });
      continue;
    }
    if (other) problems.push({ file, message: `This lesson has the same number as ${other}.` });
    files.set(orderIndex, file);
    const lesson = await readLesson(reading, file, orderIndex);
    if (lesson) lessons.set(orderIndex, lesson);
  }
  return [...lessons.values()].sort((a, b) => a.orderIndex - b.orderIndex);
}

const LONGEST_HEAD = 10_000;
const HEAD = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;

async function readLesson(reading: Reading, file: string, orderIndex: number): Promise<LessonContent | undefined> {
  const { problems } = reading;
  const tell = (message: string, at: { line?: number; field?: string } = {}) => problems.push({ file, message, ...at });
  const text = await readText(reading, file);
  if (text === undefined) return undefined;
  const [whole, yaml = ''] = HEAD.exec(text) ?? [];
  if (whole === undefined) {
    tell('The file must begin with a line ---, the fields of the lesson, and another line ---.', { line: 1 });
    return undefined;
  }
  const read = readYaml(LessonHead, yaml, { file, firstLine: 2, problems, longest: LONGEST_HEAD });
  const lines = text.slice(whole.length).split('\n');
  const firstLine = whole.split('\n').length;
  const asked = lines.findIndex((line) => /^# Questions\s*$/i.test(line));
  const above = asked < 0 ? lines : lines.slice(0, asked);
  const below = asked < 0 ? [] : lines.slice(asked + 1);
  const body = z.safeParse(LessonBody, above.join('\n').trim());
  if (!body.success) tell(body.error.issues[0]?.message ?? '', { line: firstLine });
  const questions = parseQuestions(below, firstLine + asked + 1, (line, message) => tell(message, { line }));
  if (!read) return undefined;
  const { minutes, video: path, documents: listed = [], ...shown } = read.value;
  const isQuiz = path === undefined && isQuizTitle(shown.title);
  const isEmpty = below.join('').trim() === '';
  if (isQuiz && isEmpty) tell(NO_QUESTIONS, { line: firstLine + Math.max(asked, 0) });
  if (!isQuiz && asked >= 0) tell(NO_QUIZ, { line: firstLine + asked });
  const named = { file, line: read.lineOf('video'), field: 'video' };
  const video = path === undefined ? undefined : await readVideo(reading, { ...named, path });
  const documents: LessonContent['documents'] = [];
  for (const [at, { title, file: path }] of listed.entries()) {
    const line = read.lineOf('documents', at, 'file');
    const found = await readDocument(reading, { file, line, field: `documents.${at + 1}.file`, path });
    if (found) documents.push({ title, file: found });
  }
  const seconds = video?.durationSeconds ? Math.round(video.durationSeconds) : minutes && minutes * 60;
  if (seconds === undefined && (video || path === undefined))
    tell(video ? NO_LENGTH : 'This field is missing.', { line: read.lineOf('minutes'), field: 'minutes' });
  const durationSeconds = seconds ?? 0;
  return { ...shown, orderIndex, durationSeconds, body: body.data ?? '', video, documents, questions };
}

const NO_QUESTIONS =
  'A lesson with Quiz, Exam or Assessment in its title needs a line "# Questions" below its text, and questions below that.';
const NO_LENGTH = 'The video does not tell its length; please write it here.';
const NO_QUIZ = 'Only a lesson without a video and with Quiz, Exam or Assessment in its title can have questions.';

/** A file of text with plain line ends; undefined, and a problem, when there is none. */
async function readText({ folder, problems }: Reading, file: string): Promise<string | undefined> {
  const tell = (message: string, line?: number) => void problems.push({ file, line, message });
  const path = join(folder, file);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return tell('This file is missing.');
  if (found.size > TEXT_LIMIT_BYTES) return tell('This file is larger than 1 MB.');
  const bytes = await readFile(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
    const line = text.split('\n').findIndex((each) => !isStorable(each));
    return line < 0 ? text : tell(UNSTORABLE, line + 1);
  } catch {
    return tell('This file is not saved as UTF-8.');
  }
}

/** A path that an author has written into a field. */
interface Named {
  file: string;
  line: number;
  field: string;
  path: string;
}

async function readVideo(reading: Reading, named: Named): Promise<MediaFile | undefined> {
  const video = await readMedia(reading, named, reading.converts ? CONVERTIBLE : VIDEO);
  return video && { ...video, captions: await readCaptions(reading, video.path) };
}

async function readDocument(reading: Reading, named: Named): Promise<MediaFile | undefined> {
  const found = await readMedia(reading, named, DOCUMENT);
  if (!found) return undefined;
  const { path, sizeBytes: size } = found;
  const handle = await open(path);
  try {
    const read = async (start: number, end: number) =>
      (await handle.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start)).buffer;
    const finding = await checkDocument({ name: basename(path), size, read });
    if ('contentType' in finding) return { ...found, contentType: finding.contentType };
    const { file, line, field } = named;
    reading.problems.push({ file, line, field, message: finding.fault });
    return undefined;
  } finally {
    await handle.close();
  }
}

/** What it really is, is judged by more than its head. */
const DOCUMENT = { limit: DOCUMENT_LIMIT_BYTES, kind: 'document', typeOf: () => 'application/octet-stream' };
const VIDEO = {
  limit: VIDEO_LIMIT_BYTES,
  kind: 'video',
  typeOf: (head: Buffer): string | undefined => videoType(head),
};
const CONVERTIBLE = { ...VIDEO, typeOf: (head: Buffer) => videoType(head) ?? convertibleType(head) };
const PICTURE = {
  limit: PICTURE_LIMIT_BYTES,
  kind: 'picture',
  typeOf: (head: Buffer) => pictureType(head)?.type,
};

async function readMedia(
  reading: Reading,
  { file, line, field, path }: Named,
  wanted: typeof DOCUMENT | typeof VIDEO | typeof PICTURE,
): Promise<MediaFile | undefined> {
  const { folder, within, problems, kinds } = reading;
  const tell = (message: string) => void problems.push({ file, line, field, message });
  const wished = resolve(folder, path);
  const leadsOut = `The path ${path} leads out of the folder of the course.`;
  if (relative(reading.top, wished).startsWith('..')) return tell(leadsOut);
  await reading.bring(wished);
  const target = await realpath(wished).catch(() => undefined);
  if (target === undefined) return tell(`There is no file ${path}.`);
  if (!target.startsWith(within + sep)) return tell(leadsOut);
  const other = kinds.get(target);
  if (other !== undefined && other !== wanted.kind) return tell(`The file ${path} is named as a ${other} too.`);
  kinds.set(target, wanted.kind);
  const handle = await open(target);
  try {
    const found = await handle.stat();
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = found.isFile() ? await handle.read(head, 0, HEAD_BYTES, 0) : { bytesRead: 0 };
    const contentType = wanted.typeOf(head.subarray(0, bytesRead));
    if (!contentType) return tell(`The file ${path} is not a ${wanted.kind} that browsers show.`);
    if (found.size > wanted.limit) return tell(`The file ${path} is larger than ${wanted.limit / 1024 ** 2} MB.`);
    const durationSeconds = wanted.kind === 'video' ? await readVideoSeconds(handle) : undefined;
    return {
      path: target,
      contentType,
      sizeBytes: found.size,
      durationSeconds: durationSeconds ?? null,
      captions: null,
    };
  } finally {
    await handle.close();
  }
}

/** Beside the video, by its name. */
async function readCaptions({ folder, problems, notes, bring }: Reading, videoPath: string): Promise<string | null> {
  const stem = videoPath.replace(/\.[^./]*$/, '');
  for (const path of [`${stem}.vtt`, `${stem}.srt`]) {
    await bring(path);
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isFile()) continue;
    const file = relative(folder, path);
    const tell = (message: string) => void problems.push({ file, message });
    if (found.size > CAPTIONS_LIMIT_BYTES) tell('These captions are larger than 1 MB.');
    else
      try {
        const text = decodeText(await readFile(path));
        if (text?.isGuessed) notes.push({ file, message: GUESSED });
        const { webVtt, leftOut } = requireCaptions(text?.text ?? '');
        for (const { line, reason } of leftOut) notes.push({ file, line, message: `A caption is left out: ${reason}` });
        return webVtt;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        tell(error.message);
      }
    return null;
  }
  return null;
}

const GUESSED = 'This file is not UTF-8 and was read as Western European text. Check its letters.';
