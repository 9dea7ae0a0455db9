// What content/README.md tells authors to write in a text.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { elementsOf, parseText, plainText } from '#sync/contract/lesson-text.ts';

const ELEMENTS: Record<string, string> = {
  'a heading, in six sizes': 'h2',
  paragraphs: 'p p',
  'a new line in a paragraph': 'p br',
  bold: 'p strong',
  italics: 'p em',
  'struck words': 'p del',
  'a link': 'p a',
  'a link by name': 'p a',
  'a bare address': 'p a',
  'a link to a heading of the text': 'p a h2',
  'a picture': 'p img',
  'a list': 'ul li li',
  'a numbered list': 'ol li li',
  tasks: 'ul li li',
  'a quotation': 'blockquote p',
  'a table': 'table thead tr th th tbody tr td td',
  code: 'p code',
  'a block of code': 'pre code',
  'a line across': 'hr',
  'a note at the end': 'p sup a ol li p',
  'a sign as it is': 'p',
};

const guide = readFileSync(new URL('../../../../content/README.md', import.meta.url), 'utf8');
/** `[what it is for, what is written]` */
const rows = guide
  .slice(guide.indexOf('| for | write |'))
  .split('\n')
  .slice(2)
  .flatMap((line) => /^\| (.*?) \| (`+) ?(.*?) ?\2 \|$/.exec(line)?.toSpliced(2, 1).slice(1, 3) ?? []);
const written = new Map(
  rows.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rows[at + 1]?.replaceAll('⏎', '\n').replaceAll('\\|', '|') ?? '']] : [],
  ) as [string, string][],
);

test.each(Object.entries(ELEMENTS))('the guide shows how to write %s', (name, elements) => {
  const text = parseText(written.get(name) ?? '');
  expect([...elementsOf(text)].map(({ tag }) => tag).join(' ')).toBe(elements);
});

test('the guide shows nothing else, and its links and tasks are what they say', () => {
  expect([...written.keys()]).toEqual(Object.keys(ELEMENTS));
  const find = (name: string, tag: string) =>
    [...elementsOf(parseText(written.get(name) ?? ''))].filter((one) => one.tag === tag);
  expect(find('a link to a heading of the text', 'h2')[0]?.id).toBe(
    find('a link to a heading of the text', 'a')[0]?.href?.slice(1),
  );
  expect(find('tasks', 'li').map(({ isDone }) => isDone)).toEqual([false, true]);
  expect(plainText(parseText(written.get('a sign as it is') ?? ''))).toBe('*not italic*');
});
