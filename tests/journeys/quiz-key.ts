// What a test knows of a quiz and a person does not: its key, read and changed in the server's own database.
import type { Locator, Page } from '@playwright/test';
import { type Lesson, type LessonKind, lessonKind } from '#sync/contract/lesson.ts';
import { lessonsOf } from './content.ts';
import { askDatabase } from './database.ts';
import type { Product } from './product.ts';

export type KeyedQuestion = {
  id: number;
  text: string;
  isMultiple: boolean;
  explanation: string | null;
  answers: { id: number; text: string; isCorrect: boolean }[];
};

/** The first lesson of this kind in the course of the journeys. */
export async function lessonOfKind(product: Product, kind: LessonKind): Promise<Lesson> {
  const lesson = (await lessonsOf(product)).find((each) => lessonKind(each) === kind);
  if (!lesson) throw new Error(`The sample course has no ${kind} lesson.`);
  return lesson;
}

type Row = {
  id: number;
  text: string;
  type: string;
  explanation: string | null;
  answer_id: number;
  answer: string;
  correct: number | boolean;
};

/** The questions that a lesson asks now, in their order, with their key. */
export async function keyOf(product: Product, { id }: Pick<Lesson, 'id'>): Promise<KeyedQuestion[]> {
  const rows = await askDatabase<Row>(
    product,
    `select q.id, q.question_text as text, q.question_type as type, q.explanation, a.id as answer_id, a.answer_text as answer,
       a.is_correct as correct
     from quiz_questions q join quiz_answers a on a.question_id = q.id and a.retired_at is null
     where q.lesson_id = ? and q.retired_at is null order by q.order_index, q.id, a.order_index, a.id`,
    id,
  );
  const questions = new Map<number, KeyedQuestion>();
  for (const { id, text, type, explanation, answer_id, answer, correct } of rows) {
    const question = questions.get(id) ?? {
      id,
      text,
      isMultiple: type === 'multiple_choice',
      explanation,
      answers: [],
    };
    question.answers.push({ id: answer_id, text: answer, isCorrect: Boolean(correct) });
    questions.set(id, question);
  }
  return [...questions.values()];
}

/** Rewords a question, as an author does. */
export const reword = (product: Product, questionId: number, text: string) =>
  askDatabase(product, 'update quiz_questions set question_text = ? where id = ?', text, questionId);

export const takeAway = (product: Product, questionId: number) =>
  askDatabase(product, 'update quiz_questions set retired_at = created_at where id = ?', questionId);

/** Adds copies of a question with its answers until the lesson asks so many. */
export async function growTo(product: Product, lesson: Lesson, count: number, wording: (number: number) => string) {
  const key = await keyOf(product, lesson);
  const [pattern] = key;
  if (!pattern) throw new Error('There is no question to copy.');
  for (let number = key.length + 1; number <= count; number += 1) {
    const [copy] = await askDatabase<{ id: number }>(
      product,
      `insert into quiz_questions (lesson_id, question_text, question_type, order_index, points, created_at, updated_at)
       select lesson_id, ?, question_type, 1000 + ?, points, created_at, updated_at from quiz_questions where id = ? returning id`,
      wording(number),
      number,
      pattern.id,
    );
    await askDatabase(
      product,
      `insert into quiz_answers (question_id, answer_text, is_correct, order_index, created_at)
       select ?, answer_text, is_correct, order_index, created_at from quiz_answers where question_id = ? and retired_at is null`,
      copy?.id,
      pattern.id,
    );
  }
}

export type AttemptRow = { score: number; passed: number | boolean; duration_ms: number | null; op_id: string | null };

/** What the server has graded of one person, oldest first. */
export const attemptsOf = (product: Product, email: string): Promise<AttemptRow[]> =>
  askDatabase(
    product,
    'select score, passed, duration_ms, op_id from quiz_attempts where user_id = (select id from profiles where email = ?) order by id',
    email,
  );

/** The answers of one question on the page. */
export function questionOn(page: Page, { text }: KeyedQuestion): Locator {
  return page.getByRole('group', { name: text });
}

/** Chooses the right answers of a question, or one that is wrong. */
export async function answerQuestion(page: Page, question: KeyedQuestion, isRight = true): Promise<void> {
  const chosen = isRight
    ? question.answers.filter(({ isCorrect }) => isCorrect)
    : question.answers.filter(({ isCorrect }) => !isCorrect).slice(0, 1);
  for (const { text } of chosen) await questionOn(page, question).getByLabel(text, { exact: true }).check();
}

/** Answers every question, those of `wrong` wrongly. */
export async function answerAll(page: Page, key: KeyedQuestion[], wrong: KeyedQuestion[] = []): Promise<void> {
  for (const question of key) await answerQuestion(page, question, !wrong.includes(question));
}
