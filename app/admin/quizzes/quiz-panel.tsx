// A lesson's quiz as its authors write it: the questions with their key, their order, and what was answered already.
import { ClipboardList, Eye, FileUp, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useAsk } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { AttemptsDialog } from './attempts-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { QuestionList } from './question-list.tsx';
import { quizPath } from './quiz-path.ts';
import { QuizPreview } from './quiz-preview.tsx';

type QuizPanelProps = { lesson: { id: number; title: string }; courseId: number };

/** Stands inside an AdminGate, below the lesson's row. */
export function QuizPanel({ lesson, courseId }: QuizPanelProps) {
  const { data, trouble, again } = useAsk(quizPath(lesson.id), AdminQuiz);
  if (trouble && !data) return <TroubleView title={adminTexts.failedQuizQuestions} {...{ trouble, again }} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the questions" className="flex flex-col gap-3 pt-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  return <Questions lesson={{ ...lesson, courseId }} quiz={data} again={again} />;
}

export type QuizLesson = { id: number; title: string; courseId: number };
type Opened = 'new' | 'import' | 'preview' | 'attempts';

function Questions({ lesson, quiz, again }: { lesson: QuizLesson; quiz: AdminQuiz; again: () => void }) {
  const heading = useId();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { questions, attempts, people } = quiz;
  const add = (
    <Button onClick={() => setOpened('new')}>
      <Plus aria-hidden className="size-5" />
      Add Question
    </Button>
  );
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-line border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={heading} className="font-semibold">
          Quiz Questions <span className="font-normal text-ink-soft">({questions.length})</span>
        </p>
        <div className="flex flex-wrap gap-2">
          {questions.length > 0 && (
            <Button variant="secondary" onClick={() => setOpened('preview')}>
              <Eye aria-hidden className="size-5" />
              Preview as a learner
            </Button>
          )}
          <Button variant="secondary" onClick={() => setOpened('import')}>
            <FileUp aria-hidden className="size-5" />
            Import
          </Button>
          {attempts > 0 && (
            <Button variant="secondary" onClick={() => setOpened('attempts')}>
              <ClipboardList aria-hidden className="size-5" />
              Past attempts
            </Button>
          )}
          {questions.length > 0 && add}
        </div>
      </div>
      {people > 0 && (
        <p className="rounded-md bg-accent-soft p-3 text-accent-text">
          {people === 1 ? '1 person has' : `${people.toLocaleString('en')} people have`} answered this quiz. What you
          change here is asked from now on; their attempts keep the wording that they answered. Whoever is answering
          just now is asked to take it again.
        </p>
      )}
      {questions.length === 0 ? (
        <EmptyState title="No questions yet" action={add}>
          Learners cannot pass this lesson before it has a question.
        </EmptyState>
      ) : (
        <QuestionList {...{ lesson, quiz, again }} />
      )}
      {opened === 'new' && <QuestionDialog {...{ lesson, again }} question={undefined} onClose={close} />}
      {opened === 'import' && <ImportDialog lesson={lesson} onClose={close} />}
      {opened === 'preview' && <QuizPreview title={lesson.title} questions={questions} onClose={close} />}
      {opened === 'attempts' && <AttemptsDialog lesson={lesson} onClose={close} />}
    </section>
  );
}
