// 'Preview as a learner': the quiz, graded in the browser. Nothing is sent or counted.
import { RefreshCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { KeyMark } from './answer-key.tsx';
import { type Chosen, choose, gradeHere, isRight } from './grade-here.ts';
import { takesOne } from './question-form.ts';

type QuizPreviewProps = { title: string; questions: readonly AdminQuestion[]; onClose: () => void };

export function QuizPreview({ title, questions, onClose }: QuizPreviewProps) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [isGraded, setIsGraded] = useState(false);
  const missing = questions.filter(({ id }) => (chosen[id] ?? []).length === 0).length;
  const retry = () => {
    setChosen({});
    setIsGraded(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Preview as a learner"
      description={`${title}: answer as a learner does. Nothing is sent or counted.`}
    >
      {isGraded && <Verdict {...gradeHere(questions, chosen)} />}
      {questions.map((question, at) => (
        <PreviewQuestion
          key={question.id}
          question={question}
          number={at + 1}
          chosen={chosen[question.id] ?? []}
          isGraded={isGraded}
          onChoose={(answerId) => setChosen(choose(chosen, question, answerId))}
        />
      ))}
      <DialogActions>
        {isGraded ? (
          <Button icon={RefreshCw} variant="secondary" onClick={retry}>
            Retry
          </Button>
        ) : (
          <>
            <span role="status" className="grow self-center text-ink-soft">
              {questions.length - missing} of {questions.length} answered
            </span>
            <Button disabled={missing > 0} onClick={() => setIsGraded(true)}>
              Submit
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Verdict({ score, passed }: { score: number; passed: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={`rounded-lg p-4 ${passed ? 'bg-complete-soft' : 'bg-danger-soft'}`}>
      <p className={`font-semibold text-lg ${passed ? 'text-complete-text' : 'text-danger-text'}`}>
        {passed ? 'Perfect Score!' : 'Try Again'}
      </p>
      <p>
        Your score: <strong>{score}%</strong>
      </p>
      {!passed && <p>You need 100% to pass this quiz.</p>}
    </div>
  );
}

type PreviewQuestionProps = {
  question: AdminQuestion;
  number: number;
  chosen: readonly number[];
  isGraded: boolean;
  onChoose: (answerId: number) => void;
};

function PreviewQuestion({ question, number, chosen, isGraded, onChoose }: PreviewQuestionProps) {
  const name = useId();
  const isOne = takesOne(question.questionType);
  const right = isRight(question, chosen);
  // Like the learner's page: no hint when the question already says so.
  const saysHint = !isOne && !/choose all that apply/i.test(question.questionText);
  return (
    <fieldset disabled={isGraded} className="wrap-anywhere min-w-0 rounded-lg border border-line p-4">
      <legend className="float-left mb-3 w-full whitespace-pre-line font-semibold">
        <span className="text-ink-soft">{number}. </span>
        {question.questionText}
      </legend>
      {saysHint && <p className="clear-both mb-2 text-ink-soft">Choose all that apply.</p>}
      <div className="clear-both flex flex-col gap-2">
        {question.answers.map(({ id, answer_text: text, is_correct: isCorrect }) => (
          <label
            key={id}
            className="flex min-h-touch cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(id)}
              onChange={() => onChoose(id)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow">{text}</span>
            {isGraded && isCorrect && <KeyMark isCorrect />}
          </label>
        ))}
      </div>
      {isGraded && (
        <p className={`mt-3 font-semibold ${right ? 'text-complete-text' : 'text-danger-text'}`}>
          {right ? 'Right' : 'Wrong'}
        </p>
      )}
      {isGraded && question.explanation && (
        <p className="mt-2 border-line border-l-4 pl-3 text-ink-soft">{question.explanation}</p>
      )}
    </fieldset>
  );
}
