// A quiz as its authors change it, and past attempts in their wording: below /api/admin/lessons/{id}/quiz and /api/admin/quiz.
import { Hono } from 'hono';
import { AdminPage } from '#sync/contract/organization.ts';
import {
  AnswerWritten,
  NewQuestion,
  QuestionChange,
  QuestionImport,
  QuestionOrder,
} from '#sync/contract/quiz-authoring.ts';
import { auditActorOf, requireAdmin } from '../../http/actor.ts';
import type { Http } from '../../http/context.ts';
import { validate, validateId, validateQuery } from '../../http/validate.ts';
import { orderQuestions, readAdminQuiz } from './admin-quiz.ts';
import { importQuestions } from './import-questions.ts';
import { listAttempts, readAttempt } from './read-attempts.ts';
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
    const asked = { ...c.req.valid('query'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await listAttempts(c.var.deps.db, c.var.actor, asked));
  })
  .get('/admin/lessons/:id/quiz/attempts/:attemptId', requireAdmin, async (c) => {
    const lessonId = lessonIn(c.req.param('id'));
    const asked = { lessonId, attemptId: validateId(c.req.param('attemptId'), 'not_found') };
    return c.json(await readAttempt(c.var.deps.db, c.var.actor, asked));
  })
  .put('/admin/quiz/questions/:id', requireAdmin, validate(QuestionChange), async (c) => {
    const change = { ...c.req.valid('json'), questionId: questionIn(c.req.param('id')) };
    return c.json({ question: await changeQuestion(c.var.deps.db, auditActorOf(c), change) });
  })
  .delete('/admin/quiz/questions/:id', requireAdmin, async (c) => {
    await deleteQuestion(c.var.deps.db, auditActorOf(c), questionIn(c.req.param('id')));
    return c.json({ message: 'The question was deleted.' });
  })
  .post('/admin/quiz/questions/:id/answers', requireAdmin, validate(AnswerWritten), async (c) => {
    const wanted = { ...c.req.valid('json'), questionId: questionIn(c.req.param('id')) };
    return c.json({ question: await addAnswer(c.var.deps.db, auditActorOf(c), wanted) }, 201);
  })
  .put('/admin/quiz/answers/:id', requireAdmin, validate(AnswerWritten), async (c) => {
    const wanted = { ...c.req.valid('json'), answerId: answerIn(c.req.param('id')) };
    return c.json({ question: await changeAnswer(c.var.deps.db, auditActorOf(c), wanted) });
  })
  .delete('/admin/quiz/answers/:id', requireAdmin, async (c) => {
    return c.json({ question: await deleteAnswer(c.var.deps.db, auditActorOf(c), answerIn(c.req.param('id'))) });
  });
