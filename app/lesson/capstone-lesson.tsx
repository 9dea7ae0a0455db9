import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { REFLECTION_LIMIT } from '#sync/contract/progress.ts';
import { readDraft, writeDraft } from '#sync/reads.ts';
import { useEngine } from '../person.tsx';
import { Button } from '../ui/button.tsx';
import { LessonActions } from './lesson-actions.tsx';
import { LessonBody } from './lesson-body.tsx';
import type { LessonProps } from './lesson-props.ts';

/** The project at the end: its text and an optional reflection, kept as a draft with every key (S7). */
export function CapstoneLesson({ view, progress }: LessonProps) {
  const { lesson, unit } = view;
  const { replica } = useEngine();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isKept, setIsKept] = useState(false);
  const newest = useRef(0);
  useEffect(() => {
    void readDraft(replica, lesson.id).then((draft) => draft?.reflection !== undefined && setTyped(draft.reflection));
  }, [replica, lesson.id]);

  const text = typed ?? unit.reflection ?? '';
  const isCompleted = unit.status === 'completed';
  const hasNews = text.trim() !== '' && text !== unit.reflection;
  const write = (reflection: string) => {
    setTyped(reflection);
    newest.current += 1;
    const turn = newest.current;
    setIsKept(false);
    void writeDraft(replica, lesson.id, { reflection }).then(
      () => turn === newest.current && setIsKept(true),
      () => undefined,
    );
  };
  const complete = () => void progress.complete(text.trim() ? { reflection: text } : {});

  return (
    <>
      <LessonBody lesson={lesson} />
      <section className="max-w-2xl">
        <label htmlFor={id} className="font-semibold text-lg">
          Your reflection (optional)
        </label>
        <p id={`${id}-hint`} className="mb-2 text-ink-soft">
          What went well, and what will you do differently next time?
        </p>
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          value={text}
          maxLength={REFLECTION_LIMIT}
          onChange={(event) => write(event.currentTarget.value)}
          className="min-h-40 w-full rounded-md border border-line-strong bg-surface p-3"
        />
        <p role="status" className="min-h-5 text-ink-soft text-sm">
          {isKept && hasNews ? 'Draft kept on this device.' : ''}
        </p>
      </section>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="big" disabled={isCompleted && !hasNews} onClick={complete}>
          {isCompleted && !hasNews && <CircleCheck aria-hidden className="size-5" />}
          {isCompleted ? (hasNews ? 'Save reflection' : 'Completed') : 'Mark Complete'}
        </Button>
        <LessonActions unit={unit} onReset={progress.reset} />
      </div>
    </>
  );
}
