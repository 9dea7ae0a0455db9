import { Circle, CircleCheck } from 'lucide-react';
import type { AdminAnswer } from '#sync/contract/quiz-authoring.ts';

/** A list of answers with the correct ones marked. */
export function AnswerKey({ answers }: { answers: readonly AdminAnswer[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {answers.map(({ id, answer_text: text, is_correct: isCorrect }) => (
        <li key={id} className="flex gap-2">
          <KeyMark isCorrect={isCorrect} />
          <span className="wrap-anywhere min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** A tick for a correct answer, an empty circle for another one. */
export function KeyMark({ isCorrect }: { isCorrect: boolean }) {
  const Icon = isCorrect ? CircleCheck : Circle;
  return (
    <>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isCorrect ? 'text-complete-text' : 'text-ink-soft'}`} />
      {isCorrect && <span className="sr-only">Correct: </span>}
    </>
  );
}
