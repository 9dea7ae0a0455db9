// Past attempts at a quiz, and one of them in the wording of its time.

import { ArrowLeft, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { AttemptedQuestion, QuizAttemptRow } from '#sync/contract/quiz-authoring.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { momentWords } from '../../ui/labels.ts';
import { Skeletons } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { adminTexts } from '../forms/messages.ts';
import { useScopeFilters } from '../lists/searched-choices.tsx';
import { ServerTable } from '../lists/server-table.tsx';

export function AttemptView({ lessonId, attemptId }: { lessonId: number; attemptId: number }) {
  const { data, error, refetch } = useApiQuery(server.admin.lessons[':id'].quiz.attempts[':attemptId'], {
    param: { id: String(lessonId), attemptId: String(attemptId) },
  });
  if (error && !data) return <ApiErrorView title={adminTexts.failedAttempts} {...{ error, refetch }} />;
  if (!data) return <Skeletons label="Loading the attempt" heights={['h-56']} />;
  if (data.questions === null) return <p>The wording of this attempt was not kept; its score was.</p>;
  return (
    <ol aria-label="Questions of the attempt" className="flex flex-col gap-3">
      {data.questions.map((question, at) => (
        <AttemptQuestion key={question.id} question={question} number={at + 1} />
      ))}
    </ol>
  );
}

function AttemptQuestion({ question, number }: { question: AttemptedQuestion; number: number }) {
  const { questionText, answers, explanation, isRight, isRegraded } = question;
  const Icon = isRight ? CircleCheck : CircleX;
  const tone = isRight ? 'text-complete-text' : 'text-danger-text';
  return (
    <li className="wrap-anywhere flex flex-col gap-2 rounded-lg border border-line p-4">
      <p className="flex items-center gap-2">
        <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
        <span className={`font-semibold ${tone}`}>{isRight ? 'Correct' : 'Incorrect'}</span>
        {isRegraded && <span className="text-ink-soft">since it was graded again</span>}
      </p>
      <p className="whitespace-pre-line font-medium">
        <span className="text-ink-soft">{number}. </span>
        {questionText}
      </p>
      <ul className="flex flex-col gap-1">
        {answers.map(({ id, answerText, isChosen, isCorrect }) => (
          <li key={id} className={`flex flex-wrap gap-x-2 rounded-md px-2 py-1 ${isChosen ? 'bg-sunken' : ''}`}>
            <span className="min-w-0 grow">{answerText}</span>
            <span className="text-sm">
              {isChosen && <strong>Chosen</strong>}
              {isChosen && isCorrect && ', '}
              {isCorrect && <span className="text-complete-text">Correct</span>}
            </span>
          </li>
        ))}
      </ul>
      {explanation && <p className="border-line border-s-4 ps-3 text-ink-soft">{explanation}</p>}
    </li>
  );
}

export function AttemptsDialog({ lesson, onClose }: { lesson: { id: number; title: string }; onClose: () => void }) {
  const [read, setRead] = useState<QuizAttemptRow>();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={read ? `Attempt of ${nameOf(read)}` : 'Past attempts'}
      description={lesson.title}
    >
      {read ? (
        <>
          <Button icon={ArrowLeft} variant="quiet" className="self-start px-3!" onClick={() => setRead(undefined)}>
            All attempts
          </Button>
          <AttemptFacts attempt={read} />
          <AttemptView lessonId={lesson.id} attemptId={read.id} />
        </>
      ) : (
        <AttemptList lessonId={lesson.id} onRead={setRead} />
      )}
    </Dialog>
  );
}

const nameOf = ({ fullName, email }: QuizAttemptRow) => fullName ?? email;

const attemptColumns = (onRead: (attempt: QuizAttemptRow) => void): readonly Column<QuizAttemptRow>[] => [
  {
    key: 'name',
    title: 'Name',
    value: nameOf,
    cell: (attempt) => (
      <button
        type="button"
        onClick={() => onRead(attempt)}
        className="min-h-touch text-start text-accent-text hover:underline"
      >
        {nameOf(attempt)}
      </button>
    ),
  },
  { key: 'email', title: 'Email', value: ({ email }) => email, isFileOnly: true },
  { key: 'score', title: 'Score', value: ({ score }) => score, cell: (attempt) => <Score attempt={attempt} /> },
  {
    key: 'submitted',
    title: 'Submitted',
    value: ({ submittedAt }) => new Date(submittedAt),
    cell: ({ submittedAt }) => momentWords(submittedAt),
    isBrief: true,
  },
];

const RESULTS = [
  ['', 'All results'],
  ['passed', 'Passed'],
  ['not-passed', 'Not passed'],
] as const;

function AttemptList({ lessonId, onRead }: { lessonId: number; onRead: (attempt: QuizAttemptRow) => void }) {
  const scope = useScopeFilters('attempt');
  return (
    <ServerTable
      label="Attempts"
      noun="attempt"
      prefix="attempt"
      searchLabel="Search people"
      endpoint={server.admin.lessons[':id'].quiz.attempts}
      args={byId(lessonId)}
      rowsIn="attempts"
      failed={adminTexts.failedAttempts}
      rowKey={({ id }) => String(id)}
      columns={attemptColumns(onRead)}
      orders={['submitted']}
      filters={[{ key: 'result', label: 'Result', options: RESULTS, shows: 'score' }, ...scope]}
      empty={<EmptyState title="No attempts to show">You see those of the people in your organization.</EmptyState>}
    />
  );
}

export function Score({ attempt: { score, passed } }: { attempt: Pick<QuizAttemptRow, 'score' | 'passed'> }) {
  return (
    <Badge tone={passed ? 'complete' : 'danger'}>
      {score}% {passed ? 'Passed' : 'Not passed'}
    </Badge>
  );
}

function AttemptFacts({ attempt }: { attempt: QuizAttemptRow }) {
  const { submittedAt, durationMs, isCurrent } = attempt;
  const seconds = durationMs === null ? '' : `, ${Math.round(durationMs / 1000)} seconds`;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Score attempt={attempt} />
        <span className="text-ink-soft">
          {momentWords(submittedAt)}
          {seconds}
        </span>
      </p>
      {!isCurrent && (
        <p className="rounded-md bg-accent-soft p-3 text-accent-text">
          The quiz was changed since. This is how it read when it was answered.
        </p>
      )}
    </div>
  );
}
