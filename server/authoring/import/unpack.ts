// Unpacks a zip file that somebody sent, without holding a file of it in memory.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
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
const BAD_NAME = 'This name is in the zip file twice, or too long.';

const NOT_A_ZIP = 'This is not a whole zip file. Please choose the zip file of a course.';

/**
 * Writes the files of the archive below `folder`, which is empty, once `requireRoom` has taken their size. Throws `ContentError`, which
 * names the file at fault.
 */
export async function unpack(
  archive: string,
  folder: string,
  requireRoom: (bytes: number) => Promise<void>,
): Promise<void> {
  // The names are judged here.
  const zip = await openPromise(archive, { decodeStrings: false, autoClose: false }).catch(toldAs('', NOT_A_ZIP));
  try {
    const entries = await readList(zip).catch(toldAs('', NOT_A_ZIP));
    await requireRoom(entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0));
    for (const entry of entries) await writeEntry(zip, folder, entry);
  } finally {
    zip.close();
  }
}

const problem = (file: string, message: string) => new ContentError([{ file, message }]);

const nameOf = ({ fileNameRaw }: Entry): string => fileNameRaw.toString('utf8');

/** What the library finds wrong has no code, unlike the failures of the system. */
const toldAs = (file: string, message: string) => (error: NodeJS.ErrnoException) => {
  throw error instanceof ContentError || error.code ? error : problem(file, message);
};

/** The files of the archive, judged before a byte of them is unpacked. */
async function readList(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_FILES) throw problem('', `This zip file has more than ${MOST_FILES} files.`);
  const entries: Entry[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    total += entry.uncompressedSize;
    const fault = faultOf(entry, total);
    if (fault) throw problem(name, fault);
    entries.push(entry);
  }
  return entries;
}

function faultOf(entry: Entry, total: number): string | undefined {
  const { compressionMethod: method, uncompressedSize: size, compressedSize: packed } = entry;
  if (/^[/\\]|^[a-z]:|\\|\0|(^|\/)\.\.(\/|$)/i.test(nameOf(entry)))
    return 'This path leads out of the folder of the course.';
  if (entry.fileNameRaw.length > MOST_NAME_BYTES || nameOf(entry).split('/').length > MOST_LEVELS) return BAD_NAME;
  if (entry.isEncrypted()) return 'This file is encrypted.';
  if (!METHODS.includes(method)) return 'This file is compressed in a way that is not read here. Choose Deflate.';
  if (size > SMALL_BYTES && size > packed * MOST_SHRUNK)
    return 'This file unpacks to more than a hundred times its size.';
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
    await mkdir(dirname(path), { recursive: true });
    const bytes = await zip.openReadStreamPromise(entry);
    await pipeline(bytes, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (BAD_NAMES.has(code)) throw problem(name, BAD_NAME);
    throw code && !code.startsWith('Z_') ? error : problem(name, DAMAGED);
  }
  if (sum !== entry.crc32) throw problem(name, DAMAGED);
}
