import type { AdminQuestion, AnswerWritten } from '#sync/contract/quiz-authoring.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { tellQuestion } from './admin-quiz.ts';
import { type EditableQuiz, noted, noteQuizAct, requireAnswer, requireQuestion } from './editable-quiz.ts';
import { keepQuestion } from './keep-question.ts';
import type { StoredQuestion } from './open-quiz.ts';
import { markOnly, type QuestionDraft, refuseBroken, takesOne } from './question-rules.ts';

// The single calls of the call table. An author's client sends them one after the other (first the question, then each
// answer by its position, then new ones), so each leaves a question that can be asked.

/** Adds an answer behind the last one. Refuses `question_not_found`, `question_changed` and `validation_failed`. */
export function addAnswer(
  db: Db,
  acting: Acting,
  { questionId, answerText, isCorrect }: AnswerWritten & { questionId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const quiz = yield* requireQuestion(source, acting.actor, questionId);
    const added = { answerText, isCorrect };
    const all = [...quiz.question.answers, added];
    const answers = isCorrect ? markOnly(quiz.question.questionType, all, added) : all;
    return yield* keepAnswers(source, acting, { quiz, answers, action: 'quiz_answer_added', field: 'answerText' });
  });
}

/**
 * Changes the text and the mark of one answer. Refuses `answer_not_found`, and `validation_failed` naming `isCorrect` when
 * a multiple choice would have no mark left.
 */
export function changeAnswer(
  db: Db,
  acting: Acting,
  { answerId, answerText, isCorrect }: AnswerWritten & { answerId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const quiz = yield* requireAnswer(source, acting.actor, answerId);
    const answers = rewritten(quiz.question, { id: answerId, answerText, isCorrect });
    return yield* keepAnswers(source, acting, { quiz, answers, action: 'quiz_answer_changed', field: 'isCorrect' });
  });
}

/** Of a single choice the mark moves: it leaves the answer that holds it when another one takes it, and not before. */
function rewritten(question: StoredQuestion, wanted: { id: number; answerText: string; isCorrect: boolean }) {
  const old = question.answers.find(({ id }) => id === wanted.id);
  const holdsTheMark = takesOne(question.questionType) && old?.isCorrect === true;
  const written = { ...wanted, isCorrect: wanted.isCorrect || holdsTheMark };
  const answers: QuestionDraft['answers'] = question.answers.map((answer) =>
    answer.id === wanted.id ? written : answer,
  );
  return wanted.isCorrect ? markOnly(question.questionType, answers, written) : answers;
}

/** Takes an answer out of its question. Refuses `answer_not_found`, and `validation_failed` naming `answers`. */
export function deleteAnswer(db: Db, acting: Acting, answerId: number): Promise<AdminQuestion> {
  return db.transact(function* (source) {
    const quiz = yield* requireAnswer(source, acting.actor, answerId);
    const answers = quiz.question.answers.filter(({ id }) => id !== answerId);
    return yield* keepAnswers(source, acting, { quiz, answers, action: 'quiz_answer_deleted', field: 'answers' });
  });
}

interface Keeping {
  quiz: EditableQuiz & { question: StoredQuestion };
  answers: QuestionDraft['answers'];
  action: string;
  /** The field named by a refusal. */
  field: string;
}

function* keepAnswers(source: Source, acting: Acting, keeping: Keeping): Steps<AdminQuestion> {
  const { quiz, answers, action, field } = keeping;
  const before = quiz.question;
  const after = { ...before, answers };
  refuseBroken(after, field);
  const kept = yield* keepQuestion(source, { before, after, lessonId: quiz.lesson.id, now: acting.now });
  if (kept === before) return tellQuestion(before);
  const details = { question: noted(before.questionText) };
  yield* run(noteQuizAct(source, acting, { lesson: quiz.lesson, action, details }));
  return tellQuestion(kept);
}
