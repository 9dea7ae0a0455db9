import { expect, test } from 'vitest';
import { addDays, addMonths, Day, dayOf } from '#sync/contract/due.ts';

test('a moment has the calendar day of its time zone', () => {
  const moment = new Date('2026-12-03T23:30:00Z');
  expect(dayOf(moment, 'UTC')).toBe('2026-12-03');
  expect(dayOf(moment, 'Europe/Berlin')).toBe('2026-12-04');
  expect(dayOf(moment, 'America/Los_Angeles')).toBe('2026-12-03');
});

test('days are added over months, leap days and changes of the clock', () => {
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
});

test('months end with their last day', () => {
  expect(addMonths('2026-11-23', 12)).toBe('2027-11-23');
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  expect(addMonths('2027-12-31', 2)).toBe('2028-02-29');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
});

test('a day is of four digits, and before the year 3000', () => {
  expect(Day.safeParse('2999-12-31').success).toBe(true);
  for (const day of ['3000-01-01', '9999-12-31', '10000-01-01', '2027-02-29'])
    expect(Day.safeParse(day).success).toBe(false);
});
