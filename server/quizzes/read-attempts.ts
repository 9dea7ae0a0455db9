import { and, desc, eq, lt } from 'drizzle-orm';
import type {
  AttemptedQuestion,
  OwnQuizAttempts,
  QuizAttempt,
  QuizAttemptList,
  QuizAttemptRow,
} from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { scopeOf, within } from '../analytics/scope.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { cut, DEFAULT_PAGE, numberCursor, type Page } from '../http/pages.ts';
import type { Person } from '../permissions.ts';
import { takeLesson } from '../progress/taken-lesson.ts';
import { requireQuiz } from './editable-quiz.ts';
import { quizVersion } from './open-quiz.ts';

/** Submissions of a quiz, newest first. An org admin is told those of their own organization's people. Refuses `lesson_not_found`. */
export function listAttempts(
  db: Db,
  actor: Person,
  { lessonId, cursor, limit = DEFAULT_PAGE }: Page & { lessonId: number },
): Promise<QuizAttemptList> {
  const before = numberCursor(cursor);
  return db.transact(function* (source) {
    const { questions } = yield* requireQuiz(source, actor, lessonId);
    const current = quizVersion(questions);
    const { quizAttempts } = db.tables;
    const isOlder = before === undefined ? undefined : lt(quizAttempts.id, before);
    const rows = yield* run(
      selectAttempts(source)
        .where(and(eq(quizAttempts.lessonId, lessonId), within(db.tables, scopeOf(actor)), isOlder))
        .orderBy(desc(quizAttempts.id))
        .limit(limit + 1),
    );
    const { page, nextCursor } = cut(rows, limit, ({ attempt }) => String(attempt.id));
    return { attempts: page.map((row) => tellAttempt(row, current)), nextCursor };
  });
}

/** One of them with the wording of its version. Refuses `lesson_not_found` and `not_found`. */
export function readAttempt(
  db: Db,
  actor: Person,
  { lessonId, attemptId }: { lessonId: number; attemptId: number },
): Promise<QuizAttempt> {
  return db.transact(function* (source) {
    const { questions } = yield* requireQuiz(source, actor, lessonId);
    const { quizAttempts } = db.tables;
    const isAsked = and(eq(quizAttempts.id, attemptId), eq(quizAttempts.lessonId, lessonId));
    const [row] = yield* run(selectAttempts(source).where(and(isAsked, within(db.tables, scopeOf(actor)))));
    if (!row) throw new Refusal('not_found', { field: 'attemptId' }, 'This attempt is not here.');
    return { attempt: tellAttempt(row, quizVersion(questions)), questions: worded(row) };
  });
}

const OWN_ATTEMPTS = 10;

/** The asking person's own last attempts, as they were asked then. Refuses `lesson_not_found`. */
export function listOwnAttempts(
  db: Db,
  { person, now }: { person: Person; now: Date },
  lessonId: number,
): Promise<OwnQuizAttempts> {
  return db.transact(function* (source): Steps<OwnQuizAttempts> {
    yield* takeLesson({ ...source, person, now }, lessonId);
    const { quizAttempts } = db.tables;
    const rows = yield* run(
      selectAttempts(source)
        .where(and(eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.userId, person.id)))
        .orderBy(desc(quizAttempts.id))
        .limit(OWN_ATTEMPTS),
    );
    const attempts = rows.map((row) => {
      const { id, score, passed, submittedAt } = row.attempt;
      return { id, score, passed, submittedAt: submittedAt.toISOString(), questions: worded(row) };
    });
    return { attempts };
  });
}

function selectAttempts({ queries, tables }: Source) {
  const { quizAttempts, quizVersions, profiles } = tables;
  const isItsVersion = and(
    eq(quizVersions.lessonId, quizAttempts.lessonId),
    eq(quizVersions.version, quizAttempts.quizVersion),
  );
  return queries
    .select({
      attempt: quizAttempts,
      person: { fullName: profiles.fullName, email: profiles.email },
      content: quizVersions.content,
    })
    .from(quizAttempts)
    .innerJoin(profiles, eq(profiles.id, quizAttempts.userId))
    .leftJoin(quizVersions, isItsVersion);
}

type AttemptRow = Awaited<ReturnType<typeof selectAttempts>>[number];

function tellAttempt({ attempt, person }: AttemptRow, currentVersion: string): QuizAttemptRow {
  const { id, userId, score, passed, durationMs, submittedAt, quizVersion: version } = attempt;
  const when = { durationMs, submittedAt: submittedAt.toISOString() };
  return { id, userId, ...person, score, passed, ...when, isCurrent: version === currentVersion };
}

function worded({ attempt, content }: AttemptRow): AttemptedQuestion[] | null {
  return content === null ? null : reread(content as KeptQuestion[], attempt.answers);
}

/** A question as `quiz_versions` keeps it under the version that somebody answered. */
interface KeptQuestion {
  id: number;
  questionText: string;
  questionType: AttemptedQuestion['questionType'];
  points: number;
  explanation: string | null;
  answers: { id: number; answerText: string; isCorrect: boolean }[];
}

/** An attempt as it was: the wording and the key of its version beside what was chosen. */
function reread(
  questions: readonly KeptQuestion[],
  chosen: Readonly<Record<string, readonly number[]>>,
): AttemptedQuestion[] {
  return questions.map((question) => {
    const ids = chosen[String(question.id)] ?? [];
    const answers = question.answers.map((answer) => ({ ...answer, isChosen: ids.includes(answer.id) }));
    return { ...question, answers, isRight: answers.every(({ isChosen, isCorrect }) => isChosen === isCorrect) };
  });
}
