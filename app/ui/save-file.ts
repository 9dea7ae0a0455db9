import { type CsvValue, csvOf } from '#sync/contract/csv.ts';

/** Lets the person save a text as a file. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const fileName = (label: string, ending: string) =>
  `${label.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}.${ending}`;

/** A table as a file that is named after what it shows. */
export async function saveTable(
  label: string,
  heading: readonly string[],
  rows: readonly (readonly CsvValue[])[],
  format: 'csv' | 'xlsx' = 'csv',
): Promise<void> {
  if (format === 'csv') return saveFile(fileName(label, format), csvOf(heading, rows));
  const { spreadsheetOf } = await import('./write-spreadsheet.ts');
  saveFile(fileName(label, format), await spreadsheetOf(label, heading, rows));
}
