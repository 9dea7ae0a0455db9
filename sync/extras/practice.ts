// What a person got wrong, to be practised again (decision 365). It stays on this device: nothing of it is sent or graded.
import { createEmptyCard, fsrs, Rating } from 'ts-fsrs';
import { CHECK_LANG, type Check, checkKey, readCheck } from '../contract/check-block.ts';
import { elementsOf, parseText } from '../contract/lesson-text.ts';
import { type Quiz, takesOne } from '../contract/quiz.ts';
import { isCorrect, type QuizReview } from '../contract/quiz-review.ts';
import { type LessonState, readCourse } from '../store/reads.ts';
import type { Replica } from '../store/replica.ts';
import type { PracticeRow, QuizResult } from '../store/store.ts';

/** A question to practise; `due` is when it comes next, which is long ago for one that was never practised. */
export type PracticeItem = { key: string; lessonId: number; lessonTitle: string; check: Check; due: Date };

/** Days from the first time on: minutes would keep people at the device. */
const scheduler = fsrs({ enable_short_term: false });

/** A question of a text was answered wrong. */
export async function noteWrong(
  replica: Replica,
  of: { courseId: number; lessonId: number; check: Check },
): Promise<void> {
  const key = checkKey(of.lessonId, of.check);
  await replica.withWatchdog(async () => {
    const known = await replica.practice.get(key);
    if (!known) await replica.practice.put({ key, courseId: of.courseId, lessonId: of.lessonId, card: null });
  });
}

/** Writes what became of a practised question: a right answer makes it come later, a wrong one sooner. Resolves to when it is due. */
export async function notePractised(
  replica: Replica,
  { key, courseId, lessonId, isRight, now }: Omit<PracticeRow, 'card'> & { isRight: boolean; now: Date },
): Promise<Date> {
  return replica.withWatchdog(async () => {
    const known = await replica.practice.get(key);
    const { card } = scheduler.next(known?.card ?? createEmptyCard(now), now, isRight ? Rating.Good : Rating.Again);
    await replica.practice.put({ key, courseId, lessonId, card });
    return card.due;
  });
}

/** What a course has to practise, the one that is due first first: checks answered wrong, and questions of quizzes that are over. */
export async function readPractice(replica: Replica, courseId: number): Promise<PracticeItem[]> {
  const [course, rows] = await Promise.all([
    readCourse(replica, courseId),
    replica.practice.where('courseId').equals(courseId).toArray(),
  ]);
  if (!course) return [];
  const kept = new Map(rows.map((row) => [row.key, row]));
  const fromQuizzes = course.lessons.map((state) => questionsOf(replica, state));
  const found = [
    ...course.lessons.flatMap((state) => checksOf(state, kept)),
    ...(await Promise.all(fromQuizzes)).flat(),
  ];
  const never = new Date(0);
  return found
    .map((item) => ({ ...item, due: kept.get(item.key)?.card?.due ?? never }))
    .sort((a, b) => a.due.getTime() - b.due.getTime());
}

type Found = Omit<PracticeItem, 'due'>;

function checksOf({ lesson }: LessonState, kept: ReadonlyMap<string, PracticeRow>): Found[] {
  if (!lesson.body.includes(CHECK_LANG) || ![...kept.values()].some(({ lessonId }) => lessonId === lesson.id))
    return [];
  const items = new Map<string, Found>();
  for (const { tag, lang, children } of elementsOf(parseText(lesson.body))) {
    if (tag !== 'code' || lang !== CHECK_LANG) continue;
    const check = readCheck(String(children[0] ?? ''));
    if (typeof check === 'string') continue;
    const key = checkKey(lesson.id, check);
    if (kept.has(key)) items.set(key, { key, lessonId: lesson.id, lessonTitle: lesson.title, check });
  }
  return [...items.values()];
}

/** Of a quiz that was passed, the questions that were once answered wrong: their right answers are on the device by now. */
async function questionsOf(replica: Replica, { lesson, unit, wording }: LessonState): Promise<Found[]> {
  if (unit.status !== 'completed') return [];
  const results = await replica.quizResults.where('lessonId').equals(lesson.id).sortBy('at');
  if (results.length === 0) return [];
  const quiz = await replica.quizzes.get(lesson.id);
  if (!quiz) return [];
  return wrongIn(results).flatMap((review) => {
    const check = checkOf(quiz, review, wording?.shown);
    const key = `${lesson.id}:question:${review.questionId}`;
    return check ? [{ key, lessonId: lesson.id, lessonTitle: lesson.title, check }] : [];
  });
}

/** The newest review of each question that was answered wrong in any of the results. */
function wrongIn(results: readonly QuizResult[]): QuizReview[] {
  const reviews = results.flatMap(({ review }) => review);
  const newest = new Map(reviews.map((review) => [review.questionId, review]));
  const wrong = new Set(reviews.filter((review) => !isCorrect(review)).map(({ questionId }) => questionId));
  return [...newest.values()].filter(({ questionId }) => wrong.has(questionId));
}

/** A quiz's question as one to practise, in the reader's language; undefined when it was changed since. */
function checkOf(quiz: Quiz, review: QuizReview, language: string | undefined): Check | undefined {
  const question = quiz.questions.find(({ id }) => id === review.questionId);
  if (!question) return undefined;
  const words = language === undefined ? undefined : quiz.words?.[language];
  const answers = [...question.answers].sort((a, b) => a.order_index - b.order_index);
  const right = answers.flatMap(({ id }, place) => (review.correctAnswerIds.includes(id) ? [place] : []));
  const options = answers.map(({ id, answer_text }) => words?.[`answer.${id}`] ?? answer_text);
  if (right.length !== review.correctAnswerIds.length || right.length === 0) return undefined;
  return {
    kind: takesOne(question.question_type) ? 'single' : 'multiple',
    question: words?.[`question.${question.id}`] ?? question.question_text,
    options,
    right,
    why: (language !== undefined && review.words?.[language]) || review.explanation || '',
  };
}
