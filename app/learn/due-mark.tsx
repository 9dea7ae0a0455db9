import { CalendarClock } from 'lucide-react';
import { type Course, dueDayOf } from '#sync/contract/course.ts';
import { dayOf } from '#sync/contract/due.ts';
import { dayWords } from '../ui/labels.ts';

/** 'Due 3 Dec' or 'Overdue since 3 Dec', by the calendar of this device; nothing for a course that is completed or not due. */
export function DueMark({ course }: { course: Pick<Course, 'dueOn' | 'percentComplete'> }) {
  const dueOn = dueDayOf(course);
  if (!dueOn) return null;
  const isOverdue = dueOn < dayOf(new Date());
  return (
    <span
      className={`inline-flex items-center min-w-max gap-1 text-sm whitespace-nowrap ${isOverdue ? 'font-semibold text-ink' : 'text-ink-soft'}`}
    >
      <CalendarClock aria-hidden className="size-5 shrink-0" />
      {isOverdue ? 'Overdue since' : 'Due'} {dayWords(dueOn)}
    </span>
  );
}
