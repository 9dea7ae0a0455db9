import { describe, expect, test } from 'vitest';
import {
  code,
  continueList,
  link,
  mark,
  numberLines,
  prefixLines,
  type Selected,
  type TextEdit,
  table,
  turnHeading,
} from '#app/admin/writing/text-edits.ts';

/** '|' stands for the ends of the selection; one alone is the caret. */
function selected(drawn: string): Selected {
  const start = drawn.indexOf('|');
  const end = drawn.lastIndexOf('|');
  return { text: drawn.replaceAll('|', ''), start, end: end === start ? start : end - 1 };
}
function drawn({ text }: Selected, { from, to, insert, select: [start, end] }: TextEdit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  return start === end
    ? `${next.slice(0, start)}|${next.slice(start)}`
    : `${next.slice(0, start)}|${next.slice(start, end)}|${next.slice(end)}`;
}
const become = (before: string, edit: (selected: Selected) => TextEdit) =>
  drawn(selected(before), edit(selected(before)));

describe('[Z8] the buttons of the editor', () => {
  const bold = (at: Selected) => mark(at, '**', 'bold');
  const italic = (at: Selected) => mark(at, '*', 'italic');
  test.each([
    ['a word', 'wear |boots| now', 'wear **|boots|** now'],
    ['twice is not at all', 'wear **|boots|** now', 'wear |boots| now'],
    ['blanks stay outside', 'wear| boots |now', 'wear **|boots|** now'],
    ['nothing selected', 'wear |', 'wear **|bold|**'],
  ])('bold: %s', (_, before, wanted) => expect(become(before, bold)).toBe(wanted));
  test('italic inside bold is both, and goes again alone', () => {
    expect(become('**|boots|**', italic)).toBe('***|boots|***');
    expect(become('***|boots|***', italic)).toBe('**|boots|**');
    expect(become('*|boots|*', italic)).toBe('|boots|');
  });
  test('heading, smaller heading, none', () => {
    expect(become('a\nRoo|fs\nb', turnHeading)).toBe('a\n## Roofs|\nb');
    expect(become('## Roofs|', turnHeading)).toBe('### Roofs|');
    expect(become('### Roofs|', turnHeading)).toBe('Roofs|');
  });
  test('a list of the lines that are touched, and back', () => {
    const list = (at: Selected) => prefixLines(at, '- ');
    expect(become('o|ne\ntw|o\nthree', list)).toBe('|- one\n- two|\nthree');
    expect(become('|- one\n- two|', list)).toBe('|one\ntwo|');
    expect(become('|1. one\n2. two|', list)).toBe('|- one\n- two|');
    expect(become('|- one\n\n- two|', numberLines)).toBe('|1. one\n\n2. two|');
    expect(become('|1. one\n2. two|', numberLines)).toBe('|one\ntwo|');
    expect(become('|', list)).toBe('- |');
  });
  test('a link asks for its address, or for its words', () => {
    expect(become('see |the law| here', link)).toBe('see [the law](|https://|) here');
    expect(become('|https://law.example|', link)).toBe('[|link|](https://law.example)');
    expect(become('|', link)).toBe('[link](|https://|)');
  });
  test('code in the line, or a block', () => {
    expect(become('run |npm| now', code)).toBe('run `|npm|` now');
    expect(become('|a\nb|', code)).toBe('```\n|a\nb|\n```\n\n');
  });
  test('a table stands alone', () => {
    expect(become('text|', table)).toMatch(/^text\n\n\| \|Column\| \| Column \|\n\| --- \| --- \|\n/);
    expect(become('text|', table)).toMatch(/\| Cell \| Cell \|\n\n$/);
  });
  test('Enter continues a list and ends it after an empty item', () => {
    const enter = (before: string) => {
      const made = continueList(selected(before));
      return made && drawn(selected(before), made);
    };
    expect(enter('- one|')).toBe('- one\n- |');
    expect(enter('9. nine|')).toBe('9. nine\n10. |');
    expect(enter('  * one|')).toBe('  * one\n  * |');
    expect(enter('- [x] done|')).toBe('- [x] done\n- [ ] |');
    expect(enter('- one\n- |')).toBe('- one\n|');
    expect(enter('one|')).toBeUndefined();
    expect(enter('- |one|')).toBeUndefined();
  });
});
