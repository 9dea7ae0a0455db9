// After the key of a question was changed, or a question deleted: whether attempts are graded again, and what that changes (decision 030).
import { and, count, eq, isNull } from 'drizzle-orm';
import type { OutdatedQuestion, QuizRegrade, RegradeOffer, RegradeOutcome } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, inBatches, run } from '../../db/client.ts';
import type { Regraded } from '../../db/schema-progress.ts';
import type { ActDeps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { cursorAt, toPage } from '../../http/pages.ts';
import { isSame, keyOf } from '../../learning/grade.ts';
import type { StoredQuestion } from '../../learning/open-quiz.ts';
import { gradeKept, type KeptVersion, readVersions, type VersionedQuestion } from '../../learning/quiz-versions.ts';
import { regradeKind, selectFailed, selectPassed } from '../../learning/regrade.ts';
import type { Person } from '../../permissions.ts';
import { startCourseJob } from '../../queue/start-job.ts';
import { logQuizAct, requireQuiz } from './editable-quiz.ts';

/** What is to be decided about a quiz that this person may edit. Refuses `lesson_not_found`. */
export async function readRegradeOffer(db: Db, actor: Person, lessonId: number): Promise<RegradeOffer> {
  const { questions, versions, running } = await db.transact(function* (tx) {
    const quiz = yield* requireQuiz(tx, actor, lessonId);
    const versions = yield* readVersions(tx, lessonId);
    const { bulkJobs } = tx.tables;
    const { handled, total, act, state } = bulkJobs;
    const waiting = yield* run(tx.queries.select({ handled, total, act }).from(bulkJobs).where(eq(state, 'running')));
    const ours = waiting.find((job) => job.act.kind === 'regrade' && job.act.lessonId === lessonId);
    const running = ours ? { handled: ours.handled, total: ours.total } : null;
    return { questions: quiz.questions, versions, running };
  });
  const failed = await countFailed(db, lessonId);
  const open = versions
    .filter(({ version }) => failed.has(version))
    .map((kept) => ({ kept, outdated: outdatedIn(kept, questions) }))
    .filter(({ outdated }) => outdated.length > 0);
  const byId = new Map(open.flatMap(({ outdated }) => outdated).map((one) => [one.id, one]));
  const attempts = open.reduce((sum, { kept }) => sum + (failed.get(kept.version) ?? 0), 0);
  return { attempts, questions: [...byId.values()], running };
}

/** How many attempts with each version were not passed. */
async function countFailed({ aside }: Db, lessonId: number): Promise<Map<string, number>> {
  const { quizAttempts, profiles } = aside.tables;
  const { quizVersion: version } = quizAttempts;
  const rows = await aside.queries
    .select({ version, attempts: count() })
    .from(quizAttempts)
    .innerJoin(profiles, and(eq(profiles.id, quizAttempts.userId), isNull(profiles.erasedAt)))
    .where(and(eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.passed, false)))
    .groupBy(version);
  return new Map(rows.map((row) => [row.version, row.attempts]));
}

/** The questions of a version whose key is another one now, or that are gone, and about which that is not decided yet. */
function outdatedIn({ questions, regraded }: KeptVersion, present: readonly StoredQuestion[]): OutdatedQuestion[] {
  return questions.flatMap((asked) => {
    const now = present.find(({ id }) => id === asked.id);
    const seen = now?.updatedAt.toISOString() ?? 'deleted';
    if (regraded?.[String(asked.id)]?.seen === seen || (now && isSame(keyOf(now), keyOf(asked)))) return [];
    const { id, questionText } = asked;
    return [{ id, questionText, wasCorrect: correctTexts(asked), isCorrect: now ? correctTexts(now) : null, seen }];
  });
}

const correctTexts = ({ answers }: VersionedQuestion) =>
  answers.filter(({ isCorrect }) => isCorrect).map(({ answerText }) => answerText);

type Wanted = QuizRegrade & { lessonId: number };

/**
 * Decides about changed questions, and leaves the grading to a job; a preview only says what it would change. Nobody who passed fails by
 * it, and no score goes down. Refuses `lesson_not_found`, `question_changed` where there is something else to decide by now, and
 * `validation_failed`.
 */
export async function regradeQuiz(deps: ActDeps, caller: AuditActor, wanted: Wanted): Promise<RegradeOutcome> {
  const { db, env, queue } = deps;
  const { lessonId } = wanted;
  const decide = function* (tx: Parameters<Parameters<Db['transact']>[0]>[0]) {
    const quiz = yield* requireQuiz(tx, caller.actor, lessonId);
    const versions = yield* readVersions(tx, lessonId);
    return { ...quiz, decided: decideAbout(versions, quiz.questions, wanted) };
  };
  const { decided } = await db.transact(decide);
  const outcome = await preview(db, { lessonId, at: caller.now }, decided);
  if (wanted.isPreview) return outcome;
  await db.transact(function* (tx) {
    const { lesson, decided } = yield* decide(tx);
    const { quizVersions } = tx.tables;
    for (const { version, regraded } of decided) {
      const isIt = and(eq(quizVersions.lessonId, lessonId), eq(quizVersions.version, version));
      yield* run(tx.update(quizVersions).set({ regraded }).where(isIt));
    }
    const details = { questions: wanted.questions.filter(({ by }) => by !== 'leave').length, ...outcome };
    yield* logQuizAct(tx, caller, { lesson, action: 'quiz_regraded', details });
    if (outcome.changed === 0) return;
    const { courseId, organizationId, title } = lesson;
    yield* startCourseJob({ ...tx, env }, caller, regradeKind, {
      act: { kind: 'regrade', courseId, lessonId },
      title: `Regrade ${title}`,
      organizationId,
      total: outcome.attempts,
    });
  });
  queue.wake('jobs');
  return outcome;
}

/** Before every attempt. */
const BEGINNING = cursorAt(new Date(0), 0);

/** The versions about which something is decided, with what was decided before. */
function decideAbout(
  versions: KeptVersion[],
  present: readonly StoredQuestion[],
  { questions }: Wanted,
): KeptVersion[] {
  const unknown = new Set(questions.map(({ id, seen }) => `${id}/${seen}`));
  const decided = versions.flatMap((kept) => {
    const regraded: Record<string, Regraded> = { ...kept.regraded };
    const open = outdatedIn(kept, present);
    for (const [n, { id, seen, by }] of questions.entries()) {
      const asked = open.find((one) => one.id === id && one.seen === seen);
      if (!asked) continue;
      unknown.delete(`${id}/${seen}`);
      if (by === 'key' && asked.isCorrect === null)
        throw new Refusal('validation_failed', { field: `questions.${n}.by` }, DELETED);
      const now = present.find((one) => one.id === id);
      const { keys = [], isForAll = false } = regraded[String(id)] ?? {};
      const added = by === 'key' && now ? [keyOf(now)] : [];
      regraded[String(id)] = { keys: [...keys, ...added], isForAll: isForAll || by === 'everyone', seen };
    }
    return open.length > 0 ? [{ ...kept, regraded }] : [];
  });
  if (unknown.size > 0) throw new Refusal('question_changed', {}, CHANGED);
  return decided;
}

const CHANGED = 'The questions were changed meanwhile. Please look at them again.';
const DELETED = 'This question was deleted, so it has no present answers.';

const PREVIEWED_AT_ONCE = 500;

/** What these decisions change, read beside the requests. */
async function preview(
  { aside }: Db,
  { lessonId, at }: { lessonId: number; at: Date },
  decided: readonly KeptVersion[],
): Promise<RegradeOutcome> {
  const versions = new Map(decided.map((one) => [one.version, one]));
  const passing = new Map<string, string>();
  let [attempts, changed] = [0, 0];
  for (let cursor: string | null = BEGINNING; cursor !== null; ) {
    const place = { lessonId, at, cursor, limit: PREVIEWED_AT_ONCE, versions: [...versions.keys()] };
    const rows = await selectFailed(aside, place);
    const { page, nextCursor } = toPage(rows, PREVIEWED_AT_ONCE, ({ attempt }) =>
      cursorAt(attempt.submittedAt, attempt.id),
    );
    for (const { attempt } of page) {
      const version = versions.get(attempt.quizVersion);
      const grade = version && gradeKept(version, attempt.answers);
      attempts += 1;
      if (!grade || grade.score <= attempt.score) continue;
      changed += 1;
      if (grade.passed) passing.set(`${attempt.userId}/${attempt.round}`, attempt.userId);
    }
    cursor = nextCursor;
  }
  for (const ids of inBatches([...new Set(passing.values())])) {
    for (const { userId, round } of await selectPassed(aside, lessonId, ids)) passing.delete(`${userId}/${round}`);
  }
  return { attempts, changed, passing: passing.size };
}
