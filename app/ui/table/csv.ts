// Exports a table as a CSV file.

export type CsvValue = string | number | boolean | Date | null | undefined;

/**
 * Where a spreadsheet would start a formula, which an apostrophe turns into text: at the start of a value, and after a
 * semicolon or tab, which end a cell in other locales. Plain negative numbers are no formula.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;
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

export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
