import { Check, RotateCcw } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Unit } from '#sync/contract/progress.ts';
import { Button } from '../ui/button.tsx';

type LessonActionsProps = {
  unit: Unit;
  /** Absent where only a passed attempt completes (Y13). */
  onMarkComplete?: () => void;
  /** Gets the unit as it was, for those who want it back. */
  onReset: (before: Unit) => void;
};

/** One button takes the other's place at once: the second half of a double tap is meant for neither. */
const byOneTap = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

/** 'Mark Complete', and 'Reset' once it is (S8). */
export function LessonActions({ unit, onMarkComplete, onReset }: LessonActionsProps) {
  if (unit.status === 'completed') {
    return (
      <Button variant="secondary" onClick={byOneTap(() => onReset(unit))}>
        <RotateCcw aria-hidden className="size-5" />
        Reset
      </Button>
    );
  }
  if (!onMarkComplete) return null;
  return (
    <Button variant="secondary" onClick={byOneTap(onMarkComplete)}>
      <Check aria-hidden className="size-5" />
      Mark Complete
    </Button>
  );
}
