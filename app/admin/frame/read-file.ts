// Reads a list that a person has as a file.
import { decodeText } from '#sync/contract/text-file.ts';

/** A larger file is no list that a person wrote. */
const MOST_BYTES = 20_000_000;

/** `error` says in a sentence why the file cannot be read, `note` that its characters were guessed. */
export type FileText = { text: string; note?: string; error?: undefined } | { error: string };

const UNREADABLE =
  'The characters of this file cannot be read. Save it as "CSV UTF-8" in your spreadsheet and choose it again.';
const GUESSED =
  'This file is not UTF-8 and was read as Western European text. If letters look wrong, save it as "CSV UTF-8" and choose it again.';
const SPREADSHEET = 'This is a spreadsheet and not a CSV file. Save it as "CSV UTF-8" and choose that file.';

export async function readFile(file: Blob): Promise<FileText> {
  if (file.size > MOST_BYTES) return { error: 'The file is larger than 20 MB.' };
  return textOf(new Uint8Array(await file.arrayBuffer()));
}

/** The same for bytes that were already read. */
export function textOf(bytes: Uint8Array): FileText {
  if ([0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte)) return { error: SPREADSHEET };
  const found = decodeText(bytes);
  return found ? { text: found.text, ...(found.isGuessed && { note: GUESSED }) } : { error: UNREADABLE };
}
