// Adds the words of published translations to what learners get, in the languages that the request asked for.
import { and, eq, inArray } from 'drizzle-orm';
import type { Course } from '#sync/contract/course.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import type { Quiz } from '#sync/contract/quiz.ts';
import type { QuizReview } from '#sync/contract/quiz-review.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import {
  courseWords,
  explanationIn,
  type LessonSource,
  lessonWords,
  matchUnits,
  quizWords,
  type Unit,
  unitsOfCourse,
  unitsOfLesson,
} from './translated-units.ts';

type ByLanguage<T> = Record<string, T>;

/** The courses with the languages of their published translations, and their words in `languages`. */
export async function withCourseWords(db: Db, courses: Course[], languages: readonly string[]): Promise<Course[]> {
  if (courses.length === 0) return courses;
  const { courseTranslations } = db.tables;
  const { courseId, language, units, isPublished } = courseTranslations;
  const ids = courses.map(({ id }) => id);
  const rows = await db
    .select({ courseId, language, units })
    .from(courseTranslations)
    .where(and(inArray(courseId, ids), isPublished))
    .orderBy(courseId, language);
  if (rows.length === 0) return courses;
  const byCourse = Map.groupBy(rows, (row) => row.courseId);
  return courses.map((course) => {
    const own = byCourse.get(course.id);
    if (!own) return course;
    const source = unitsOfCourse({ ...course, modules: [] });
    const asked = own.filter((row) => languages.includes(row.language));
    const words = collect(asked, (row) => courseWords(matchUnits(source, row.units)));
    return { ...course, languages: own.map((row) => row.language), ...(words && { words }) };
  });
}

/** Lessons of one course with their words in `languages`. */
export async function withLessonWords(db: Db, lessons: Lesson[], languages: readonly string[]): Promise<Lesson[]> {
  const [first] = lessons;
  if (!first || languages.length === 0) return lessons;
  const { courseTranslations, lessonTranslations, assets } = db.tables;
  const published = await db
    .select()
    .from(courseTranslations)
    .where(
      and(
        eq(courseTranslations.courseId, first.courseId),
        inArray(courseTranslations.language, languages),
        courseTranslations.isPublished,
      ),
    );
  if (published.length === 0) return lessons;
  const tags = published.map(({ language }) => language);
  const ids = lessons.map(({ id }) => id);
  const rows = await db
    .select()
    .from(lessonTranslations)
    .where(and(inArray(lessonTranslations.lessonId, ids), inArray(lessonTranslations.language, tags)));
  const films = lessons.flatMap(({ captionsUrl, videoUrl }) => (captionsUrl && videoUrl ? [assetOf(videoUrl)] : []));
  const captions = await db
    .select({ id: assets.id, captions: assets.captions })
    .from(assets)
    .where(inArray(assets.id, films));
  const captionsOf = new Map(captions.map((row) => [row.id, row.captions]));
  const byLesson = Map.groupBy(rows, ({ lessonId }) => lessonId);
  return lessons.map((lesson) => {
    const { module } = lesson;
    const source = unitsOfLesson({
      ...lesson,
      captions: (lesson.videoUrl && captionsOf.get(assetOf(lesson.videoUrl))) ?? null,
      documents: lesson.documents ?? [],
      questions: [],
    });
    const words = collect(byLesson.get(lesson.id) ?? [], ({ language, units }) => {
      const of = published.find((one) => one.language === language)?.units ?? [];
      const name = module && of.find((unit) => unit.key === `module.${module.id}` && unit.of === module.title)?.text;
      return lessonWords(matchUnits(source, units), name || undefined);
    });
    return words ? { ...lesson, words } : lesson;
  });
}

const assetOf = (videoUrl: string) => videoUrl.replace(/^\/media\//, '');

type Questions = LessonSource['questions'];

/** The words of a quiz in `languages`; absent where none of them has any. */
export function* readQuizWords(
  tx: TxContext,
  quiz: { lessonId: number; questions: Questions },
  languages: readonly string[],
): Steps<Pick<Quiz, 'words'>> {
  if (languages.length === 0) return {};
  const rows = (yield* readOfQuiz(tx, quiz)).filter(({ language }) => languages.includes(language));
  const words = collect(rows, ({ units }) => quizWords(units));
  return words ? { words } : {};
}

/** A review with the translated explanations, in every language that the course has. */
export function* withTranslatedReview(
  tx: TxContext,
  quiz: { lessonId: number; questions: Questions },
  review: QuizReview[],
): Steps<QuizReview[]> {
  const rows = yield* readOfQuiz(tx, quiz);
  if (rows.length === 0) return review;
  return review.map((one) => {
    const words = collect(rows, ({ units }) => explanationIn(units, one.questionId));
    return words ? { ...one, words } : one;
  });
}

function* readOfQuiz(
  { queries, tables }: TxContext,
  { lessonId, questions }: { lessonId: number; questions: Questions },
): Steps<{ language: string; units: Unit[] }[]> {
  const { courseTranslations, lessonTranslations, lessons } = tables;
  const rows = yield* run(
    queries
      .select({ language: lessonTranslations.language, units: lessonTranslations.units })
      .from(lessonTranslations)
      .innerJoin(lessons, eq(lessons.id, lessonTranslations.lessonId))
      .innerJoin(
        courseTranslations,
        and(
          eq(courseTranslations.courseId, lessons.courseId),
          eq(courseTranslations.language, lessonTranslations.language),
        ),
      )
      .where(and(eq(lessonTranslations.lessonId, lessonId), courseTranslations.isPublished))
      .orderBy(lessonTranslations.language),
  );
  const source = unitsOfLesson({ ...NO_LESSON, questions });
  return rows.map(({ language, units }) => ({ language, units: matchUnits(source, units) }));
}

const NO_LESSON = { title: '', description: '', body: '', captions: null, documents: [] };

function collect<Row extends { language: string }, T>(
  rows: readonly Row[],
  wordsOf: (row: Row) => T | undefined,
): ByLanguage<T> | undefined {
  const all = rows.flatMap((row) => {
    const words = wordsOf(row);
    return words === undefined ? [] : [[row.language, words] as const];
  });
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}
