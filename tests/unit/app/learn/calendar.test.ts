import { expect, test } from 'vitest';
import { calendarOf } from '#app/learn/calendar.tsx';

const at = { origin: 'https://training.example:8443', now: new Date('2026-11-23T13:05:00.120Z') };

test('a calendar file has a whole-day event for each course that is due', () => {
  const courses = [
    { id: 4, title: 'Roofs, walls; and\nmore', dueOn: '2026-12-03' },
    { id: 5, title: 'Not due' },
  ];
  expect(calendarOf(courses, at).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Groundwork//Due dates//EN',
    'BEGIN:VEVENT',
    'UID:course-4@training.example:8443',
    'DTSTAMP:20261123T130500Z',
    'SEQUENCE:1795439100',
    'DTSTART;VALUE=DATE:20261203',
    String.raw`SUMMARY:Due: Roofs\, walls\; and more`,
    'URL:https://training.example:8443/course/4',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('long lines are folded at 75 octets, whatever the script', () => {
  const title = '現場検査の基礎と安全な作業のための準備と確認'.repeat(3);
  const lines = calendarOf([{ id: 4, title, dueOn: '2026-12-03' }], at).split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:Due: ${title}`);
});
