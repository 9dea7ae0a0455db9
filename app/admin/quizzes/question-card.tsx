import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import type { AdminAnswer, AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { MOST_ANSWERS } from '#sync/contract/quiz-authoring.ts';
import { counted } from '../../course-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Place } from '../../ui/sortable-list.tsx';
import { SortableGrip } from '../../ui/sortable-list.tsx';
import { KeyMark } from './answer-key.tsx';
import { TYPE_WORDS } from './question-form.ts';

/** What a question asks of the panel around it. Stays the same object while the panel stands. */
export type QuestionActs = {
  /** One step up (-1) or down (1). */
  step: (question: AdminQuestion, by: -1 | 1) => void;
  edit: (question: AdminQuestion) => void;
  remove: (question: AdminQuestion) => void;
  addAnswer: (question: AdminQuestion) => void;
  editAnswer: (question: AdminQuestion, answer: AdminAnswer) => void;
  removeAnswer: (question: AdminQuestion, answer: AdminAnswer) => void;
};

type QuestionCardProps = Place & { question: AdminQuestion; acts: QuestionActs };

/** One question with its answers and its key. */
export function QuestionCard({ question, place, count, acts }: QuestionCardProps) {
  const { questionText, questionType, points, explanation, answers } = question;
  const number = place + 1;
  return (
    <article aria-label={`Question ${number}`} className="flex flex-col gap-2 p-2 sm:p-3">
      <div className="flex flex-wrap items-center gap-x-1">
        {count > 1 && <SortableGrip label={`question ${number}`} />}
        <span className="flex grow flex-wrap gap-1.5 px-1 max-sm:order-last max-sm:basis-full max-sm:pt-1">
          <Badge>{TYPE_WORDS[questionType]}</Badge>
          <Badge>{counted(points, 'point')}</Badge>
        </span>
        <div className="ml-auto flex items-center">
          <Button
            variant="quiet"
            className="px-3!"
            aria-label={`Edit question ${number}`}
            onClick={() => acts.edit(question)}
          >
            <Pencil aria-hidden className="size-5" />
          </Button>
          <Button
            variant="quiet"
            className="px-3!"
            aria-label={`Delete question ${number}`}
            onClick={() => acts.remove(question)}
          >
            <Trash2 aria-hidden className="size-5" />
          </Button>
          <QuestionMenu {...{ question, place, count, acts }} />
        </div>
      </div>
      <p className="wrap-anywhere whitespace-pre-line px-1 font-medium">
        <span className="text-ink-soft">{number}. </span>
        {questionText}
      </p>
      <ul aria-label={`Answers of question ${number}`} className="flex flex-col">
        {answers.map((answer) => (
          <AnswerLine key={answer.id} {...{ question, answer, acts }} />
        ))}
      </ul>
      {explanation && (
        <p className="wrap-anywhere mx-1 border-line border-l-4 pl-3 text-ink-soft">
          <span className="sr-only">Explanation: </span>
          {explanation}
        </p>
      )}
    </article>
  );
}

function QuestionMenu({ question, place, count, acts }: QuestionCardProps) {
  const moves = [
    ...(place > 0 ? [{ label: 'Move up', icon: ArrowUp, onSelect: () => acts.step(question, -1) }] : []),
    ...(place < count - 1 ? [{ label: 'Move down', icon: ArrowDown, onSelect: () => acts.step(question, 1) }] : []),
  ];
  const isFull = question.answers.length >= MOST_ANSWERS;
  const answers = isFull ? [] : [{ label: 'Add Answer', icon: Plus, onSelect: () => acts.addAnswer(question) }];
  const groups = [answers, moves].filter((items) => items.length > 0).map((items) => ({ items }));
  return (
    <Menu
      trigger={
        <Button variant="quiet" className="px-3!" aria-label={`More for question ${place + 1}`}>
          <EllipsisVertical aria-hidden className="size-5" />
        </Button>
      }
      groups={groups}
    />
  );
}

type AnswerLineProps = { question: AdminQuestion; answer: AdminAnswer; acts: QuestionActs };

function AnswerLine({ question, answer, acts }: AnswerLineProps) {
  const { answer_text: text, is_correct: isCorrect } = answer;
  const edit = { label: 'Edit Answer', icon: Pencil, onSelect: () => acts.editAnswer(question, answer) };
  const remove = { label: 'Delete Answer', icon: Trash2, onSelect: () => acts.removeAnswer(question, answer) };
  return (
    <li className={`flex items-center gap-2 rounded-md pl-2 ${isCorrect ? 'bg-complete-soft' : ''}`}>
      <KeyMark isCorrect={isCorrect} />
      <span className="wrap-anywhere min-w-0 grow py-2">{text}</span>
      <Menu
        trigger={
          <Button variant="quiet" className="px-3!" aria-label={`More for answer ${text}`}>
            <EllipsisVertical aria-hidden className="size-5" />
          </Button>
        }
        // Two answers always stay.
        groups={[{ items: question.answers.length > 2 ? [edit, remove] : [edit] }]}
      />
    </li>
  );
}
