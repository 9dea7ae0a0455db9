// Due dates for the calendar of the device, made here and so also offline.
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { calendarOf } from '#sync/contract/calendar.ts';
import type { Course } from '#sync/contract/course.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';

type DueCourse = Pick<Course, 'id' | 'title' | 'dueOn' | 'percentComplete'>;
type CalendarButtonProps = { courses: readonly DueCourse[]; className?: string; children: ReactNode };

/** Saves the due dates of these courses; those that are completed are cancelled in a calendar that has them. */
export function CalendarButton({ courses, className = '', children }: CalendarButtonProps) {
  const { userId } = useActiveUser();
  const save = () => {
    const events = courses.flatMap(({ id, title, dueOn, percentComplete }) =>
      dueOn ? [{ userId, courseId: id, title, dueOn, isOver: percentComplete === 100 }] : [],
    );
    const calendar = calendarOf(events, { origin: location.origin, now: new Date() });
    saveFile('due-dates.ics', calendar, 'text/calendar');
  };
  return (
    <Button icon={CalendarPlus} variant="quiet" onClick={save} className={className}>
      {children}
    </Button>
  );
}
