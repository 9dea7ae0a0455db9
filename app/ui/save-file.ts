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

/** A table as a CSV file, named after what it shows. */
export function saveTable(label: string, heading: readonly string[], rows: readonly (readonly CsvValue[])[]): void {
  saveFile(`${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`, csvOf(heading, rows));
}
