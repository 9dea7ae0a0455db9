// A table as a CSV file, for people and their spreadsheets, and the values of such a file again.

export type CsvValue = string | number | boolean | Date | null | undefined;

/**
 * Where a spreadsheet would start a formula, which an apostrophe turns into text: at the start of a value, and after a
 * semicolon or tab, which end a cell in other locales. Plain negative numbers are no formula. A value that begins so with an
 * apostrophe of its own gets one more, so that reading takes away what writing has added.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?='*(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const GUARDED = /(?<=^|[;\t\r\n])'(?='*(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? momentOf(value) : String(value);
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As spreadsheets read a moment, in the time zone of the device that the screen shows it in too. */
function momentOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

/** The value of a cell as it was before `csvOf` made text of what a spreadsheet would take for a formula. */
export const csvValueOf = (cell: string): string => cell.replace(GUARDED, '');

/** Comma-separated lines with a heading, CRLF between them and a byte-order mark before, which Excel needs for UTF-8. */
export function csvOf(heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[heading, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
