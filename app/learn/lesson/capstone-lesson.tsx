import { useId, useRef, useState } from 'react';
import { REFLECTION_LIMIT } from '#sync/contract/progress.ts';
import { lessonProgressFailed } from '../../api/messages.ts';
import { useUnsavedPart } from '../../device/unsaved-guard.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LessonActions, LessonBody, type LessonProps } from '../lesson-parts.tsx';
import { useDraft } from '../use-draft.ts';

const tooLong = (text: string) =>
  `A reflection may have at most ${REFLECTION_LIMIT.toLocaleString('en')} characters; yours has ${text.length.toLocaleString('en')}.`;

/** The final project: its text and an optional reflection, saved as a draft at every keystroke and never cut (R-S7). */
export function CapstoneLesson({ view, progress, documents, end, nextStep }: LessonProps) {
  const { lesson, unit } = view;
  const id = useId();
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(lesson.id);
  const [typed, setTyped] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const text = typed ?? draft.initial?.reflection ?? unit.reflection ?? '';
  const isTooLong = text.length > REFLECTION_LIMIT;
  const isCompleted = unit.status === 'completed';
  const reflection = text.trim() ? text : '';
  const hasNews = reflection !== (unit.reflection ?? '');
  useUnsavedPart(hasNews && draft.isRead);
  const isDone = isCompleted && !hasNews;
  const submit = async () => {
    if (isTooLong) {
      toast(lessonProgressFailed(tooLong(text)));
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    await draft.submit(() =>
      isCompleted ? progress.saveReflection(reflection) : progress.complete(hasNews ? { reflection } : {}),
    );
    setIsBusy(false);
  };

  return (
    <>
      <LessonBody lesson={lesson} />
      {documents}
      <section className="max-w-2xl">
        <label htmlFor={id} className="font-semibold text-lg">
          Your reflection (optional)
        </label>
        <p id={`${id}-hint`} className="mb-2 text-ink-soft">
          What went well, and what will you do differently next time?
        </p>
        <textarea
          ref={field}
          id={id}
          dir="auto"
          aria-describedby={`${id}-hint ${id}-limit`}
          aria-invalid={isTooLong}
          readOnly={!draft.isRead || isBusy}
          value={text}
          onChange={(event) => {
            const reflection = event.currentTarget.value;
            setTyped(reflection);
            draft.save({ reflection });
          }}
          className="block min-h-40 w-full rounded-md border border-line-strong bg-surface p-3 aria-invalid:border-danger"
        />
        <p id={`${id}-limit`} role="status" className="mt-1.5 text-danger-text text-sm empty:hidden">
          {isTooLong && tooLong(text)}
        </p>
        <p role="status" className="min-h-5 text-ink-soft text-sm">
          {draft.state === 'saved' && hasNews && 'Draft saved on this device.'}
          {draft.state === 'failed' && 'This draft could not be saved on this device.'}
        </p>
      </section>
      <LessonActions unit={unit} onReset={progress.reset} />
      {end}
      {isDone ? (
        nextStep
      ) : (
        <ActionBar>
          <Button size="big" disabled={isBusy} onClick={() => void submit()}>
            {isCompleted ? 'Save reflection' : 'Mark Complete'}
          </Button>
        </ActionBar>
      )}
    </>
  );
}
