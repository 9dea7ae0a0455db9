import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PenLine } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { REFLECTION_LIMIT } from '#sync/contract/progress.ts';
import type { DraftContent } from '#sync/store/replica.ts';
import { lessonProgressFailed } from '../../api/messages.ts';
import { useUnsavedPart } from '../../device/unsaved-guard.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { locale } from '../../ui/language.ts';
import { Ticks } from '../../ui/markdown.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LessonActions, LessonBody, type LessonProps } from '../lesson-parts.tsx';
import { useDraft } from '../use-draft.ts';

function tooLong(text: string): string {
  const [most, length] = [REFLECTION_LIMIT.toLocaleString(locale), text.length.toLocaleString(locale)];
  return t`A reflection may have at most ${most} characters; yours has ${length}.`;
}

/** The final project: its text with tasks to tick and an optional reflection, a draft at every touch and never cut (R-S7). */
export function CapstoneLesson({ view, progress, documents, end, nextStep }: LessonProps) {
  const { lesson, unit } = view;
  const id = useId();
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(lesson.id);
  const [made, setMade] = useState<DraftContent>();
  const [isBusy, setIsBusy] = useState(false);

  const begun = made ?? draft.initial ?? {};
  const ticked = begun.ticked ?? [];
  const keep = (news: DraftContent) => {
    setMade({ ...begun, ...news });
    draft.save({ ...begun, ...news });
  };
  const toggle = (words: string) =>
    keep({ ticked: ticked.includes(words) ? ticked.filter((one) => one !== words) : [...ticked, words] });
  const text = begun.reflection ?? unit.reflection ?? '';
  const isTooLong = text.length > REFLECTION_LIMIT;
  const isCompleted = unit.status === 'completed';
  const reflection = text.trim() ? text : '';
  const hasNews = reflection !== (unit.reflection ?? '');
  useUnsavedPart(hasNews && draft.isRead);
  const isDone = isCompleted && !hasNews;
  const write = () => {
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
  };
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
      <Ticks value={isCompleted || !draft.isRead ? undefined : { ticked, toggle }}>
        <LessonBody lesson={lesson} />
      </Ticks>
      {documents}
      <section className="max-w-2xl">
        <label htmlFor={id} className="font-semibold text-lg">
          <Trans>Your reflection (optional)</Trans>
        </label>
        <p id={`${id}-hint`} className="mb-2 text-ink-soft">
          <Trans>What went well, and what will you do differently next time?</Trans>
        </p>
        <textarea
          ref={field}
          id={id}
          dir="auto"
          aria-describedby={`${id}-hint ${id}-limit`}
          aria-invalid={isTooLong}
          readOnly={!draft.isRead || isBusy}
          value={text}
          onChange={(event) => keep({ reflection: event.currentTarget.value })}
          className="block min-h-40 w-full rounded-md border border-line-strong bg-surface p-3 aria-invalid:border-danger"
        />
        <p id={`${id}-limit`} role="status" className="mt-1.5 text-danger-text text-sm empty:hidden">
          {isTooLong && tooLong(text)}
        </p>
        <p role="status" className="min-h-5 text-ink-soft text-sm">
          {draft.state === 'saved' && (hasNews || ticked.length > 0) && !isDone && t`Draft saved on this device.`}
          {draft.state === 'failed' && t`This draft could not be saved on this device.`}
        </p>
      </section>
      <LessonActions unit={unit} onReset={progress.reset} />
      {end}
      {isDone ? (
        nextStep
      ) : (
        <ActionBar className="@container">
          <div className="flex gap-3">
            <Button
              variant="secondary"
              size="big"
              aria-label={t`Go to your reflection`}
              className="px-0! @max-[15rem]:hidden"
              onClick={write}
            >
              <PenLine aria-hidden className="size-5" />
            </Button>
            <Button size="big" className="grow" disabled={isBusy} onClick={() => void submit()}>
              {isCompleted ? t`Save reflection` : t`Hand In and Mark Complete`}
            </Button>
          </div>
        </ActionBar>
      )}
    </>
  );
}
