// After a key was changed or a question deleted: whether the attempts so far are graded again (decision 030).
import { useEffect, useState } from 'react';
import {
  type OutdatedQuestion,
  type QuizRegrade,
  REGRADE_WAYS,
  type RegradeOffer,
  type RegradeOutcome,
} from '#sync/contract/quiz-authoring.ts';
import { byId, call } from '../../api/client.ts';
import { refresh, refreshRepeatedly } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { counted } from '../../ui/labels.ts';
import { type QuizLesson, quizPath, useQuizAct } from './use-quiz-act.ts';

type Lesson = QuizLesson & { title: string };
const POLL_MS = 1000;

/** Says what was graded with the old answers, and how far the grading is; nothing while there is nothing to decide. */
export function RegradeNotice({ lesson }: { lesson: Lesson }) {
  const { data } = useApiQuery(server.admin.lessons[':id'].quiz.regrade, byId(lesson.id));
  const [isOpen, setOpen] = useState(false);
  const isRunning = Boolean(data?.running);
  useEffect(() => (isRunning ? refreshRepeatedly([quizPath(lesson.id)], POLL_MS) : undefined), [isRunning, lesson.id]);
  if (!data) return null;
  const { attempts, questions, running } = data;
  return (
    <>
      <p role="status" className="text-ink-soft empty:-mt-3">
        {running && `Grading again: ${running.handled} of ${counted(running.total, 'attempt')}.`}
      </p>
      {attempts > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface p-3">
          <p className="min-w-48 grow basis-64">
            <strong>
              {counted(attempts, 'attempt was', 'attempts were')} graded with {oldParts(questions)}.
            </strong>{' '}
            You decide whether to grade again.
          </p>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Review grades
          </Button>
        </div>
      )}
      {isOpen && <RegradeDialog lesson={lesson} offer={data} onClose={() => setOpen(false)} />}
    </>
  );
}

const oldParts = (questions: readonly OutdatedQuestion[]) => {
  const isAllDeleted = questions.every(({ isCorrect }) => isCorrect === null);
  if (!isAllDeleted) return 'the old answers';
  return questions.length === 1 ? 'a question that was deleted since' : 'questions that were deleted since';
};

type Way = (typeof REGRADE_WAYS)[number];
const WAY_WORDS: Record<Way, string> = {
  key: 'New answer counts too',
  everyone: 'Everyone gets the points',
  leave: 'Grades stay',
};
const isWay = (value: string): value is Way => REGRADE_WAYS.some((way) => way === value);
const waysOf = ({ isCorrect }: OutdatedQuestion) => REGRADE_WAYS.filter((way) => way !== 'key' || isCorrect !== null);

type RegradeDialogProps = { lesson: Lesson; offer: RegradeOffer; onClose: () => void };

function RegradeDialog({ lesson, offer, onClose }: RegradeDialogProps) {
  // What was changed meanwhile is refused, and shown after the next look.
  const [{ questions }] = useState(offer);
  const [ways, setWays] = useState(() => questions.map((one): Way => (one.isCorrect ? 'key' : 'leave')));
  const [outcome, setOutcome] = useState<RegradeOutcome>();
  const { run, isRunning } = useQuizAct(lesson, {
    send: (wanted: QuizRegrade) =>
      call(server.admin.lessons[':id'].quiz.regrade.$post({ ...byId(lesson.id), json: wanted })),
    successToast: ({ changed }, { isPreview }) => {
      if (isPreview) return undefined;
      return changed > 0
        ? { title: 'Grading Again', description: `${scoresRise(changed)}. Learners see it with their next sync.` }
        : { title: 'Grades Left', description: 'The attempts stay as they are.' };
    },
    errorToast: { title: 'Not Graded Again', sentence: 'No grade was changed. Please try again.' },
    onError: () => void refresh([quizPath(lesson.id)]),
  });
  const leavesAll = ways.every((way) => way === 'leave');
  const isDecided = leavesAll || outcome !== undefined;
  const submit = async () => {
    const sent = questions.map(({ id, seen }, n) => ({ id, seen, by: ways[n] ?? 'leave' }));
    const told = await run({ questions: sent, isPreview: !isDecided });
    if (!told) return;
    if (isDecided) onClose();
    else setOutcome(told);
  };
  const choose = (at: number, way: string) => {
    if (!isWay(way)) return;
    setWays(ways.map((one, n) => (n === at ? way : one)));
    setOutcome(undefined);
  };
  return (
    <FormDialog
      title="Review grades"
      description={`${lesson.title}: no one who passed fails by it, and no score goes down.`}
      onSubmit={submit}
      onClose={onClose}
      verb={!isDecided ? 'Preview' : leavesAll || outcome?.changed === 0 ? 'Leave the grades' : 'Grade again'}
      running={isDecided ? 'Saving...' : 'Counting...'}
      isRunning={isRunning}
    >
      <ul aria-label="Changed questions" className="flex flex-col gap-3">
        {questions.map((question, n) => (
          <li key={question.id} className="wrap-anywhere flex flex-col gap-3 rounded-lg border border-line p-4">
            <p className="whitespace-pre-line font-semibold">{question.questionText}</p>
            <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
              <dt className="text-ink-soft">Correct then</dt>
              <dd>{question.wasCorrect.join(', ')}</dd>
              <dt className="text-ink-soft">Correct now</dt>
              <dd>{question.isCorrect?.join(', ') ?? 'The question was deleted'}</dd>
            </dl>
            <Choice
              label="For those who answered it before"
              value={ways[n] ?? 'leave'}
              options={waysOf(question).map((way) => [way, WAY_WORDS[way]])}
              onChange={(way) => choose(n, way)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {outcome && !leavesAll && (
          <p ref={showWhole} className="scroll-mb-24 rounded-md bg-accent-soft p-3 text-accent-text">
            {outcomeWords(outcome)}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

/** The buttons of the dialog cover its end. */
const showWhole = (place: HTMLElement | null) => place?.scrollIntoView({ block: 'end' });

const scoresRise = (changed: number) => counted(changed, 'score rises', 'scores rise');

function outcomeWords({ attempts, changed, passing }: RegradeOutcome): string {
  if (changed === 0) return `None of ${counted(attempts, 'attempt')} gets another score.`;
  const people = passing === 0 ? 'no one else passes' : `${counted(passing, 'person passes', 'people pass')} now`;
  const day = passing === 0 ? '' : ' They pass as of the day of their attempt.';
  return `Of ${counted(attempts, 'attempt')}, ${scoresRise(changed)}, and ${people}.${day}`;
}
