// Reads a text file of a person: lists as CSV, captions.

/** A larger file is no list that a person wrote. */
const MOST_BYTES = 20_000_000;

/** `error` says in a sentence why the file cannot be read, `note` that its characters were guessed. */
export type FileText = { text: string; note?: string; error?: undefined } | { error: string };

const UNREADABLE =
  'The characters of this file cannot be read. Save it as "CSV UTF-8" in your spreadsheet and choose it again.';
const GUESSED =
  'This file is not UTF-8 and was read as Western European text. If letters look wrong, save it as "CSV UTF-8" and choose it again.';
const SPREADSHEET = 'This is a spreadsheet and not a CSV file. Save it as "CSV UTF-8" and choose that file.';

/** UTF-8, UTF-16 with a byte-order mark, or else Windows-1252, in which spreadsheets of western Europe save CSV. */
export async function readFile(file: Blob): Promise<FileText> {
  if (file.size > MOST_BYTES) return { error: 'The file is larger than 20 MB.' };
  return textOf(new Uint8Array(await file.arrayBuffer()));
}

/** The same for bytes that were already read. */
export function textOf(bytes: Uint8Array): FileText {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { error: SPREADSHEET };
  const { text, note } = decoded(bytes);
  return text === undefined || NO_TEXT.test(text) ? { error: UNREADABLE } : { text, ...(note && { note }) };
}

/** Control characters: of UTF-16 without a byte-order mark, or of a file that is no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/;

/** The decoder removes the byte-order mark. */
function decoded(bytes: Uint8Array): { text?: string; note?: string } {
  const encoding = encodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return encoding === 'utf-8' ? { text: new TextDecoder('windows-1252').decode(bytes), note: GUESSED } : {};
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
}

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);
