// Edits a lesson's title and description in its row (R-U6).
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { adminTexts, adminToasts } from '../frame/messages.ts';
import { useChangeLesson } from '../frame/use-outline.ts';

type LessonEditorProps = {
  lesson: AdminLesson;
  /** `returnsFocus` is true after a key or a button of the editor, false when the focus has moved elsewhere. */
  close: (returnsFocus: boolean) => void;
};

const LOOK = 'block w-full rounded-md border border-line-strong bg-surface px-3 placeholder:text-ink-soft';

export function LessonEditor({ lesson, close }: LessonEditorProps) {
  const [seen] = useState(lesson);
  const [title, setTitle] = useState(lesson.title);
  const [description, setDescription] = useState(lesson.description);
  const [isEmpty, setIsEmpty] = useState(false);
  const [isLate, setIsLate] = useState(false);
  const missed = (failure: unknown) => setIsLate(failure instanceof ApiError && failure.code === 'lesson_changed');
  const { run, isRunning: isChanging } = useChangeLesson(lesson, () => adminToasts.lessonUpdated, missed);
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  useEffect(() => form.current?.querySelector('input')?.select(), []);

  const save = async (returnsFocus: boolean) => {
    const wanted = { title: title.trim(), description: description.trim() };
    setIsEmpty(wanted.title === '');
    if (isChanging || wanted.title === '') return;
    // After a conflict the author has seen the other version, and saves over that one.
    const before = isLate ? lesson : seen;
    if (wanted.title === before.title && wanted.description === before.description) return close(returnsFocus);
    if (await run({ ...wanted, seenRev: before.rev })) close(returnsFocus);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close(true);
    if (event.key !== 'Enter' || event.shiftKey || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    void save(true);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    // When another window takes the focus, the field still has it on return.
    if (!isWithin && !isLate && document.hasFocus()) void save(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Edit ${seen.title}`}
      aria-busy={isChanging}
      onSubmit={submit}
      onKeyDown={press}
      onBlur={leave}
      className="flex min-w-0 grow basis-48 flex-col gap-2 py-2 pl-2"
    >
      <input
        dir="auto"
        aria-label="Title"
        value={title}
        maxLength={TITLE_LIMIT}
        readOnly={isChanging}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? errorId : undefined}
        onChange={(event) => setTitle(event.target.value)}
        className={`min-h-touch font-medium aria-invalid:border-danger ${LOOK}`}
      />
      {isEmpty && (
        <p id={errorId} role="alert" className="text-danger-text text-sm">
          {adminTexts.enterLessonTitle}
        </p>
      )}
      <textarea
        aria-label="Description"
        placeholder="Add a description (optional)"
        rows={2}
        value={description}
        maxLength={DESCRIPTION_LIMIT}
        readOnly={isChanging}
        onChange={(event) => setDescription(event.target.value)}
        className={`py-2.5 ${LOOK}`}
      />
      {isLate && <OtherVersion lesson={lesson} />}
      {/* In browsers where buttons do not take the focus, a press on one must not count as leaving the field. */}
      <div className="flex flex-wrap justify-end gap-2" onPointerDown={(event) => event.preventDefault()}>
        <Button variant="secondary" onClick={() => close(true)}>
          Cancel
        </Button>
        <Button type="submit" disabled={isChanging}>
          {isChanging ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** The version that another author has saved meanwhile. */
function OtherVersion({ lesson }: { lesson: AdminLesson }) {
  return (
    <div role="alert" className="rounded-md bg-sunken p-3 text-sm">
      <p className="font-medium">Someone else has saved this lesson in the meantime:</p>
      <p>{lesson.title}</p>
      {lesson.description && <p className="whitespace-pre-line text-ink-soft">{lesson.description}</p>}
      <p className="mt-1">Save puts your text in its place.</p>
    </div>
  );
}
