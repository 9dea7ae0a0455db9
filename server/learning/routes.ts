// A person's own learning over HTTP: progress, quizzes, one change at a time, and a device's whole queue at once.
import { and, eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { CourseRating } from '#sync/contract/course.ts';
import {
  BATCH_BYTES_LIMIT,
  BATCH_OPERATIONS_LIMIT,
  Operation,
  OpId,
  operationSubject,
  SyncBatch,
  type SyncResults,
} from '#sync/contract/operation.ts';
import { type EnhancedProgress, freshUnit, UnitChange } from '#sync/contract/progress.ts';
import { QuizSubmission } from '#sync/contract/quiz.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { languagesIn } from '#sync/contract/words.ts';
import { refusalOf } from '../catalog/ended-access.ts';
import { isVisibleLesson, readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { findOfCourse } from '../certificates/issue.ts';
import { type Db, isUnavailable, number } from '../db/client.ts';
import { readDataEpoch } from '../db/epoch.ts';
import { prepared } from '../db/prepared.ts';
import type { Http } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { errorFields, jsonWithEtag } from '../http/responses.ts';
import { parse, validate, validateId } from '../http/validate.ts';
import { may, type Person } from '../permissions.ts';
import { expectLastOp, readLastOp, readSender, type Sender, timeOfWork } from './apply-once.ts';
import { listOwnAttempts } from './attempts.ts';
import { enrollInCourse, rateCourse } from './enroll-and-rate.ts';
import { toUnit } from './learner-lesson.ts';
import { openQuiz } from './open-quiz.ts';
import { listRegraded } from './quiz-versions.ts';
import { recordUnitChange } from './record-unit-change.ts';
import { totalsOf } from './recount-course.ts';
import { submitQuiz } from './submit-quiz.ts';

export const learningRoutes = new Hono<Http>()
  .get('/progress/enhanced/:courseId', requireActor, async (c) => {
    const courseId = validateId(c.req.param('courseId'), 'course_not_found');
    const { db } = c.var.deps;
    const person = c.var.actor;
    await expectLastOp(db, { person, lastOp: readLastOp(c) });
    return jsonWithEtag(c, await readProgress(db, person, courseId));
  })
  .post('/progress/unit', requireActor, validate(UnitChange), async (c) => {
    const { status, body } = await recordUnitChange(c.var.deps.db, readSender(c), c.req.valid('json'));
    return c.json(body, status);
  })
  .post('/courses/:id/enroll', requireActor, async (c) => {
    const courseId = validateId(c.req.param('id'), 'course_not_found');
    const { body } = await enrollInCourse(c.var.deps.db, readSender(c), courseId);
    return c.json(body);
  })
  .post('/courses/:id/rating', requireActor, validate(CourseRating), async (c) => {
    const courseId = validateId(c.req.param('id'), 'course_not_found');
    const { body } = await rateCourse(c.var.deps.db, readSender(c), { courseId, rating: c.req.valid('json') });
    return c.json(body);
  })
  .get('/lessons/:id/quiz', requireActor, async (c) => {
    const lessonId = validateId(c.req.param('id'), 'lesson_not_found');
    const learner = { person: c.var.actor, now: c.var.deps.now() };
    return jsonWithEtag(
      c,
      await openQuiz(c.var.deps.db, learner, lessonId, languagesIn(c.req.header('Accept-Language'))),
    );
  })
  .get('/lessons/:id/quiz/attempts', requireActor, async (c) => {
    const lessonId = validateId(c.req.param('id'), 'lesson_not_found');
    const learner = { person: c.var.actor, now: c.var.deps.now() };
    return c.json(await listOwnAttempts(c.var.deps.db, learner, lessonId));
  })
  .post('/lessons/:id/quiz/submit', requireActor, validate(QuizSubmission), async (c) => {
    const lessonId = validateId(c.req.param('id'), 'lesson_not_found');
    const submission = c.req.valid('json');
    const { body } = await submitQuiz(c.var.deps.db, readSender(c), { lessonId, submission });
    return c.json(body);
  })
  .post(
    '/sync',
    requireActor,
    validate(SyncBatch, { maxBytes: BATCH_BYTES_LIMIT, tooLarge: 'batch_too_large' }),
    async (c) => {
      const { db, log, metrics } = c.var.deps;
      const { operations } = c.req.valid('json');
      const onFailure = (error: unknown, opId: string | null) => {
        const requestId = c.var.requestId;
        log.error('operation failed', { requestId, opId, ...(error instanceof Error ? errorFields(error) : {}) });
      };
      const answer = await applyBatch(db, readSender(c), { operations, onFailure });
      metrics?.countOperations(answer.results.map(({ status }) => status));
      return c.json(answer);
    },
  );

/**
 * A person's own progress in a course: totals over its visible lessons and every unit with progress, both from one query,
 * so that they belong together. Refuses `course_not_found`.
 */
async function readProgress(db: Db, person: Person, courseId: number): Promise<EnhancedProgress> {
  // The epoch is read first: a device would believe units of an older history than the epoch beside them.
  const dataEpoch = await readDataEpoch(db);
  const [course] = await findCourseFacts(db, { ...readerOf(person), courseId });
  if (!course || !may(person, 'take_course', course.facts))
    throw await refusalOf(db, { viewer: person, courseId }, 'course_not_found');
  const rows = await findUnits(db, { userId: person.id, courseId });
  const round = rows[0]?.round ?? course.round;
  const totals = totalsOf(rows.map((row) => ({ ...row, status: row.unit?.status ?? null })));
  const certificate = course.completedAt ? await findOfCourse(db, { userId: person.id, courseId, round }) : undefined;
  const regraded = await listRegraded(db, { userId: person.id, courseId });
  return {
    courseProgress: { ...totals, completedAt: course.completedAt?.toISOString() ?? null },
    // A later round names every lesson, so that a device drops what it knows of the round before (Y31b).
    unitProgress: rows.flatMap((row) => {
      if (row.unit) return [toUnit(row.unit, round)];
      return round > 1 ? [freshUnit(row.id, round)] : [];
    }),
    certificate: certificate ?? null,
    round,
    ...(regraded.length > 0 && { regraded }),
    dataEpoch,
  };
}

const findUnits = prepared<{ userId: string; courseId: number }>()(({ queries, tables }) => {
  const { lessons, courses, unitProgress, courseProgress } = tables;
  // The round from the same query: a renewal may come at any moment.
  const round = number(sql`coalesce(${courseProgress.round}, 1)`);
  return queries
    .select({ id: lessons.id, points: lessons.points, unit: unitProgress, round })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(
      courseProgress,
      and(eq(courseProgress.courseId, courses.id), eq(courseProgress.userId, sql.placeholder('userId'))),
    )
    .leftJoin(
      unitProgress,
      and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, sql.placeholder('userId'))),
    )
    .where(and(eq(lessons.courseId, sql.placeholder('courseId')), isVisibleLesson(tables, sql.placeholder('courseId'))))
    .orderBy(lessons.orderIndex, lessons.id);
});

/** How many operations go to the database at once; other requests run in between. */
const SHARED_COMMIT = 100;

interface Batch {
  operations: unknown[];
  /** Called for an operation that failed through no fault of its sender. */
  onFailure: (error: unknown, opId: string | null) => void;
}

/**
 * Applies a device's queue in the order sent, each operation by the code of its single call, so that one bad operation
 * affects no other (Y15). Throws `batch_too_large`, `data_epoch_changed`, `operation_forgotten`, and the errors of an
 * unavailable database: then the device keeps the whole batch.
 */
export async function applyBatch(db: Db, sender: Omit<Sender, 'key'>, batch: Batch): Promise<SyncResults> {
  if (batch.operations.length > BATCH_OPERATIONS_LIMIT) throw new Refusal('batch_too_large');
  const dataEpoch = await readDataEpoch(db);
  if (sender.dataEpoch !== undefined && sender.dataEpoch !== dataEpoch) {
    throw new Refusal('data_epoch_changed', { dataEpoch });
  }
  await expectLastOp(db, sender);
  db.expectRoom(batch.operations.length);
  const subjects = new Set<string>();
  const apply = async (raw: unknown) => {
    const operation = parse(Operation, raw);
    claimSubject(subjects, operationSubject(operation));
    const own = { lastOp: undefined, key: operation.opId.toLowerCase(), workedAt: timeOfWork(ageIn(raw), sender.now) };
    return applyOperation(db, { ...sender, ...own }, operation);
  };
  const results: SyncResults['results'] = [];
  for (let at = 0; at < batch.operations.length; at += SHARED_COMMIT) {
    const some = batch.operations.slice(at, at + SHARED_COMMIT);
    // Started together they share a commit, and still run in this order.
    const outcomes = await Promise.allSettled(some.map(apply));
    results.push(...outcomes.map((outcome, n) => resultOf(outcome, readOpId(some[n]), batch)));
  }
  return { results, dataEpoch };
}

type AppliedOperation = Awaited<ReturnType<typeof applyOperation>>;

function resultOf(outcome: PromiseSettledResult<AppliedOperation>, opId: string | null, { onFailure }: Batch) {
  if (outcome.status === 'fulfilled') return { opId, status: outcome.value.status, body: outcome.value.body };
  const error: unknown = outcome.reason;
  if (isUnavailable(error) || (error instanceof Refusal && error.code === 'data_epoch_changed')) throw error;
  if (!(error instanceof Refusal)) onFailure(error, opId);
  return { opId, ...refused(error instanceof Refusal ? error : new Refusal('internal')) };
}

function applyOperation(db: Db, sender: Sender, operation: Operation) {
  switch (operation.kind) {
    case 'unit':
      return recordUnitChange(db, sender, operation.body);
    case 'quiz':
      return submitQuiz(db, sender, { lessonId: operation.lessonId, submission: operation.body });
    case 'enroll':
      return enrollInCourse(db, sender, operation.courseId);
    case 'rating':
      return rateCourse(db, sender, { courseId: operation.courseId, rating: operation.body });
  }
}

/** Only the oldest unresolved entry of a subject may be under way (Y15, Y16). */
function claimSubject(subjects: Set<string>, subject: string): void {
  if (subjects.has(subject)) {
    const message = `A batch may carry one operation about ${subject}.`;
    throw new Refusal('validation_failed', { field: 'operations' }, message);
  }
  subjects.add(subject);
}

function refused({ status, code, message, details }: Refusal) {
  return { status, body: { ...details, error: message, message, code } };
}

const ageIn = (raw: unknown) => (typeof raw === 'object' && raw !== null && 'ageMs' in raw ? raw.ageMs : undefined);

function readOpId(raw: unknown): string | null {
  const opId = typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : undefined;
  return OpId.safeParse(opId).success ? String(opId) : null;
}
