// A course as a zip of the files that content/README.md describes: what `readCourse` reads is what was exported.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { stringify } from 'yaml';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { MediaStorage } from '../../deps.ts';
import { typeOfAnswers } from './parse-questions.ts';
import { ARCHIVE_LIMIT_BYTES } from './unpack.ts';

type Course = Tables['courses']['$inferSelect'];
type Lesson = Tables['lessons']['$inferSelect'];
type Module = Tables['courseModules']['$inferSelect'];
type Asset = Tables['assets']['$inferSelect'];
type Question = Pick<
  Tables['quizQuestions']['$inferSelect'],
  'id' | 'lessonId' | 'questionText' | 'questionType' | 'points' | 'explanation'
>;
type Answer = Pick<Tables['quizAnswers']['$inferSelect'], 'questionId' | 'answerText' | 'isCorrect'>;

type Entry = { name: string } & ({ text: string } | { asset: Asset });

/** The entries of the archive, all in one folder. Refuses `export_too_large`. */
export async function listCourseFiles(db: Db, course: Course): Promise<Entry[]> {
  const { courseModules, lessons, lessonDocuments, quizQuestions, quizAnswers, assets } = db.tables;
  const own = await db
    .select()
    .from(lessons)
    .where(and(eq(lessons.courseId, course.id), isNull(lessons.retiredAt)))
    .orderBy(asc(lessons.orderIndex), asc(lessons.id));
  const modules = await db
    .select()
    .from(courseModules)
    .where(eq(courseModules.courseId, course.id))
    .orderBy(asc(courseModules.startLessonIndex), asc(courseModules.id));
  const ofLessons = inArray(
    quizQuestions.lessonId,
    own.map(({ id }) => id),
  );
  const questions = await db
    .select()
    .from(quizQuestions)
    .where(and(ofLessons, isNull(quizQuestions.retiredAt)))
    .orderBy(asc(quizQuestions.orderIndex), asc(quizQuestions.id));
  const answers = await db
    .select()
    .from(quizAnswers)
    .innerJoin(quizQuestions, eq(quizQuestions.id, quizAnswers.questionId))
    .where(and(ofLessons, isNull(quizAnswers.retiredAt)))
    .orderBy(asc(quizAnswers.orderIndex), asc(quizAnswers.id));
  const documents = await db
    .select()
    .from(lessonDocuments)
    .where(
      inArray(
        lessonDocuments.lessonId,
        own.map(({ id }) => id),
      ),
    )
    .orderBy(asc(lessonDocuments.position), asc(lessonDocuments.assetId));
  const thumbnailId = /^\/media\/([0-9a-f-]{36})$/.exec(course.thumbnail ?? '')?.[1];
  const shownIds = [...own, ...documents].flatMap(({ assetId }) => assetId ?? []);
  const mediaIds = [...shownIds, ...(thumbnailId ? [thumbnailId] : [])];
  const media = await db.select().from(assets).where(inArray(assets.id, mediaIds));
  // What an author sent is exported, with the captions that are shown now.
  const originalIds = media.flatMap(({ originalId }) => originalId ?? []);
  const originals = await db.select().from(assets).where(inArray(assets.id, originalIds));
  const sentFor = (asset: Asset) => originals.find(({ id }) => id === asset.originalId) ?? asset;
  if (media.map(sentFor).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > ARCHIVE_LIMIT_BYTES)
    throw new Refusal('export_too_large');

  const places = new Map<string, string>();
  const files: Entry[] = [];
  const keep = (assetId: string | null | undefined, stem: string): string | undefined => {
    const asset = media.find(({ id }) => id === assetId);
    if (!asset) return undefined;
    const known = places.get(asset.id);
    if (known) return known;
    const sent = sentFor(asset);
    const name = `${stem}.${/\.([a-z0-9]+)$/i.exec(sent.storageKey)?.[1] ?? 'mp4'}`;
    places.set(asset.id, name);
    files.push({ name, asset: sent });
    if (asset.captions) files.push({ name: `${stem}.vtt`, text: asset.captions });
    return name;
  };
  const outline = { modules, lessons: own };
  files.push({ name: 'course.yaml', text: courseFile(course, outline, keep(thumbnailId, 'thumbnail')) });
  for (const [at, lesson] of own.entries()) {
    const stem = `${String(at + 1).padStart(2, '0')}-${slugOf(lesson.title)}`;
    const asked = questions.filter(({ lessonId }) => lessonId === lesson.id);
    const answersOf = (id: number) => answers.map((row) => row.quiz_answers).filter((one) => one.questionId === id);
    const quiz = asked.map((question) => questionLines(question, answersOf(question.id)));
    const beside = documents
      .filter(({ lessonId }) => lessonId === lesson.id)
      .map(({ assetId, title }, at) => ({ title, file: keep(assetId, `${stem}-${at + 1}-${slugOf(title)}`) }));
    const media = { video: keep(lesson.assetId, stem), documents: beside };
    files.push({ name: `${stem}.md`, text: lessonFile(lesson, media, quiz) });
  }
  return files;
}

/** The bytes of the archive, as they are read: media are neither compressed again nor held in memory. */
export async function* zipFiles(
  files: readonly Entry[],
  storage: Pick<MediaStorage, 'read'>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let broken: Error | undefined;
  const zip = new Zip((error, bytes) => {
    if (error) broken = error;
    else ready.push(bytes);
  });
  function* drained() {
    if (broken) throw broken;
    yield* ready.splice(0);
  }
  for (const file of files) {
    if ('text' in file) {
      const entry = new ZipDeflate(file.name);
      zip.add(entry);
      entry.push(strToU8(file.text), true);
    } else {
      const entry = new ZipPassThrough(file.name);
      zip.add(entry);
      const { storageKey, sizeBytes } = file.asset;
      for await (const chunk of await storage.read(storageKey, 0, sizeBytes - 1)) {
        entry.push(chunk);
        yield* drained();
      }
      entry.push(new Uint8Array(0), true);
    }
    yield* drained();
  }
  zip.end();
  yield* drained();
}

/** 'Walk the path!' as 'walk-the-path'. */
export const slugOf = (title: string): string => {
  const letters = [...title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')].slice(0, 80).join('');
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

function courseFile(course: Course, { modules, lessons }: CourseOutline, thumbnail: string | undefined) {
  const { title, description, category, level, language, visibility, objectives, prerequisites } = course;
  return yamlOf({
    ...{ title, description, category, level, language, visibility },
    price: course.priceCents > 0 ? (course.priceCents / 100).toFixed(2) : undefined,
    minutes: course.durationMinutes,
    instructor: course.instructorName,
    thumbnail,
    valid_months: course.validMonths,
    ...{ objectives, prerequisites },
    shown: shownFiles(course, lessons),
    modules: modules.map((module) => ({
      title: module.title,
      description: module.description,
      lessons: filesOf(module, lessons),
      ...(!module.isEnabled && { hidden: 'yes' }),
    })),
  });
}

interface LessonFiles {
  video: string | undefined;
  documents: readonly { title: string; file: string | undefined }[];
}

function lessonFile(lesson: Lesson, { video, documents }: LessonFiles, quiz: readonly string[]): string {
  const head = yamlOf({
    title: lesson.title,
    description: lesson.description,
    minutes: Math.max(1, Math.ceil(lesson.durationSeconds / 60)),
    points: lesson.points,
    preview: lesson.isPreview ? 'yes' : undefined,
    hidden: lesson.isHidden ? 'yes' : undefined,
    video,
    documents,
  });
  const questions = quiz.length > 0 ? `\n# Questions\n\n${quiz.join('\n')}` : '';
  return `---\n${head}---\n\n${lesson.body}\n${questions}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function questionLines(
  { questionText, questionType, points, explanation }: Question,
  answers: readonly Answer[],
): string {
  const lines = answers.map(({ answerText, isCorrect }) => `- [${isCorrect ? 'x' : ' '}] ${oneLine(answerText)}`);
  const follows = typeOfAnswers(answers.map(({ answerText: text, isCorrect }) => ({ text, isCorrect })));
  return [
    `## ${oneLine(questionText)}`,
    ...(points === 1 ? [] : [`Points: ${points}`]),
    ...(questionType === follows ? [] : [`Type: ${questionType.replaceAll('_', ' ')}`]),
    '',
    ...lines,
    ...(explanation ? ['', `> ${oneLine(explanation)}`] : []),
    '',
  ].join('\n');
}
