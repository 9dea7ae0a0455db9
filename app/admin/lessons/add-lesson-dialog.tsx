// The 'Add New Lesson' dialog (U7): a lesson in its first lines; text, video or questions come in its row.

import { type FormEvent, useRef, useState } from 'react';
import { groupLessons, LessonKept, type NewLesson, type Outline } from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { api } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import { fieldErrorOf, useAct } from '../use-act.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import { adminTexts } from '../words.ts';
import { groupLabel } from './group-label.ts';
import { askAgainIfLate, OUTLINE_REFRESHES, outlinePath } from './use-outline.ts';

/** `onClose` hears the id of the lesson that was made. */
type AddLessonDialogProps = { outline: Outline; onClose: (made?: number) => void };

const AT_THE_END = '';
const NOTHING = { title: '', description: '', moduleId: AT_THE_END };

export function AddLessonDialog({ outline, onClose }: AddLessonDialogProps) {
  const [draft, setDraft] = useState(NOTHING);
  const isTyped = draft.title.trim() !== '' || draft.description.trim() !== '';
  const { close: cancel, question } = useUnsaved(isTyped, onClose);
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title="Add New Lesson"
      description="A title with the word quiz, exam or assessment makes a lesson with questions."
    >
      <AddLessonForm {...{ outline, draft, cancel }} onDone={onClose} onDraft={setDraft} />
      {question}
    </Dialog>
  );
}

type AddLessonFormProps = {
  outline: Outline;
  draft: typeof NOTHING;
  onDraft: (draft: typeof NOTHING) => void;
  onDone: (made: number) => void;
  cancel: () => void;
};

function AddLessonForm({ outline, draft, onDraft, onDone, cancel }: AddLessonFormProps) {
  const { id: courseId } = outline.course;
  const toast = useToast();
  const { title, description, moduleId } = draft;
  const [isEmpty, setIsEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { run, isRunning, failure } = useAct({
    send: (lesson: NewLesson) => api(outlinePath(courseId), { method: 'POST', payload: lesson, answer: LessonKept }),

    said: ({ lesson }) => ({ title: 'Lesson created', description: lesson.title }),
    failed: { title: 'Error creating lesson', sentence: 'The lesson could not be created.' },
    missed: (reason) => askAgainIfLate(courseId, reason),
    refreshes: OUTLINE_REFRESHES,
  });
  const modules = groupLessons(outline.modules, outline.lessons).filter(({ module }) => module !== null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    if (title.trim() === '') {
      setIsEmpty(true);
      toast({
        title: 'Title required',
        description: 'Please enter a title for the lesson.',
        variant: 'destructive',
      });
      form.current?.querySelector('input')?.focus();
      return;
    }
    const placed = moduleId === AT_THE_END ? {} : { moduleId: Number(moduleId) };
    const made = await run({ title: title.trim(), description: description.trim(), ...placed });
    if (made) onDone(made.lesson.id);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void add(event)} className="flex flex-col gap-4">
      <Field
        label="Title"
        required
        autoComplete="off"
        maxLength={TITLE_LIMIT}
        value={title}
        error={isEmpty ? adminTexts.enterLessonTitle : fieldErrorOf(failure, 'title')}
        onChange={(event) => {
          onDraft({ ...draft, title: event.target.value });
          setIsEmpty(false);
        }}
      />
      <TextArea
        label="Description (optional)"
        maxLength={DESCRIPTION_LIMIT}
        value={description}
        error={fieldErrorOf(failure, 'description')}
        onChange={(event) => onDraft({ ...draft, description: event.target.value })}
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
          onChange={(chosen) => onDraft({ ...draft, moduleId: chosen })}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? 'Adding...' : 'Add Lesson'}
        </Button>
      </div>
    </form>
  );
}
