// Reads a CSV file. An uncertain encoding is refused: a wrongly decoded letter would be saved.

/** A larger file is no list that a person wrote. */
const MOST_BYTES = 20_000_000;

/** `error` says in a sentence why the file cannot be read. */
export type FileText = { text: string; error?: undefined } | { error: string };

const NOT_UTF8 =
  'The characters of this file cannot be read. Save it as "CSV UTF-8" in your spreadsheet and choose it again.';
const SPREADSHEET = 'This is a spreadsheet and not a CSV file. Save it as "CSV UTF-8" and choose that file.';

/** UTF-8, or UTF-16 with a byte-order mark; everything else is refused. */
export async function readFile(file: Blob): Promise<FileText> {
  if (file.size > MOST_BYTES) return { error: 'The file is larger than 20 MB.' };
  return textOf(new Uint8Array(await file.arrayBuffer()));
}

/** The same for bytes that were already read. */
export function textOf(bytes: Uint8Array): FileText {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { error: SPREADSHEET };
  try {
    // The decoder removes the byte-order mark.
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // UTF-16 without a byte-order mark decodes as UTF-8 with NUL characters.
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
