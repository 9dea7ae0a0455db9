import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CourseState, LessonState } from '#sync/reads.ts';
import { Card } from '../ui/card.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

const numbers = new Intl.NumberFormat('en');

type ProgressCardProps = {
  totals: CourseState['totals'];
  lessons: readonly LessonState[];
  /** What follows from it, such as the way to the certificate. */
  children?: ReactNode;
};

/** How far the person has come, waiting work included. */
export function ProgressCard({ totals, lessons, children }: ProgressCardProps) {
  const { percentComplete, pointsEarned, totalPoints } = totals;
  const isComplete = percentComplete >= 100;
  const completed = lessons.filter(({ unit }) => unit.status === 'completed').length;
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="flex items-center gap-2 font-semibold">
          Your Progress
          {isComplete && <BadgeCheck aria-hidden className="size-5 text-complete-text" />}
        </h2>
        <p className={`font-bold text-xl ${isComplete ? 'text-complete-text' : 'text-accent-text'}`}>
          {percentComplete}%
        </p>
      </div>
      <ProgressBar percent={percentComplete} label="Course progress" />
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm">
        <span>
          {completed} of {lessons.length} lessons
        </span>
        <span>
          {numbers.format(pointsEarned)} of {numbers.format(totalPoints)} points
        </span>
      </p>
      {children}
    </Card>
  );
}
