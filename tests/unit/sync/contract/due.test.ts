import { expect, test } from 'vitest';
import { addDays, addMonths, Day, dayOf, readDay } from '#sync/contract/due.ts';

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

test.each([
  ['31.01.2027', '2027-01-31'],
  ['09.03.2027', '2027-03-09'],
  ['9-Mar-27', '2027-03-09'],
  ['9 March 2027', '2027-03-09'],
  ['March 9, 2027', '2027-03-09'],
  ['2027-03-09 00:00:00', '2027-03-09'],
  ['2027-03-09T00:00:00.000Z', '2027-03-09'],
  ['2027/3/9', '2027-03-09'],
  ['1/31/2027', '2027-01-31'],
  ['31/1/2027', '2027-01-31'],
  ['3/3/2027', '2027-03-03'],
  ['9. März 2027', '2027-03-09'],
  ['31-Mär-27', '2027-03-31'],
  ['31. Mrz. 27', '2027-03-31'],
  ['Mittwoch, 31. März 2027', '2027-03-31'],
  ['9 mars 2027', '2027-03-09'],
  ['mar. 1er août 2028', '2028-08-01'],
  ['9 Mart 2027 Salı', '2027-03-09'],
  ['31 Ağustos 2027', '2027-08-31'],
  ['9 de marzo de 2027', '2027-03-09'],
  ['2027. március 9.', '2027-03-09'],
  ['9 maja 2027', '2027-05-09'],
  ['Wednesday, March 31, 2027', '2027-03-31'],
  ['9th of March, 2027', '2027-03-09'],
])('%s can only be %s', (text, day) => {
  expect(readDay(text)).toEqual({ day });
});

test.each([
  ['3/9/2027', '3/9/2027 can be two days. Write 2027-03-09 or 2027-09-03.'],
  ['1/2/2027', '1/2/2027 can be two days. Write 2027-01-02 or 2027-02-01.'],
  ['46455', '46455 is how a spreadsheet counts days. Write a day such as 2026-12-03.'],
  ['31.02.2027', 'Write a day such as 2026-12-03.'],
  ['32/13/2027', 'Write a day such as 2026-12-03.'],
  ['soon', 'Write a day such as 2026-12-03.'],
  ['9 listopadu 2027 prosince', 'Write a day such as 2026-12-03.'],
  ['9-lip-27', 'Write a day such as 2026-12-03.'],
  ['9-Foo-27', 'Write a day such as 2026-12-03.'],
  ['', 'Write a day such as 2026-12-03.'],
])('%s is refused: %s', (text, reason) => {
  expect(readDay(text)).toEqual({ reason });
});
