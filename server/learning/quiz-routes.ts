// Quizzes over HTTP: the questions without their key, and the grading of a submission.

import { Hono } from 'hono';
import { QuizSubmission } from '#sync/contract/quiz.ts';
import { requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { answerFresh } from '../http/etag.ts';
import { validate, validateId } from '../http/validate.ts';
import { readSender } from './apply-once.ts';
import { listOwnAttempts } from './attempts.ts';
import { openQuiz } from './open-quiz.ts';
import { submitQuiz } from './submit-quiz.ts';

export const quizRoutes = new Hono<Http>()
  .get('/lessons/:id/quiz', requireActor, async (c) => {
    const lessonId = validateId(c.req.param('id'), 'lesson_not_found');
    const asking = { person: c.var.actor, now: c.var.deps.now() };
    return answerFresh(c, await openQuiz(c.var.deps.db, asking, lessonId));
  })
  .get('/lessons/:id/quiz/attempts', requireActor, async (c) => {
    const lessonId = validateId(c.req.param('id'), 'lesson_not_found');
    const asking = { person: c.var.actor, now: c.var.deps.now() };
    return c.json(await listOwnAttempts(c.var.deps.db, asking, lessonId));
  })
  .post('/lessons/:id/quiz/submit', requireActor, validate(QuizSubmission), async (c) => {
    const lessonId = validateId(c.req.param('id'), 'lesson_not_found');
    const submission = c.req.valid('json');
    const { body } = await submitQuiz(c.var.deps.db, readSender(c), { lessonId, submission });
    return c.json(body);
  });
