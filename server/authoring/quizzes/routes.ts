// A quiz as its authors change it, and past attempts: below /api/admin/lessons/{id}/quiz and /api/admin/quiz.
import { and, desc, eq, lt } from 'drizzle-orm';
import { Hono } from 'hono';
import { AdminPage } from '#sync/contract/organization.ts';
import {
  AnswerFields,
  NewQuestion,
  QuestionChange,
  QuestionImport,
  QuestionOrder,
} from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { scopeOf, within } from '../../analytics/scope.ts';
import { auditActorOf } from '../../audit/audit-log.ts';
import { type Db, run } from '../../db/client.ts';
import type { Http } from '../../deps.ts';
import { requireAdmin } from '../../http/actor.ts';
import { numberCursor, type Page, toPage } from '../../http/pages.ts';
import { validate, validateId, validateQuery } from '../../http/validate.ts';
import { attemptedQuestions, attemptRow, selectAttempts } from '../../learning/attempts.ts';
import { quizVersion } from '../../learning/open-quiz.ts';
import type { Person } from '../../permissions.ts';
import { orderQuestions, readAdminQuiz } from './admin-quiz.ts';
import { requireQuiz } from './editable-quiz.ts';
import { importQuestions } from './import-questions.ts';
import {
  addAnswer,
  changeAnswer,
  changeQuestion,
  createQuestion,
  deleteAnswer,
  deleteQuestion,
} from './write-question.ts';

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
  .get('/admin/lessons/:id/quiz/attempts', requireAdmin, validateQuery(AdminPage), async (c) => {
    const query = { ...c.req.valid('query'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await listAttempts(c.var.deps.db, c.var.actor, query));
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

/** Submissions of a quiz, newest first. An org admin sees those of their own people. Refuses `lesson_not_found`. */
function listAttempts(db: Db, actor: Person, { lessonId, cursor, limit }: Page & { lessonId: number }) {
  const before = numberCursor(cursor);
  return db.transact(function* (tx) {
    const { questions } = yield* requireQuiz(tx, actor, lessonId);
    const current = quizVersion(questions);
    const { quizAttempts } = db.tables;
    const isOlder = before === undefined ? undefined : lt(quizAttempts.id, before);
    const rows = yield* run(
      selectAttempts(tx)
        .where(and(eq(quizAttempts.lessonId, lessonId), within(db.tables, scopeOf(actor)), isOlder))
        .orderBy(desc(quizAttempts.id))
        .limit(limit + 1),
    );
    const { page, nextCursor } = toPage(rows, limit, ({ attempt }) => String(attempt.id));
    return { attempts: page.map((row) => attemptRow(row, current)), nextCursor };
  });
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
