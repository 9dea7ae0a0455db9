// A process of its own: reads the course in an archive that somebody sent, and tells it line by line (see read-sent-file.ts).
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { foreignZip, isManifest } from '#sync/contract/foreign-file.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { hasNoRoom } from '../../media/has-no-room.ts';
import { type CourseFiles, folded, nameAmong } from './find-file.ts';
import { ContentError, type Problem } from './problems.ts';
import { COURSE_FILE, type CourseContent, type LessonContent, readCourse } from './read-course.ts';
import { type Archive, chooseAnother, openArchive } from './unpack.ts';

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
const inFolder = (folder: string, names: readonly string[]) => names.filter((name) => dirname(name) === folder);

/** The folder of the one course; of what may be meant as one, when there is none. Throws `ContentError`, which names them, for several. */
function folderOfCourse(names: readonly string[]): string {
  const courses = names.filter((name) => basename(name).toLowerCase() === COURSE_FILE).sort(byDepth);
  if (new Set(courses.map(dirname)).size > 1) {
    const listed = `${courses.slice(0, 10).join(', ')}${courses.length > 10 ? ' ...' : ''}`;
    const message = `There are several courses in this zip file: ${listed}. Import each in a zip file of its own.`;
    throw new ContentError([{ file: '', message }]);
  }
  const meant = names.filter((name) => /^(course\.|\d+\D.*\.md$)/i.test(basename(name))).sort(byDepth);
  return dirname(courses[0] ?? meant[0] ?? COURSE_FILE);
}

/** Throws `ContentError` for the package or document of another system, which is named for what it is. */
async function refuseForeign(archive: Archive, names: readonly string[]): Promise<void> {
  if (names.some((name) => /^course\.ya?ml$/i.test(basename(name)))) return;
  const [manifest] = names.filter(isManifest).sort(byDepth);
  const isSmall = manifest && (archive.files.get(manifest) ?? 0) <= TEXTS_LIMIT_BYTES;
  if (isSmall) await archive.unpack(manifest, folder);
  const known = foreignZip(names, isSmall ? decodeText(await readFile(join(folder, manifest)))?.text : '');
  if (known) throw new ContentError([{ file: '', message: chooseAnother(known) }]);
}

/** The course lies at the top of the archive, or in a folder of it: its texts first, then the files that they name. */
async function readIn(archive: Archive): Promise<CourseContent> {
  const names = [...archive.files.keys()];
  await refuseForeign(archive, names);
  const home = folderOfCourse(names);
  const beside = inFolder(home, names);
  const texts = beside.filter((name) => basename(name).toLowerCase() === COURSE_FILE || /\.md$/i.test(name));
  const bytes = texts.reduce((sum, name) => sum + (archive.files.get(name) ?? 0), 0);
  if (bytes > TEXTS_LIMIT_BYTES) throw new ContentError([{ file: '', message: TEXTS_TOO_LARGE }]);
  for (const name of texts) await archive.unpack(name, folder);
  const alike = Map.groupBy(names, folded);
  const files: CourseFiles = {
    list: async (path) => inFolder(relative(folder, path) || '.', names).map((name) => basename(name)),
    async find(path) {
      const wanted = relative(folder, path);
      const name = nameAmong(wanted, alike.get(folded(wanted)) ?? []);
      if (name === undefined) return undefined;
      await archive.unpack(name, folder);
      return join(folder, name);
    },
  };
  return readCourse(join(folder, home), { within: folder, converts: converts === 'true', files });
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
