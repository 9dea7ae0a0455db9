// Reads a file that somebody sent in a process of its own: what it costs, and what goes wrong in it, stays there.
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Log } from '../deps.ts';
import { endConfined, type Program, startConfined, type Walls, wallsFor } from './cage.ts';

export interface SentFile {
  /** A script, as `readerAt` finds it. It tells what it found in lines of JSON, and ends with 0 when it could tell. */
  reader: string;
  file: string;
  /** Where it may write; empty, and removed by whoever made it. */
  folder: string;
  /** Further words for the reader. */
  args?: string[];
  timeoutMs: number;
  /** Called with each line, one after the other; what it returns is written to the reader. A line ends the reading when this throws. */
  onLine: (said: unknown) => Promise<string | undefined> | string | undefined;
}

/** The reading took more than it may, or the reader broke: nothing that was told counts. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const HEAP_MB = 256;
const MEMORY_MB = 768;
const LONGEST_LINE = 16_000_000;
const STDERR_KEPT = 2000;

/** A reader beside the module that names it, as a source; or as it was built. */
export function readerAt(name: string, beside: string): string {
  const places = [`./${name}.ts`, `./${name}.mjs`, `../${name}.mjs`].map((place) =>
    fileURLToPath(new URL(place, beside)),
  );
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`The reader ${name} is missing from this installation.`);
  return realpathSync(found);
}

/** What a reader needs to start: of the sources their folders, of what was built itself alone. */
function codeOf(reader: string): string[] {
  if (!reader.endsWith('.ts')) return [reader];
  const top = reader.slice(0, reader.lastIndexOf('/server/'));
  return ['server', 'sync', 'node_modules', 'package.json'].map((name) => realpathSync(`${top}/${name}`));
}

function programFor({ reader, file, folder, args = [], timeoutMs }: SentFile): Program {
  const reads = [...codeOf(reader), ...(file ? [file] : [])];
  const writes = folder ? [folder] : [];
  return {
    command: process.execPath,
    args: [
      ...['--permission', ...[...reads, ...writes].map((path) => `--allow-fs-read=${path}`)],
      ...writes.map((path) => `--allow-fs-write=${path}`),
      ...[`--max-old-space-size=${HEAP_MB}`, '--no-warnings', reader, file, folder, ...args],
    ],
    ...{ reads, writes, memoryMb: MEMORY_MB, fileMb: 4096 },
    // Behind the clock, which ends it otherwise: this one holds also when the server was killed.
    processorSeconds: Math.ceil((2 * timeoutMs) / 1000),
  };
}

let walls: Promise<Walls | undefined> | undefined;

/** The cage of this system, found once; it is told then. */
function foundWalls(log: Log, sent: SentFile): Promise<Walls> {
  walls ??= wallsFor({ ...programFor({ ...sent, file: '', folder: '' }), args: ['--permission', '--version'] }).then(
    (found) => {
      log.info('sent files are read in a process of their own', { cage: found ?? 'none that starts' });
      return found;
    },
  );
  return walls.then((found) => found ?? 'limits');
}

/** Throws `UnreadableFile`, and what `onLine` throws. */
export async function readSentFile(log: Log, sent: SentFile): Promise<void> {
  const child = startConfined(programFor(sent), await foundWalls(log, sent));
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('The reader has no pipes.');
  let words = '';
  let isLate = false;
  stderr.on('data', (text) => (words = (words + text).slice(-STDERR_KEPT)));
  const ended = once(child, 'close').catch((error: Error) => [error.message]);
  const timer = setTimeout(() => {
    isLate = true;
    endConfined(child);
  }, sent.timeoutMs);
  try {
    let length = 0;
    stdout.on('data', (chunk: Buffer) => {
      const end = chunk.lastIndexOf(10);
      length = end < 0 ? length + chunk.length : chunk.length - end;
      if (length > LONGEST_LINE) endConfined(child);
    });
    for await (const line of createInterface({ input: stdout })) {
      const said = parsed(line);
      if (said === undefined) break;
      const reply = await sent.onLine(said);
      if (reply !== undefined) stdin.write(`${reply}\n`);
    }
    const [code] = await ended;
    if (code === 0) return;
    log.warn('sent file not read', { reader: sent.reader.split('/').at(-1), code, isLate, words: words.slice(0, 500) });
    throw new UnreadableFile(isLate ? 'It took too long.' : 'The reader ended early.');
  } finally {
    clearTimeout(timer);
    endConfined(child);
    // Nobody is to remove the folder while it is written to.
    await ended;
  }
}

/** Undefined for a line that breaks off. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
