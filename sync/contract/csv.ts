// A table as a CSV file, for people and their spreadsheets.

export type CsvValue = string | number | boolean | Date | null | undefined;

/**
 * Where a spreadsheet would start a formula, which an apostrophe turns into text: at the start of a value, and after a
 * semicolon or tab, which end a cell in other locales. Plain negative numbers are no formula.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Comma-separated lines with a heading, CRLF between them and a byte-order mark before, which Excel needs for UTF-8. */
export function csvOf(heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[heading, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
