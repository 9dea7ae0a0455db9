// A process of its own: reads the course in an archive that somebody sent, and tells it line by line (see read-sent-file.ts).
import { once } from 'node:events';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { hasNoRoom } from '../../media/has-no-room.ts';
import { ContentError, type Problem } from './problems.ts';
import { type CourseContent, type LessonContent, readCourse } from './read-course.ts';
import { type Archive, openArchive } from './unpack.ts';

/** A line of what this process tells. After `room` it waits for a line in return. */
export type Told =
  | { room: number }
  | { facts: Omit<CourseContent, 'lessons'> }
  | { lesson: LessonContent }
  | { problems: readonly Problem[]; count: number }
  | { isFull: true };

/** A book of a thousand pages has a tenth of it. */
const TEXTS_LIMIT_BYTES = 20_000_000;
const TEXTS_TOO_LARGE = 'The texts of this course take more than 20 MB.';

const [, , archivePath = '', folder = '', converts] = process.argv;
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function tell(told: Told): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(told)}\n`)) await once(process.stdout, 'drain');
}

async function requireRoom(room: number): Promise<void> {
  await tell({ room });
  await answers.next();
}

const byDepth = (a: string, b: string) => a.split('/').length - b.split('/').length;

/** The course lies at the top of the archive, or in a folder of it: its texts first, then the files that they name. */
async function readIn(archive: Archive): Promise<CourseContent> {
  const names = [...archive.files.keys()];
  const [course = 'course.yaml'] = names.filter((name) => basename(name) === 'course.yaml').sort(byDepth);
  const texts = names.filter((name) => dirname(name) === dirname(course) && (name === course || /\.md$/i.test(name)));
  const bytes = texts.reduce((sum, name) => sum + (archive.files.get(name) ?? 0), 0);
  if (bytes > TEXTS_LIMIT_BYTES) throw new ContentError([{ file: '', message: TEXTS_TOO_LARGE }]);
  for (const name of texts) await archive.unpack(name, folder);
  const bring = (path: string) => archive.unpack(relative(folder, path), folder);
  return readCourse(dirname(join(folder, course)), { within: folder, converts: converts === 'true', bring });
}

async function read(): Promise<void> {
  const archive = await openArchive(archivePath, requireRoom);
  try {
    const { lessons, ...facts } = await readIn(archive);
    await tell({ facts });
    for (const lesson of lessons) await tell({ lesson });
  } finally {
    archive.close();
  }
}

try {
  await read();
} catch (error) {
  if (hasNoRoom(error)) await tell({ isFull: true });
  else if (error instanceof ContentError) {
    const inside = (file: string) => (file.startsWith(folder) ? relative(folder, file) : file);
    const problems = error.problems.map((problem) => ({ ...problem, file: inside(problem.file) }));
    await tell({ problems, count: error.count });
  } else throw error;
}
process.stdin.destroy();
