// Quiz and exam: answered on the device, graded by the server, the result shown when it comes (R-O11). The device has no answer key.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { markQuizNewsSeen } from '#sync/store/quiz-news.ts';
import { texts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { HAND, useMediaQuery } from '../../ui/use-media-query.ts';
import { LessonActions, type LessonProps } from '../lesson-parts.tsx';
import { useDraft } from '../use-draft.ts';
import type { Answers } from './quiz-answers.ts';
import { QuizForm } from './quiz-form.tsx';
import { QuizResults, QuizVerdict } from './quiz-results.tsx';
import { QuizTopBar } from './quiz-screens.tsx';
import { attemptOf, type QuizData, quizStage, readQuizData } from './quiz-stage.ts';
import { NoQuestions, QuizNeedsSignIn, QuizPassed, QuizSkeleton, QuizWaiting } from './quiz-states.tsx';
import { InQuizLanguage } from './quiz-words.tsx';

/** When another `shown` is here, scrolls up and focuses the returned ref's element, unless the focus is elsewhere on the page. */
function useStageChange(shown: string | undefined): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const before = useRef(shown);
  // Before the paint, so that the new content never shows at the old scroll position.
  useLayoutEffect(() => {
    const hasChanged = before.current !== undefined && shown !== undefined && before.current !== shown;
    before.current = shown;
    const focused = document.activeElement;
    const isElsewhere = focused && focused !== document.body && !place.current?.contains(focused);
    if (!hasChanged || isElsewhere) return;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, [shown]);
  return place;
}

export function QuizLesson(props: LessonProps) {
  // The server would refuse a visitor, so it is not asked.
  if (useActiveUser().state !== 'known') {
    return <QuizNeedsSignIn courseId={props.view.lesson.courseId} nextAddress={props.nextAddress} />;
  }
  const { lesson, wording } = props.view;
  return (
    <InQuizLanguage lessonId={lesson.id} language={wording?.shown}>
      <SignedInQuiz {...props} />
    </InQuizLanguage>
  );
}

const KEEPS_DRAFT = ['answering', 'absent'];

function SignedInQuiz(props: LessonProps) {
  const { view, progress, nextAddress, end, endsCourse, download, givesCertificate } = props;
  const { lesson, unit } = view;
  const number = lesson.orderIndex;
  const engine = useEngine();
  const draft = useDraft(lesson.id);
  const data = useLiveQuery(
    () => (draft.isRead ? readQuizData(engine.replica, lesson.id) : undefined),
    [engine, lesson.id, draft.isRead],
  );
  const stage = data && quizStage(data);
  // When a submission was refused because the questions had changed, they are fetched again before they are shown.
  const refusal = stage?.kind === 'answering' && stage.refusal?.isChanged ? stage.refusal : undefined;
  const { outcome, again } = usePull(() => engine.pullQuiz(lesson.id), [engine, lesson.id, refusal?.key]);
  // If the author has undone the change, the same questions are the newest.
  const isOutdated = refusal?.isSameVersion === true && outcome?.kind !== 'fresh';
  const isResult = stage?.kind === 'results';
  useEffect(() => {
    if (isResult) void markQuizNewsSeen(engine.replica, [lesson.id]).catch(() => undefined);
  }, [isResult, engine, lesson.id]);
  const place = useStageChange(stage?.kind === 'absent' ? undefined : stage?.kind);
  const hasWaited = useRef(false);
  if (stage?.kind === 'waiting') hasWaited.current = true;
  const isByHand = useMediaQuery(HAND);
  const [, setQuery] = useSearchParams();
  const forget = useEffectEvent(draft.forget);
  const before = useRef(stage?.kind);
  useEffect(() => {
    // Also when another tab has submitted it.
    if (before.current === 'answering' && stage && !KEEPS_DRAFT.includes(stage.kind)) forget();
    before.current = stage?.kind;
  }, [stage]);

  if (!data || !stage) return <QuizSkeleton />;
  if (stage.kind === 'absent') return <NoQuestions outcome={outcome} again={again} lesson={lesson} />;
  if (isOutdated) return <NoQuestions outcome={outcome} again={again} isChanged />;
  if (stage.kind === 'answering' && stage.quiz.questions.length === 0) return <NoQuestions isEmpty />;

  const submit = async (answers: Answers, durationMs: number) => {
    if (stage.kind !== 'answering') return false;
    const { quizVersion, questions } = stage.quiz;
    const isSubmitted = await draft.submit(async () => {
      if (await isSubmittedElsewhere(engine.replica, lesson.id, data).catch(() => false)) return true;
      return progress.submitQuiz({ answers, quizVersion, durationMs, asked: questions });
    });
    // The new submission replaces the refused ones.
    const refused = data.submissions.filter(({ state }) => state === 'blocked');
    if (isSubmitted) await Promise.all(refused.map(({ seq }) => engine.discard(seq))).catch(() => undefined);
    return isSubmitted;
  };

  const retry = () => {
    progress.closeResult();
    setQuery({}, { replace: true });
    draft.save({ answers: {}, spentMs: 0 });
  };
  const hasFailed = stage.kind === 'results' && !stage.result.passed;
  const isCourseNews = endsCourse && (stage.kind === 'results' || stage.kind === 'passed');
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t`Quiz`}
      data-quiz
      className="flex flex-col gap-5 outline-none has-[form]:grow has-data-page-mark:grow"
    >
      {isByHand && hasFailed && (
        <QuizTopBar lesson={lesson} where={t`Lesson ${number}`} icon={ArrowLeft} label={t`Back to the course`} />
      )}
      {/* Always there, because a status is read out when it is filled; the margin takes back the gap of an empty one. */}
      <div role="status" className="empty:-mb-5">
        {isCourseNews && <div className="mt-4 mb-6">{end}</div>}
        {stage.kind === 'results' && <QuizVerdict result={stage.result} isNews={hasWaited.current} />}
      </div>
      {stage.kind === 'answering' && (
        <QuizForm
          quiz={stage.quiz}
          lesson={lesson}
          initial={draft.state === 'failed' && draft.initial?.answers ? attemptOf(draft.initial) : stage.attempt}
          wasRefused={stage.refusal?.isChanged ?? false}
          onChange={draft.save}
          onSubmit={submit}
        >
          {stage.refusal && !stage.refusal.isChanged && (
            <p role="alert" className="rounded-md bg-danger-soft p-4 text-danger-text">
              {texts.quizSubmitFailed} {stage.refusal.message}
            </p>
          )}
          <p role="status" className="text-danger-text empty:hidden">
            {draft.state === 'failed' &&
              t`Your answers could not be saved on this device. Submit them before you leave this page.`}
          </p>
        </QuizForm>
      )}
      {stage.kind === 'waiting' && (
        <QuizWaiting
          submission={stage.submission}
          courseId={lesson.courseId}
          nextAddress={nextAddress}
          givesCertificate={givesCertificate}
        />
      )}
      {stage.kind === 'passed' && <QuizPassed>{!isCourseNews && end}</QuizPassed>}
      {stage.kind === 'results' && (
        <QuizResults questions={stage.questions} result={stage.result}>
          {!isCourseNews && end}
        </QuizResults>
      )}
      {stage.kind === 'waiting' && download}
      <LessonActions unit={unit} onReset={progress.reset} />
      {hasFailed && (
        <ActionBar className="desk:items-end">
          <Button icon={RotateCcw} size="big" onClick={retry}>
            <Trans>Retry</Trans>
          </Button>
        </ActionBar>
      )}
    </section>
  );
}

/** Whether another tab has submitted meanwhile: its submission counts, and this page shows it. */
async function isSubmittedElsewhere(
  replica: Parameters<typeof readQuizData>[0],
  lessonId: number,
  shown: QuizData,
): Promise<boolean> {
  const newest = (await readQuizData(replica, lessonId)).submissions.at(-1);
  return newest !== undefined && newest.state !== 'blocked' && newest.seq !== shown.submissions.at(-1)?.seq;
}
