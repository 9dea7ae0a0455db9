// Quiz and exam: answered on the device, graded by the server, the verdict shown when it comes (O11). No answer key is here.
import { useLiveQuery } from 'dexie-react-hooks';
import { CloudUpload } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { writeDraft } from '#sync/reads.ts';
import { useBackOnline, useConnection } from '../connection.ts';
import { texts } from '../messages.ts';
import { useEngine } from '../person.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState, OfflineState } from '../ui/state-view.tsx';
import { usePull } from '../use-pull.ts';
import { LessonActions } from './lesson-actions.tsx';
import { LessonBody } from './lesson-body.tsx';
import type { LessonProps } from './lesson-props.ts';
import type { Answers } from './quiz-answers.ts';
import { QuizForm } from './quiz-form.tsx';
import { QuizResults } from './quiz-results.tsx';
import { quizStage, readQuizKnowledge } from './quiz-stage.ts';
import { quizTrouble } from './quiz-trouble.ts';
import { useTurnedPage } from './use-turned-page.ts';

export function QuizLesson({ view, progress }: LessonProps) {
  const { lesson, unit } = view;
  const engine = useEngine();
  const { isOffline } = useConnection();
  const { outcome, again } = usePull(useCallback(() => engine.pullQuiz(lesson.id), [engine, lesson.id]));
  useBackOnline(isOffline, again);
  const openedAt = useRef(performance.now());
  const knowledge = useLiveQuery(() => readQuizKnowledge(engine.replica, lesson.id), [engine, lesson.id]);

  const stage = knowledge && quizStage(knowledge);
  const place = useTurnedPage(stage?.kind === 'absent' ? undefined : stage?.kind);

  if (!stage) return <QuizSkeleton />;
  if (stage.kind === 'absent') {
    if (!outcome) return <QuizSkeleton />;
    if (outcome.kind === 'offline') {
      return (
        <OfflineState title="This quiz is not on this device" onRetry={again}>
          Connect to the network once to fetch its questions.
        </OfflineState>
      );
    }
    return <ErrorState title={quizTrouble(outcome)} onRetry={again} />;
  }
  if (stage.quiz.questions.length === 0) return <ErrorState title={texts.quizEmpty} />;

  const keepDraft = (answers: Answers) => void writeDraft(engine.replica, lesson.id, { answers });
  const submit = async (answers: Answers) => {
    const durationMs = Math.round(performance.now() - openedAt.current);
    await progress.submitQuiz({ answers, quizVersion: stage.quiz.quizVersion, durationMs });
  };

  return (
    <section ref={place} tabIndex={-1} aria-label="Quiz" className="space-y-5 outline-none">
      {stage.kind === 'answering' && (
        <>
          <LessonBody lesson={lesson} />
          {stage.refusal !== null && (
            <p role="alert" className="rounded-md bg-danger-soft p-4 text-danger-text">
              {texts.quizSubmitFailed} {stage.refusal}
            </p>
          )}
          <QuizForm quiz={stage.quiz} initial={stage.answers} onChange={keepDraft} onSubmit={submit} />
        </>
      )}
      {stage.kind === 'waiting' && (
        <p role="status" className="flex items-center gap-3 rounded-lg bg-accent-soft p-5 text-accent-text">
          <CloudUpload aria-hidden className="size-6 shrink-0" />
          {texts.quizSaved}
        </p>
      )}
      {stage.kind === 'results' && (
        <QuizResults
          quiz={stage.quiz}
          result={stage.result}
          onRetry={() => {
            openedAt.current = performance.now();
            keepDraft({});
          }}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <LessonActions unit={unit} onReset={progress.reset} />
      </div>
    </section>
  );
}

function QuizSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
    </div>
  );
}
