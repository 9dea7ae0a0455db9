import { expect, test } from 'vitest';
import { readRows } from '#app/admin/lists/read-rows.ts';
import { csvOf } from '#sync/contract/csv.ts';

const VALUES = [
  'Ada',
  '=1+2',
  "'=1+2",
  "''-x",
  '-5',
  '+49 30 1',
  '@ada',
  'a;=b',
  'a\n-b',
  'He said "no"',
  "O'Neill",
  '－x',
  ' x',
  '',
];

const HEADING = ['A', 'B', 'C', 'D'];
const cellsOf = (file: string): string[][] => {
  const { rows } = { rows: [], ...readRows(file.slice(1), 1000) };
  return rows.slice(1).map(({ cells }) => cells);
};

test('a file that is read and written again is the same file', () => {
  const rows = VALUES.flatMap((one) => VALUES.map((other) => ['first', one, other, 'last']));
  const read = cellsOf(csvOf(HEADING, rows));
  expect(read).toEqual(rows.map((row) => row.map((value) => value.trim())));
  const file = csvOf(HEADING, read);
  expect(csvOf(HEADING, cellsOf(file))).toBe(file);
});

test('no cell begins as a formula for a spreadsheet', () => {
  const cells = csvOf(
    [],
    VALUES.map((value) => [value]),
  )
    .split(/\r\n/)
    .slice(1);
  for (const cell of cells.filter((one) => one !== '-5'))
    expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
});

test('no part of a cell begins as a formula where a semicolon or a tab ends a cell', () => {
  const file = csvOf(['A'], [['a;=b'], ['x\t+1'], ['a;"=b'], ['a\n-b'], ['-5'], ['-5a']]);
  expect(file).toBe(`\uFEFFA\r\na;'=b\r\nx\t'+1\r\n"a;'""=b"\r\n"a\n'-b"\r\n-5\r\n'-5a\r\n`);
});

test('a moment is written as spreadsheets read it, in the time of this device', () => {
  const file = csvOf(['At'], [[new Date(2026, 10, 29, 1, 34, 20, 999)], [new Date(2027, 0, 1)]]);
  expect(file).toBe('\uFEFFAt\r\n2026-11-29 01:34:20\r\n2027-01-01 00:00:00\r\n');
});
