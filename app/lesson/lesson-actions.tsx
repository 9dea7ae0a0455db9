import { Check, RotateCcw } from 'lucide-react';
import type { Unit } from '#sync/contract/progress.ts';
import { Button } from '../ui/button.tsx';

type LessonActionsProps = {
  unit: Unit;
  /** Absent where only a passed attempt completes (Y13). */
  onMarkComplete?: () => void;
  /** Gets the unit as it was, for those who want it back. */
  onReset: (before: Unit) => void;
};

/** 'Mark Complete', and 'Reset' once it is (S8). */
export function LessonActions({ unit, onMarkComplete, onReset }: LessonActionsProps) {
  if (unit.status === 'completed') {
    return (
      <Button variant="secondary" onClick={() => onReset(unit)}>
        <RotateCcw aria-hidden className="size-5" />
        Reset
      </Button>
    );
  }
  if (!onMarkComplete) return null;
  return (
    <Button variant="secondary" onClick={onMarkComplete}>
      <Check aria-hidden className="size-5" />
      Mark Complete
    </Button>
  );
}
