// Due dates as a calendar file (RFC 5545), made on the device and so also offline.
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';

type DueCourse = Pick<Course, 'id' | 'title' | 'dueOn'>;

/** A whole-day event for each course that is due. A file saved later moves the events of an earlier one. */
export function calendarOf(courses: readonly DueCourse[], { origin, now }: { origin: string; now: Date }): string {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const events = courses.flatMap(({ id, title, dueOn }) =>
    dueOn
      ? [
          'BEGIN:VEVENT',
          `UID:course-${id}@${new URL(origin).host}`,
          `DTSTAMP:${moment}`,
          `SEQUENCE:${Math.floor(now.getTime() / 1000)}`,
          `DTSTART;VALUE=DATE:${dueOn.replaceAll('-', '')}`,
          `SUMMARY:${escaped(`Due: ${title}`)}`,
          `URL:${origin}${paths.course(id)}`,
          'TRANSP:TRANSPARENT',
          'END:VEVENT',
        ]
      : [],
  );
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Groundwork//Due dates//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const escaped = (text: string) => text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\s+/g, ' ');

/** No line has more than 75 octets. */
function folded(line: string): string {
  let octets = 0;
  const fold = (letter: string) => {
    const size = new TextEncoder().encode(letter).length;
    octets += size;
    if (octets <= 75) return letter;
    octets = size + 1;
    return `\r\n ${letter}`;
  };
  return [...line].map(fold).join('');
}

type CalendarButtonProps = { courses: readonly DueCourse[]; className?: string; children: ReactNode };

export function CalendarButton({ courses, className = '', children }: CalendarButtonProps) {
  const save = () =>
    saveFile('due-dates.ics', calendarOf(courses, { origin: location.origin, now: new Date() }), 'text/calendar');
  return (
    <Button icon={CalendarPlus} variant="quiet" onClick={save} className={className}>
      {children}
    </Button>
  );
}
