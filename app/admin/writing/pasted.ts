// What is pasted, as the Markdown that lessons show: what a program has put on the clipboard as HTML, or as text.
import Turndown from 'turndown';

/** A pasted text, the pictures inside it, and how many more only the program has that they come from. */
export type Pasted = { markdown: string; pictures: File[]; lost: number };

const STRUCTURE = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, a[href], b, strong, i, em, img';
const OF_NO_READER = 'style, script, noscript, template, meta, link, title, xml';
const BLOCK = /^(?:P|DIV|H\d|UL|OL|LI|TABLE|TR|TD|TH|BLOCKQUOTE|PRE|HR|BODY|SECTION|ARTICLE)$/;

/**
 * From Word, Google Docs, LibreOffice, spreadsheets and web pages. Undefined for a text that is only colored, as editors of code
 * copy it: there the plain text is meant.
 */
export function readHtml(html: string): Pasted | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const isCode = /white-space:\s*pre\b/.test(body.querySelector('[style]')?.getAttribute('style') ?? '');
  if (isCode || !body.querySelector(`${STRUCTURE}, span[style*="font-weight"]`)) return undefined;
  for (const element of body.querySelectorAll(OF_NO_READER)) element.remove();
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  readListsOfWord(body);
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) list.previousElementSibling?.append(list);
  for (const element of body.querySelectorAll('span, font, b, strong, i, em, s, strike')) readMarks(element);
  for (const mark of body.querySelectorAll('strong, em, del')) joinNext(mark);
  for (const paragraph of body.querySelectorAll('li > p:first-child')) if (isAlone(paragraph)) unwrap(paragraph);
  for (const line of body.querySelectorAll('br')) if (isBesideBlock(line)) line.remove();
  const found = takePictures(body);
  return { markdown: converter.turndown(body).trim(), ...found };
}

/** From a program that gives nothing else: its lines are paragraphs unless empty lines say so, and its bullets are those of Markdown. */
export function readPlainText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const listed = lines.map((line) =>
    line.replace(/^([ \t]*)(?:[•·▪◦‣●○■□]|o(?=\t))[ \t]+/, '$1- ').replace(/^([ \t]*\d{1,9}[.)])\t+/, '$1 '),
  );
  const isMarkdown = /\n[ \t]*\n|^ {0,3}(?:```|~~~)|^(?: {4}|\t)/m.test(text.trim());
  if (isMarkdown) return listed.join('\n');
  return listed.map((line, at) => (at > 0 && !isTogether(listed[at - 1] ?? '', line) ? `\n${line}` : line)).join('\n');
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** Items of a list, rows of a table and lines of a quotation follow each other without an empty line. */
const isTogether = (before: string, line: string) =>
  line === '' || [ITEM, /^[ \t]*\|/, /^>/].some((kind) => kind.test(before) && kind.test(line));

function rename(element: Element, tag: string): Element {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);
const styleOf = (element: Element) => element.getAttribute('style') ?? '';

const LEVEL_OF_WORD = /mso-list:\s*l\d+\s+level(\d+)/i;

/** Word writes the items of a list as paragraphs, each with its mark as text. */
function readListsOfWord(body: HTMLElement): void {
  for (const first of body.querySelectorAll<Element>('p[style*="mso-list"]')) {
    if (!first.isConnected || !LEVEL_OF_WORD.test(styleOf(first))) continue;
    const open: { list: Element; level: number }[] = [];
    const before = first.ownerDocument.createComment('');
    first.before(before);
    for (let item: Element | null = first; item; ) {
      const level = Number(LEVEL_OF_WORD.exec(styleOf(item))?.[1]);
      if (item.tagName !== 'P' || !level) break;
      const next: Element | null = item.nextElementSibling;
      while ((open.at(-1)?.level ?? 0) > level) open.pop();
      if (open.at(-1)?.level !== level) open.push({ list: openList(item, open.at(-1)?.list ?? before), level });
      markOfWord(item)?.remove();
      open.at(-1)?.list.append(rename(item, 'li'));
      item = next;
    }
    before.remove();
  }
}

const markOfWord = (item: Element) =>
  [...item.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));

/** A list before the item, or within the last item of the list around it. */
function openList(item: Element, around: Element | Comment): Element {
  const [, number] = /^\s*(\w{1,9})[.)]/.exec(markOfWord(item)?.textContent ?? '') ?? [];
  const list = item.ownerDocument.createElement(number === undefined ? 'ul' : 'ol');
  if (Number(number) > 1) list.setAttribute('start', String(Number(number)));
  if (around instanceof Comment) around.after(list);
  else (around.lastElementChild ?? around).append(list);
  return list;
}

/** Programs write bold as a style, and take it back by one: Google Docs puts all of a text into a `<b>` that is not bold. */
function readMarks(element: Element): void {
  const style = styleOf(element);
  const [, weight] = /font-weight:\s*(\w+)/i.exec(style) ?? [];
  const tag = element.localName;
  const isHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
  const isBold = weight === undefined ? /^(?:b|strong)$/.test(tag) : weight === 'bold' || Number(weight) >= 600;
  const isItalic = /font-style:/i.test(style) ? /font-style:\s*italic/i.test(style) : /^(?:i|em)$/.test(tag);
  const isStruck = /text-decoration[^;]*line-through/i.test(style) || /^(?:s|strike)$/.test(tag);
  const marks = [isBold && !isHeading && 'strong', isItalic && 'em', isStruck && 'del'].filter(
    (mark) => mark !== false,
  );
  const isSplit = [...element.children].some(({ tagName }) => BLOCK.test(tagName));
  for (const mark of isSplit ? [] : marks) {
    const inner = element.ownerDocument.createElement(mark);
    inner.append(...element.childNodes);
    element.append(inner);
  }
  unwrap(element);
}

/** `**one****two**` is no Markdown. */
function joinNext(mark: Element): void {
  for (
    let next = mark.nextSibling;
    mark.isConnected && next instanceof Element && next.localName === mark.localName;
    next = mark.nextSibling
  ) {
    mark.append(...next.childNodes);
    next.remove();
  }
}

const isAlone = ({ parentElement }: Element) =>
  [...(parentElement?.children ?? [])].every(({ tagName }, at) => at === 0 || tagName === 'UL' || tagName === 'OL');

function isBesideBlock(line: Element): boolean {
  const isEdge = (node: ChildNode | null, onward: 'nextSibling' | 'previousSibling') => {
    let other = node;
    while (other && other.nodeType !== Node.ELEMENT_NODE && other.textContent?.trim() === '') other = other[onward];
    return !other || (other instanceof Element && BLOCK.test(other.tagName));
  };
  const parent = line.parentElement;
  return (
    isEdge(line.nextSibling, 'nextSibling') ||
    (isEdge(line.previousSibling, 'previousSibling') && BLOCK.test(parent?.tagName ?? ''))
  );
}

/** Our own pictures stay; those inside the HTML become files, and the others cannot be had. */
function takePictures(body: HTMLElement): Pick<Pasted, 'pictures' | 'lost'> {
  const pictures: File[] = [];
  let lost = 0;
  for (const picture of body.querySelectorAll('img')) {
    const source = (picture.getAttribute('src') ?? '').replace(location.origin, '');
    if (/^\/media\/[\w-]+(?:#\d+x\d+)?$/.test(source)) {
      picture.setAttribute('src', source);
      continue;
    }
    const file = fileOf(source, `picture-${pictures.length + 1}`);
    if (file) pictures.push(file);
    else lost += 1;
    picture.remove();
  }
  return { pictures, lost };
}

function fileOf(source: string, name: string): File | undefined {
  const [, type, subtype, data] = /^data:(image\/(png|jpeg|webp|gif));base64,([A-Za-z0-9+/=\s]+)$/.exec(source) ?? [];
  if (!type || !data) return undefined;
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  return new File([bytes], `${name}.${subtype}`, { type });
}

const converter = new Turndown({
  headingStyle: 'atx',
  hr: '***',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  br: '\\',
});

/** Only what would be read as a mark: a text full of backslashes is hard to go on with. */
converter.escape = (text) =>
  text
    .replace(/\u00a0/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!(?=\[)|\](?=[([:])|&(?=#?\w+;)/gu, '\\$&')
    .replace(/^(\s*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|=+\s*$|-{2,}\s*$|>)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s)/, '$1\\$2');

/** A mark beside a letter does not begin or end after punctuation: `**Note:**word` is no Markdown, `**Note**:word` is. */
const marked = (sign: string) => (content: string, node: Node) => {
  const before = node.previousSibling?.textContent?.at(-1) ?? '';
  const after = node.nextSibling?.textContent?.at(0) ?? '';
  const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character);
  const [, head = ''] = (isLetter(before) && /^([\p{P}\p{S}\s]+)/u.exec(content)) || [];
  const [, tail = ''] = (isLetter(after) && /((?:\\?[\p{P}\p{S}]|\s)+)$/u.exec(content.slice(head.length))) || [];
  const words = content.slice(head.length, content.length - tail.length);
  return words.trim() === '' ? content : `${head}${sign}${words}${sign}${tail}`;
};
converter.addRule('bold', { filter: ['strong', 'b'], replacement: marked('**') });
converter.addRule('italic', { filter: ['em', 'i'], replacement: marked('*') });
converter.addRule('struck', { filter: ['del'], replacement: marked('~~') });

converter.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const list = node.parentElement;
    const place = [...(list?.children ?? [])].indexOf(node as Element);
    const mark = list?.tagName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + place}. ` : '- ';
    const words = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    return `${mark}${words}${node.nextSibling ? '\n' : ''}`;
  },
});

converter.addRule('link', {
  filter: 'a',
  replacement: (content, node) => {
    const href = (node as Element).getAttribute('href') ?? '';
    const isLink = /^(?:https?|mailto|tel):/i.test(href) && content.trim() !== '';
    if (!isLink) return content;
    const address = /[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, encodeURIComponent)}>` : href;
    return node.textContent === href ? `<${href}>` : `[${content.replace(/\s+/g, ' ')}](${address})`;
  },
});

/** Of one column, a table is a frame for what it holds. The first row is the head, as Markdown wants one. */
converter.addRule('table', {
  filter: 'table',
  replacement: (content, node) => {
    const rows = [...(node as HTMLTableElement).rows].map((row) =>
      [...row.cells].flatMap((cell) => [
        wordsOf(cell),
        ...Array<string>(Math.min(cell.colSpan || 1, 100) - 1).fill(''),
      ]),
    );
    const written = rows.filter((row) => row.some((cell) => cell !== ''));
    const width = Math.max(0, ...written.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
    if (width < 2) return `\n\n${content}\n\n`;
    const [head = '', ...body] = written.map(
      (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
    );
    return `\n\n${[head, `|${' --- |'.repeat(width)}`, ...body].join('\n')}\n\n`;
  },
});
converter.addRule('part of a table', {
  filter: ['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'],
  replacement: (content) => `\n\n${content}\n\n`,
});

const wordsOf = (cell: HTMLElement) =>
  converter
    .turndown(cell)
    .replace(/\\?\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
