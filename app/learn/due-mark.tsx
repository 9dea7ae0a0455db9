import { t } from '@lingui/core/macro';
import { CalendarClock } from 'lucide-react';
import { type Course, dueDayOf } from '#sync/contract/course.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { BEHIND_DAYS } from '#sync/contract/standing.ts';
import { Badge } from '../ui/badge.tsx';
import { dayWords, dueWords } from '../ui/labels.ts';

/** 'Due 3 Dec' or '8 days late', by the calendar of this device, amber from a week before; nothing for a course that is completed or not due. */
export function DueMark({ course }: { course: Pick<Course, 'dueOn' | 'percentComplete'> }) {
  const dueOn = dueDayOf(course);
  if (!dueOn) return null;
  const today = dayOf(new Date());
  const words = <span className="whitespace-nowrap tabular-nums">{dueWords(dueOn, today)}</span>;
  const day = dayWords(dueOn);
  if (dueOn > addDays(today, BEHIND_DAYS)) {
    return (
      <span className="inline-flex items-center gap-1 text-ink-soft text-sm">
        <CalendarClock aria-hidden className="size-4 shrink-0" />
        {words}
      </span>
    );
  }
  return (
    <Badge icon={CalendarClock} tone="warn" title={t`Due ${day}`}>
      {words}
    </Badge>
  );
}
