import { expect, test } from 'vitest';
import { calendarOf } from '#sync/contract/calendar.ts';

const at = { origin: 'https://training.example:8443', now: new Date('2026-11-23T13:05:00.120Z') };
const roofs = { userId: 'mia', courseId: 4, title: 'Roofs, walls; and\nmore', dueOn: '2026-12-03' };

test('a calendar has a whole-day event for each due date, by its person', () => {
  expect(calendarOf([roofs], at).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Groundwork//Due dates//EN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Groundwork',
    'BEGIN:VEVENT',
    'UID:due-4-mia@training.example',
    'DTSTAMP:20261123T130500Z',
    'SEQUENCE:29923985',
    'DTSTART;VALUE=DATE:20261203',
    String.raw`SUMMARY:Due: Roofs\, walls\; and more`,
    'URL:https://training.example:8443/course/4',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  expect(calendarOf([{ ...roofs, userId: 'noah' }], at)).toContain('UID:due-4-noah@');
});

test('what is completed is cancelled, by a number that fits into 31 bits for good', () => {
  const later = { ...at, now: new Date('2099-12-31T23:59:00Z') };
  const calendar = calendarOf([{ ...roofs, isOver: true }], later);
  expect(calendar).toContain('STATUS:CANCELLED\r\n');
  expect(Number(/SEQUENCE:(\d+)/.exec(calendar)?.[1])).toBeLessThan(2 ** 31);
});

test('long lines are folded at 75 octets, whatever the script', () => {
  const title = '現場検査の基礎と安全な作業のための準備と確認'.repeat(3);
  const lines = calendarOf([{ ...roofs, title }], at).split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:Due: ${title}`);
});
