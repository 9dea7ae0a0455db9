import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from './read-media.ts';
import { isStorable, UNSTORABLE } from './read-yaml.ts';

/** Of course.yaml, and of a lesson with its questions. */
const TEXT_LIMIT_BYTES = 1024 ** 2;

/** A file of text with plain line ends; undefined, and a problem, when there is none. */
export async function readText({ folder, problems, files }: Reading, file: string): Promise<string | undefined> {
  const tell = (message: string, line?: number) => void problems.push({ file, line, message });
  const path = (await files.find(join(folder, file))) ?? join(folder, file);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return tell('This file is missing.');
  if (found.size > TEXT_LIMIT_BYTES) return tell('This file is larger than 1 MB.');
  const bytes = await readFile(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
    const line = text.split('\n').findIndex((each) => !isStorable(each));
    return line < 0 ? text : tell(UNSTORABLE, line + 1);
  } catch {
    return tell('This file is not saved as UTF-8.');
  }
}
