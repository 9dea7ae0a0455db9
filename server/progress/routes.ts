// A person's own progress over HTTP: reading it, one change at a time, and a device's whole queue at once.

import { Hono } from 'hono';
import { BATCH_BYTES_LIMIT, SyncBatch } from '#sync/contract/operation.ts';
import { UnitChange } from '#sync/contract/progress.ts';
import { CourseRating } from '#sync/contract/rating.ts';
import { accept, acceptId } from '../http/accept.ts';
import { requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { answerFresh } from '../http/etag.ts';
import { describe } from '../http/refusals.ts';
import { applyBatch } from './apply-batch.ts';
import { expectLastOp } from './apply-once.ts';
import { enrollInCourse, rateCourse } from './enroll-and-rate.ts';
import { readProgress } from './read-progress.ts';
import { recordUnitChange } from './record-unit-change.ts';
import { readLastOp, readSender } from './sender.ts';

export const progressRoutes = new Hono<Http>()
  .get('/progress/enhanced/:courseId', requireActor, async (c) => {
    const courseId = acceptId(c.req.param('courseId'), 'course_not_found');
    const { db, now } = c.var.deps;
    const person = c.var.actor;
    await expectLastOp(db, { person, lastOp: readLastOp(c) });
    return answerFresh(c, await readProgress(db, { person, now: now() }, courseId));
  })
  .post('/progress/unit', requireActor, accept(UnitChange), async (c) => {
    const { status, body } = await recordUnitChange(c.var.deps.db, readSender(c), c.req.valid('json'));
    return c.json(body, status);
  })
  .post('/courses/:id/enroll', requireActor, async (c) => {
    const courseId = acceptId(c.req.param('id'), 'course_not_found');
    const { body } = await enrollInCourse(c.var.deps.db, readSender(c), courseId);
    return c.json(body);
  })
  .post('/courses/:id/rating', requireActor, accept(CourseRating), async (c) => {
    const courseId = acceptId(c.req.param('id'), 'course_not_found');
    const { body } = await rateCourse(c.var.deps.db, readSender(c), { courseId, rating: c.req.valid('json') });
    return c.json(body);
  })
  .post(
    '/sync',
    requireActor,
    accept(SyncBatch, { maxBytes: BATCH_BYTES_LIMIT, tooLarge: 'batch_too_large' }),
    async (c) => {
      const { db, log } = c.var.deps;
      const { operations } = c.req.valid('json');
      const onPoison = (error: unknown, opId: string | null) => {
        const requestId = c.var.requestId;
        log.error('operation failed', { requestId, opId, ...(error instanceof Error ? describe(error) : {}) });
      };
      return c.json(await applyBatch(db, readSender(c), { operations, onPoison }));
    },
  );
