// Writes HTML that was made ready as the Markdown that lessons show.
import Turndown from 'turndown';
import { MARK } from './pasted-lists.ts';

export const converter = new Turndown({
  headingStyle: 'atx',
  hr: '***',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  br: '\\',
});

/** Only what would be read as a mark: a text full of backslashes is hard to go on with. An address is a link as it is. */
converter.escape = (text) =>
  text
    .split(/((?:https?:\/\/|www\.)[^\s<>*`\]]+)/i)
    .map((part, at) => (at % 2 === 1 ? part : escapeMarks(part)))
    .join('')
    .replace(/^(\s*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|=+\s*$|-{2,}\s*$|>)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

const escapeMarks = (text: string) =>
  text
    .replace(/\u00a0/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(
      /[*`]|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!(?=\[)|\](?=[([:])|&(?=#?\w+;)|<(?=[a-z/!?])/giu,
      '\\$&',
    );

/**
 * No mark begins or ends at white space or a new line, nor beside a letter at punctuation: `**Note:**word` is no Markdown,
 * `**Note**:word` is.
 */
const marked = (sign: string) => (content: string, node: Node) => {
  const before = node.previousSibling?.textContent?.at(-1) ?? '';
  const after = node.nextSibling?.textContent?.at(0) ?? '';
  const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character);
  const [head = ''] = (isLetter(before) ? /^[\p{P}\p{S}\s]+/u : /^(?:\\\n|\s)+/).exec(content) ?? [];
  const end = isLetter(after) ? /(?:\\?[\p{P}\p{S}]|\s)+$/u : /(?:\\\n|\s)+$/;
  const [tail = ''] = end.exec(content.slice(head.length)) ?? [];
  const words = content.slice(head.length, content.length - tail.length);
  return words.trim() === '' ? content : `${head}${sign}${words}${sign}${tail}`;
};
converter.addRule('bold', { filter: ['strong', 'b'], replacement: marked('**') });
converter.addRule('italic', { filter: ['em', 'i'], replacement: marked('*') });
converter.addRule('struck', { filter: ['del'], replacement: marked('~~') });

converter.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const mark = `${(node as Element).getAttribute(MARK) ?? '-'} `;
    const words = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    return `${mark}${words}${node.nextSibling ? '\n' : ''}`;
  },
});

converter.addRule('link', {
  filter: 'a',
  replacement: (content, node) => {
    const href = ((node as Element).getAttribute('href') ?? '').replace(/[\t\r\n]\s*/g, '').trim();
    const isLink = /^(?:https?|mailto|tel):/i.test(href) && content.trim() !== '';
    if (!isLink) return content;
    const plain = href.replace(/\\/g, '%5C');
    const address = /[\s()<>]/.test(plain) ? `<${plain.replace(/[<>\s]/g, encodeURIComponent)}>` : plain;
    if (node.textContent === href && !/[\s<>]/.test(href)) return `<${href}>`;
    // A card of a web page is a link around headings and paragraphs.
    const parts = content.trim().split(/\n{2,}/);
    const linked = parts.map((part) => {
      const [head = ''] = /^(?:#{1,6}|[-*>]|\d{1,9}[.)]) /.exec(part) ?? [];
      const words = part.slice(head.length).replace(/\s+/g, ' ');
      return `${head}[${words.includes('`') ? words : words.replace(/(?<!\\)[[\]]/g, '\\$&')}](${address})`;
    });
    return parts.length > 1 || linked[0]?.startsWith('#') ? `\n\n${linked.join('\n\n')}\n\n` : (linked[0] ?? '');
  },
});

/** Four spaces would make code of a line that Word has indented, and a bullet is one of Markdown. */
converter.addRule('paragraph', {
  filter: ['p', 'div', 'dd'],
  replacement: (content, node) => {
    const words = content.replace(/^ +/, '');
    const isCell = (node as Element).closest('td, th') !== null;
    return `\n\n${isCell ? words : words.replace(/^[•·▪◦‣●○■□] +(?=\S)/, '- ')}\n\n`;
  },
});

/** Of one column, a table is a frame for what it holds. The first row is the head, as Markdown wants one. */
converter.addRule('table', {
  filter: 'table',
  replacement: (content, node) => {
    const written = rowsOf(node as HTMLTableElement).filter((row) => row.some((cell) => cell !== ''));
    const width = Math.max(0, ...written.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
    if (width < 2) return `\n\n${content}\n\n`;
    const caption = [...node.childNodes].find(({ nodeName }) => nodeName === 'CAPTION') as HTMLElement | undefined;
    const [head = '', ...body] = written.map(
      (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
    );
    const lines = [head, `|${' --- |'.repeat(width)}`, ...body].join('\n');
    return `\n\n${caption ? `${wordsOf(caption)}\n\n` : ''}${lines}\n\n`;
  },
});
converter.addRule('part of a table', {
  filter: ['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'],
  replacement: (content) => `\n\n${content}\n\n`,
});

const MOST_SPANNED = 100;

/** The words of each cell in its own column: one over several columns leaves the others empty, one over several rows says it in each. */
function rowsOf(table: HTMLTableElement): string[][] {
  const rows = [...table.rows];
  const grid = rows.map((): string[] => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[at]?.[column] !== undefined) column += 1;
      const wide = Math.min(cell.colSpan || 1, MOST_SPANNED);
      const high = Math.min(cell.rowSpan || 1, MOST_SPANNED);
      const words = wordsOf(cell);
      for (const below of grid.slice(at, at + high))
        for (let over = 0; over < wide; over += 1) below[column + over] = over === 0 ? words : '';
      column += wide;
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? ''));
}

const wordsOf = (cell: HTMLElement) =>
  converter
    .turndown(cell)
    // A row is one line, so a list keeps its marks alone.
    .replace(/^[ \t]*[-*+] +/gm, '• ')
    .replace(/\\?\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
