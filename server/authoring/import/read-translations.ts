// Reads the words of a course in other languages: course.es.yaml and 01-welcome.es.md beside course.yaml and 01-welcome.md, text for text.
import * as z from 'zod/mini';
import { NewLesson, NewModule } from '#sync/contract/authoring.ts';
import { NewCourse } from '#sync/contract/course-draft.ts';
import { DocumentTitle } from '#sync/contract/document.ts';
import { blocksOf } from '#sync/contract/lesson-text.ts';
import { isLanguage } from '#sync/contract/words.ts';
import type { CourseSource, LessonSource } from '../../catalog/translated-units.ts';
import type { QuestionDraft } from '../quizzes/question-draft.ts';
import { YesNo } from './course-files.ts';
import { parseQuestions } from './parse-questions.ts';
import { type MediaFile, type Reading, readCaptions } from './read-media.ts';
import { readText } from './read-text.ts';
import { readYaml } from './read-yaml.ts';
import { NO_HEAD, partsOf, readBody } from './text-lines.ts';

/** The words of one language, each list as long as the source's; ids are those of the course once it is stored. */
export interface TranslatedContent {
  language: string;
  isPublished: boolean;
  course: CourseSource;
  /** By the number of the lesson. */
  lessons: { orderIndex: number; words: LessonSource }[];
}

const NAME = /^(.+)\.([a-z]{2,3}(?:-[A-Za-z\d]+){0,2})\.(md|ya?ml)$/;

/** The name of the source's file and the language of a translation's; undefined for the name of a source. */
export function translationNamed(name: string): { stem: string; language: string } | undefined {
  const [, stem = '', language = ''] = NAME.exec(name) ?? [];
  return isLanguage(language) ? { stem, language } : undefined;
}

/** course.es.yaml. */
const TranslatedCourse = z.strictObject({
  title: NewCourse.shape.title,
  description: NewCourse.shape.description,
  objectives: NewCourse.shape.objectives,
  prerequisites: NewCourse.shape.prerequisites,
  /** The titles of the modules. */
  modules: z.optional(z.array(NewModule.shape.title)),
  /** Learners read it. */
  ready: YesNo,
});

const TranslatedHead = z.strictObject({
  title: NewLesson.shape.title,
  description: NewLesson.shape.description,
  /** The titles of the documents. */
  documents: z.optional(z.array(DocumentTitle)),
});

/** What a translation is compared with. */
interface Source {
  objectives?: readonly string[] | undefined;
  prerequisites?: readonly string[] | undefined;
  modules?: readonly object[] | undefined;
}

interface SourceLesson {
  orderIndex: number;
  body: string;
  video: MediaFile | undefined;
  documents: readonly object[];
  questions: readonly QuestionDraft[];
}

/** What does not fit the source is a problem; a translation of no lesson is a note. */
export async function readTranslations(
  reading: Reading,
  source: Source,
  lessons: readonly SourceLesson[],
): Promise<TranslatedContent[]> {
  const { folder, notes, files } = reading;
  const found = (await files.list(folder)).toSorted().flatMap((file) => {
    const named = translationNamed(file);
    return named ? [{ file, ...named }] : [];
  });
  const translations: TranslatedContent[] = [];
  for (const { file, stem, language } of found) {
    if (stem !== 'course') continue;
    const read = await readTranslatedCourse(reading, file, source);
    if (read) translations.push({ language, ...read, lessons: [] });
  }
  for (const { file, stem, language } of found) {
    if (stem === 'course') continue;
    const lesson = lessons.find(({ orderIndex }) => orderIndex === Number(/^\d+/.exec(stem)?.[0]));
    const translation = translations.find((one) => one.language === language);
    if (!lesson) notes.push({ file, message: `There is no lesson ${stem}.md that this translates.` });
    else if (!translation) notes.push({ file, message: `This is not read without course.${language}.yaml.` });
    else {
      const words = await readTranslatedLesson(reading, { file, language, lesson });
      if (words) translation.lessons.push({ orderIndex: lesson.orderIndex, words });
    }
  }
  for (const { language, lessons: own } of translations) {
    const missing = lessons.length - own.length;
    const message = `${missing} of ${lessons.length} lessons are not translated, and are read in the language of the course.`;
    if (missing > 0) notes.push({ file: `course.${language}.yaml`, message });
  }
  return translations;
}

async function readTranslatedCourse(reading: Reading, file: string, source: Source) {
  const text = await readText(reading, file);
  const read = text === undefined ? undefined : readYaml(TranslatedCourse, text, { file, problems: reading.problems });
  if (!read) return undefined;
  const {
    title,
    description,
    objectives = [],
    prerequisites = [],
    modules = [],
    ready: isPublished = false,
  } = read.value;
  const counts = [
    ['objectives', objectives.length, source.objectives?.length ?? 0],
    ['prerequisites', prerequisites.length, source.prerequisites?.length ?? 0],
    ['modules', modules.length, source.modules?.length ?? 0],
  ] as const;
  for (const [field, count, wanted] of counts)
    if (count > 0 && count !== wanted)
      reading.problems.push({ file, line: read.lineOf(field), field, message: asMany(count, wanted) });
  const named = modules.map((title) => ({ id: 0, title }));
  return { isPublished, course: { title, description, objectives, prerequisites, modules: named } };
}

const asMany = (count: number, wanted: number) =>
  `There are ${count} here and ${wanted} in the source: each has its place.`;

async function readTranslatedLesson(
  reading: Reading,
  { file, language, lesson }: { file: string; language: string; lesson: SourceLesson },
): Promise<LessonSource | undefined> {
  const { problems } = reading;
  const tell = (message: string, line?: number, field?: string) => void problems.push({ file, line, field, message });
  const text = await readText(reading, file);
  const parts = text === undefined ? undefined : partsOf(text);
  if (!parts) return text === undefined ? undefined : tell(NO_HEAD, 1);
  const read = readYaml(TranslatedHead, parts.yaml, { file, firstLine: 2, problems });
  const body = readBody(parts.above);
  const asksAt = parts.firstLine + parts.asked + 1;
  const questions = parseQuestions(parts.below, asksAt, (line, message) => tell(message, line));
  if (!read) return undefined;
  const { title, description = '', documents = [] } = read.value;
  const [blocks, wanted] = [blocksOf(body).length, blocksOf(lesson.body).length];
  if (blocks > 0 && blocks !== wanted)
    tell(
      `The text has ${blocks} paragraphs, headings, lists and tables, and the source ${wanted}: each has its place.`,
      parts.firstLine,
    );
  if (documents.length > 0 && documents.length !== lesson.documents.length)
    tell(asMany(documents.length, lesson.documents.length), read.lineOf('documents'), 'documents');
  const marks = (asked: readonly QuestionDraft[]) =>
    JSON.stringify(asked.map(({ answers }) => answers.map((one) => one.isCorrect)));
  if (questions.length > 0 && marks(questions) !== marks(lesson.questions))
    tell(
      'The questions are not those of the source: each has the same answers in the same order, and the same right ones.',
      asksAt,
    );
  const captions = lesson.video ? await readCaptions(reading, lesson.video.path, `.${language}`) : null;
  return {
    ...{ title, description, body, captions },
    documents: documents.map((title) => ({ assetId: '', title })),
    questions: questions.map(({ questionText, explanation, answers }) => ({
      ...{ id: 0, questionText, explanation },
      answers: answers.map(({ answerText }) => ({ id: 0, answerText })),
    })),
  };
}
