// Due dates as a calendar (RFC 5545): a file that the device makes, one beside a mail, and one that calendar programs subscribe to.

export interface DueEvent {
  userId: string;
  courseId: number;
  title: string;
  dueOn: string;
  /** Completed, so that the date is of no more use. */
  isOver?: boolean;
}

/** Response of GET /api/account/calendar: where a calendar program finds the due dates of the person. Whoever has it can read them. */
export type CalendarAddress = { address: string };

/** `summaryOf` words an event by the title of its course. */
type CalendarMaking = { origin: string; now: Date; summaryOf?: (title: string) => string };

/** A whole-day event for each due date. A calendar that is made later moves or cancels the events of an earlier one. */
export function calendarOf(
  events: readonly DueEvent[],
  { origin, now, summaryOf = (title) => `Due: ${title}` }: CalendarMaking,
): string {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = events.flatMap(({ userId, courseId, title, dueOn, isOver }) => [
    'BEGIN:VEVENT',
    `UID:due-${courseId}-${userId}@${new URL(origin).hostname}`,
    `DTSTAMP:${moment}`,
    // In minutes: the number must fit into 31 bits.
    `SEQUENCE:${Math.floor(now.getTime() / 60_000)}`,
    `DTSTART;VALUE=DATE:${dueOn.replaceAll('-', '')}`,
    `SUMMARY:${escaped(summaryOf(title))}`,
    `URL:${origin}/course/${courseId}`,
    ...(isOver ? ['STATUS:CANCELLED'] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const head = ['VERSION:2.0', 'PRODID:-//Groundwork//Due dates//EN', 'METHOD:PUBLISH', 'X-WR-CALNAME:Groundwork'];
  const calendar = ['BEGIN:VCALENDAR', ...head, ...lines, 'END:VCALENDAR'];
  return calendar.map((line) => `${folded(line)}\r\n`).join('');
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
