// Attempts at a quiz: a learner's own, and what every list of attempts has in common.
import { and, desc, eq } from 'drizzle-orm';
import type { AttemptedQuestion, OwnQuizAttempts, QuizAttemptRow } from '#sync/contract/quiz-authoring.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Person } from '../permissions.ts';
import { openLearnerLesson } from './learner-lesson.ts';

const OWN_ATTEMPTS = 10;

/** The asking person's own last attempts, as they were asked then. Refuses `lesson_not_found`. */
export function listOwnAttempts(
  db: Db,
  { person, now }: { person: Person; now: Date },
  lessonId: number,
): Promise<OwnQuizAttempts> {
  return db.transact(function* (source): Steps<OwnQuizAttempts> {
    yield* openLearnerLesson({ ...source, person, now }, lessonId);
    const { quizAttempts } = db.tables;
    const rows = yield* run(
      selectAttempts(source)
        .where(and(eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.userId, person.id)))
        .orderBy(desc(quizAttempts.id))
        .limit(OWN_ATTEMPTS),
    );
    const attempts = rows.map((row) => {
      const { id, score, passed, submittedAt } = row.attempt;
      return { id, score, passed, submittedAt: submittedAt.toISOString(), questions: attemptedQuestions(row) };
    });
    return { attempts };
  });
}

/** The query of attempts with the person of each and the wording that they answered. */
export function selectAttempts({ queries, tables }: TxContext) {
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

/** An attempt as the wire has it. */
export function attemptRow({ attempt, person }: AttemptRow, currentVersion: string): QuizAttemptRow {
  const { id, userId, score, passed, durationMs, submittedAt, quizVersion: version } = attempt;
  const when = { durationMs, submittedAt: submittedAt.toISOString() };
  return { id, userId, ...person, score, passed, ...when, isCurrent: version === currentVersion };
}

/** The questions of an attempt in their wording of then; null where it is no longer known. */
export function attemptedQuestions({ attempt, content }: AttemptRow): AttemptedQuestion[] | null {
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
