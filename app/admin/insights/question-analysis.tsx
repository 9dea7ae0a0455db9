// The questions of one quiz, the hardest first, with the answers that people chose at their first try.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, ChevronDown, Pencil } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { ANALYZED_ATTEMPTS, type AnalyzedQuestion, LEAST_FOR_DISCRIMINATION } from '#sync/contract/quiz-authoring.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { locale } from '../../ui/language.ts';
import { useSearchParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { panelId } from '../outline/lesson-place.ts';
import { SaveTable } from './figure-cards.tsx';
import { formatPercent } from './figure-labels.ts';
import { percentOf } from './scale.ts';

/** Whose answers: everyone's, an organization's or those of one of its groups. */
type Of = { organizationId: string | undefined; group?: string | undefined };

/** The quiz in the address, if there is one, scrolled into view when it is chosen. */
export function ChosenQuiz({ organizationId, group }: Of) {
  const [params] = useSearchParams();
  const lessonId = params.get('lessonId');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lessonId) place.current?.scrollIntoView({ block: 'start' });
  }, [lessonId]);
  return (
    lessonId && (
      <div ref={place} className="scroll-mt-20">
        <Questions {...{ lessonId, organizationId, group }} />
      </div>
    )
  );
}

function Questions({ lessonId, organizationId, group }: Of & { lessonId: string }) {
  const id = useId();
  const { data, error, refetch } = useApiQuery(server.admin.lessons[':id'].quiz.analysis, {
    ...byId(lessonId),
    query: { ...(organizationId && { organizationId }), ...(group && { group }) },
  });
  if (error?.kind === 'failed' && error.code === 'lesson_not_found') {
    return (
      <p className="text-ink-soft">
        <Trans>This quiz can't be seen: its course was taken back, or the quiz is hidden.</Trans>
      </p>
    );
  }
  if (error) return <ApiErrorView title={t`Failed to fetch the questions`} {...{ error, refetch }} />;
  if (!data) return <Skeleton className="h-60" />;
  const { lesson, questions, canEdit = true } = data;
  const editIn = (question?: number) => `${paths.adminCourse(lesson.courseId, { question })}#${panelId(lesson.id)}`;
  return (
    <Card role="region" aria-labelledby={id} className="flex flex-col print:border-0 print:shadow-none">
      <div className="flex break-after-avoid flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4 md:px-5">
        <div>
          <h2 id={id} className="font-semibold text-xl">
            <bdi>{lesson.title}</bdi>
          </h2>
          <p className="text-ink-soft text-sm">
            <Trans>
              Who was right at the first try, among the latest {ANALYZED_ATTEMPTS.toLocaleString(locale)} attempts.
            </Trans>
            {!canEdit && ' '}
            {!canEdit && <Trans>The author of the course sees the answers, too.</Trans>}
          </p>
        </div>
        <span className="flex flex-wrap items-center print:hidden">
          {canEdit && (
            <Button icon={Pencil} variant="quiet" to={editIn()}>
              <Trans>Edit questions</Trans>
            </Button>
          )}
          {questions.length > 0 && <SaveTable what={t`the questions`} file={lesson.title} {...tableOf(questions)} />}
        </span>
      </div>
      {questions.length === 0 && (
        <p className="px-5 pb-5 text-ink-soft">
          <Trans>This quiz has no questions yet.</Trans>
        </p>
      )}
      {questions.map((question, at) =>
        canEdit ? (
          <Question key={question.id} question={question} edit={editIn(question.id)} isOpen={at === 0} />
        ) : (
          <div key={question.id} className="flex items-start gap-4 border-line border-t px-4 py-3 md:px-5">
            <QuestionLine question={question} />
          </div>
        ),
      )}
    </Card>
  );
}

/** One row for each answer. */
function tableOf(questions: readonly AnalyzedQuestion[]) {
  const columns = [t`No.`, t`Question`, t`People`, t`Right`, t`Discrimination`, t`Answer`, t`Correct`, t`Chosen`];
  const rows = questions.flatMap(({ place, questionText, people, rightPercent, discrimination, answers }) =>
    answers.map(({ answerText, isCorrect, chosenPercent }) => [
      ...[place, questionText, people, people === 0 ? null : rightPercent, discrimination],
      ...[answerText, isCorrect ? t`Yes` : t`No`, people === 0 ? null : chosenPercent],
    ]),
  );
  return { columns, rows };
}

type QuestionProps = {
  question: AnalyzedQuestion;
  /** The address where it is edited. */
  edit: string;
  isOpen: boolean;
};

/** The share of right first tries, the question, and what stands out. */
function QuestionLine({ question }: Pick<QuestionProps, 'question'>) {
  const { place, questionText, people, rightPercent, discrimination } = question;
  const isUnfair = discrimination !== null && discrimination < LOW_DISCRIMINATION;
  return (
    <>
      <span className="w-14 shrink-0 font-bold text-lg tabular-nums">
        {people === 0 ? '–' : formatPercent(rightPercent)}
      </span>
      <span className="wrap-anywhere min-w-0 grow">
        <span className="block font-semibold">
          {place}. {questionText}
        </span>
        <span className="block text-ink-soft text-sm">{noteOn(question)}</span>
        {isUnfair && (
          <Badge tone="danger">
            <Trans>Doesn't tell strong and weak learners apart</Trans>
          </Badge>
        )}
      </span>
    </>
  );
}

function Question({ question, edit, isOpen }: QuestionProps) {
  const { place, answers } = question;
  return (
    <details open={isOpen} className="group border-line border-t">
      <summary className="flex min-h-action cursor-pointer list-none items-start gap-4 px-4 py-3 hover:bg-canvas md:px-5">
        <QuestionLine question={question} />
        <ChevronDown aria-hidden className="mt-1 size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4 md:pe-14 md:ps-23">
        <ul aria-label={t`Answers`} className="flex flex-col gap-2">
          {answers.map(({ id, answerText, isCorrect, chosenPercent }) => (
            <li key={id} className="grid grid-cols-[1fr_auto] items-center gap-x-4 sm:grid-cols-[1fr_8rem_3rem]">
              <span className={`wrap-anywhere min-w-0 ${isCorrect ? 'font-semibold text-complete-text' : ''}`}>
                {isCorrect && <Check aria-label={t`Correct:`} className="me-1 inline size-5" />}
                <bdi>{answerText}</bdi>
              </span>
              <svg
                aria-hidden
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                className="h-2 w-full rounded-sm bg-sunken rtl:-scale-x-100 max-sm:order-last max-sm:col-span-2"
              >
                <rect
                  width={percentOf(chosenPercent, 100)}
                  height="8"
                  fill="currentColor"
                  className={isCorrect ? 'text-complete' : 'text-ink-soft'}
                />
              </svg>
              <span className="text-end tabular-nums">{formatPercent(chosenPercent)}</span>
            </li>
          ))}
        </ul>
        <p className="text-ink-soft text-sm">{discriminationNote(question)}</p>
        <Button
          icon={Pencil}
          variant="quiet"
          className="-ms-4 self-start print:hidden"
          aria-label={t`Edit question ${place}`}
          to={edit}
        >
          <Trans>Edit question</Trans>
        </Button>
      </div>
    </details>
  );
}

/** A wrong answer that so many choose is worth a look. */
const TEMPTING_PERCENT = 25;
const FEW_PEOPLE = 5;
/** Percent points; item analysis calls less than this poor. */
const LOW_DISCRIMINATION = 10;

function noteOn({ people, answers }: AnalyzedQuestion): string {
  if (people === 0) return t`No one has answered it since its last change.`;
  const [tempting] = answers.filter(({ isCorrect }) => !isCorrect).sort((a, b) => b.chosenPercent - a.chosenPercent);
  const by = plural(people, { one: 'By # person.', other: 'By # people.' });
  if (!tempting || tempting.chosenPercent < TEMPTING_PERCENT || people < FEW_PEOPLE) return by;
  const { answerText } = tempting;
  const share = formatPercent(tempting.chosenPercent);
  return [by, t`${share} choose "${answerText}", which is wrong.`].join(' ');
}

function discriminationNote({ discrimination }: AnalyzedQuestion): string {
  if (discrimination === null) {
    return t`Once ${LEAST_FOR_DISCRIMINATION} people have answered, this says how well it tells strong and weak learners apart.`;
  }
  const points = Math.abs(discrimination);
  if (discrimination < 0)
    return t`Weak learners get it right more often than strong ones (${points} points apart). Check its wording and its correct answer.`;
  if (discrimination < LOW_DISCRIMINATION)
    return t`Strong and weak learners get it right about as often (${points} points apart). Check its wording and its correct answer.`;
  return t`Strong learners get it right more often than weak ones (${points} points apart).`;
}
