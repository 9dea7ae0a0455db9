// Spreadsheets are read as lists are, and are no way to do harm.
import { strToU8, unzipSync, zipSync } from 'fflate';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readFile } from '#app/admin/lists/read-file.ts';
import { readRows } from '#app/admin/lists/read-rows.ts';
import { readGuests } from '#app/admin/people/read-guests.ts';
import { spreadsheetOf } from '#app/ui/write-spreadsheet.ts';

type Rows = CellValue[][];
const book = async (...sheets: { name: string; rows: Rows; hidden?: boolean }[]) =>
  new Blob([(await writeXlsx({ sheets })) as Uint8Array<ArrayBuffer>]);
const read = async (file: Blob) => {
  const found = await readFile(file);
  if (found.error !== undefined) throw new Error(found.error);
  const rows = readRows(found.text, 10_000);
  return { note: found.note, rows: rows.error === undefined ? rows.rows : rows.error };
};

test('[Z6] a spreadsheet of people is a list of people, with the rows that a screen names', async () => {
  const file = await book({ name: 'People', rows: [['Email', 'Role'], [null], ['zoë@x.example', 'member']] });
  const found = await readFile(file);
  const list = readGuests(found.error ?? found.text);
  expect(list).toMatchObject({ guests: [{ email: 'zoë@x.example', line: 3 }] });
});

test('what a cell is stays what it is: days, moments, texts that look like numbers or formulas, separators', async () => {
  const rows: Rows = [
    ['a', 'b', 'c', 'd', 'e', 'f'],
    ['007', 7.5, true, new Date(Date.UTC(2026, 1, 28)), new Date(Date.UTC(2026, 1, 28, 13, 30)), '=1+1'],
    ['a,"b"\nc', '-1', "'x", '', null, '@x'],
  ];
  expect((await read(await book({ name: 'A', rows }))).rows).toEqual([
    { line: 1, cells: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { line: 2, cells: ['007', '7.5', 'true', '2026-02-28', '2026-02-28 13:30:00', '=1+1'] },
    { line: 3, cells: ['a,"b"\nc', '-1', "'x", '', '', '@x'] },
  ]);
});

test('the result of a formula is read, and of several sheets the first that is seen and has something', async () => {
  const file = await book(
    { name: 'Hidden', rows: [['no']], hidden: true },
    { name: 'Empty', rows: [] },
    { name: 'People', rows: [['email'], ['a@b.example']] },
    { name: 'More', rows: [['x']] },
  );
  expect(await read(file)).toEqual({
    note: 'Only the sheet "People" is read, not the 1 behind it.',
    rows: [
      { line: 1, cells: ['email'] },
      { line: 2, cells: ['a@b.example'] },
    ],
  });
  const parts = unzipSync(new Uint8Array(await (await book({ name: 'A', rows: [['x', 2]] })).arrayBuffer()));
  const sheet = 'xl/worksheets/sheet1.xml';
  const withFormula = new TextDecoder().decode(parts[sheet]).replace('<v>2</v>', '<f>1+1</f><v>2</v>');
  expect(withFormula).toContain('<f>');
  const calculated = new Blob([zipSync({ ...parts, [sheet]: strToU8(withFormula) })]);
  expect((await read(calculated)).rows).toEqual([{ line: 1, cells: ['x', '2'] }]);
});

test('a table that leaves as a spreadsheet comes back as it was', async () => {
  const heading = ['Name', 'Points', 'Since', 'Text'];
  const since = new Date(2026, 10, 30, 8, 15);
  const file = await spreadsheetOf("People: Ada's [crew]/2026 with a very long title", heading, [
    ['Zoë', 12, since, '007'],
    ['', null, undefined, '=HYPERLINK("x")'],
  ]);
  expect((await read(file)).rows).toEqual([
    { line: 1, cells: heading },
    { line: 2, cells: ['Zoë', '12', '2026-11-30 08:15:00', '007'] },
    { line: 3, cells: ['', '', '', '=HYPERLINK("x")'] },
  ]);
});

const BROKEN = /^This spreadsheet cannot be read\./;
const TOO_LARGE = /^This spreadsheet is too large for a list\./;

test('bombs, far corners, broken files and entities are told in a sentence, in time', async () => {
  const parts = unzipSync(new Uint8Array(await (await book({ name: 'A', rows: [['x']] })).arrayBuffer()));
  const withSheet = (xml: string | Uint8Array) =>
    new Blob([
      zipSync({ ...parts, 'xl/worksheets/sheet1.xml': typeof xml === 'string' ? strToU8(xml) : xml }, { level: 9 }),
    ]);
  const sheetOf = (cells: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`;
  const from = performance.now();
  expect((await readFile(withSheet(new Uint8Array(101_000_000)))).error).toMatch(TOO_LARGE);
  // The zip file says less than there is.
  const lying = new Uint8Array(await withSheet(sheetOf(' '.repeat(20_000_000))).arrayBuffer());
  const view = new DataView(lying.buffer);
  for (let at = 0; at + 46 < lying.length; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 10_000_000)
      view.setUint32(at + 24, 1_000, true);
  expect((await readFile(new Blob([lying]))).error).toMatch(BROKEN);
  const corner = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
  expect((await read(withSheet(sheetOf(corner)))).rows).toEqual([{ line: 1, cells: ['1'] }]);
  const entities = `<!DOCTYPE a [<!ENTITY b "bbbb">]>${sheetOf('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>')}`;
  expect(JSON.stringify(await readFile(withSheet(entities)))).not.toContain('bbbb');
  expect(await readFile(withSheet('<worksheet><sheetData><row'))).toBeTruthy();
  const { 'xl/workbook.xml': _, ...headless } = parts;
  expect((await readFile(new Blob([zipSync({ ...headless, 'xl/x.xml': strToU8('x') })]))).error).toMatch(BROKEN);
  expect(performance.now() - from).toBeLessThan(10_000);
});
