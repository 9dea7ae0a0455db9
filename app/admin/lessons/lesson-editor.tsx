// Edits a lesson's title and description in its row (R-U6).
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictBox } from '../forms/conflict-box.tsx';
import { adminTexts, adminToasts } from '../forms/messages.ts';
import { useEdited, type Version, versionPairs } from '../forms/use-edited.ts';
import { useChangeLesson } from '../outline/use-outline.ts';

type LessonEditorProps = {
  lesson: AdminLesson;
  /** `returnsFocus` is true after a key or a button of the editor, false when the focus has moved elsewhere. */
  close: (returnsFocus: boolean) => void;
};

const LOOK = 'block w-full rounded-md border border-line-strong bg-surface px-3 placeholder:text-ink-soft';

export function LessonEditor({ lesson, close }: LessonEditorProps) {
  const { title, description, rev } = lesson;
  const edited = useEdited({ form: { title, description }, rev });
  const { form, setForm, theirs } = edited;
  const [isEmpty, setIsEmpty] = useState(false);
  const act = useChangeLesson(lesson, {
    successToast: () => adminToasts.lessonUpdated,
    onError: edited.noteFailure,
  });
  const isChanging = act.isRunning;
  const place = useRef<HTMLFormElement>(null);
  const errorId = useId();
  useEffect(() => place.current?.querySelector('input')?.select(), []);

  const send = async ({ form: typed, rev: seenRev }: Version<typeof form>, returnsFocus: boolean) => {
    const written = { title: typed.title.trim(), description: typed.description.trim() };
    setIsEmpty(written.title === '');
    if (isChanging || written.title === '') return;
    if (await act.run({ ...written, seenRev })) close(returnsFocus);
  };
  const save = async (returnsFocus: boolean) => {
    if (theirs) return;
    if (edited.isDirty) await send({ form, rev: edited.seenRev }, returnsFocus);
    else close(returnsFocus);
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
    if (!isWithin && document.hasFocus()) void save(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  return (
    <form
      ref={place}
      noValidate
      aria-label={`Edit ${title}`}
      aria-busy={isChanging}
      onSubmit={submit}
      onKeyDown={press}
      onBlur={leave}
      className="flex min-w-0 grow basis-48 flex-col gap-2 py-2 ps-2"
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the press on Edit asked for it
        autoFocus
        dir="auto"
        aria-label="Title"
        value={form.title}
        maxLength={TITLE_LIMIT}
        readOnly={isChanging}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? errorId : undefined}
        onChange={(event) => setForm({ ...form, title: event.target.value })}
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
        value={form.description}
        maxLength={DESCRIPTION_LIMIT}
        readOnly={isChanging}
        onChange={(event) => setForm({ ...form, description: event.target.value })}
        className={`py-2.5 ${LOOK}`}
      />
      {theirs && (
        <ConflictBox
          noun="lesson"
          pairs={versionPairs(LABELS, [edited.mine, theirs], (version, name) => version[name])}
          isSaving={isChanging}
          onKeepMine={() => edited.keepMine((mine) => send(mine, true))}
          onTakeTheirs={edited.takeTheirs}
        />
      )}
      {/* In browsers where buttons do not take the focus, a press on one must not count as leaving the field. */}
      <div className="flex flex-wrap justify-end gap-2" onPointerDown={(event) => event.preventDefault()}>
        <Button variant="secondary" onClick={() => close(true)}>
          Cancel
        </Button>
        <Button type="submit" disabled={isChanging || theirs !== undefined}>
          {isChanging ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

const LABELS = { title: 'Title', description: 'Description' };
