// A quiz as its authors change it, and past attempts: below /api/admin/lessons/{id}/quiz and /api/admin/quiz.
import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { GroupScopeQuery } from '#sync/contract/analytics.ts';
import { takesOne } from '#sync/contract/quiz.ts';
import {
  type AdminQuestion,
  AnswerFields,
  AttemptsQuery,
  MOST_QUESTIONS,
  NewQuestion,
  QuestionChange,
  QuestionImport,
  QuestionOrder,
  QuizRegrade,
} from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { scopeOf, within } from '../../analytics/scope.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Http } from '../../deps.ts';
import { requireAdmin } from '../../http/actor.ts';
import { type AuditActor, auditActorOf } from '../../http/audit-log.ts';
import { countUpTo, cursorAt, pageBy, toPage } from '../../http/pages.ts';
import { validate, validateId, validateQuery } from '../../http/validate.ts';
import { attemptedQuestions, attemptRow, selectAttempts } from '../../learning/attempts.ts';
import { quizVersion, readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import { FEW_ROWS, narrowPeople } from '../../people/search-people.ts';
import type { Person } from '../../permissions.ts';
import { orderQuestions, readAdminQuiz, toAdminQuestion } from './admin-quiz.ts';
import { analyzeQuestions } from './analyze-questions.ts';
import { type EditableQuiz, logQuestion, requireAnswer, requireQuestion, requireQuiz } from './editable-quiz.ts';
import { importQuestions } from './import-questions.ts';
import { draftOf, markOnly, type QuestionDraft, requireDistinct, requireValidQuestion } from './question-draft.ts';
import { readRegradeOffer, regradeQuiz } from './regrade-quiz.ts';
import { asNext, insertQuestions, retireQuestion, saveQuestion } from './save-question.ts';

const lessonIn = (id: string | undefined) => validateId(id, 'lesson_not_found');
const questionIn = (id: string | undefined) => validateId(id, 'question_not_found');
const answerIn = (id: string | undefined) => validateId(id, 'answer_not_found');

export const quizAuthoringRoutes = new Hono<Http>()
  .get('/admin/lessons/:id/quiz', requireAdmin, async (c) => {
    return c.json(await readAdminQuiz(c.var.deps.db, c.var.actor, lessonIn(c.req.param('id'))));
  })
  .post('/admin/lessons/:id/quiz/questions', requireAdmin, validate(NewQuestion), async (c) => {
    const wanted = { ...c.req.valid('json'), lessonId: lessonIn(c.req.param('id')) };
    return c.json({ question: await createQuestion(c.var.deps.db, auditActorOf(c), wanted) }, 201);
  })
  .put('/admin/lessons/:id/quiz/order', requireAdmin, validate(QuestionOrder), async (c) => {
    const wanted = { ...c.req.valid('json'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await orderQuestions(c.var.deps.db, auditActorOf(c), wanted));
  })
  .post('/admin/lessons/:id/quiz/import', requireAdmin, validate(QuestionImport), async (c) => {
    const wanted = { ...c.req.valid('json'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await importQuestions(c.var.deps.db, auditActorOf(c), wanted));
  })
  .get('/admin/lessons/:id/quiz/attempts', requireAdmin, validateQuery(AttemptsQuery), async (c) => {
    const query = { ...c.req.valid('query'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await listAttempts(c.var.deps.db, c.var.actor, query));
  })
  .get('/admin/lessons/:id/quiz/analysis', requireAdmin, validateQuery(GroupScopeQuery), async (c) => {
    const { deps, actor } = c.var;
    const { organizationId, group } = c.req.valid('query');
    const scope = { ...scopeOf(actor, organizationId), group };
    return c.json(await analyzeQuestions(deps.db, actor, { lessonId: lessonIn(c.req.param('id')), ...scope }));
  })
  .get('/admin/lessons/:id/quiz/regrade', requireAdmin, async (c) => {
    return c.json(await readRegradeOffer(c.var.deps.db, c.var.actor, lessonIn(c.req.param('id'))));
  })
  .post('/admin/lessons/:id/quiz/regrade', requireAdmin, validate(QuizRegrade), async (c) => {
    const wanted = { ...c.req.valid('json'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await regradeQuiz(c.var.deps, auditActorOf(c), wanted));
  })
  .get('/admin/lessons/:id/quiz/attempts/:attemptId', requireAdmin, async (c) => {
    const lessonId = lessonIn(c.req.param('id'));
    const query = { lessonId, attemptId: validateId(c.req.param('attemptId'), 'not_found') };
    return c.json(await readAttempt(c.var.deps.db, c.var.actor, query));
  })
  .put('/admin/quiz/questions/:id', requireAdmin, validate(QuestionChange), async (c) => {
    const change = { ...c.req.valid('json'), questionId: questionIn(c.req.param('id')) };
    return c.json({ question: await changeQuestion(c.var.deps.db, auditActorOf(c), change) });
  })
  .delete('/admin/quiz/questions/:id', requireAdmin, async (c) => {
    await deleteQuestion(c.var.deps.db, auditActorOf(c), questionIn(c.req.param('id')));
    return c.json({ message: 'The question was deleted.' });
  })
  .post('/admin/quiz/questions/:id/answers', requireAdmin, validate(AnswerFields), async (c) => {
    const wanted = { ...c.req.valid('json'), questionId: questionIn(c.req.param('id')) };
    return c.json({ question: await addAnswer(c.var.deps.db, auditActorOf(c), wanted) }, 201);
  })
  .put('/admin/quiz/answers/:id', requireAdmin, validate(AnswerFields), async (c) => {
    const wanted = { ...c.req.valid('json'), answerId: answerIn(c.req.param('id')) };
    return c.json({ question: await changeAnswer(c.var.deps.db, auditActorOf(c), wanted) });
  })
  .delete('/admin/quiz/answers/:id', requireAdmin, async (c) => {
    return c.json({ question: await deleteAnswer(c.var.deps.db, auditActorOf(c), answerIn(c.req.param('id'))) });
  });

/** Submissions of a quiz. An org admin sees those of their own people. Refuses `lesson_not_found` and `organization_not_found`. */
async function listAttempts(db: Db, actor: Person, query: AttemptsQuery & { lessonId: number }) {
  const { questions } = await db.transact((tx) => requireQuiz(tx, actor, query.lessonId));
  const current = quizVersion(questions);
  const { quizAttempts, profiles } = db.tables;
  const { id, userId, lessonId, submittedAt, passed } = quizAttempts;
  const { organizationId } = scopeOf(actor, query.organizationId);
  const isOurs = organizationId === null ? undefined : eq(profiles.organizationId, organizationId);
  const ours = isOurs && db.select({ id: profiles.id }).from(profiles).where(isOurs).limit(FEW_ROWS);
  const narrowed = await narrowPeople(db, { search: query.search, group: query.group }, userId, ours ? [ours] : []);
  const isWanted = and(
    eq(lessonId, query.lessonId),
    query.result === undefined ? undefined : eq(passed, query.result === 'passed'),
  );
  const matches = and(isWanted, isOurs, narrowed.matches);
  const place = pageBy({ by: submittedAt, id, isAscending: query.sort === 'submitted' }, query);
  const rows = await selectAttempts(db)
    .where(and(place.after, matches))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ({ attempt }) => cursorAt(attempt.submittedAt, attempt.id));
  const attempts = page.map((row) => attemptRow(row, current));
  const total = () => (narrowed.few || narrowed.isWide ? null : countUpTo(db, quizAttempts, isWanted));
  return { attempts, nextCursor, ...(!query.cursor && { total: await total() }) };
}

/** One submission with the questions as they were asked then. Refuses `lesson_not_found` and `not_found`. */
function readAttempt(db: Db, actor: Person, { lessonId, attemptId }: { lessonId: number; attemptId: number }) {
  return db.transact(function* (tx) {
    const { questions } = yield* requireQuiz(tx, actor, lessonId);
    const { quizAttempts } = db.tables;
    const isAsked = and(eq(quizAttempts.id, attemptId), eq(quizAttempts.lessonId, lessonId));
    const [row] = yield* run(selectAttempts(tx).where(and(isAsked, within(db.tables, scopeOf(actor)))));
    if (!row) throw new Refusal('not_found', { field: 'attemptId' }, 'This attempt is not here.');
    return { attempt: attemptRow(row, quizVersion(questions)), questions: attemptedQuestions(row) };
  });
}

/**
 * Adds a question behind the last one; answers without text are dropped before it is validated. Refuses
 * `lesson_not_found`, and `validation_failed` naming what is missing.
 */
function createQuestion(
  db: Db,
  caller: AuditActor,
  { lessonId, ...wanted }: NewQuestion & { lessonId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (tx) {
    const { lesson, questions } = yield* requireQuiz(tx, caller.actor, lessonId);
    const draft = draftOf(wanted);
    requireValidQuestion(draft, 'answers');
    requireDistinct(draft.answers, 'answers');
    if (questions.length >= MOST_QUESTIONS) throw new Refusal('validation_failed', {}, QUIZ_FULL);
    const ids = yield* insertQuestions(tx, asNext(questions, lessonId, [draft]), caller.now);
    const made = (yield* readQuestions(tx, lessonId)).find(({ id }) => ids.has(id));
    if (!made) throw new Refusal('question_not_found');
    yield* logQuestion(tx, caller, { lesson, action: 'quiz_question_created', question: made });
    return toAdminQuestion(made);
  });
}

const QUIZ_FULL = `A quiz may have at most ${MOST_QUESTIONS} questions.`;

/**
 * Changes a question; `answers` replaces all of them. Refuses `question_not_found`, `question_changed` for an outdated
 * edit, `answer_not_found` for an answer of another question, and `validation_failed`.
 */
function changeQuestion(
  db: Db,
  caller: AuditActor,
  { questionId, ...change }: QuestionChange & { questionId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (tx) {
    const quiz = yield* requireQuestion(tx, caller.actor, questionId);
    const { seenUpdatedAt: seen } = change;
    // Of two authors at once, the later one must have seen the other's change.
    if (seen !== undefined && seen !== quiz.question.updatedAt.toISOString()) throw new Refusal('question_changed');
    const after = changed(quiz.question, change);
    if (change.answers) requireDistinct(after.answers, 'answers');
    return yield* saveChange(tx, caller, { quiz, after, action: 'quiz_question_changed', field: 'answers' });
  });
}

function changed(before: StoredQuestion, change: QuestionChange): QuestionDraft {
  const { questionText = before.questionText, points = before.points, explanation = before.explanation } = change;
  const questionType = change.questionType ?? before.questionType;
  const answers = change.answers ? listed(before, change.answers) : narrowed(before, questionType);
  return { questionText, questionType, points, explanation: explanation || null, answers };
}

function listed(before: StoredQuestion, answers: NonNullable<QuestionChange['answers']>): QuestionDraft['answers'] {
  const free = new Set(before.answers.map(({ id }) => id));
  return answers.map(({ id, text, isCorrect }, at) => {
    // An id that comes twice is refused like an id of another question.
    if (id !== undefined && !free.delete(id)) throw new Refusal('answer_not_found', { field: `answers.${at}.id` });
    return { id, answerText: text, isCorrect };
  });
}

/**
 * The question's answers under another type. The app changes the type first and the answers one by one after it; in
 * between, a single choice keeps only its first correct answer.
 */
function narrowed(before: StoredQuestion, questionType: QuestionDraft['questionType']): QuestionDraft['answers'] {
  if (questionType === before.questionType) return before.answers;
  const first = before.answers.find(({ isCorrect }) => isCorrect);
  return markOnly(questionType, before.answers, first);
}

/** Removes a question from its quiz. Refuses `question_not_found`. */
function deleteQuestion(db: Db, caller: AuditActor, questionId: number): Promise<void> {
  return db.transact(function* (tx) {
    const { lesson, question } = yield* requireQuestion(tx, caller.actor, questionId);
    yield* retireQuestion(tx, questionId, caller.now);
    yield* logQuestion(tx, caller, { lesson, action: 'quiz_question_deleted', question });
  });
}

// The single calls. An author's client sends them one after the other (first the question, then each answer by its
// position, then new ones), so each must leave a valid question.

/** Adds an answer behind the last one. Refuses `question_not_found`, `question_changed` and `validation_failed`. */
function addAnswer(
  db: Db,
  caller: AuditActor,
  { questionId, answerText, isCorrect }: AnswerFields & { questionId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (tx) {
    const quiz = yield* requireQuestion(tx, caller.actor, questionId);
    const added = { answerText, isCorrect };
    const all = [...quiz.question.answers, added];
    requireDistinct(all, 'answerText');
    const answers = isCorrect ? markOnly(quiz.question.questionType, all, added) : all;
    return yield* saveAnswers(tx, caller, { quiz, answers, action: 'quiz_answer_added', field: 'answerText' });
  });
}

/**
 * Changes the text of one answer and whether it is correct. Refuses `answer_not_found`, and `validation_failed` naming
 * `isCorrect` when a multiple choice would have no correct answer left.
 */
function changeAnswer(
  db: Db,
  caller: AuditActor,
  { answerId, answerText, isCorrect }: AnswerFields & { answerId: number },
): Promise<AdminQuestion> {
  return db.transact(function* (tx) {
    const quiz = yield* requireAnswer(tx, caller.actor, answerId);
    const answers = rewritten(quiz.question, { id: answerId, answerText, isCorrect });
    return yield* saveAnswers(tx, caller, { quiz, answers, action: 'quiz_answer_changed', field: 'isCorrect' });
  });
}

/** In a single choice the mark moves: it stays with its answer until another answer is marked as correct. */
function rewritten(question: StoredQuestion, wanted: { id: number; answerText: string; isCorrect: boolean }) {
  const old = question.answers.find(({ id }) => id === wanted.id);
  const keepsMark = takesOne(question.questionType) && old?.isCorrect === true;
  const written = { ...wanted, isCorrect: wanted.isCorrect || keepsMark };
  const answers: QuestionDraft['answers'] = question.answers.map((answer) =>
    answer.id === wanted.id ? written : answer,
  );
  return wanted.isCorrect ? markOnly(question.questionType, answers, written) : answers;
}

/** Removes an answer from its question. Refuses `answer_not_found`, and `validation_failed` naming `answers`. */
function deleteAnswer(db: Db, caller: AuditActor, answerId: number): Promise<AdminQuestion> {
  return db.transact(function* (tx) {
    const quiz = yield* requireAnswer(tx, caller.actor, answerId);
    const answers = quiz.question.answers.filter(({ id }) => id !== answerId);
    return yield* saveAnswers(tx, caller, { quiz, answers, action: 'quiz_answer_deleted', field: 'answers' });
  });
}

interface AnswersChange {
  quiz: EditableQuiz & { question: StoredQuestion };
  answers: QuestionDraft['answers'];
  action: string;
  /** The field that a refusal names. */
  field: string;
}

function saveAnswers(
  tx: TxContext,
  caller: AuditActor,
  { quiz, answers, ...told }: AnswersChange,
): Steps<AdminQuestion> {
  return saveChange(tx, caller, { quiz, after: { ...quiz.question, answers }, ...told });
}

/** Makes the question equal `after` and logs the act; nothing is written when it is so already. */
function* saveChange(
  tx: TxContext,
  caller: AuditActor,
  { quiz, after, action, field }: Omit<AnswersChange, 'answers'> & { after: QuestionDraft },
): Steps<AdminQuestion> {
  const { lesson, question: before } = quiz;
  requireValidQuestion(after, field);
  const saved = yield* saveQuestion(tx, { before, after, lessonId: lesson.id, now: caller.now });
  if (saved !== before) yield* logQuestion(tx, caller, { lesson, action, question: saved });
  return toAdminQuestion(saved);
}
