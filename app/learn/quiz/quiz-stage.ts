import type { Quiz, QuizQuestion } from '#sync/contract/quiz.ts';
import type { QuizEntry } from '#sync/store/entry.ts';
import { type LessonState, readDraft, readLesson, readQuizResult } from '#sync/store/reads.ts';
import type { Draft, DraftContent, Replica } from '#sync/store/replica.ts';
import type { QuizResult } from '#sync/store/store.ts';
import type { Attempt } from './quiz-answers.ts';

/** All data of one quiz on this device; `submissions` were made here, oldest first. */
export interface QuizData {
  quiz: Quiz | undefined;
  draft: Draft | undefined;
  submissions: QuizEntry[];
  result: QuizResult | undefined;
  unit: LessonState['unit'] | undefined;
}

/** Why the last submission was refused: the server's message, and whether the quiz was changed meanwhile, as this device has it. */
type QuizRefusal = { key: string; message: string; isChanged: boolean; isSameVersion: boolean };

/** What is shown: nothing yet, the questions, a submission under way, a result, or a pass whose review is not here. */
export type QuizStage =
  | { kind: 'absent' }
  | { kind: 'answering'; quiz: Quiz; attempt: Attempt; refusal: QuizRefusal | undefined }
  | { kind: 'waiting'; submission: QuizEntry }
  | { kind: 'results'; questions: QuizQuestion[]; result: QuizResult }
  | { kind: 'passed' };

/** Reads the quiz's data; can be used in a live query. */
export async function readQuizData(replica: Replica, lessonId: number): Promise<QuizData> {
  const [quiz, draft, result, lesson, entries] = await Promise.all([
    replica.quizzes.get(lessonId),
    readDraft(replica, lessonId),
    readQuizResult(replica, lessonId),
    readLesson(replica, lessonId),
    replica.outbox.where('subject').equals(`lesson:${lessonId}`).sortBy('seq'),
  ]);
  const submissions = entries.filter((entry) => entry.kind === 'quiz');
  return { quiz, draft, result, unit: lesson?.unit, submissions };
}

/** A draft comes first, then a submission under way, then its result. */
export function quizStage({ quiz, draft, submissions, result, unit }: QuizData): QuizStage {
  const submission = submissions.at(-1);
  const isCompleted = unit?.status === 'completed';
  const answering = (attempt: Attempt): QuizStage => {
    if (!quiz) return { kind: 'absent' };
    return { kind: 'answering', quiz, attempt, refusal: submission && refusalOf(submission, quiz) };
  };
  const isBegun = draft?.answers && (!isCompleted || Object.keys(draft.answers).length > 0);
  if (isBegun) return answering(attemptOf(draft));
  if (submission?.state === 'queued' || submission?.state === 'sending') return { kind: 'waiting', submission };
  if (submission?.state === 'blocked') {
    const { body, asked = [] } = submission;
    return answering({ ...body, asked, spentMs: body.durationMs ?? 0 });
  }
  // Passed and then reset starts again; failed here and passed elsewhere is passed.
  if (result && result.passed === isCompleted) {
    const asked = submissions.find(({ opId }) => opId === result.opId)?.asked;
    return { kind: 'results', questions: asked ?? quiz?.questions ?? [], result };
  }
  return isCompleted ? { kind: 'passed' } : answering({ answers: {}, asked: [], spentMs: 0 });
}

export function attemptOf({ answers = {}, asked = [], quizVersion, spentMs = 0 }: DraftContent): Attempt {
  return { answers, asked, quizVersion, spentMs: Number.isFinite(spentMs) ? spentMs : 0 };
}

function refusalOf({ seq, attempts, state, body, lastError }: QuizEntry, quiz: Quiz): QuizRefusal | undefined {
  if (state !== 'blocked') return undefined;
  return {
    key: `${seq} ${attempts}`,
    message: lastError?.text ?? '',
    isChanged: lastError?.code === 'quiz_changed',
    isSameVersion: body.quizVersion === quiz.quizVersion,
  };
}
