// The 'Add New Lesson' dialog (U7): a lesson in its first lines; text, video or questions come in its row.
import { type FormEvent, useRef, useState } from 'react';
import { groupLessons, LessonKept, type NewLesson, type Outline } from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import { fieldErrorOf, useAct } from '../use-act.ts';
import { adminFailures, adminTexts, adminToasts } from '../words.ts';
import { groupLabel } from './group-label.ts';
import { askAgainIfLate, OUTLINE_REFRESHES, outlinePath } from './use-outline.ts';

/** `onClose` hears the id of the lesson that was made. */
type AddLessonDialogProps = { outline: Outline; onClose: (made?: number) => void };

const AT_THE_END = '';

export function AddLessonDialog({ outline, onClose }: AddLessonDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => onClose()}
      title="Add New Lesson"
      description="A title with the word quiz, exam or assessment makes a lesson with questions."
    >
      <AddLessonForm outline={outline} onClose={onClose} />
    </Dialog>
  );
}

function AddLessonForm({ outline, onClose }: AddLessonDialogProps) {
  const { id: courseId } = outline.course;
  const toast = useToast();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [moduleId, setModuleId] = useState(AT_THE_END);
  const [isEmpty, setIsEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { run, isRunning, failure } = useAct({
    method: 'POST',
    path: () => outlinePath(courseId),
    payload: (lesson: NewLesson) => lesson,
    answer: LessonKept,
    said: ({ lesson }) => adminToasts.lessonCreated(lesson.title),
    failed: adminFailures.createLesson,
    missed: (reason) => askAgainIfLate(courseId, reason),
    refreshes: OUTLINE_REFRESHES,
  });
  const modules = groupLessons(outline.modules, outline.lessons).filter(({ module }) => module !== null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    if (title.trim() === '') {
      setIsEmpty(true);
      toast(adminToasts.lessonTitleRequired);
      form.current?.querySelector('input')?.focus();
      return;
    }
    const placed = moduleId === AT_THE_END ? {} : { moduleId: Number(moduleId) };
    const made = await run({ title: title.trim(), description: description.trim(), ...placed });
    if (made) onClose(made.lesson.id);
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
          setTitle(event.target.value);
          setIsEmpty(false);
        }}
      />
      <TextArea
        label="Description (optional)"
        maxLength={DESCRIPTION_LIMIT}
        value={description}
        error={fieldErrorOf(failure, 'description')}
        onChange={(event) => setDescription(event.target.value)}
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
          onChange={setModuleId}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? 'Adding...' : 'Add Lesson'}
        </Button>
      </div>
    </form>
  );
}
