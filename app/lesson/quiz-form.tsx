import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Quiz } from '#sync/contract/quiz.ts';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { type Answers, answeredCount, choose, chosenOf } from './quiz-answers.ts';
import { Question } from './quiz-question.tsx';

type QuizFormProps = {
  quiz: Quiz;
  /** The answers chosen before, from the draft. */
  initial: Answers;
  onChange: (answers: Answers) => void;
  onSubmit: (answers: Answers) => Promise<void>;
};

/** The questions; submit is enabled only when every one is answered (Q1). */
export function QuizForm({ quiz, initial, onChange, onSubmit }: QuizFormProps) {
  const [answers, setAnswers] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const total = quiz.questions.length;
  const answered = answeredCount(quiz, answers);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await onSubmit(answers);
    setIsBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {quiz.questions.map((question, index) => (
        <Question
          key={question.id}
          question={question}
          number={index + 1}
          chosen={chosenOf(answers, question.id)}
          onChoose={(answerId) => {
            const next = choose(answers, question, answerId);
            setAnswers(next);
            onChange(next);
          }}
        />
      ))}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="big" disabled={answered < total || isBusy}>
          <Send aria-hidden className="size-5" />
          Submit
        </Button>
        <div className="min-w-40 grow">
          <p className="mb-1 text-ink-soft text-sm">
            {answered} of {total} answered
          </p>
          <ProgressBar percent={total === 0 ? 0 : Math.floor((100 * answered) / total)} label="Questions answered" />
        </div>
      </div>
    </form>
  );
}
