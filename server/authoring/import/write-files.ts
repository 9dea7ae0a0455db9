// The files of a course, as content/README.md tells authors to write them: `readCourse` reads from them what it was.
import { stringify } from 'yaml';
import { shownText, type Unit } from '../../catalog/translated-units.ts';
import { pick } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { minutesOf } from './course-files.ts';
import { typeOfAnswers } from './parse-questions.ts';
import { writeBody, writeLines } from './text-lines.ts';

type Course = Tables['courses']['$inferSelect'];
type Module = Tables['courseModules']['$inferSelect'];
type Lesson = Tables['lessons']['$inferSelect'];
type Question = Pick<
  Tables['quizQuestions']['$inferSelect'],
  'questionText' | 'questionType' | 'points' | 'explanation'
>;
type Answer = Pick<Tables['quizAnswers']['$inferSelect'], 'answerText' | 'isCorrect'>;

/** In bytes: a name of two of them fits into what zip files and disks hold. */
const LONGEST_SLUG = 100;

/** 'Walk the path!' as 'walk-the-path'. */
export const slugOf = (title: string): string => {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  let [letters, bytes] = ['', 0];
  for (const letter of slug) {
    bytes += Buffer.byteLength(letter);
    if (bytes <= LONGEST_SLUG) letters += letter;
  }
  return letters.replace(/^-+|-+$/g, '') || 'untitled';
};

const yamlOf = (fields: Record<string, unknown>) => {
  const filled = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return stringify(Object.fromEntries(filled), { lineWidth: 0 });
};

interface CourseOutline {
  modules: Module[];
  /** In the order of the course, in which their files are numbered from 1. */
  lessons: Lesson[];
}

const rangeText = (from: number, to: number) => (from === to ? String(from) : `${from}-${to}`);

/** The numbers of a module's files, such as '4-6'; undefined without lessons. */
function filesOf({ startLessonIndex, endLessonIndex }: Module, lessons: readonly Lesson[]): string | undefined {
  const first = lessons.filter(({ orderIndex }) => orderIndex < startLessonIndex).length + 1;
  const last = lessons.filter(({ orderIndex }) => orderIndex <= endLessonIndex).length;
  return last < first ? undefined : rangeText(first, last);
}

/** The numbers of the files that learners see; where the last one is among them, those that are added later are too. */
function shownFiles({ windowFrom: from, windowTo: to }: Course, lessons: readonly Lesson[]): string | undefined {
  if (from === null || to === null) return undefined;
  const first = lessons.filter(({ orderIndex }) => orderIndex < from).length + 1;
  const last = lessons.filter(({ orderIndex }) => orderIndex <= to).length;
  if (last < first) return String(lessons.length + 1);
  return rangeText(first, last === lessons.length ? Math.max(last, to) : last);
}

export function writeCourse(
  course: Course,
  { modules, lessons }: CourseOutline,
  thumbnail: string | undefined,
): string {
  return yamlOf({
    ...pick(course, 'title', 'description', 'category', 'level', 'language', 'visibility'),
    price: course.priceCents > 0 ? (course.priceCents / 100).toFixed(2) : undefined,
    minutes: course.durationMinutes,
    instructor: course.instructorName,
    thumbnail,
    valid_months: course.validMonths,
    ...pick(course, 'objectives', 'prerequisites'),
    shown: shownFiles(course, lessons),
    modules: modules.map((module) => ({
      title: module.title,
      description: module.description,
      lessons: filesOf(module, lessons),
      ...(!module.isEnabled && { hidden: 'yes' }),
    })),
  });
}

/** By their names. */
interface LessonFiles {
  video: string | undefined;
  documents: readonly { title: string; file: string | undefined }[];
}

export function writeLesson(lesson: Lesson, { video, documents }: LessonFiles, quiz: readonly string[]): string {
  const head = yamlOf({
    title: lesson.title,
    description: lesson.description,
    kind: lesson.kind ?? undefined,
    minutes: lesson.durationSeconds > 0 ? minutesOf(lesson.durationSeconds) : undefined,
    points: lesson.points,
    preview: lesson.isPreview ? 'yes' : undefined,
    hidden: lesson.isHidden ? 'yes' : undefined,
    video,
    documents,
  });
  const questions = quiz.length > 0 ? `\n# Questions\n\n${quiz.join('\n')}` : '';
  return `---\n${head}---\n\n${writeBody(lesson.body)}\n${questions}`;
}

/** course.es.yaml: the shown words of the course, those of the source where there are none. */
export const writeTranslatedCourse = (units: readonly Unit[], isPublished: boolean): string => {
  const all = (kind: string) => units.filter(({ key }) => key.split('.')[0] === kind).map(shownText);
  const [title] = all('title');
  const [description] = all('description');
  const lists = { objectives: all('objective'), prerequisites: all('prerequisite'), modules: all('module') };
  return yamlOf({ title, description, ...lists, ready: isPublished ? 'yes' : undefined });
};

/** 01-welcome.es.md: the same of a lesson, with the questions as they are marked in the source. */
export function writeTranslatedLesson(
  units: readonly Unit[],
  body: string,
  questions: readonly TranslatedQuestion[],
): string {
  const all = (kind: string) => units.filter(({ key }) => key.split('.')[0] === kind).map(shownText);
  const [title] = all('title');
  const [description] = all('description');
  const head = yamlOf({ title, description, documents: all('document') });
  const say = (key: string) => {
    const unit = units.find((one) => one.key === key);
    return unit ? shownText(unit) : '';
  };
  const asked = questions.map(({ id, answers }) => {
    const said = answers.map((answer) => ({ ...answer, answerText: say(`answer.${answer.id}`) }));
    const questionType = typeOfAnswers(said.map(({ answerText: text, isCorrect }) => ({ text, isCorrect })));
    const explanation = say(`explanation.${id}`) || null;
    return writeQuestion({ questionType, points: 1, questionText: say(`question.${id}`), explanation }, said);
  });
  const below = asked.length > 0 ? `\n# Questions\n\n${asked.join('\n')}` : '';
  return `---\n${head}---\n\n${writeBody(body)}\n${below}`;
}

type TranslatedQuestion = { id: number; answers: readonly (Answer & { id: number })[] };

export function writeQuestion(
  { questionText, questionType, points, explanation }: Question,
  answers: readonly Answer[],
): string {
  const lines = answers.flatMap(({ answerText, isCorrect }) => {
    const [first, ...more] = writeLines(answerText);
    return [`- [${isCorrect ? 'x' : ' '}] ${first}`, ...more];
  });
  const follows = typeOfAnswers(answers.map(({ answerText: text, isCorrect }) => ({ text, isCorrect })));
  return [
    `## ${writeLines(questionText).join('\n')}`,
    ...(points === 1 ? [] : [`Points: ${points}`]),
    ...(questionType === follows ? [] : [`Type: ${questionType.replaceAll('_', ' ')}`]),
    '',
    ...lines,
    ...(explanation ? ['', ...writeLines(explanation).map((line) => `> ${line}`)] : []),
    '',
  ].join('\n');
}
