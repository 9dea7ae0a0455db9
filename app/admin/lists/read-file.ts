// Reads a list that a person has as a file.
import { t } from '@lingui/core/macro';
import { FOREIGN_HEAD_BYTES, type ForeignFile, foreignFile } from '#sync/contract/foreign-file.ts';
import { decodeText } from '#sync/contract/text-file.ts';

/** A larger file is no list that a person wrote. */
const MOST_BYTES = 20_000_000;

/** `error` says in a sentence why the file cannot be read, `note` that its characters were guessed. */
export type FileText = { text: string; note?: string; error?: undefined } | { error: string };

const UNREADABLE = t`The characters of this file cannot be read. Save it as "CSV UTF-8" in your spreadsheet and choose it again.`;
const GUESSED = t`This file is not UTF-8 and was read as Western European text. If letters look wrong, save it as "CSV UTF-8" and choose it again.`;

/** Questions and packages of other systems, and documents. */
const notCsv = ({ name, advice }: ForeignFile) => t`This is ${name} and not a list. ${advice}`;

/** A file of another system that whoever asks reads itself. */
type ForeignBytes = { foreign: ForeignFile['kind']; bytes: Uint8Array; error?: undefined };

type IsTaken = (kind: ForeignFile['kind']) => boolean;

export function readFile(file: Blob): Promise<FileText>;
export function readFile(file: Blob, isTaken: IsTaken | undefined): Promise<FileText | ForeignBytes>;
export async function readFile(file: Blob, isTaken: IsTaken = () => false): Promise<FileText | ForeignBytes> {
  if (file.size > MOST_BYTES) {
    const known = foreignFile(new Uint8Array(await file.slice(0, FOREIGN_HEAD_BYTES).arrayBuffer()));
    return { error: known && !isTaken(known.kind) ? notCsv(known) : t`The file is larger than 20 MB.` };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const known = foreignFile(bytes);
  if (known?.kind === 'excel') return (await import('./read-spreadsheet.ts')).textOfSpreadsheet(bytes);
  return known && isTaken(known.kind) ? { foreign: known.kind, bytes } : textOf(bytes);
}

/** The words of bytes that were already read. */
export function textOf(bytes: Uint8Array): FileText {
  const known = foreignFile(bytes);
  if (known) return { error: notCsv(known) };
  const found = decodeText(bytes);
  return found ? { text: found.text, ...(found.isGuessed && { note: GUESSED }) } : { error: UNREADABLE };
}
