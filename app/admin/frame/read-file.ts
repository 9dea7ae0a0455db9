// A file of comma-separated text. What cannot be read for certain is refused: a letter read wrong would be kept wrong.

/** Larger ones are no list that somebody wrote. */
const MOST_BYTES = 20_000_000;

/** `trouble` says in a sentence why the file cannot be read. */
export type FileText = { text: string; error?: undefined } | { error: string };

const NOT_UTF8 =
  'The characters of this file cannot be read. Save it as "CSV UTF-8" in your spreadsheet and choose it again.';
const SPREADSHEET = 'This is a spreadsheet and not a CSV file. Save it as "CSV UTF-8" and choose that file.';

/** UTF-8, or UTF-16 with a byte-order mark; everything else is refused. */
export async function readFile(file: Blob): Promise<FileText> {
  if (file.size > MOST_BYTES) return { error: 'The file is larger than 20 MB.' };
  return textOf(new Uint8Array(await file.arrayBuffer()));
}

/** The same for bytes that are here already. */
export function textOf(bytes: Uint8Array): FileText {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { error: SPREADSHEET };
  try {
    // The decoder itself takes the mark away.
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // UTF-16 without a mark reads as UTF-8 with a NUL at every other place.
    return text.includes('\0') ? { error: NOT_UTF8 } : { text };
  } catch {
    return { error: NOT_UTF8 };
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
}

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);
