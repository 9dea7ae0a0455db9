import { describe, expect, test } from 'vitest';
import { elementsOf, parseText, plainText, slugOf, type TextNode } from '#sync/contract/lesson-text.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';
import { WORST_TEXTS } from '#tests/fixtures/worst-texts.ts';

const shortly = (node: TextNode): string =>
  typeof node === 'string'
    ? node
    : `${node.tag}(${node.href ? `${node.href}: ` : ''}${node.children.map(shortly).join('')})`;
/** A text as elements: `p(some em(words))`, links with their address. */
const read = (markdown: string) => parseText(markdown).map(shortly).join(' ');

describe('no word of a text is lost or turned', () => {
  test.each([
    ['[Note]: never touch the red wire.', 'p([Note]: never touch the red wire.)'],
    ['[Hazard]: anything that can hurt you.', 'p([Hazard]: anything that can hurt you.)'],
    ['[Note]: stop\n[Danger]: Strom', 'p([Note]: stop) p([Danger]: Strom)'],
    ['[foo]: bar\n\n[foo] and [Foo][]', 'p(a(bar: foo) and a(bar: Foo))'],
    ['[foo]: /url "title" ok', 'p([foo]: /url "title" ok)'],
    ['part_no_7 and file_name_x', 'p(part_no_7 and file_name_x)'],
    ['$5_000_', 'p($5_000_)'],
    ['file_name_2026 and snake_case_word', 'p(file_name_2026 and snake_case_word)'],
    ['Save as IMG_2031_kitchen.jpg or report_final_v2.docx', 'p(Save as IMG_2031_kitchen.jpg or report_final_v2.docx)'],
    ['_x_', 'p(em(x))'],
    ['#1 priority', 'p(#1 priority)'],
    ['#5 bolts', 'p(#5 bolts)'],
    ['Keep 3 == 3 and 4 == 4', 'p(Keep 3 == 3 and 4 == 4)'],
    ['<o:p></o:p>', 'p(<o:p></o:p>)'],
    ['A <b>bold</b> <br> word', 'p(A <b>bold</b> <br> word)'],
    ['~~gone~~ and 5~6', 'p(del(gone) and 5~6)'],
  ])('%j', (markdown, elements) => {
    expect(read(markdown)).toBe(elements);
  });

  test('a note stands at the end, also one that nothing refers to', () => {
    expect(read('See[^1].\n\n[^1]: Part 12.\n[^2]: Part 13.')).toBe(
      'p(Seesup(a(#note:1: 1)).) ol(li(p(Part 12.))li(p(Part 13.)))',
    );
  });
});

describe('a text is read as GFM reads it', () => {
  test.each([
    [
      'See [the manual][1] or [2].\n\n[1]: https://example.org/a\n[2]: https://example.org/b',
      'p(See a(https://example.org/a: the manual) or a(https://example.org/b: 2).)',
    ],
    ['Room | Value\n--- | ---\nKitchen | 12', 'table(thead(tr(th(Room)th(Value)))tbody(tr(td(Kitchen)td(12))))'],
    ['words\n***', 'p(words) hr()'],
    ['[x](https://example.org)', 'p(a(https://example.org: x))'],
    ['- [x](https://example.org)', 'ul(li(a(https://example.org: x)))'],
    ['- a\n\n\n- b', 'ul(li(p(a))li(p(b)))'],
  ])('%j', (markdown, elements) => {
    expect(read(markdown)).toBe(elements);
  });

  test.each([
    ['https://example.org/wiki/Foo_(bar)', 'https://example.org/wiki/Foo_(bar)'],
    ['(https://example.org/a).', 'https://example.org/a'],
    ['See https://example.org/a_b_c/*x*, then', 'https://example.org/a_b_c/'],
    ['www.example.org!', 'http://www.example.org'],
    ['Write to ines.okafor@example.org.', 'mailto:ines.okafor@example.org'],
    ['见 https://example.org/说明。', 'https://example.org/%E8%AF%B4%E6%98%8E'],
  ])('the address in %j is a link', (markdown, address) => {
    const [link] = [...elementsOf(parseText(markdown))].filter(({ tag }) => tag === 'a');
    expect(encodeURI(decodeURI(link?.href ?? ''))).toBe(address);
  });

  test.each(['file://a', 'a@b', 'http:// x', 'x@y.', '`https://example.org`', 'www.'])(
    'there is no link in %j',
    (markdown) => {
      expect(read(markdown)).not.toContain('a(');
    },
  );

  test('tasks are told from items', () => {
    const items = [...elementsOf(parseText('- [ ] a\n- [x] b\n- [y] c\n\n1. [X] d\n\n   more'))];
    expect(items.filter(({ tag }) => tag === 'li').map(({ isDone }) => isDone)).toEqual([false, true, undefined, true]);
  });
});

test('a heading has a name in its own script, and each only once', () => {
  const names = (markdown: string) => [...elementsOf(parseText(markdown))].flatMap(({ id }) => id ?? []);
  expect(names('## Đường ống\n## الفحص الأول\n## 安全 第一\n## Step 1: *Look*!')).toEqual([
    'đường-ống',
    'الفحص-الأول',
    '安全-第一',
    'step-1-look',
  ]);
  expect(names('# Step\n# Step\n# Step-1\n# Step\n# !')).toEqual(['step', 'step-1', 'step-1-1', 'step-2', 'section']);
  expect(slugOf('Đường ống')).toBe('đường-ống');
});

test('the words of a text have no marks, and a line for each block', () => {
  const text =
    '# A *b*\n\nc [d](e) `f`\ng ![h](/media/i)\n\n- j\n- k\n\n| l | m |\n|---|---|\n| n | o |\n\n> p &amp; q\\*';
  expect(plainText(parseText(text))).toBe('A b\nc d f g h\nj\nk\nl · m\nn · o\np & q*');
});

describe('what no screen has room or time for is shown as it is written', () => {
  const depthOf = (nodes: readonly TextNode[]): number =>
    Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))));

  test('quotations and lists in 24 levels, and words in 12', () => {
    for (const open of ['> ', '- ']) {
      const blocks = parseText(`${open.repeat(100)}end`);
      expect(depthOf(blocks)).toBeLessThanOrEqual(26);
      expect(plainText(blocks)).toContain('end');
    }
    const marks = parseText(`${'*a **b '.repeat(10)}end${' b** a*'.repeat(10)}`);
    expect(depthOf(marks)).toBe(13);
    expect(plainText(marks)).toContain('end');
  });

  test('a table of more than 100 columns, and a paragraph of more than 5,000 marks', () => {
    const table = (columns: number) => ['a|', '-|', 'b|'].map((cell) => cell.repeat(columns)).join('\n');
    expect(parseText(table(100))).toMatchObject([{ tag: 'table' }]);
    expect(parseText(table(101))).toEqual([{ tag: 'pre', children: [table(101)] }]);
    const marks = (count: number) => '*a* '.repeat(count).trim();
    expect(parseText(marks(5_000))[0]?.children).toHaveLength(9_999);
    expect(parseText(marks(5_001))).toEqual([{ tag: 'p', children: [marks(5_001)] }]);
  });
});

describe('no text holds a page', () => {
  // Measured at a tenth of a second and less; what is not linear takes minutes.
  test.each(Object.entries(WORST_TEXTS))('a full lesson of %s is read quickly', (_, markdown) => {
    const began = processorMs();
    const text = parseText(markdown);
    plainText(text);
    expect(processorMs() - began).toBeLessThan(3_000);
  });
});
