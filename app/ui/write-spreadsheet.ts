// A table as an Excel file. Loaded on demand.
import { writeXlsx } from 'hucre/xlsx';
import type { CsvValue } from '#sync/contract/csv.ts';

const WIDEST = 60;

/** Dates are dates there and numbers numbers; what is text stays text, whatever a spreadsheet would make of it. */
export async function spreadsheetOf(
  label: string,
  heading: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): Promise<Blob> {
  const widthOf = (at: number) =>
    Math.max(10, ...[heading, ...rows.slice(0, 200)].map((row) => String(row[at] ?? '').length));
  const bytes = await writeXlsx({
    sheets: [
      {
        name:
          label
            .replace(/[\\/?*[\]:']/g, ' ')
            .slice(0, 31)
            .trim() || 'Table',
        rows: [[...heading], ...rows.map((row) => row.map(cellOf))],
        columns: heading.map((_, at) => ({ width: Math.min(WIDEST, widthOf(at) + 2) })),
        freezePane: { rows: 1 },
      },
    ],
  });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
}

/** A spreadsheet has no time zones: a moment is written as the device shows it. */
function cellOf(value: CsvValue) {
  if (!(value instanceof Date)) return value ?? null;
  return new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
}
