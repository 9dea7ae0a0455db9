// Unpacks a zip file that somebody sent, without holding a file of it in memory.
import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { FOREIGN_HEAD_BYTES, type ForeignFile, foreignFile } from '#sync/contract/foreign-file.ts';
import { ContentError } from './problems.ts';

/** The largest archive; also the most that one unpacks to. */
export const ARCHIVE_LIMIT_BYTES = 4_000_000_000;
const MOST_FILES = 2_000;
/** Beyond this size no file of a course shrinks to a hundredth: texts are smaller, and media are compressed already. */
const SMALL_BYTES = 1024 ** 2;
const MOST_SHRUNK = 100;
/** Stored, and deflated. */
const METHODS = [0, 8];

/** A folder for each level would be made: a small archive could ask for millions. */
const MOST_LEVELS = 6;
const MOST_NAME_BYTES = 400;
/** Of a folder or a file, on every disk. */
const MOST_PART_BYTES = 255;
const BAD_NAME = 'This name is in the zip file twice, or too long.';

const NOT_A_ZIP = 'This is not a whole zip file.';
const CHOOSE = 'Please choose the zip file of a course.';

/** Told of a file from another system, which is named for what it is, with what can be done with it. */
export const chooseAnother = ({ name, advice }: ForeignFile) => `This is ${name}. ${advice}`;

async function notAZip(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FOREIGN_HEAD_BYTES));
    const known = foreignFile(buffer.subarray(0, bytesRead));
    const isOther = known && known.kind !== 'zip' && known.kind !== 'course';
    return isOther ? chooseAnother(known) : `${NOT_A_ZIP} ${CHOOSE}`;
  } finally {
    await handle.close();
  }
}

/** An archive whose list was judged. Nothing of it is unpacked until it is asked for. */
export interface Archive {
  /** By their paths in it, with the bytes that each unpacks to. */
  files: ReadonlyMap<string, number>;
  /** Writes a file of it below `folder`, once; a name that is not in it does nothing. Throws `ContentError`, which names the file. */
  unpack(name: string, folder: string): Promise<void>;
  close(): void;
}

/**
 * Opens an archive. Before anything else is unpacked `requireRoom` takes the size of all that was asked for until then. Throws
 * `ContentError`, which names the file at fault.
 */
export async function openArchive(path: string, requireRoom: (bytes: number) => Promise<void>): Promise<Archive> {
  // The names are judged here.
  const isNone = async (error: Error) => toldAs('', await notAZip(path))(error);
  const zip = await openPromise(path, { decodeStrings: false, autoClose: false }).catch(isNone);
  try {
    const list = await readList(zip).catch(isNone);
    const entries = new Map(list.map((entry) => [nameOf(entry), entry]));
    let bytes = 0;
    return {
      files: new Map(list.map((entry) => [nameOf(entry), entry.uncompressedSize])),
      async unpack(name, folder) {
        const entry = entries.get(name);
        if (!entry) return;
        entries.delete(name);
        bytes += entry.uncompressedSize;
        await requireRoom(bytes);
        await writeEntry(zip, folder, entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const problem = (file: string, message: string) => new ContentError([{ file, message }]);

const SAYS_UTF8 = 0x800;

/**
 * As people see it: macOS writes an 'ü' as two characters and does not say that it is UTF-8, old programs of Windows write a backslash
 * between folders and the letters of their code page, others begin with './'.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | SAYS_UTF8 : generalPurposeBitFlag;
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  return name.normalize('NFC').replace(/(?<=^|\/)\.\//g, '');
}

/** What the library finds wrong has no code, unlike the failures of the system. */
const toldAs = (file: string, message: string) => (error: NodeJS.ErrnoException) => {
  throw error instanceof ContentError || error.code ? error : problem(file, message);
};

/** The files of the archive, judged before a byte of them is unpacked. */
async function readList(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_FILES) throw problem('', `This zip file has more than ${MOST_FILES} files.`);
  const entries = new Map<string, Entry>();
  const sum = { size: 0, packed: 0 };
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    sum.size += entry.uncompressedSize;
    sum.packed += entry.compressedSize;
    const fault = entries.has(name) ? BAD_NAME : faultOf(entry, sum.size);
    if (fault) throw problem(name, fault);
    entries.set(name, entry);
  }
  if (isBomb(sum)) throw problem('', 'This zip file unpacks to more than a hundred times its size.');
  for (const name of entries.keys())
    if (foldersOf(name).some((folder) => entries.has(folder))) throw problem(name, BAD_NAME);
  const list = [...entries.values()];
  const inside = findOverlap(list);
  if (inside)
    throw problem(nameOf(inside), 'This file lies inside another one of the zip file. Please pack the course again.');
  return list;
}

/** Of the bytes before each file at least these are its own. */
const LOCAL_HEADER_BYTES = 30;

/** A file whose bytes are those of another one too: a small archive would unpack to as much as it likes. */
function findOverlap(entries: readonly Entry[]): Entry | undefined {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  return inOrder.find(({ relativeOffsetOfLocalHeader: begin }, at) => {
    const before = inOrder[at - 1];
    if (!before) return false;
    return begin < before.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + before.compressedSize;
  });
}

const isBomb = ({ size, packed }: { size: number; packed: number }) =>
  size > SMALL_BYTES && size > packed * MOST_SHRUNK;

/** 'a' and 'a/b' of 'a/b/c'. */
function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

function faultOf(entry: Entry, total: number): string | undefined {
  const { compressionMethod: method, uncompressedSize: size, compressedSize: packed } = entry;
  const name = nameOf(entry);
  if (/^\/|^[a-z]:|\0|(^|\/)\.\.(\/|$)/i.test(name)) return 'This path leads out of the folder of the course.';
  const parts = name.split('/');
  const isLong =
    Buffer.byteLength(name) > MOST_NAME_BYTES || parts.some((part) => Buffer.byteLength(part) > MOST_PART_BYTES);
  if (isLong || parts.length > MOST_LEVELS) return BAD_NAME;
  if (entry.isEncrypted()) return 'This file is encrypted.';
  if (!METHODS.includes(method)) return 'This file is compressed in a way that is not read here. Choose Deflate.';
  if (isBomb({ size, packed })) return 'This file unpacks to more than a hundred times its size.';
  if (total > ARCHIVE_LIMIT_BYTES) return 'With this file the course takes more than 4 GB.';
  return undefined;
}

const BAD_NAMES = new Set(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

async function writeEntry(zip: ZipFile, folder: string, entry: Entry): Promise<void> {
  const name = nameOf(entry);
  const DAMAGED = 'This file is damaged in the zip file.';
  let sum = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
  });
  try {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const bytes = await zip.openReadStreamPromise(entry);
    await pipeline(bytes, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (BAD_NAMES.has(code)) throw problem(name, BAD_NAME);
    throw code && !code.startsWith('Z_') ? error : problem(name, DAMAGED);
  }
  if (sum !== entry.crc32) throw problem(name, DAMAGED);
}
