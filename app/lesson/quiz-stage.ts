import type { Quiz } from '#sync/contract/quiz.ts';
import type { QuizEntry } from '#sync/entry.ts';
import { type LessonState, readDraft, readLesson, readQuiz, readQuizResult } from '#sync/reads.ts';
import type { Draft, Replica } from '#sync/replica.ts';
import type { QuizResult } from '#sync/store.ts';
import { type Answers, fittingAnswers } from './quiz-answers.ts';

/** Everything the device knows of one quiz; `submission` is the newest one made here. */
export interface QuizKnowledge {
  quiz: Quiz | undefined;
  draft: Draft | undefined;
  submission: QuizEntry | undefined;
  result: QuizResult | undefined;
  unit: LessonState['unit'] | undefined;
}

/** What the person sees: nothing yet, questions, a submission on its way, or a verdict. */
export type QuizStage =
  | { kind: 'absent' }
  | { kind: 'answering'; quiz: Quiz; answers: Answers; refusal: string | null }
  | { kind: 'waiting'; quiz: Quiz }
  | { kind: 'results'; quiz: Quiz; result: QuizResult };

/** Reads it all; may stand inside a live query. */
export async function readQuizKnowledge(replica: Replica, lessonId: number): Promise<QuizKnowledge> {
  const [quiz, draft, result, lesson, submissions] = await Promise.all([
    readQuiz(replica, lessonId),
    readDraft(replica, lessonId),
    readQuizResult(replica, lessonId),
    readLesson(replica, lessonId),
    replica.outbox
      .where('subject')
      .equals(`lesson:${lessonId}`)
      .and((entry) => entry.kind === 'quiz')
      .sortBy('seq'),
  ]);
  const submission = submissions.at(-1);
  return { quiz, draft, result, unit: lesson?.unit, submission: submission?.kind === 'quiz' ? submission : undefined };
}

/** A begun draft comes first, then the submission on its way, then its verdict. */
export function quizStage({ quiz, draft, submission, result, unit }: QuizKnowledge): QuizStage {
  if (!quiz) return { kind: 'absent' };
  const answering = (answers: Answers = {}, refusal: string | null = null): QuizStage => {
    return { kind: 'answering', quiz, answers: fittingAnswers(quiz, answers), refusal };
  };
  if (draft?.answers) return answering(draft.answers);
  if (submission?.state === 'queued' || submission?.state === 'sending') return { kind: 'waiting', quiz };
  if (submission?.state === 'blocked') return answering(submission.body.answers, submission.lastError?.text ?? '');
  // A passed quiz that was reset afterwards starts anew.
  const isCurrent = result && (!result.passed || unit?.status === 'completed');
  return isCurrent ? { kind: 'results', quiz, result } : answering();
}
