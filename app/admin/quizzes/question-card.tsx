import { ArrowDown, ArrowUp, Circle, CircleCheck, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { QUESTION_KINDS } from '#sync/contract/quiz.ts';
import type { AdminAnswer, AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { MOST_ANSWERS } from '#sync/contract/quiz-authoring.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Place } from '../../ui/form/sortable-list.tsx';
import { SortableGrip } from '../../ui/form/sortable-list.tsx';
import { counted } from '../../ui/labels.ts';
import { Menu } from '../../ui/menu.tsx';
import { questionId } from '../outline/lesson-place.ts';

/** The dialog that is open for a question. */
export type Asking =
  | { about: 'editing' | 'removing' | 'adding an answer'; question: AdminQuestion }
  | { about: 'editing an answer' | 'removing an answer'; question: AdminQuestion; answer: AdminAnswer };

type Acts = { ask: (asking: Asking) => void; move: (from: number, to: number) => void };
type QuestionCardProps = Place & Acts & { question: AdminQuestion };

export function QuestionCard({ question, place, count, ask, move }: QuestionCardProps) {
  const { questionText, questionType, points, explanation, answers } = question;
  const number = place + 1;
  return (
    <article
      id={questionId(question.id)}
      aria-label={`Question ${number}`}
      className="flex flex-col gap-2 rounded-lg p-2 focus-within:bg-accent-soft sm:p-3"
    >
      <div className="flex flex-wrap items-center gap-x-1">
        {count > 1 && <SortableGrip label={`question ${number}`} />}
        <span className="flex grow flex-wrap gap-1.5 px-1 max-sm:order-last max-sm:basis-full max-sm:pt-1">
          <Badge>{QUESTION_KINDS[questionType].name}</Badge>
          <Badge>{counted(points, 'point')}</Badge>
        </span>
        <div className="ms-auto flex items-center">
          <IconButton
            icon={Pencil}
            data-focus="edit"
            aria-label={`Edit question ${number}`}
            onClick={() => ask({ about: 'editing', question })}
          />
          <IconButton
            icon={Trash2}
            aria-label={`Delete question ${number}`}
            onClick={() => ask({ about: 'removing', question })}
          />
          <QuestionMenu {...{ question, place, count, ask, move }} />
        </div>
      </div>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line px-1 font-medium">
        <span className="text-ink-soft">{number}. </span>
        {questionText}
      </p>
      <ul aria-label={`Answers of question ${number}`} className="flex flex-col">
        {answers.map((answer) => (
          <AnswerLine key={answer.id} {...{ question, answer, ask }} />
        ))}
      </ul>
      {explanation && (
        <p className="wrap-anywhere mx-1 border-line border-s-4 ps-3 text-ink-soft">
          <span className="sr-only">Explanation: </span>
          <bdi>{explanation}</bdi>
        </p>
      )}
    </article>
  );
}

function QuestionMenu({ question, place, count, ask, move }: QuestionCardProps) {
  const moves = [
    ...(place > 0 ? [{ label: 'Move up', icon: ArrowUp, onSelect: () => move(place, place - 1) }] : []),
    ...(place < count - 1 ? [{ label: 'Move down', icon: ArrowDown, onSelect: () => move(place, place + 1) }] : []),
  ];
  const isFull = question.answers.length >= MOST_ANSWERS;
  const answers = isFull
    ? []
    : [{ label: 'Add Answer', icon: Plus, onSelect: () => ask({ about: 'adding an answer', question }) }];
  const groups = [answers, moves].filter((items) => items.length > 0).map((items) => ({ items }));
  return (
    <Menu
      trigger={<IconButton icon={EllipsisVertical} aria-label={`More for question ${place + 1}`} />}
      groups={groups}
    />
  );
}

function AnswerLine({ question, answer, ask }: { question: AdminQuestion; answer: AdminAnswer; ask: Acts['ask'] }) {
  const { answer_text: text, is_correct: isCorrect } = answer;
  const edit = {
    label: 'Edit Answer',
    icon: Pencil,
    onSelect: () => ask({ about: 'editing an answer', question, answer }),
  };
  const remove = {
    label: 'Delete Answer',
    icon: Trash2,
    onSelect: () => ask({ about: 'removing an answer', question, answer }),
  };
  return (
    <li className={`flex items-center gap-2 rounded-md ps-2 ${isCorrect ? 'bg-complete-soft' : ''}`}>
      <KeyMark isCorrect={isCorrect} />
      <span dir="auto" className="wrap-anywhere min-w-0 grow py-2">
        {text}
      </span>
      <Menu
        trigger={<IconButton icon={EllipsisVertical} aria-label={`More for answer ${text}`} />}
        // A question has at least two answers.
        groups={[{ items: question.answers.length > 2 ? [edit, remove] : [edit] }]}
      />
    </li>
  );
}

function KeyMark({ isCorrect }: { isCorrect: boolean }) {
  const Icon = isCorrect ? CircleCheck : Circle;
  return (
    <>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isCorrect ? 'text-complete-text' : 'text-ink-soft'}`} />
      {isCorrect && <span className="sr-only">Correct: </span>}
    </>
  );
}
