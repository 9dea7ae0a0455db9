// The words of a course in other languages, as files beside the source.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentError } from '#server/authoring/import/problems.ts';
import { readCourse } from '#server/authoring/import/read-course.ts';

const FILES = {
  'course.yaml':
    'title: Ladders\ndescription: How to climb.\ncategory: safety\ninstructor: Ines\nminutes: 5\nobjectives: [Stand firm]\n',
  '01-climb.md': '---\ntitle: Climb\n---\n\n## First\n\nLook up.\n\n- rope\n- lamp\n',
  '02-quiz.md': '---\ntitle: Quiz\n---\n\n# Questions\n\n## Hands?\n\n- [ ] One\n- [x] Two\n',
  'course.es.yaml': 'title: Escaleras\ndescription: Cómo subir.\nobjectives: [Ponte firme]\nready: yes\n',
  '01-climb.es.md': '---\ntitle: Subir\n---\n\n## Primero\n\nMira arriba.\n\n- cuerda\n- lámpara\n',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundwork-translated-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (more: Record<string, string> = {}) => {
  for (const [name, text] of Object.entries({ ...FILES, ...more })) writeFileSync(join(folder, name), text);
  return readCourse(folder);
};
const problemsOf = (more: Record<string, string>) =>
  read(more).then(
    () => [],
    (error: ContentError) =>
      error.problems.map(({ file, line, field }) => [file.replace(`${folder}/`, ''), line, field]),
  );

test('they are the words of each language, and lessons that have none are told', async () => {
  const { lessons, translations, notes } = await read();
  expect(lessons.map(({ title }) => title)).toEqual(['Climb', 'Quiz']);
  expect(translations).toEqual([
    {
      language: 'es',
      isPublished: true,
      course: {
        title: 'Escaleras',
        description: 'Cómo subir.',
        objectives: ['Ponte firme'],
        prerequisites: [],
        modules: [],
      },
      lessons: [
        {
          orderIndex: 1,
          words: {
            title: 'Subir',
            description: '',
            body: '## Primero\n\nMira arriba.\n\n- cuerda\n- lámpara',
            captions: null,
            documents: [],
            questions: [],
          },
        },
      ],
    },
  ]);
  expect(notes).toEqual([
    'course.es.yaml: 1 of 2 lessons are not translated, and are read in the language of the course.',
  ]);
});

test('a translation of no lesson, and of a language without its course, is told and left out', async () => {
  const { notes } = await read({ '07-gone.es.md': FILES['01-climb.es.md'], '01-climb.fr.md': FILES['01-climb.es.md'] });
  expect(notes.slice(0, 2)).toEqual([
    '01-climb.fr.md: This is not read without course.fr.yaml.',
    '07-gone.es.md: There is no lesson 07-gone.md that this translates.',
  ]);
});

test.each([
  ['01-climb.es.md', '---\ntitle: Subir\n---\n\nMira arriba.\n', 4, undefined],
  ['01-climb.es.md', 'Mira arriba.\n', 1, undefined],
  ['01-climb.es.md', '---\ntitle: Subir\npoints: 3\n---\n', 3, 'points'],
  ['02-quiz.es.md', '---\ntitle: Prueba\n---\n\n# Questions\n\n## ¿Manos?\n\n- [x] Una\n- [ ] Dos\n', 6, undefined],
  ['course.es.yaml', 'title: A\ndescription: B\nobjectives: [a, b]\n', 3, 'objectives'],
  ['course.es.yaml', 'description: B\n', 1, 'title'],
])('what does not fit its source is a problem of %s: %#', async (file, text, line, field) => {
  expect(await problemsOf({ [file]: text })).toEqual([[file, line, field]]);
});
