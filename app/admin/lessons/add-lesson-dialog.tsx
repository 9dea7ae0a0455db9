// The 'Add New Lesson' dialog (U7): a lesson in its first lines; text, video or questions come in its row.

import { useRef, useState } from 'react';
import { groupLessons, LessonKept, type NewLesson, type Outline } from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { api } from '../../api/session.ts';
import { fieldErrorOf } from '../../api/use-api-mutation.ts';
import { useUnsaved } from '../../shell/use-unsaved-changes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts } from '../frame/messages.ts';
import { outlinePath, useOutlineAct } from '../frame/use-outline.ts';
import { groupLabel } from './group-label.ts';

/** `onClose` hears the id of the lesson that was made. */
type AddLessonDialogProps = { outline: Outline; onClose: (made?: number) => void };

const AT_THE_END = '';
const NOTHING = { title: '', description: '', moduleId: AT_THE_END };

export function AddLessonDialog({ outline, onClose }: AddLessonDialogProps) {
  const { id: courseId } = outline.course;
  const toast = useToast();
  const [draft, setDraft] = useState(NOTHING);
  const { title, description, moduleId } = draft;
  const isTyped = title.trim() !== '' || description.trim() !== '';
  const { close, question } = useUnsaved(isTyped, onClose);
  const [isEmpty, setIsEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { run, isRunning, failure } = useOutlineAct(courseId, {
    send: (payload: NewLesson) => api(outlinePath(courseId), { method: 'POST', payload, answer: LessonKept }),
    said: ({ lesson }) => ({ title: 'Lesson created', description: lesson.title }),
    failed: { title: 'Error creating lesson', sentence: 'The lesson could not be created.' },
  });
  const modules = groupLessons(outline.modules, outline.lessons).filter(({ module }) => module !== null);
  const add = async () => {
    if (title.trim() === '') {
      setIsEmpty(true);
      toast({ title: 'Title required', description: adminTexts.enterLessonTitle, variant: 'destructive' });
      form.current?.querySelector('input')?.focus();
      return;
    }
    const placed = moduleId === AT_THE_END ? {} : { moduleId: Number(moduleId) };
    const made = await run({ title: title.trim(), description: description.trim(), ...placed });
    if (made) onClose(made.lesson.id);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Add New Lesson"
      description="A title with the word quiz, exam or assessment makes a lesson with questions."
    >
      <DialogForm ref={form} onSubmit={add} cancel={close} verb="Add Lesson" running="Adding..." isRunning={isRunning}>
        <Field
          label="Title"
          required
          autoComplete="off"
          maxLength={TITLE_LIMIT}
          value={title}
          error={isEmpty ? adminTexts.enterLessonTitle : fieldErrorOf(failure, 'title')}
          onChange={(event) => {
            setDraft({ ...draft, title: event.target.value });
            setIsEmpty(false);
          }}
        />
        <TextArea
          label="Description (optional)"
          maxLength={DESCRIPTION_LIMIT}
          value={description}
          error={fieldErrorOf(failure, 'description')}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
        {modules.length > 0 && (
          <Choice
            label="Module"
            labelled="above"
            value={moduleId}
            options={[
              [AT_THE_END, 'None: at the end of the course'],
              ...modules.map((group) => [String(group.id), groupLabel(group)] as const),
            ]}
            error={fieldErrorOf(failure, 'moduleId')}
            onChange={(chosen) => setDraft({ ...draft, moduleId: chosen })}
          />
        )}
      </DialogForm>
      {question}
    </Dialog>
  );
}
