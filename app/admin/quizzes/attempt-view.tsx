import { CircleCheck, CircleX } from 'lucide-react';
import { type AttemptedQuestion, QuizAttempt } from '#sync/contract/quiz-authoring.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAsk } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { quizPath } from './quiz-path.ts';

/** The questions of one attempt as they were worded then, with what was chosen and what was correct. */
export function AttemptView({ lessonId, attemptId }: { lessonId: number; attemptId: number }) {
  const { data, trouble, again } = useAsk(`${quizPath(lessonId)}/attempts/${attemptId}`, QuizAttempt);
  if (trouble && !data) return <TroubleView title={adminTexts.failedAttempts} {...{ trouble, again }} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the attempt">
        <Skeleton className="h-56" />
      </div>
    );
  }
  if (data.questions === null) return <p>The wording of this attempt was not kept; its score was.</p>;
  return (
    <ol aria-label="Questions of the attempt" className="flex flex-col gap-3">
      {data.questions.map((question, at) => (
        <Reread key={question.id} question={question} number={at + 1} />
      ))}
    </ol>
  );
}

function Reread({ question, number }: { question: AttemptedQuestion; number: number }) {
  const { questionText, answers, explanation, isRight } = question;
  const Icon = isRight ? CircleCheck : CircleX;
  const tone = isRight ? 'text-complete-text' : 'text-danger-text';
  return (
    <li className="wrap-anywhere flex flex-col gap-2 rounded-lg border border-line p-4">
      <p className="flex items-center gap-2">
        <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
        <span className={`font-semibold ${tone}`}>{isRight ? 'Right' : 'Wrong'}</span>
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
      {explanation && <p className="border-line border-l-4 pl-3 text-ink-soft">{explanation}</p>}
    </li>
  );
}
