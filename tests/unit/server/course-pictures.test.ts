// The pictures of a course that lies in a folder, and their places in its texts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCourse } from '#server/authoring/import/read-course.ts';
import { mapDestinations } from '#server/authoring/import/text-pictures.ts';
import { aPng } from '#tests/fixtures/picture.ts';

const COURSE = 'title: Ladders\ndescription: How to stand.\ncategory: safety\ninstructor: Ines\nminutes: 20\n';
const lesson = (body: string) => `---\ntitle: A\nminutes: 3\n---\n${body}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundwork-pictures-'));
  write({ 'course.yaml': COURSE, '01-a.md': lesson('Look up.') });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

test('takes the pictures of its texts from the files, and notes those that are not there', async () => {
  writeFileSync(join(folder, 'Ladder 1.png'), aPng());
  const body = `
![A ladder](ladder%201.png#640x480) ![Again](<Ladder 1.png>)

![Gone](gone.webp) ![No picture](course.yaml) ![None](clip.gif) ![Vast](vast.png) [x](https://x.example/a.png) ![Old](/media/ladder)`;
  writeFileSync(join(folder, 'vast.png'), aPng({ width: 20_000, height: 20_000 }));
  write({ '02-a.md': lesson(body), 'clip.gif': 'words' });
  const { lessons, notes } = await readCourse(folder);
  expect(lessons[1]?.body).toBe(body.trim());
  expect(lessons[1]?.pictures.map(({ written, file }) => [written, file.contentType])).toEqual([
    ['ladder 1.png', 'image/png'],
    ['Ladder 1.png', 'image/png'],
  ]);
  expect(notes).toEqual([
    '02-a.md:8: This address below /media/ is of the installation that the text was written on. Learners may not have what it shows.',
    '02-a.md:8: There is no file gone.webp.',
    '02-a.md:8: The file clip.gif is not a picture that browsers show.',
    '02-a.md:8: The file vast.png has 20000 × 20000 pixels. At most 50 million are shown.',
  ]);
});

test('may have a thumbnail of another server', async () => {
  write({ 'course.yaml': `${COURSE}thumbnail: https://cdn.example/a.png\n` });
  expect(await readCourse(folder)).toMatchObject({
    thumbnail: undefined,
    thumbnailAddress: 'https://cdn.example/a.png',
  });
});

test.each([
  ['![a](x.png)', '![a](y)'],
  ['![a [b] \\] c]( <x.png> "title")', '![a [b] \\] c]( <y> "title")'],
  ['[![a](x.png#4x3)](x.png)', '[![a](y#4x3)](y)'],
  ['[a]: x.png\n> [b]:\n<x.png#4x3>', '[a]: y\n> [b]:\n<y#4x3>'],
  ['x.png (x.png) `x.png` <x.png>', 'x.png (x.png) `x.png` <x.png>'],
  ['![a](x.png', '![a](y'],
  ['![a](x%20y (1).png) ![a](%zz)', '![a](x%20y (1).png) ![a](%zz)'],
])('%j has other destinations as %j', (text, changed) => {
  expect(mapDestinations(text, (path) => (path === 'x.png' ? 'y' : undefined))).toBe(changed);
});

test('a text of nothing but beginnings of pictures is read at once', () => {
  const from = performance.now();
  for (const text of ['](', '](<', ']:\n', '](a', '](((', '](a(b'].map((one) => one.repeat(60_000)))
    mapDestinations(text, () => undefined);
  expect(performance.now() - from).toBeLessThan(2000);
});
