// Unpacks a zip file that somebody sent, by its list at the end, without holding a file of it in memory.
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { ContentError } from './problems.ts';

/** The largest archive without the later extension of the format, with room for its list; also the most that one unpacks to. */
export const ARCHIVE_LIMIT_BYTES = 4_000_000_000;
const MOST_FILES = 2_000;
/** Beyond this size no file of a course shrinks to a hundredth: texts are smaller, and media are compressed already. */
const SMALL_BYTES = 1024 ** 2;
const MOST_SHRUNK = 100;

const NOT_A_ZIP = 'This is not a whole zip file. Please choose the zip file of a course.';

interface Entry {
  name: string;
  isEncrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

/** Writes the files of the archive below `folder`, which is empty. Throws `ContentError`, which names the file at fault. */
export async function unpack(archive: string, folder: string): Promise<void> {
  const handle = await open(archive);
  try {
    const entries = (await readList(handle)).filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'));
    let total = 0;
    for (const entry of entries) {
      total += entry.size;
      const fault = faultOf(entry, total);
      if (fault) throw problem(entry.name, fault);
    }
    for (const entry of entries) await writeEntry({ archive, handle, folder }, entry);
  } finally {
    await handle.close();
  }
}

const problem = (file: string, message: string) => new ContentError([{ file, message }]);

function faultOf({ name, isEncrypted, method, size, packed }: Entry, total: number): string | undefined {
  if (/^[/\\]|^[a-z]:|\\|\0|(^|\/)\.\.(\/|$)/i.test(name)) return 'This path leads out of the folder of the course.';
  if (isEncrypted) return 'This file is encrypted.';
  if (method !== 0 && method !== 8) return 'This file is compressed in a way that is not read here. Choose Deflate.';
  if (size > SMALL_BYTES && size > packed * MOST_SHRUNK)
    return 'This file unpacks to more than a hundred times its size.';
  if (total > ARCHIVE_LIMIT_BYTES) return 'With this file the course takes more than 4 GB.';
  return undefined;
}

const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const HEAD_BYTES = 46;
const LOCAL_BYTES = 30;

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  if (bytesRead < length) throw problem('', NOT_A_ZIP);
  return bytes;
}

async function readList(handle: FileHandle): Promise<Entry[]> {
  const { size } = await handle.stat();
  const length = Math.min(size, END_BYTES + LONGEST_COMMENT);
  const tail = await readAt(handle, size - length, length);
  const end = tail.lastIndexOf('PK\x05\x06', -END_BYTES, 'latin1');
  if (end < 0) throw problem('', NOT_A_ZIP);
  const count = tail.readUInt16LE(end + 10);
  const listBytes = tail.readUInt32LE(end + 12);
  const listAt = tail.readUInt32LE(end + 16);
  if (count > MOST_FILES) throw problem('', `This zip file has more than ${MOST_FILES} files.`);
  if (listAt + listBytes > size) throw problem('', NOT_A_ZIP);
  const list = await readAt(handle, listAt, listBytes);
  const entries: Entry[] = [];
  for (let at = 0, read = 0; read < count; read += 1) {
    if (at + HEAD_BYTES > list.length || list.toString('latin1', at, at + 4) !== 'PK\x01\x02')
      throw problem('', NOT_A_ZIP);
    const nameEnd = at + HEAD_BYTES + list.readUInt16LE(at + 28);
    entries.push({
      name: list.toString('utf8', at + HEAD_BYTES, nameEnd),
      isEncrypted: (list.readUInt16LE(at + 8) & 1) === 1,
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    });
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

interface Places {
  archive: string;
  handle: FileHandle;
  folder: string;
}

const BAD_NAME = new Set(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

async function writeEntry({ archive, handle, folder }: Places, entry: Entry): Promise<void> {
  const { name, method, size, packed, crc } = entry;
  const broken = problem(name, 'This file is damaged in the zip file.');
  const local = await readAt(handle, entry.at, LOCAL_BYTES);
  if (local.toString('latin1', 0, 4) !== 'PK\x03\x04') throw broken;
  const start = entry.at + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  let written = 0;
  let sum = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      written += chunk.length;
      sum = crc32(chunk, sum);
      done(written > size ? broken : null, chunk);
    },
  });
  const steps = method === 0 ? [measure] : [createInflateRaw(), measure];
  try {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const bytes = packed === 0 ? Readable.from([]) : createReadStream(archive, { start, end: start + packed - 1 });
    await pipeline([bytes, ...(packed === 0 ? [] : steps), file]);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (BAD_NAME.has(code)) throw problem(name, 'This name is in the zip file twice, or too long.');
    throw code.startsWith('Z_') ? broken : error;
  }
  if (written !== size || sum !== crc) throw broken;
}
