// Attempts are graded again by what was decided about their questions since (decision 030): the job behind it, a page at a time.
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { pick, run, type Steps, type TxContext } from '../db/client.ts';
import { cursorAt, pageBy, toPage } from '../http/pages.ts';
import type { CourseKind, Slice } from '../queue/job-kinds.ts';
import type { Grade } from './grade.ts';
import { type LearnerLesson, openLearnerLesson, storeUnit } from './learner-lesson.ts';
import { mergeUnit } from './merge-unit.ts';
import { gradeKept, readVersions } from './quiz-versions.ts';
import type { LearnerTx } from './recount-course.ts';
import { mergePast } from './rounds.ts';
import { announceAttempt } from './submit-quiz.ts';

/** Whoever passes now completes a lesson: some twenty queries. */
const SLICE = 20;

interface Place {
  lessonId: number;
  /** Later attempts were graded by the present key. */
  at: Date;
  cursor: string | null;
}

interface Page extends Place {
  /** Only attempts with these. */
  versions: string[];
  limit: number;
}

/** The next attempts that were not passed, the oldest first. */
export function selectFailed(tx: TxContext, { lessonId, at, cursor, versions, limit }: Page) {
  const { quizAttempts, profiles } = tx.tables;
  const { id, submittedAt, userId } = quizAttempts;
  const place = pageBy({ by: submittedAt, id, isAscending: true }, { cursor: cursor ?? undefined, limit });
  return tx.queries
    .select({
      attempt: quizAttempts,
      person: pick(profiles, 'id', 'organizationId', 'isOrgAdmin', 'isSuperAdmin'),
    })
    .from(quizAttempts)
    .innerJoin(profiles, and(eq(profiles.id, userId), isNull(profiles.erasedAt)))
    .where(
      and(
        eq(quizAttempts.lessonId, lessonId),
        eq(quizAttempts.passed, false),
        lte(submittedAt, at),
        inArray(quizAttempts.quizVersion, versions),
        place.after,
      ),
    )
    .orderBy(...place.order)
    .limit(place.rows);
}

type FailedAttempt = Awaited<ReturnType<typeof selectFailed>>[number];

function* readPage(tx: TxContext, place: Place) {
  const kept = (yield* readVersions(tx, place.lessonId)).filter(({ regraded }) => regraded !== null);
  const versions = new Map(kept.map((one) => [one.version, one]));
  const rows = yield* run(selectFailed(tx, { ...place, versions: [...versions.keys()], limit: SLICE }));
  return { ...toPage(rows, SLICE, ({ attempt }) => cursorAt(attempt.submittedAt, attempt.id)), versions };
}

export const regradeKind: CourseKind<'regrade'> = {
  kind: 'regrade',
  *peopleOf(tx, { act: { lessonId }, startedAt: at, cursor }) {
    const { page } = yield* readPage(tx, { lessonId, at, cursor });
    return [...new Set(page.map(({ person }) => person.id))];
  },
  *doPage(tx, _, { act: { lessonId }, startedAt: at, cursor, now }) {
    return yield* regradePage(tx, { lessonId, at, cursor, now });
  },
};

/** Grades the next page again. Done twice it changes nothing. Run it in a unit with the keys of these people. */
export function* regradePage(tx: TxContext, { now, ...place }: Place & { now: Date }): Steps<Slice> {
  const { page, nextCursor, versions } = yield* readPage(tx, place);
  let changed = 0;
  for (const { attempt, person } of page) {
    const version = versions.get(attempt.quizVersion);
    const grade = version && gradeKept(version, attempt.answers);
    if (!grade || grade.score <= attempt.score) continue;
    const at = { acceptedAt: attempt.submittedAt, workedAt: attempt.submittedAt };
    yield* raise({ ...tx, person, now, ...at }, attempt, grade);
    changed += 1;
  }
  return { handled: page.length, changed, cursor: nextCursor };
}

/** Raises the score of one attempt; one that passes by it completes the lesson on the day of the attempt. */
function* raise(learner: LearnerTx, attempt: FailedAttempt['attempt'], grade: Grade): Steps<void> {
  const { tables, person, ...tx } = learner;
  const { quizAttempts, quizFigures } = tables;
  const { id, lessonId, round, submittedAt } = attempt;
  const { score, passed } = grade;
  yield* run(tx.update(quizAttempts).set({ score, passed }).where(eq(quizAttempts.id, id)));
  const isFirst = eq(quizFigures.firstAttemptAt, submittedAt);
  yield* run(
    tx
      .update(quizFigures)
      .set({
        scoreSum: sql`${quizFigures.scoreSum} + ${score - attempt.score}`,
        ...(passed && {
          passed: sql`${quizFigures.passed} + 1`,
          firstPassed: sql`case when ${isFirst} then ${sql.param(true, quizFigures.firstPassed)} else ${quizFigures.firstPassed} end`,
        }),
      })
      .where(and(eq(quizFigures.userId, person.id), eq(quizFigures.lessonId, lessonId))),
  );
  const lesson = yield* lessonOf(learner, lessonId);
  if (!lesson) return;
  const durationMs = attempt.durationMs ?? undefined;
  // Another key than that of the attempt itself, which was recorded as it was graded then.
  const regraded = { lessonId, grade, round, opId: `${attempt.opId ?? id}/${score}`, submission: { durationMs } };
  if (lesson.counts) yield* announceAttempt(learner, lesson, regraded);
  if (!passed) return;
  const change = { lessonId, status: 'completed' } as const;
  if (round < lesson.round) {
    yield* mergePast(learner, lesson, { round, change });
    return;
  }
  const { row, changed } = mergeUnit(lesson.unit, change, submittedAt);
  if (changed) yield* storeUnit(learner, lesson, row);
}

/** Undefined for a lesson that no learner finds any more: then the score alone is corrected. */
function* lessonOf(learner: LearnerTx, lessonId: number): Steps<LearnerLesson | undefined> {
  try {
    return yield* openLearnerLesson(learner, 'submit_quiz', lessonId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'lesson_not_found') return undefined;
    throw error;
  }
}

/** Of these people, by id and round, those who have passed the quiz. */
export function selectPassed({ queries, tables }: TxContext, lessonId: number, userIds: string[]) {
  const { quizAttempts } = tables;
  const { userId, round, passed } = quizAttempts;
  const theirs = and(eq(quizAttempts.lessonId, lessonId), eq(passed, true), inArray(userId, userIds));
  return queries.selectDistinct({ userId, round }).from(quizAttempts).where(theirs);
}
