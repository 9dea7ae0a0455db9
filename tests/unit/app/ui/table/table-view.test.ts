import { expect, test } from 'vitest';
import { type Column, filterRows, leavingOrder, searchRows, sortRows } from '#app/ui/table/table-view.ts';
import { csvOf } from '#sync/contract/csv.ts';

type Row = { name: string; score: number | null };
const ROWS: Row[] = [
  { name: 'Zoë Álvarez', score: 9 },
  { name: 'anna 10', score: null },
  { name: 'Anna 9', score: 100 },
];
const COLUMNS: Column<Row>[] = [
  { key: 'name', title: 'Name', value: (row) => row.name },
  { key: 'score', title: 'Score', value: (row) => row.score, isNumeric: true },
];
const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

test('[M4] a row is kept when it holds in every filter that is set', () => {
  const letter = {
    key: 'letter',
    label: 'Letter',
    options: [],
    holds: ({ name }: Row, at: string) => name.startsWith(at),
  };
  const scored = { key: 'scored', label: 'Scored', options: [], holds: ({ score }: Row) => score !== null };
  const kept = (values: Record<string, string>) =>
    names(filterRows(ROWS, [letter, scored], ({ key }) => values[key] ?? ''));
  expect(kept({})).toHaveLength(3);
  expect(kept({ scored: 'yes' })).toEqual(['Zoë Álvarez', 'Anna 9']);
  expect(kept({ scored: 'yes', letter: 'A' })).toEqual(['Anna 9']);
});

test('a search finds every word in any order, forgiving case and accents', () => {
  expect(names(searchRows(ROWS, COLUMNS, 'alvarez zoe'))).toEqual(['Zoë Álvarez']);
  expect(names(searchRows(ROWS, COLUMNS, '  ANNA '))).toEqual(['anna 10', 'Anna 9']);
  expect(searchRows(ROWS, COLUMNS, 'anna zoe')).toEqual([]);
  expect(searchRows(ROWS, COLUMNS, '')).toBe(ROWS);
});

test('an order counts numbers in names as numbers, and rows without a value come last either way', () => {
  expect(names(sortRows(ROWS, COLUMNS, { key: 'name', descending: false }))).toEqual([
    'Anna 9',
    'anna 10',
    'Zoë Álvarez',
  ]);
  expect(sortRows(ROWS, COLUMNS, { key: 'score', descending: false }).map(({ score }) => score)).toEqual([
    9,
    100,
    null,
  ]);
  expect(sortRows(ROWS, COLUMNS, { key: 'score', descending: true }).map(({ score }) => score)).toEqual([100, 9, null]);
  expect(sortRows(ROWS, COLUMNS, { key: 'nothing', descending: true })).toBe(ROWS);
});

test('[Z6] no cell begins a formula, nor where a spreadsheet of another country would begin the next one', () => {
  const guarded = (value: string) => csvOf([], [[value]]).slice(3, -2);
  expect(guarded('Maren;=HYPERLINK(1)')).toBe("Maren;'=HYPERLINK(1)");
  expect(guarded('a;"=1')).toBe('"a;\'""=1"');
  expect(guarded('a;\t=1')).toBe("a;\t'=1");
  expect(guarded(' =1')).toBe("' =1");
  expect(guarded('one\n=1')).toBe('"one\n\'=1"');
  expect(guarded('＝1')).toBe("'＝1");
  expect(guarded('Roofs; walls - and = signs')).toBe('Roofs; walls - and = signs');
});

test('[Z6] a file holds no formula, and quotes what would break its lines', () => {
  const file = csvOf(
    ['Name', 'Score'],
    [
      ['=1+1', -5],
      ['@cmd', '-2+3'],
      ['a "b", c', null],
      ['two\nlines', '+1'],
    ],
  );
  expect(file).toBe('\uFEFFName,Score\r\n\'=1+1,-5\r\n\'@cmd,\'-2+3\r\n"a ""b"", c",\r\n"two\nlines",\'+1\r\n');
});

test('where there is no room columns go by their rank, of equals the last, and what the list is about at the end', () => {
  const columns = [
    ...[{ key: 'name' }, { key: 'due' }, { key: 'course' }, { key: 'role', leaves: 3 }, { key: 'mail', leaves: 1 }],
    { key: 'actions', isActions: true },
  ];
  expect(leavingOrder(columns, [])).toEqual(['role', 'mail', 'course', 'due']);
  expect(leavingOrder(columns, ['role', 'due'])).toEqual(['mail', 'course', 'role', 'due']);
});
