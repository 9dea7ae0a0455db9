// @vitest-environment happy-dom
// What programs put on the clipboard, in tests/fixtures/clipboard.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readHtml, readPlainText } from '#app/admin/writing/pasted.ts';

const clipboard = (program: string) =>
  readFileSync(`${import.meta.dirname}/../../../fixtures/clipboard/${program}.html`, 'utf8');
const markdownOf = (html: string) => readHtml(html)?.markdown;

const TABLE = '| Room | Value |\n| --- | --- |\n| Kitchen | 12 |';

test('from Word come headings, paragraphs, lists, tables, bold words and links', () => {
  expect(markdownOf(clipboard('word'))).toBe(
    [
      '# Before you climb',
      'Wear a **helmet** and look up. Read [the law](https://law.example/ladders).',
      'Part_no_7 costs $5_000\\_.',
      '- Helmet\n  - with a strap\n- Boots',
      'Then:',
      '1. Stop\n2. Look',
      '| **Room** | **Value** |\n| --- | --- |\n| Kitchen | 12 \\| 13 |\n| Hall | 8 or 9 |',
    ].join('\n\n'),
  );
});

test('from Google Docs comes what is bold there, and nothing else', () => {
  expect(markdownOf(clipboard('docs'))).toBe(
    [
      '# Before you climb',
      'Wear a **helmet** *always*.',
      'Read [the law](https://law.example/ladders).',
      '- Helmet\n  - with a strap\n- Boots',
      TABLE,
    ].join('\n\n'),
  );
});

test('from LibreOffice come lists within lists and the first number of a list', () => {
  expect(markdownOf(clipboard('libreoffice'))).toBe(
    [
      '# Before you climb',
      'Wear a **helmet** *always*. Read [the law](https://law.example/ladders).',
      '- Helmet\n  - with a strap\n- Boots',
      '3. Stop\n4. Look',
      TABLE,
    ].join('\n\n'),
  );
});

test.each([
  ['excel', TABLE],
  ['sheets', TABLE.replace('Kitchen', 'Kitchen and hall')],
])('cells from %s are a table', (program, table) => {
  expect(markdownOf(clipboard(program))).toBe(table);
});

test('from a web page come quotations and code, and no script', () => {
  expect(markdownOf(clipboard('web'))).toBe(
    [
      '## Before you climb',
      'Wear a **helmet**:always. Read [the law](<https://law.example/ladders_(steps)>) and press `F7`.',
      '> Both hands.',
      '- Helmet\n  - with a strap\n- Boots',
      '```\ngo *now*\nstop\n```',
      'Skip',
    ].join('\n\n'),
  );
});

test('pictures inside the HTML are files, and those that only the program has are counted', () => {
  expect(readHtml(clipboard('word'))?.lost).toBe(1);
  const { pictures, lost } = readHtml(clipboard('web')) ?? {};
  expect(pictures?.map(({ name, type }) => [name, type])).toEqual([['picture-1.png', 'image/png']]);
  expect(lost).toBe(1);
  expect(markdownOf('<p>See <img alt="A roof" src="/media/abc#8x6"></p>')).toBe('See ![A roof](/media/abc#8x6)');
});

test.each([
  ['<p>1. of May</p>', '1\\. of May'],
  [
    '<p># no heading, *no* italics, [x](y), &amp;lt; &amp; _so_</p>',
    '\\# no heading, \\*no\\* italics, [x\\](y), \\&lt; & \\_so\\_',
  ],
  ['<p>- no item</p><p>+</p>', '\\- no item\n\n\\+'],
  ['<p>part_no_7 5~6 a&amp;b C:\\temp</p>', 'part_no_7 5~6 a&b C:\\temp'],
  ['<b>one</b><b>two</b> <i>a </i>b', '**onetwo** *a* b'],
  ['<p>one<br>two</p>', 'one\\\ntwo'],
  ['<p><a href="https://law.example">https://law.example</a></p>', '<https://law.example>'],
  ['<p><a href="#_Toc12">Contents</a></p>', 'Contents'],
  ['<table><tr><td><p>One</p><p>Two</p></td></tr></table>', 'One\n\nTwo'],
  [
    '<table><tr><td colspan=2>A</td><td>B</td></tr><tr><td>1</td><td></td><td>3</td></tr></table>',
    '| A |  | B |\n| --- | --- | --- |\n| 1 |  | 3 |',
  ],
])('%s keeps its words as they are', (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test('what an editor of code copies is plain text', () => {
  const colored =
    '<div style="color: #ccc;font-family: monospace;white-space: pre;"><div><span style="font-weight: bold;"># Doors</span></div></div>';
  expect(readHtml(colored)).toBeUndefined();
  expect(readHtml('<meta charset="utf-8"><span style="color: red">words</span>')).toBeUndefined();
});

test.each([
  ['•\tHelmet\n•\tBoots', '- Helmet\n- Boots'],
  ['Bring:\r\n•\tHelmet\r\no\tBoots', 'Bring:\n\n- Helmet\n- Boots'],
  ['1.\tStop\n2.\tLook', '1. Stop\n2. Look'],
  ['One line.\nAnother line.', 'One line.\n\nAnother line.'],
  ['A wrapped\nparagraph.\n\nAnd one more.', 'A wrapped\nparagraph.\n\nAnd one more.'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['```\ncode\nmore\n```', '```\ncode\nmore\n```'],
  ['Page one\vgoes on\fPage two\u2028ends', 'Page one\n\ngoes on\n\nPage two\n\nends'],
  ['Only words • here', 'Only words • here'],
])('the plain text %j is read in its lines', (text, markdown) => {
  expect(readPlainText(text)).toBe(markdown);
});
