// Quiz and exam: answered on the device, graded by the server, the verdict shown when it comes (O11). No answer key is here.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { LessonActions } from '../lesson-actions.tsx';
import { LessonBody } from '../lesson-body.tsx';
import type { LessonProps } from '../lesson-props.ts';
import { useDraft } from '../use-draft.ts';
import type { Answers } from './quiz-answers.ts';
import { QuizForm } from './quiz-form.tsx';
import { QuizResults } from './quiz-results.tsx';
import { attemptOf, type QuizKnowledge, type QuizStage, quizStage, readQuizKnowledge } from './quiz-stage.ts';
import { NoQuestions, QuizNeedsSignIn, QuizPassed, QuizSkeleton, QuizWaiting } from './quiz-states.tsx';

/** Fetches the questions anew when a submission was refused because they had changed; `isMissing` until they are here. */
function useChangedQuiz(lessonId: number, stage: QuizStage | undefined) {
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

/**
 * What a press replaces (questions by their verdict, the verdict by the questions) takes the focus and the place with it.
 * When `shown` changes, the page begins at its top and the focus goes to the element of the answered ref, unless the
 * person is elsewhere meanwhile. Nothing happens while `shown` is undefined, nor at its first value.
 */
function useTurnedPage(shown: string | undefined): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const before = useRef(shown);
  // Before it is painted: nobody sees what is new at the old place.
  useLayoutEffect(() => {
    const turned = before.current !== undefined && shown !== undefined && before.current !== shown;
    before.current = shown;
    const focused = document.activeElement;
    const isElsewhere = focused && focused !== document.body && !place.current?.contains(focused);
    if (!turned || isElsewhere) return;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, [shown]);
  return place;
}

export function QuizLesson(props: LessonProps) {
  // A visitor would be refused: the answer is known without asking.
  if (useActiveUser().state !== 'known') {
    return <QuizNeedsSignIn courseId={props.view.lesson.courseId} nextAddress={props.nextAddress} />;
  }
  return <QuizOfPerson {...props} />;
}

const KEEPS_DRAFT = ['answering', 'absent'];

function QuizOfPerson({ view, progress }: LessonProps) {
  const { lesson, unit } = view;
  const engine = useEngine();
  const { outcome, again } = usePull(useCallback(() => engine.pullQuiz(lesson.id), [engine, lesson.id]));
  const draft = useDraft(lesson.id);
  const knowledge = useLiveQuery(
    () => (draft.isRead ? readQuizKnowledge(engine.replica, lesson.id) : undefined),
    [engine, lesson.id, draft.isRead],
  );
  const stage = knowledge && quizStage(knowledge);
  const place = useTurnedPage(stage?.kind === 'absent' ? undefined : stage?.kind);
  const changed = useChangedQuiz(lesson.id, stage);

  const { forget } = draft;
  const before = useRef(stage?.kind);
  useEffect(() => {
    // Also by another tab.
    if (before.current === 'answering' && stage && !KEEPS_DRAFT.includes(stage.kind)) forget();
    before.current = stage?.kind;
  }, [stage, forget]);

  if (!knowledge || !stage) return <QuizSkeleton />;
  if (stage.kind === 'absent') return <NoQuestions outcome={outcome} again={again} />;
  if (changed.isMissing) return <NoQuestions outcome={changed.outcome} again={changed.again} isChanged />;
  if (stage.kind === 'answering' && stage.quiz.questions.length === 0) return <NoQuestions isEmpty />;

  const submit = async (answers: Answers, durationMs: number) => {
    if (stage.kind !== 'answering') return false;
    const { quizVersion, questions } = stage.quiz;
    const isKept = await draft.handIn(async () => {
      if (await isHandedInElsewhere(engine.replica, lesson.id, knowledge).catch(() => false)) return true;
      return progress.submitQuiz({ answers, quizVersion, durationMs, asked: questions });
    });
    // The new submission takes the place of those that were refused.
    const refused = knowledge.submissions.filter(({ state }) => state === 'blocked');
    if (isKept) await Promise.all(refused.map(({ seq }) => engine.discard(seq))).catch(() => undefined);
    return isKept;
  };

  return (
    <section ref={place} tabIndex={-1} aria-label="Quiz" className="space-y-5 outline-none">
      {stage.kind === 'answering' && (
        <>
          <LessonBody lesson={lesson} />
          {stage.refusal && !stage.refusal.isChanged && (
            <p role="alert" className="rounded-md bg-danger-soft p-4 text-danger-text">
              {texts.quizSubmitFailed} {stage.refusal.words}
            </p>
          )}
          <p role="status" className="text-danger-text empty:hidden">
            {draft.state === 'failed' &&
              'Your answers could not be kept on this device: submit them before you leave this page.'}
          </p>
          <QuizForm
            quiz={stage.quiz}
            initial={draft.state === 'failed' && draft.first?.answers ? attemptOf(draft.first) : stage.attempt}
            wasRefused={stage.refusal?.isChanged ?? false}
            onChange={draft.keep}
            onSubmit={submit}
          />
        </>
      )}
      {stage.kind === 'waiting' && <QuizWaiting submission={stage.submission} />}
      {stage.kind === 'passed' && <QuizPassed />}
      {stage.kind === 'results' && (
        <QuizResults
          questions={stage.questions}
          result={stage.result}
          onRetry={() => draft.keep({ answers: {}, spentMs: 0 })}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <LessonActions unit={unit} onReset={progress.reset} />
      </div>
    </section>
  );
}

/** Another tab was quicker: its submission counts, and this page turns to it. */
async function isHandedInElsewhere(
  replica: Parameters<typeof readQuizKnowledge>[0],
  lessonId: number,
  seen: QuizKnowledge,
): Promise<boolean> {
  const newest = (await readQuizKnowledge(replica, lessonId)).submissions.at(-1);
  return newest !== undefined && newest.state !== 'blocked' && newest.seq !== seen.submissions.at(-1)?.seq;
}
