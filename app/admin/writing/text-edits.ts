// The edits of the editor's buttons, as plain data: what is replaced by what, and the selection afterwards.

/** A text and its selection, as offsets. */
export type Selected = { text: string; start: number; end: number };
/** Replaces `from` to `to` by `insert`; `select` are offsets in the new text. */
export type TextEdit = { from: number; to: number; insert: string; select: [number, number] };

/** Wraps the selection, or a placeholder, in `sign`; unwraps it if it is already wrapped. */
export function mark({ text, start, end }: Selected, sign: string, otherwise: string): TextEdit {
  const chosen = text.slice(start, end);
  const inner = chosen.trim();
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = from + inner.length;
  const size = sign.length;
  const isMarked =
    text.slice(from - size, from) === sign && text.slice(to, to + size) === sign && !isLonger({ text, from, to, sign });
  if (inner && isMarked) {
    return { from: from - size, to: to + size, insert: inner, select: [from - size, to - size] };
  }
  const words = inner || otherwise;
  const at = inner ? from : start;
  return {
    from: at,
    to: inner ? to : end,
    insert: `${sign}${words}${sign}`,
    select: [at + size, at + size + words.length],
  };
}

/** A single `*` (italic) must not match one half of `**` (bold). */
function isLonger({ text, from, to, sign }: { text: string; from: number; to: number; sign: string }): boolean {
  if (sign.length > 1) return false;
  const before = /\**$/.exec(text.slice(Math.max(0, from - 3), from))?.[0].length ?? 0;
  const after = /^\**/.exec(text.slice(to, to + 3))?.[0].length ?? 0;
  return sign === '*' && before === 2 && after === 2;
}

/** The whole lines that the selection touches. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const next = text.indexOf('\n', last);
  const to = next === -1 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split('\n') };
}

function replaceLines(selected: Selected, change: (line: string, place: number) => string): TextEdit {
  const { from, to, lines } = linesOf(selected);
  const insert = lines.map(change).join('\n');
  const isCaret = selected.start === selected.end;
  const end = from + insert.length;
  return { from, to, insert, select: isCaret ? [end, end] : [from, end] };
}

const LIST_MARK = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+/;

/** Prefixes each line with `sign`, or removes it if every line has it; skips empty lines. */
export function prefixLines(selected: Selected, sign: '- ' | '> '): TextEdit {
  const { lines } = linesOf(selected);
  const written = lines.filter((line) => line.trim() !== '');
  const isOn = written.length > 0 && written.every((line) => line.startsWith(sign));
  return replaceLines(selected, (line) => {
    if (isOn) return line.startsWith(sign) ? line.slice(sign.length) : line;
    if (line.trim() === '' && lines.length > 1) return line;
    return sign + (sign === '- ' ? line.replace(LIST_MARK, '$1') : line);
  });
}

/** Numbers the lines, or removes the numbers if every line has one. */
export function numberLines(selected: Selected): TextEdit {
  const { lines } = linesOf(selected);
  const written = lines.filter((line) => line.trim() !== '');
  const isOn = written.length > 0 && written.every((line) => /^\d{1,9}[.)]\s/.test(line));
  let number = 0;
  return replaceLines(selected, (line) => {
    if (isOn) return line.replace(LIST_MARK, '$1');
    if (line.trim() === '' && lines.length > 1) return line;
    number += 1;
    return `${number}. ${line.replace(LIST_MARK, '$1')}`;
  });
}

/** Cycles through heading, smaller heading and no heading. */
export function turnHeading(selected: Selected): TextEdit {
  return replaceLines(selected, (line) => {
    const [, signs = ''] = /^(#{1,6})\s/.exec(line) ?? [];
    const words = line.replace(/^#{1,6}\s+/, '');
    if (signs.length === 0) return `## ${words}`;
    return signs.length < 3 ? `### ${words}` : words;
  });
}

/** Makes the selection a link and selects its address; a selected address becomes the link's address. */
export function link({ text, start, end }: Selected): TextEdit {
  const chosen = text.slice(start, end).trim();
  if (/^(https?:\/\/|mailto:)\S+$/i.test(chosen)) {
    return { from: start, to: end, insert: `[link](${chosen})`, select: [start + 1, start + 5] };
  }
  const words = chosen || 'link';
  const address = 'https://';
  const at = start + words.length + 3;
  return { from: start, to: end, insert: `[${words}](${address})`, select: [at, at + address.length] };
}

/** Inline code, or a code block for several lines. */
export function code(selected: Selected): TextEdit {
  const { text, start, end } = selected;
  const chosen = text.slice(start, end);
  if (!chosen.includes('\n')) return mark(selected, '`', 'code');
  return block(selected, `\`\`\`\n${chosen.replace(/\n$/, '')}\n\`\`\``, [4, 4 + chosen.replace(/\n$/, '').length]);
}

const TABLE = '| Column | Column |\n| --- | --- |\n| Cell | Cell |\n| Cell | Cell |';

/** Inserts an empty table after the selection, and selects its first heading. */
export function table({ text, end }: Selected): TextEdit {
  return block({ text, start: end, end }, TABLE, [2, 8]);
}

const CHECK = '```check\nQuestion?\n( ) Wrong answer\n(x) Right answer\nWhy: what is said after the answer\n```';

/** Inserts a question to try after the selection, and selects its words. */
export function check({ text, end }: Selected): TextEdit {
  return block({ text, start: end, end }, CHECK, [9, 18]);
}

/** Inserts a block with blank lines around it. `within` is the selection inside the block. */
export function block({ text, start, end }: Selected, insert: string, within?: [number, number]): TextEdit {
  const before = text.slice(0, start).replace(/[ \t]+$/, '');
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const after = text.slice(end);
  const tail = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  const at = start + gap.length;
  const select: [number, number] = within
    ? [at + within[0], at + within[1]]
    : [at + insert.length + tail.length, at + insert.length + tail.length];
  return { from: start, to: end, insert: gap + insert + tail, select };
}

/** Enter in a list: adds the next item, or ends the list after an empty one; undefined outside a list. */
export function continueList({ text, start, end }: Selected): TextEdit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from, start);
  const [mark, indent = '', sign = '', number] = /^(\s*)([-*+]|(\d{1,9})[.)])\s+(?:\[[ x]\]\s+)?/i.exec(line) ?? [];
  if (mark === undefined) return undefined;
  if (line.length === mark.length) return { from, to: start, insert: '', select: [from, from] };
  const next = number === undefined ? sign : `${Number(number) + 1}${sign.slice(-1)}`;
  const insert = `\n${indent}${next} ${/\[[ x]\]/i.test(mark) ? '[ ] ' : ''}`;
  return { from: start, to: start, insert, select: [start + insert.length, start + insert.length] };
}
