import type { QuizQuestion } from '#sync/contract/quiz.ts';

type QuestionProps = {
  question: QuizQuestion;
  number: number;
  chosen: string[];
  onChoose: (answerId: string) => void;
};

/** One question with native radio buttons, or checkboxes where several answers may be right. */
export function Question({ question, number, chosen, onChoose }: QuestionProps) {
  const isMultiple = question.question_type === 'multiple_choice';
  const answers = [...question.answers].sort((a, b) => a.order_index - b.order_index);
  return (
    <fieldset className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <legend className="float-left mb-3 w-full font-semibold text-lg">
        <span className="text-ink-soft">{number}. </span>
        {question.question_text}
      </legend>
      {isMultiple && <p className="clear-both mb-2 text-ink-soft text-sm">Choose all that apply.</p>}
      <div className="clear-both space-y-2">
        {answers.map((answer) => (
          <label
            key={answer.id}
            className="flex min-h-touch cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={`question-${question.id}`}
              value={answer.id}
              checked={chosen.includes(String(answer.id))}
              onChange={() => onChoose(String(answer.id))}
              className="size-5 shrink-0 accent-accent"
            />
            {answer.answer_text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
