// A course that lies in a folder: what an author writes, and what they are told when something is wrong with it.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContentError } from '#server/authoring/import/problems.ts';
import { type CourseContent, readCourse } from '#server/authoring/import/read-course.ts';
import { contentFolder, SAMPLE_COURSES } from '#server/commands/bootstrap-content.ts';
import { aPng } from '#tests/fixtures/picture.ts';

const COURSE = `title: Ladders
description: How to stand on them.
category: safety
instructor: Ines Okafor
minutes: 20
`;
const LESSON = `---
title: Welcome
description: The first rung.
minutes: 4
---

Look **up** first.
`;
const QUIZ = `---
title: "Quiz: Ladders"
minutes: 3
---

Two questions.

# Questions

## How many hands hold the ladder?

- [ ] One
- [x] Two

> The third is for
> the tool.

## Wet rungs are safe.

- [ ] True
- [x] False
`;

let top: string;
let folder: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'groundwork-course-'));
  folder = join(top, 'ladders');
  mkdirSync(folder);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Writes a whole course, with these files in place of its own; undefined leaves one out. */
function write(files: Record<string, string | Buffer | undefined> = {}): void {
  const all = { 'course.yaml': COURSE, '01-welcome.md': LESSON, ...files };
  for (const [name, text] of Object.entries(all)) if (text !== undefined) writeFileSync(join(folder, name), text);
}

/** What the author is told, each sentence beginning with the file's name. */
async function problemsOf(files: Record<string, string | Buffer | undefined>): Promise<string[]> {
  write(files);
  const error = await readCourse(folder).catch((thrown: unknown) => thrown);
  if (!(error instanceof ContentError)) throw new Error('The course was read.');
  return error.message.split('\n').map((line) => line.replace(`${folder}/`, ''));
}

const lessonWith = (fields: string, body = 'Look up first.') => `---\n${fields}\n---\n${body}\n`;
const quizWith = (questions: string) => lessonWith('title: Quiz\nminutes: 3', `Look.\n\n# Questions\n\n${questions}`);
const clip = join(contentFolder(), 'media/set-up-your-account');

describe('a course in a folder', () => {
  test('is read with its lessons in the order of their numbers', async () => {
    write({ '10-last.md': LESSON, '2-quiz.md': QUIZ, 'notes.txt': 'not read' });
    const course = await readCourse(folder);
    expect(course).toMatchObject({ title: 'Ladders', minutes: 20, level: 'beginner', language: 'English' });
    expect(course.lessons.map(({ orderIndex }) => orderIndex)).toEqual([1, 2, 10]);
    expect(course.lessons[0]).toMatchObject({ title: 'Welcome', body: 'Look **up** first.', durationSeconds: 240 });
    expect(course.lessons[1]?.body).toBe('Two questions.');
    expect(course.lessons[1]?.questions).toEqual([
      {
        questionText: 'How many hands hold the ladder?',
        questionType: 'single_choice',
        points: 1,
        explanation: 'The third is for the tool.',
        answers: [
          { answerText: 'One', isCorrect: false },
          { answerText: 'Two', isCorrect: true },
        ],
      },
      {
        questionText: 'Wet rungs are safe.',
        questionType: 'true_false',
        points: 1,
        explanation: null,
        answers: [
          { answerText: 'True', isCorrect: false },
          { answerText: 'False', isCorrect: true },
        ],
      },
    ]);
  });

  test('takes every field, and values such as 2026 and yes as text', async () => {
    const more = `level: advanced
language: German
visibility: private
price: 49.90
shown: 1 - 3
objectives:
  - 2026
  - yes
modules:
  - title: First steps
    description: Up and down.
    lessons: 1-4
  - title: Last step
    lessons: 5
`;
    write({
      'course.yaml': COURSE + more,
      '02-more.md': lessonWith('title: 007\nminutes: 2\npoints: 0\npreview: yes'),
    });
    const course = await readCourse(folder);
    expect(course).toMatchObject({ level: 'advanced', language: 'German', visibility: 'private', price: 4990 });
    expect(course).toMatchObject({ shown: { from: 1, to: 3 }, objectives: ['2026', 'yes'] });
    expect(course.modules).toEqual([
      { title: 'First steps', description: 'Up and down.', lessons: { from: 1, to: 4 } },
      { title: 'Last step', lessons: { from: 5, to: 5 } },
    ]);
    expect(course.lessons[1]).toMatchObject({ title: '007', points: 0, preview: true });
  });

  test('takes the length and the captions of a video from the files', async () => {
    for (const end of ['mp4', 'vtt']) copyFileSync(`${clip}.${end}`, join(folder, `clip.${end}`));
    write({ '02-clip.md': lessonWith('title: Clip\nvideo: clip.mp4') });
    const { lessons } = await readCourse(folder);
    expect(lessons[1]).toMatchObject({ durationSeconds: 26, questions: [] });
    expect(lessons[1]?.video).toMatchObject({ contentType: 'video/mp4', durationSeconds: 26 });
    expect(lessons[1]?.video?.captions).toMatch(/^WEBVTT\n/);
  });

  test('may be written on Windows', async () => {
    const onWindows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    write({ 'course.yaml': onWindows(COURSE), '01-welcome.md': onWindows(LESSON), '02-quiz.md': onWindows(QUIZ) });
    const { lessons } = await readCourse(folder);
    expect([lessons[0]?.body, lessons[1]?.questions.length]).toEqual(['Look **up** first.', 2]);
  });

  test('finds its files by the names that people read, and hints at what is not read', async () => {
    const lesson = lessonWith('title: Clip\nvideo: Pr\u00fcfung.mp4');
    copyFileSync(`${clip}.mp4`, join(folder, 'PRU\u0308FUNG.MP4'));
    copyFileSync(`${clip}.vtt`, join(folder, 'pr\u00fcfung.VTT'));
    write({
      'course.yaml': undefined,
      'Course.YAML': COURSE,
      '02-clip.md': lesson,
      'README.md': 'x',
      'LICENSE.md': 'x',
    });
    const { title, lessons, notes } = await readCourse(folder);
    expect(title).toBe('Ladders');
    expect(lessons[1]?.video?.captions).toMatch(/^WEBVTT/);
    expect(notes).toEqual([
      'LICENSE.md: This is not read as a lesson: its name is not like 01-welcome.md.',
      'README.md: This is not read as a lesson: its name is not like 01-welcome.md.',
    ]);
  });

  test('reads its pictures, however many notes there are', async () => {
    write(Object.fromEntries(Array.from({ length: 110 }, (_, at) => [`notes${at}.md`, 'x'])));
    const png = aPng();
    write({ 'a.png': png, '02-shown.md': lessonWith('title: Shown', '![a](a.png)') });
    expect((await readCourse(folder)).lessons[1]?.pictures).toMatchObject([{ written: 'a.png' }]);
  });

  test('may wrap its questions, and say their points and type', async () => {
    const text = 'How many\nhands?\nPoints: 3\nType: multiple choice\n\n- [X] Both\n  of them\n* [] One';
    write({ '02-quiz.md': quizWith(`## ${text}\n`) });
    expect((await readCourse(folder)).lessons[1]?.questions[0]).toMatchObject({
      questionText: 'How many hands?',
      questionType: 'multiple_choice',
      points: 3,
      answers: [
        { answerText: 'Both of them', isCorrect: true },
        { answerText: 'One', isCorrect: false },
      ],
    });
  });

  test('takes the captions beside a video as SubRip too, in the letters of an older program, and notes what is left out', async () => {
    const subRip =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\nPr\xfcfung <20 %\r\n\r\n2\r\n00:00:03,000 --> 00:00:03,000\r\nDanke.\r\n';
    copyFileSync(`${clip}.mp4`, join(folder, 'clip.mp4'));
    write({ '02-clip.md': lessonWith('title: Clip\nvideo: clip.mp4'), 'clip.srt': Buffer.from(subRip, 'latin1') });
    const { lessons, notes } = await readCourse(folder);
    expect(lessons[1]?.video?.captions).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nPrüfung &lt;20 %\n');
    expect(notes).toEqual([
      'clip.srt: This file is not UTF-8 and was read as Western European text. Check its letters.',
      'clip.srt:6: A caption is left out: the end must come after the start.',
    ]);
  });

  test('shares media with the courses beside it only where that is allowed', async () => {
    copyFileSync(`${clip}.mp4`, join(top, 'clip.mp4'));
    symlinkSync(join(top, 'clip.mp4'), join(folder, 'link.mp4'));
    write({ '02-clip.md': lessonWith('title: Clip\nvideo: ../clip.mp4') });
    expect((await readCourse(folder, { within: top })).lessons[1]?.durationSeconds).toBe(26);
    expect(await problemsOf({})).toEqual([
      '02-clip.md:3: `video`: The path ../clip.mp4 leads out of the folder of the course.',
    ]);
    expect(await problemsOf({ '02-clip.md': lessonWith('title: Clip\nvideo: link.mp4') })).toHaveLength(1);
  });
});

describe('an author is told', () => {
  test('what is not finished, or not seen, which prevents nothing', async () => {
    write({
      '02-a.md': lessonWith('title: A\nvideo: a.ogg'),
      '03-a.md': lessonWith('title: Quiz'),
      '04-a.md': quizWith('## A?\n- [x] B\n- [ ] C').replace('Quiz', 'Check'),
      '05-a.md': lessonWith('title: A\nminutes: 4:30'),
      'a.ogg': 'OggS and more',
    });
    const { lessons, notes } = await readCourse(folder);
    expect(lessons.map(({ durationSeconds }) => durationSeconds)).toEqual([240, 0, 0, 180, 270]);
    expect(lessons[3]?.questions).toHaveLength(1);
    expect(notes).toEqual([
      '02-a.md:2: `minutes`: The video does not tell its length; please write it here.',
      '03-a.md:4: This quiz has no questions: they belong below a line "# Questions" at the end of its text.',
      '04-a.md:7: Learners do not see these questions: only a quiz or an exam asks them. Write "kind: quiz" above.',
    ]);
  });

  test('everything that is wrong at once, with file, line and field', async () => {
    const files = {
      'course.yaml': `${COURSE.replace('minutes: 20', 'minutes: some')}titel: Ladders\nlevel: hard\nprice: free\n`,
      '01-welcome.md': LESSON.replace('minutes: 4', 'minutes: 0'),
      '02-quiz.md': QUIZ.replace('- [x] Two', '- [ ] Two'),
    };
    expect(await problemsOf(files)).toEqual([
      'course.yaml:7: `level`: This must be one of beginner, intermediate, advanced.',
      'course.yaml:8: `price`: The price must be a number such as 49 or 49.90.',
      'course.yaml:5: `minutes`: This must be a whole number.',
      'course.yaml:6: `titel`: There is no such field.',
      '01-welcome.md:4: `minutes`: This must be minutes such as 4, or 4:30 with seconds, up to 1440.',
      '02-quiz.md:10: Please mark at least one answer as correct.',
    ]);
  });

  test.each<[string, Record<string, string | Buffer | undefined>, string]>([
    ['no course.yaml', { 'course.yaml': undefined }, 'course.yaml: This file is missing.'],
    ['no lesson', { '01-welcome.md': undefined }, ': There is no lesson in this folder, such as 01-welcome.md.'],
    [
      'a missing field',
      { 'course.yaml': COURSE.replace(/^instr.*\n/m, '') },
      'course.yaml:1: `instructor`: This field is missing.',
    ],
    ['broken YAML', { 'course.yaml': `${COURSE}level: [beginner\n` }, 'course.yaml:7: This is not valid YAML: '],
    [
      'a colon without quotes',
      { '01-a.md': LESSON.replace('Welcome', 'Quiz: Ladders') },
      '01-a.md:2: A text that contains ": " must be put in quotes.',
    ],
    ['a field twice', { 'course.yaml': `${COURSE}title: Steps\n` }, 'course.yaml:6: This field is there twice.'],
    [
      'a list that is none',
      { 'course.yaml': `${COURSE}objectives: one\n` },
      'course.yaml:6: `objectives`: This must be a list',
    ],
    [
      'a list entry with a colon',
      { 'course.yaml': `${COURSE}objectives:\n  - fine\n  - a: b\n` },
      'course.yaml:8: `objectives.2`: This must be a text. One that contains ": "',
    ],
    [
      'an alias',
      { 'course.yaml': `${COURSE}objectives: &a [*a, *a]\n` },
      'course.yaml:6: A text that begins with * must be put in quotes.',
    ],
    [
      'a character that no database keeps',
      { 'course.yaml': `${COURSE}language: "\\0"\n` },
      'course.yaml:6: The text contains a character',
    ],
    ['NUL in a text', { '01-a.md': LESSON.replace('up', '\0') }, '01-a.md:7: The text contains a character'],
    [
      'a file in Latin-1',
      { '01-a.md': Buffer.from(LESSON.replace('up', 'ü'), 'latin1') },
      '01-a.md: This file is not saved as UTF-8.',
    ],
    ['a file of 10 MB', { '01-a.md': LESSON + 'x'.repeat(10_000_000) }, '01-a.md: This file is larger than 1 MB.'],
    [
      'a text that is too long',
      { '01-a.md': LESSON + 'x'.repeat(200_000) },
      '01-a.md:6: The text may have at most 200,000 characters.',
    ],
    ['fields without an end', { 'course.yaml': '- '.repeat(90_000) }, 'course.yaml:1: The fields are nested too deep.'],
    ['no fields', { '01-a.md': 'Look up.' }, '01-a.md:1: The file must begin with a line ---'],
    [
      'a name with a space behind the number',
      { '01 welcome.md': LESSON },
      '01 welcome.md: The name must begin with the number of the lesson and -, such as 01-welcome.md.',
    ],
    [
      'no name with a number',
      { '01-welcome.md': undefined, 'welcome.md': LESSON },
      ': There is no lesson in this folder, such as 01-welcome.md. There is welcome.md.',
    ],
    [
      'an address of a picture that no course can have',
      { 'course.yaml': `${COURSE}thumbnail: https://pictures.example/${'x'.repeat(2000)}\n` },
      'course.yaml:6: `thumbnail`: ',
    ],
    [
      'course.yml',
      { 'course.yaml': undefined, 'course.yml': COURSE },
      'course.yaml: This file is missing. There is course.yml: rename it to course.yaml.',
    ],
    [
      'two lessons with one number',
      { '1-again.md': LESSON },
      '1-again.md: This lesson has the same number as 01-welcome.md.',
    ],
    [
      'modules that overlap',
      { 'course.yaml': `${COURSE}modules:\n  - title: A\n    lessons: 1-4\n  - title: B\n    lessons: 4-5\n` },
      'course.yaml:10: `modules.2.lessons`: The module "A" has some of these lessons too.',
    ],
    [
      'a range from behind',
      { 'course.yaml': `${COURSE}shown: 5-2\n` },
      'course.yaml:6: `shown`: Write the number of the first and of the last lesson',
    ],
    [
      'a missing video',
      { '01-a.md': lessonWith('title: A\nvideo: no.mp4') },
      '01-a.md:3: `video`: There is no file no.mp4.',
    ],
    [
      'a video that is none',
      { 'a.mp4': 'not a video', '01-a.md': lessonWith('title: A\nvideo: a.mp4') },
      '01-a.md:3: `video`: The file a.mp4 is not a video that browsers show.',
    ],
    [
      'captions that are none',
      { 'a.ogg': 'OggS', 'a.vtt': 'Hello', '01-a.md': lessonWith('title: A\nvideo: a.ogg\nminutes: 1') },
      'a.vtt: These captions are neither WebVTT nor SubRip. Line 1: ',
    ],
    [
      'a picture that is none',
      { 'a.jpg': 'x', 'course.yaml': `${COURSE}thumbnail: a.jpg\n` },
      'course.yaml:6: `thumbnail`: The file a.jpg is not a picture',
    ],
    [
      'two right answers to true or false',
      { '01-a.md': quizWith('## A?\n- [x] True\n- [x] False') },
      '01-a.md:9: Only one answer of this question can be correct.',
    ],
    ['one answer', { '01-a.md': quizWith('## A?\n- [x] B') }, '01-a.md:9: A question needs at least 2 answers.'],
    ['an echo', { '01-a.md': quizWith('## A?\n- [x] B\n- [ ] B') }, '01-a.md:9: Two answers are the same: "B".'],
    [
      'an answer without text',
      { '01-a.md': quizWith('## A?\n- [x] B\n- [ ]') },
      '01-a.md:9: All answers must have text.',
    ],
    [
      'an answer without a box',
      { '01-a.md': quizWith('## A?\n- [x] B\n- [ ] C\n- D') },
      '01-a.md:12: An answer must begin with - [ ] or - [x]',
    ],
    ['an answer before any question', { '01-a.md': quizWith('- [x] B') }, '01-a.md:9: A question must begin with ##.'],
    [
      'points that are none',
      { '01-a.md': quizWith('## A?\nPoints: many\n- [x] B\n- [ ] C') },
      '01-a.md:9: Points must be a whole number from 1 to 10.',
    ],
    [
      'a type that is none',
      { '01-a.md': quizWith('## A?\nType: essay\n- [x] B\n- [ ] C') },
      '01-a.md:9: The type must be one of single_choice',
    ],
  ])('about %s', async (_, files, sentence) => {
    const others = Object.keys(files).some((name) => name.startsWith('01-a')) ? { '01-welcome.md': undefined } : {};
    const problems = await problemsOf({ ...others, ...files });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.replace(folder, '').slice(0, sentence.length)).toBe(sentence);
  });
});

test('the sample courses are read without a problem', async () => {
  const within = contentFolder();
  const courses: CourseContent[] = [];
  for (const name of SAMPLE_COURSES) courses.push(await readCourse(join(within, name), { within }));
  expect(courses.map(({ lessons }) => lessons.length)).toEqual([31, 7, 6, 31]);
});
