// `npm run content -- check FOLDER` says what is wrong with a course's files; content/README.md tells how to write them.
import { dirname, resolve } from 'node:path';
import { readCourse } from '../authoring/import/read-course.ts';
import { explain } from '../launch.mjs';

explain(
  'Usage: npm run content -- check FOLDER\nSays what is wrong with the files of a course; content/README.md tells how to write them.',
  ([verb, folder = '-', ...more]) => verb === 'check' && !folder.startsWith('-') && more.length === 0,
);

const [, folder = ''] = process.argv.slice(2);
try {
  const { title, lessons, notes } = await readCourse(folder, { within: dirname(resolve(folder)) });
  const questions = lessons.reduce((sum, lesson) => sum + lesson.questions.length, 0);
  for (const note of notes) console.log(note);
  console.log(`${title}: ${lessons.length} lessons with ${questions} questions. All is well.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
