import { describe, expect, test } from 'vitest';
import { choose, fittingAnswers, marksOf, unanswered } from '#app/learn/quiz/quiz-answers.ts';
import { quizStage } from '#app/learn/quiz/quiz-stage.ts';
import { freshUnit, type LessonStatus } from '#sync/contract/progress.ts';
import type { Quiz, QuizQuestion } from '#sync/contract/quiz.ts';
import { aQuestion } from '#tests/factories.ts';
import { aQuizEntry } from '#tests/unit/sync/entries.ts';

const question = (id: number, more?: Partial<QuizQuestion>) =>
  aQuestion(id, `Question ${id}`, ['Answer 1', 'Answer 2', 'Answer 3'], more);
const quizOf = (questions: QuizQuestion[], quizVersion = 'v1'): Quiz => ({ lessonId: 301, questions, quizVersion });
const before = [question(1), question(2), question(3, { question_type: 'multiple_choice' })];
const answers = { 1: '11', 2: '22', 3: ['31', '33'] };

describe('a quiz that changes while it is answered', () => {
  test('keeps what still fits: same question, same words of the answer', () => {
    const now = quizOf([
      question(1),
      question(2, { question_text: 'Which is NOT right?' }),
      question(3, { question_type: 'multiple_choice', answers: question(3).answers.slice(0, 2) }),
      question(4),
    ]);
    const kept = fittingAnswers(now, { answers, asked: before });
    expect(kept).toEqual({ 1: '11', 3: ['31'] });
    expect(unanswered(now, kept).map(({ id }) => id)).toEqual([2, 4]);
    expect([...marksOf(now, before)]).toEqual([
      [2, 'changed'],
      [3, 'changed'],
      [4, 'new'],
    ]);
  });

  test('drops an answer whose words or whose kind of question changed', () => {
    const reworded = question(1, { answers: [{ id: 11, answer_text: 'Something else', order_index: 1 }] });
    const other = question(2, { question_type: 'multiple_choice' });
    expect(fittingAnswers(quizOf([reworded, other]), { answers, asked: before })).toEqual({});
  });

  test('points, order and explanation mark nothing', () => {
    const moved = before.map((one) => ({ ...one, points: 5, order_index: 9 - one.order_index }));
    expect(marksOf(quizOf(moved), before).size).toBe(0);
    expect(fittingAnswers(quizOf(moved), { answers, asked: before })).toEqual(answers);
  });

  test('a checkbox comes and goes', () => {
    const [, , multiple] = before;
    if (!multiple) throw new Error('There is no third question.');
    const more = choose(answers, multiple, '32');
    expect(more[3]).toEqual(['31', '33', '32']);
    expect(choose(more, multiple, '31')[3]).toEqual(['33', '32']);
  });
});

describe('the stage of a quiz', () => {
  const quiz = quizOf(before);
  const unit = (status: LessonStatus) => ({ ...freshUnit(301), status });
  const nothing = { quiz, draft: undefined, submissions: [], result: undefined, unit: unit('not_started') };
  const review = [{ questionId: 1, chosenAnswerIds: [11], correctAnswerIds: [12], explanation: null }];
  const result = {
    opId: 'op',
    lessonId: 301,
    at: '2026-01-01T00:00:00Z',
    score: 0,
    passed: false,
    review,
    isNews: true,
  };

  test('[Q1] a lesson completed on another device is passed here, also without its questions', () => {
    expect(quizStage({ ...nothing, unit: unit('completed') }).kind).toBe('passed');
    expect(quizStage({ ...nothing, quiz: undefined, unit: unit('completed') }).kind).toBe('passed');
    expect(quizStage({ ...nothing, result, unit: unit('completed') }).kind).toBe('passed');
    expect(quizStage({ ...nothing, quiz: undefined }).kind).toBe('absent');
  });

  test('[Q1] a verdict stays, and a passed quiz that was reset begins anew', () => {
    expect(quizStage({ ...nothing, result }).kind).toBe('results');
    expect(quizStage({ ...nothing, result: { ...result, passed: true } })).toMatchObject({
      kind: 'answering',
      attempt: { answers: {} },
    });
  });

  test('[Q3] the review shows the questions as they were asked, whatever the quiz is now', () => {
    const asked = [question(1, { question_text: 'As it was' })];
    const entry = { ...aQuizEntry(1, { state: 'done' }), asked };
    expect(quizStage({ ...nothing, submissions: [entry], result: { ...result, opId: entry.opId } })).toMatchObject({
      kind: 'results',
      questions: asked,
    });
  });

  test('a refused submission is answered again, with its answers, its questions and its time', () => {
    const lastError = { status: 422, code: 'quiz_changed', text: 'Changed.' };
    const body = { answers: { 1: '11' }, quizVersion: 'v0', durationMs: 4_000 };
    const entry = { ...aQuizEntry(1, { state: 'blocked', lastError }), body, asked: before };
    const attempt = { answers: { 1: '11' }, asked: before, quizVersion: 'v0', spentMs: 4_000 };
    const stage = quizStage({ ...nothing, submissions: [entry] });
    expect(stage).toMatchObject({ kind: 'answering', attempt, refusal: { isChanged: true, isSameVersion: false } });
    const draft = { lessonId: 301, savedAt: '', answers: { 1: '12' } };
    expect(quizStage({ ...nothing, submissions: [entry], draft })).toMatchObject({
      attempt: { answers: { 1: '12' } },
      refusal: { isChanged: true },
    });
  });
});
