import { useCallback, useEffect, useState } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { useEngine } from '../person.tsx';
import type { QuizStage } from './quiz-stage.ts';

/** `isMissing` while the server says that the quiz was changed and its new questions are not here yet. */
export interface ChangedQuiz {
  isMissing: boolean;
  outcome: PullOutcome | undefined;
  again: () => void;
}

/** Fetches the questions anew when a submission was refused because they had changed. */
export function useChangedQuiz(lessonId: number, stage: QuizStage | undefined): ChangedQuiz {
  const engine = useEngine();
  const refusal = stage?.kind === 'answering' ? stage.refusal : undefined;
  const key = refusal?.isChanged ? refusal.key : undefined;
  const [asked, setAsked] = useState<{ key: string; outcome: PullOutcome }>();
  const ask = useCallback(
    () =>
      engine
        .pullQuiz(lessonId)
        .catch((): PullOutcome => ({ kind: 'offline' }))
        .then((outcome) => key !== undefined && setAsked({ key, outcome })),
    [engine, lessonId, key],
  );
  useEffect(() => {
    if (key !== undefined) void ask();
  }, [key, ask]);
  const outcome = asked?.key === key ? asked?.outcome : undefined;
  // An author may have taken the change back: then the same questions are the newest there are.
  const isMissing =
    key !== undefined && stage?.kind === 'answering' && stage.isSameVersion && outcome?.kind !== 'fresh';
  return { isMissing, outcome, again: () => void ask() };
}
