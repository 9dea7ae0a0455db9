// A spreadsheet as the text of a CSV file, so that everything that reads lists reads it too. Loaded on demand (decision 361).
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { type CsvValue, csvOf } from '#sync/contract/csv.ts';

const MOST_UNPACKED = 100_000_000;
const MOST_FILES = 2_000;
/** No list that can be imported is longer or wider. */
const READ = 'A1:CV20001';

const TOO_LARGE = 'This spreadsheet is too large for a list. Save the sheet that you need as a file of its own.';
const BROKEN =
  'This spreadsheet cannot be read. Open it, save it again as .xlsx without a password, and choose that file.';

type Sheet = { text: string; note?: string; error?: undefined } | { error: string };

export async function textOfSpreadsheet(bytes: Uint8Array): Promise<Sheet> {
  if (!isBounded(bytes)) return { error: TOO_LARGE };
  try {
    const { sheets } = await readXlsx(bytes, {
      range: READ,
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    });
    const [sheet, ...others] = sheets.filter(({ rows }) =>
      rows.some((row) => row.some((cell) => cell !== null && cell !== '')),
    );
    if (!sheet) return { error: 'This spreadsheet is empty.' };
    const [heading = [], ...rows] = sheet.rows.map((row) => row.map(written));
    const note = `Only the sheet "${sheet.name}" is read, not the ${others.length} behind it.`;
    return { text: csvOf(heading.map(String), rows), ...(others.length > 0 && { note }) };
  } catch {
    return { error: BROKEN };
  }
}

/** What unpacking would take, as the zip file says; the reader stops where a part is larger than that. */
function isBounded(bytes: Uint8Array): boolean {
  let [files, room] = [0, MOST_UNPACKED];
  try {
    unzipSync(bytes, {
      filter({ size, originalSize }) {
        room -= originalSize;
        if (++files > MOST_FILES || room < 0 || (originalSize === 0 && size > 2)) throw new Error(TOO_LARGE);
        return false;
      },
    });
    return true;
  } catch {
    return false;
  }
}

/** A date without a time is a day, whatever the time zone. */
function written(cell: unknown): CsvValue {
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace('T', ' ')
      .replace(/\.\d+Z$/, '');
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return cell;
  return '';
}
