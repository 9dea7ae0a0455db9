// How a text stands among the signs of a lesson's file: what would be read as one of them has a backslash before it.

/** What begins something else at the start of a line of a question. A line must not begin with a space either, which is not kept. */
const SIGN = String.raw`[-*+>#\s]|\d+[.)]|(?:points|type):`;
export const BEGINS_SOMETHING = new RegExp(`^(?:${SIGN})`, 'i');
const ESCAPED = new RegExp(String.raw`^\\+(?=${SIGN})`, 'i');
const BACKSLASHES_AT_END = /\\*$/;

/** A text of a question as lines behind a mark; all but the last end with a backslash, as a new line in a paragraph does. */
export function writeLines(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return lines.map((line, at) => {
    // Behind the mark only a space is in danger.
    const isReserved = ESCAPED.test(line) || (at === 0 ? /^\s/ : BEGINS_SOMETHING).test(line);
    const [end = ''] = BACKSLASHES_AT_END.exec(line) ?? [];
    return `${isReserved ? '\\' : ''}${line}${end}${at < lines.length - 1 ? '\\' : ''}`;
  });
}

/** The text again. Lines that an editor has wrapped are one. */
export function readLines(lines: readonly string[]): string {
  let text = '';
  for (const [at, line] of lines.entries()) {
    const [end = ''] = BACKSLASHES_AT_END.exec(line) ?? [];
    const isLast = at === lines.length - 1;
    const kept = (isLast ? Math.ceil : Math.floor)(end.length / 2);
    const words = line.slice(0, line.length - end.length + kept);
    text += ESCAPED.test(words) ? words.slice(1) : words;
    if (!isLast) text += end.length % 2 === 1 ? '\n' : ' ';
  }
  return text;
}

/** The line that ends a lesson's text, with the backslashes that make it one of the text. */
const QUESTIONS = /^(\\*)# Questions\s*$/i;

export const isQuestionsLine = (line: string) => QUESTIONS.exec(line)?.[1] === '';

export const writeBody = (body: string) =>
  body
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (QUESTIONS.test(line) ? `\\${line}` : line))
    .join('\n');

/** Without the empty lines around it. */
export const readBody = (lines: readonly string[]) =>
  lines
    .map((line) => (QUESTIONS.test(line) ? line.slice(1) : line))
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();

const HEAD = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;
export const NO_HEAD = 'The file must begin with a line ---, the fields of the lesson, and another line ---.';

/**
 * The parts of a lesson's file: its fields, and the lines of its text and of its questions. `asked` is the place of the line between them
 * among those that begin at `firstLine`, -1 without one. Undefined for a file without fields.
 */
export function partsOf(text: string) {
  const [whole, yaml = ''] = HEAD.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const lines = text.slice(whole.length).split('\n');
  const asked = lines.findIndex(isQuestionsLine);
  return {
    yaml,
    firstLine: whole.split('\n').length,
    asked,
    above: asked < 0 ? lines : lines.slice(0, asked),
    below: asked < 0 ? [] : lines.slice(asked + 1),
  };
}
