import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { LessonActions } from './lesson-actions.tsx';
import { LessonBody } from './lesson-body.tsx';
import type { LessonProps } from './lesson-props.ts';

const ADVANCE_AFTER_MS = 500;

/** Reading: Continue completes the lesson and, half a second later, turns the page (S6). */
export function TextLesson({ view, nextAddress, progress }: LessonProps) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isCompleted = view.unit.status === 'completed';

  const goOn = async () => {
    const kept = await progress.complete();
    if (kept && nextAddress) timer.current = setTimeout(() => navigate(nextAddress), ADVANCE_AFTER_MS);
  };

  return (
    <>
      <LessonBody lesson={view.lesson} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="big"
          variant={isCompleted ? 'secondary' : 'primary'}
          disabled={isCompleted}
          onClick={() => void goOn()}
        >
          {isCompleted && <CircleCheck aria-hidden className="size-5" />}
          {isCompleted ? 'Completed' : 'Continue'}
        </Button>
        <LessonActions unit={view.unit} onMarkComplete={progress.markComplete} onReset={progress.reset} />
      </div>
    </>
  );
}
