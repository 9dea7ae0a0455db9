// 'Preview as a learner': the learner's own questions and results, graded in the browser. Nothing is sent or counted.
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type GradedQuiz, QUIZ_PASS_PERCENT, type QuizQuestion } from '#sync/contract/quiz.ts';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { isCorrect } from '#sync/contract/quiz-review.ts';
import { type Answers, choose, chosenOf } from '../../learn/quiz/quiz-answers.ts';
import { Question } from '../../learn/quiz/quiz-question.tsx';
import { QuizResults, QuizVerdict } from '../../learn/quiz/quiz-results.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

type QuizPreviewProps = { title: string; questions: readonly AdminQuestion[]; onClose: () => void };

export function QuizPreview({ title, questions, onClose }: QuizPreviewProps) {
  const [answers, setAnswers] = useState<Answers>({});
  const [isGraded, setIsGraded] = useState(false);
  const asked = questions.map(asAsked);
  const answered = asked.filter(({ id }) => chosenOf(answers, id).length > 0).length;
  const result = gradeHere(questions, answers);
  const retry = () => {
    setAnswers({});
    setIsGraded(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Preview as a learner"
      description={`${title}: answer as a learner does. Nothing is sent or counted.`}
    >
      {isGraded ? (
        <div ref={beginAt} tabIndex={-1} className="flex flex-col gap-6 outline-none">
          <QuizVerdict result={result} />
          <QuizResults questions={asked} result={result} />
          {!result.passed && (
            <Button icon={RotateCcw} className="self-start" onClick={retry}>
              Retry
            </Button>
          )}
        </div>
      ) : (
        <>
          {asked.map((question, at) => (
            <Question
              key={question.id}
              question={question}
              number={at + 1}
              chosen={chosenOf(answers, question.id)}
              onChoose={(answerId) => setAnswers(choose(answers, question, answerId))}
            />
          ))}
          <DialogActions>
            <span role="status" className="grow self-center text-ink-soft">
              {answered} of {asked.length} answered
            </span>
            <Button disabled={answered < asked.length} onClick={() => setIsGraded(true)}>
              Submit
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** The button that had the focus is gone, and the dialog is scrolled to its end. */
function beginAt(place: HTMLElement | null): void {
  place?.focus({ preventScroll: true });
  place?.scrollIntoView();
}

const asAsked = ({ questionText, questionType, orderIndex, ...question }: AdminQuestion): QuizQuestion => ({
  ...question,
  question_text: questionText,
  question_type: questionType,
  order_index: orderIndex,
});

// The server's grading (P-19) in the browser, for an author's preview: authors know the correct answers.

/** The share of points in whole percent, rounded down; passed only when everything is correct. */
export function gradeHere(
  questions: readonly AdminQuestion[],
  chosen: Answers,
): Pick<GradedQuiz, 'score' | 'passed' | 'review'> {
  const review = questions.map(({ id, answers, explanation }) => ({
    questionId: id,
    chosenAnswerIds: chosenOf(chosen, id).map(Number),
    correctAnswerIds: answers.flatMap((answer) => (answer.is_correct ? [answer.id] : [])),
    explanation,
  }));
  const right = new Set(review.filter(isCorrect).map(({ questionId }) => questionId));
  const sum = (some: readonly AdminQuestion[]) => some.reduce((points, question) => points + question.points, 0);
  const passed = right.size === questions.length;
  const score = Math.floor((100 * sum(questions.filter(({ id }) => right.has(id)))) / sum(questions));
  return { score: passed ? QUIZ_PASS_PERCENT : score, passed, review };
}
