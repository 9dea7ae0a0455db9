// A table as a file that spreadsheets open.

export type CsvValue = string | number | boolean | Date | null | undefined;

/** What a spreadsheet would run as a formula; it stays text behind an apostrophe. Plain negative numbers are no formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Comma-separated lines with a heading, CRLF between them and a byte-order mark before, which Excel needs for UTF-8. */
export function csvOf(heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[heading, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Hands the person a file of this text. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
