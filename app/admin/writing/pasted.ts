// What is pasted, as the Markdown that lessons show: what a program has put on the clipboard as HTML, or as text.
import { readLists } from './pasted-lists.ts';
import { converter } from './pasted-markdown.ts';
import { readRaised, readSymbols } from './pasted-symbols.ts';

/** A pasted text, the pictures inside it, and how many more only the program has that they come from. */
export type Pasted = { markdown: string; pictures: File[]; lost: number };

const STRUCTURE =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, dl, table, blockquote, a[href], b, strong, i, em, s, strike, del, sup, sub, img';
/** Nor are comments of colleagues, hidden words, buttons of web pages, and formulas a second time. */
const OF_NO_READER = `style, script, noscript, template, meta, link, title, xml, button, select, textarea, annotation, .katex-html,
  [hidden], [style*="mso-hide:all"], [style*="mso-element:comment"], .MsoCommentReference, .msocomtxt, .msocomanchor,
  div[title="header"], div[title="footer"], img[aria-roledescription="checkbox"]`;
const NOTES_OF_LIBREOFFICE = 'a.sdfootnoteanc, a.sdendnoteanc, a.sdfootnotesym, a.sdendnotesym';
const BLOCK = /^(?:P|DIV|H\d|UL|OL|LI|TABLE|TR|TD|TH|BLOCKQUOTE|PRE|HR|BODY|SECTION|ARTICLE)$/;

/**
 * From Word, Google Docs, LibreOffice, spreadsheets and web pages. Undefined for a text that is only colored, as editors of code
 * copy it: there the plain text is meant.
 */
export function readHtml(html: string): Pasted | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  if (isCode(body) || !body.querySelector(`${STRUCTURE}, span[style*="font-weight"]`)) return undefined;
  for (const element of body.querySelectorAll(OF_NO_READER)) element.remove();
  for (const element of body.querySelectorAll('[style]'))
    if (/display:\s*none/i.test(styleOf(element))) element.remove();
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const title of body.querySelectorAll('p[role="heading"]'))
    if (/^[1-6]$/.test(title.getAttribute('aria-level') ?? '')) rename(title, `h${title.getAttribute('aria-level')}`);
  readSymbols(body);
  for (const note of body.querySelectorAll(NOTES_OF_LIBREOFFICE))
    note.textContent = `[${note.textContent?.trim()}]${note.className.endsWith('sym') ? ' ' : ''}`;
  readRaised(body);
  readLists(body);
  for (const element of body.querySelectorAll('span, font, b, strong, i, em, s, strike')) readMarks(element);
  for (const mark of body.querySelectorAll('strong, em, del')) joinNext(mark);
  for (const paragraph of body.querySelectorAll('li > p:first-child')) if (isAlone(paragraph)) unwrap(paragraph);
  for (const code of body.querySelectorAll('pre')) readCode(code);
  for (const table of body.querySelectorAll('table table')) readTableWithin(table);
  for (const element of body.querySelectorAll(':is(td, th) :is(h1, h2, h3, h4, h5, h6, blockquote)'))
    rename(element, 'p');
  for (const element of body.querySelectorAll(':is(td, th) hr')) element.replaceWith(' ');
  for (const line of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) br')) line.replaceWith(' ');
  const lines = [...body.querySelectorAll('br')];
  for (const line of [...lines, ...lines.toReversed()]) if (isBesideBlock(line)) line.remove();
  const found = takePictures(body);
  body.normalize();
  return { markdown: converter.turndown(body).trim(), ...found };
}

/** As editors of code copy it. Google Docs names this white space too, and another one behind it. */
const isCode = (body: HTMLElement) => {
  const first = body.querySelector('[style]');
  return first !== null && [...styleOf(first).matchAll(/white-space:\s*([\w-]+)/g)].at(-1)?.[1] === 'pre';
};

/** From a program that gives nothing else: its lines are paragraphs unless empty lines say so, and its bullets are those of Markdown. */
export function readPlainText(text: string): string {
  const lines = text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/);
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

/** Word writes each line of code as a block of its own. */
function readCode(block: Element): void {
  const before = block.previousElementSibling;
  const isNext = before?.tagName === 'PRE' && textBetween(before, block).trim() === '';
  const code = block.ownerDocument.createElement('code');
  code.className = block.querySelector('code')?.className ?? '';
  for (const line of block.querySelectorAll('br')) line.replaceWith('\n');
  code.textContent = (block.textContent ?? '').replace(/\u00a0/g, ' ');
  block.replaceChildren(code);
  if (!isNext) return;
  before.firstElementChild?.append(`\n${code.textContent}`);
  block.remove();
}

function textBetween(from: Element, to: Element): string {
  let text = '';
  for (let node = from.nextSibling; node && node !== to; node = node.nextSibling) text += node.textContent ?? '';
  return text;
}

/** Mails and web pages put tables around each other as frames. A table within a cell that is none has room for its words only. */
function readTableWithin(table: Element): void {
  const outer = table.parentElement?.closest('table');
  if (!outer) return;
  const rows = rowsOf(outer);
  const isFrame = rows.length < 2 || rows.every((cells) => cells.filter((cell) => cell.textContent?.trim()).length < 2);
  const framed = isFrame
    ? rows.flat()
    : rowsOf(table).map((cells) => cells.flatMap((cell) => [' ', ...cell.childNodes]));
  const parts = framed.map((part) => {
    const block = table.ownerDocument.createElement('div');
    block.append(...(Array.isArray(part) ? part : part.childNodes));
    return block;
  });
  (isFrame ? outer : table).replaceWith(...parts);
}

const rowsOf = (table: Element) =>
  [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .map((row) => [...row.children].filter(({ tagName }) => /^T[DH]$/.test(tagName)));

const isAlone = ({ parentElement }: Element) =>
  [...(parentElement?.children ?? [])].every(({ tagName }, at) => at === 0 || tagName === 'UL' || tagName === 'OL');

function isBesideBlock(line: Element): boolean {
  const isEdge = (from: ChildNode, onward: 'nextSibling' | 'previousSibling'): boolean => {
    let other = from[onward];
    while (other && other.nodeType !== Node.ELEMENT_NODE && other.textContent?.trim() === '') other = other[onward];
    if (other) return other instanceof Element && BLOCK.test(other.tagName);
    const parent = from.parentElement;
    return !parent || BLOCK.test(parent.tagName) || isEdge(parent, onward);
  };
  return isEdge(line, 'nextSibling') || isEdge(line, 'previousSibling');
}

/** Chats draw them as pictures. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u;

/** Our own pictures stay; those inside the HTML become files, and the others cannot be had. */
function takePictures(body: HTMLElement): Pick<Pasted, 'pictures' | 'lost'> {
  const pictures: File[] = [];
  let lost = 0;
  for (const picture of body.querySelectorAll('img')) {
    const words = picture.getAttribute('alt') ?? '';
    if (EMOJI.test(words)) {
      picture.replaceWith(words);
      continue;
    }
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
