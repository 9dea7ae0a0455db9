// Writing one question with its answers: sent whole, so that nothing of it is ever half saved.
import { type FormEvent, useState } from 'react';
import { type AdminQuestion, QuestionKept } from '#sync/contract/quiz-authoring.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import { adminFailures, adminToasts } from '../words.ts';
import { OtherAuthor } from './other-author.tsx';
import { QuestionFields } from './question-fields.tsx';
import { changePayload, faultOf, formOf, isChanged, NEW_FORM, newPayload, type QuestionForm } from './question-form.ts';
import { quizPath, quizRefreshes } from './quiz-path.ts';

type QuestionDialogProps = {
  lesson: { id: number; courseId: number };
  /** As it stands now; undefined for a new one. */
  question: AdminQuestion | undefined;
  /** Asks the server for the questions as they are now. */
  again: () => void;
  onClose: () => void;
};

export function QuestionDialog({ lesson, question, again, onClose }: QuestionDialogProps) {
  const toast = useToast();
  // What the author has before their eyes; somebody else may have changed it since.
  const [seen, setSeen] = useState(question);
  const [form, setForm] = useState(seen ? formOf(seen) : NEW_FORM);
  const { close, question: discardQuestion } = useUnsaved(isChanged(form, seen ? formOf(seen) : NEW_FORM), onClose);
  const save = useAct({
    method: seen ? 'PUT' : 'POST',
    path: () => (seen ? `/api/admin/quiz/questions/${seen.id}` : `${quizPath(lesson.id)}/questions`),
    payload: (written: QuestionForm) => (seen ? changePayload(written, seen) : newPayload(written)),
    answer: QuestionKept,
    said: () => (seen ? adminToasts.questionUpdated : adminToasts.questionCreated),
    failed: seen ? adminFailures.updateQuestion : adminFailures.createQuestion,
    refreshes: quizRefreshes(lesson.id, lesson.courseId),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isRunning || form.questionText.trim() === '') return;
    const fault = faultOf(form, seen === undefined);
    if (fault) return void toast(adminToasts.validationError(fault));
    if (await save.run(form)) onClose();
    else again();
  };
  const isLate = save.failure instanceof ApiError && save.failure.code === 'question_changed';
  const theirs = isLate && question && question.updatedAt !== seen?.updatedAt ? question : undefined;
  const settle = (kept: AdminQuestion, written: QuestionForm) => {
    setSeen(kept);
    setForm(written);
    save.forget();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()} title={seen ? 'Edit Question' : 'Add Question'}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {theirs && (
          <OtherAuthor
            theirs={theirs}
            onTakeTheirs={() => settle(theirs, formOf(theirs))}
            onKeepMine={() => settle(theirs, form)}
          />
        )}
        <QuestionFields form={form} onChange={setForm} />
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isRunning || form.questionText.trim() === ''}>
            {save.isRunning ? 'Saving...' : seen ? 'Save Question' : 'Create Question'}
          </Button>
        </DialogActions>
      </form>
      {discardQuestion}
    </Dialog>
  );
}
