// What leaves as files is read again as it was, whatever signs of the format its texts have.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseQuestions } from '#server/authoring/import/parse-questions.ts';
import { readCourse } from '#server/authoring/import/read-course.ts';
import { isQuestionsLine, readBody, readLines, writeBody, writeLines } from '#server/authoring/import/text-lines.ts';
import { writeCourse, writeLesson, writeQuestion } from '#server/authoring/import/write-files.ts';
import { cleanName } from '#sync/contract/name.ts';
import { sameAnswers } from '#sync/contract/quiz-authoring.ts';

const PARTS = [
  ...[
    '# Questions',
    '# questions  ',
    '\\# Questions',
    '## Not a question',
    '---',
    '- [x] a',
    '- [ ]',
    '> so',
    '1. a',
    '2)',
  ],
  ...[
    'Points: 3',
    'type: essay',
    'a',
    'Über ',
    '  b',
    '\t',
    '\\',
    '\\\\',
    'C:\\',
    '\\- c',
    '\\ ',
    '*',
    '+',
    '#x',
    '```',
  ],
  ...[
    '',
    '\u2028',
    '\u00a0',
    'a  b',
    '\ufeffx',
    '{{x}}',
    '| a | b |',
    '[1]: x',
    '<!-- x -->',
    '&amp;',
    '10. Mai',
    '\\1. x',
  ],
];

/** The same numbers on every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}
const random = numbers(7);
const next = (below: number) => (random.next().value ?? 0) % below;
const someText = () =>
  Array.from({ length: 1 + next(4) }, () =>
    Array.from({ length: 1 + next(2) }, () => PARTS[next(PARTS.length)]).join(''),
  )
    .join('\n')
    .trim();
const someWords = () => someText() || 'x';

test('a line of a question, an answer or an explanation', () => {
  for (let at = 0; at < 20_000; at += 1) {
    const text = someText();
    const lines = writeLines(text);
    expect(readLines(lines.map((line) => line.trim())), JSON.stringify(text)).toBe(text);
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  }
});

test('a body, in which no line begins the questions', () => {
  for (let at = 0; at < 20_000; at += 1) {
    const body = someText();
    const lines = writeBody(body).split('\n');
    expect(lines.some(isQuestionsLine)).toBe(false);
    expect(readBody(lines), JSON.stringify(body)).toBe(body);
  }
  expect(readBody(writeBody('\n    code\n\nIntro\n# Questions\n').split('\n'))).toBe('    code\n\nIntro\n# Questions');
});

test('a quiz', () => {
  for (let at = 0; at < 2_000; at += 1) {
    const questions = Array.from({ length: 1 + next(3) }, () => ({
      questionText: someWords(),
      questionType: 'multiple_choice' as const,
      points: 1 + next(10),
      explanation: someText() || null,
      answers: Array.from({ length: 2 + next(3) }, (_, place) => ({ answerText: someWords(), isCorrect: place === 0 })),
    }));
    if (questions.some(({ answers }) => sameAnswers(answers.map(({ answerText }) => answerText)))) continue;
    const lines = questions.flatMap((one) => writeQuestion(one, one.answers).split('\n'));
    const told: string[] = [];
    const read = parseQuestions(lines, 1, (line, message) => told.push(`${line}: ${message}`));
    expect({ read, told }, lines.join('\n')).toEqual({ read: questions, told: [] });
  }
});

type Course = Parameters<typeof writeCourse>[0];
type Lesson = Parameters<typeof writeLesson>[0];
const someName = () => cleanName(someText()) || 'x';

test('a course with a lesson', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-round-trip-'));
  try {
    for (let at = 0; at < 300; at += 1) {
      const texts = { title: someName(), description: someWords() };
      const lists = { objectives: [someWords(), someWords()], prerequisites: [someWords()] };
      const facts = {
        ...texts,
        ...lists,
        category: 'safety',
        level: 'advanced',
        language: 'English',
        visibility: 'private',
      };
      const course = {
        ...facts,
        priceCents: next(3),
        windowFrom: null,
        windowTo: null,
        durationMinutes: next(9),
        instructorName: someName(),
      };
      const lesson = {
        title: `Quiz ${someName()}`,
        description: someWords(),
        body: someText(),
        points: next(9),
        durationSeconds: next(200),
      };
      const question = {
        questionText: someWords(),
        questionType: 'single_choice' as const,
        points: 1,
        explanation: someText() || null,
      };
      const answers = [
        { answerText: someWords(), isCorrect: true },
        { answerText: someWords(), isCorrect: false },
      ];
      writeFileSync(
        join(folder, 'course.yaml'),
        writeCourse(course as unknown as Course, { modules: [], lessons: [] }, undefined),
      );
      const text = writeLesson(lesson as Lesson, { video: undefined, documents: [] }, [
        writeQuestion(question, answers),
      ]);
      writeFileSync(join(folder, '01-x.md'), text);
      const read = await readCourse(folder);
      expect(read).toMatchObject({ ...facts, minutes: course.durationMinutes, instructor: course.instructorName });
      expect(read.lessons, text).toMatchObject([{ ...lesson, questions: [{ ...question, answers }] }]);
      expect(read.notes).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
