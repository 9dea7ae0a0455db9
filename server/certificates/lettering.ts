// Text in any script on a page of PDF: the face of each letter, both directions, and lines where a script has no spaces. What the
// page's own font has, it writes itself.
import { inflateSync } from 'node:zlib';
import bidiFactory from 'bidi-js';
import { isDrawn } from '#sync/contract/certificate.ts';
import { type Page, readFont } from './pdf-page.ts';

interface Lettering {
  font: string;
  size: number;
  width: number;
  align?: 'left' | 'right' | 'center' | undefined;
  link?: string | undefined;
  /** More is cut, with an ellipsis where the page's own font writes it. */
  height?: number | undefined;
}

/** Letters of one face and direction, without a space unless it is one; in the order in which they are read. */
interface Piece {
  text: string;
  font: string;
  level: number;
  width: number;
}

/** Writes a text with its upper left corner there. */
export function writeText(page: Page, text: string, [left, top]: [number, number], style: Lettering): void {
  const { font, size, width, align = 'left', link, height } = style;
  page.font(font).fontSize(size);
  if (isDrawn(text)) {
    page.text(text.normalize('NFC'), left, top, {
      ...{ width, align },
      ...(link && { link }),
      ...(height && { height, ellipsis: true }),
    });
    return;
  }
  const lineHeight = page.currentLineHeight(true);
  const most = height ? Math.max(1, Math.floor(height / lineHeight)) : Number.POSITIVE_INFINITY;
  for (const [at, line] of linesOf(page, text, style).slice(0, most).entries()) {
    const share = { left: 0, center: 0.5, right: 1 }[align];
    let x = left + share * (width - widthOf(line));
    // One baseline for all faces; the line above a letter is that of the page's own font.
    const baseline = top + at * lineHeight + 0.7 * lineHeight;
    for (const piece of inSight(line)) {
      const { text, font } = piece;
      if (text.trim())
        page.font(font).fontSize(size).text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += piece.width;
    }
  }
  page.font(font);
}

/** How much room a text takes: its height, and the width of its longest line and word. */
export function measureText(
  page: Page,
  text: string,
  style: Lettering,
): { height: number; line: number; word: number } {
  const { font, size, width } = style;
  page.font(font).fontSize(size);
  if (isDrawn(text)) {
    const word = Math.max(...text.split(/\s+/).map((one) => page.widthOfString(one)));
    return { height: page.heightOfString(text, { width }), line: Math.min(page.widthOfString(text), width), word };
  }
  const lines = linesOf(page, text, style);
  page.font(font).fontSize(size);
  return {
    height: lines.length * page.currentLineHeight(true),
    line: Math.max(...lines.map(widthOf)),
    word: Math.max(...wordsOf(page, text, style).map(widthOf)),
  };
}

const widthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { width }) => sum + width, 0);

function linesOf(page: Page, text: string, style: Lettering): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const word of wordsOf(page, text, style)) {
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && widthOf(line) + widthOf(word) > style.width) lines.push([...word]);
    else line.push(...word);
  }
  for (const line of lines) while (line.length > 1 && line.at(-1)?.text === ' ') line.pop();
  return lines;
}

const bidi = bidiFactory();
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });
/** Scripts whose words are not separated. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

/** They have done their work once the directions are known. */
const ISOLATES = /[\u2066-\u2069]/;

/** What is not broken: a word with the space behind it. */
function wordsOf(page: Page, written: string, { font, size }: Lettering): Piece[][] {
  const text = written.normalize('NFC').replaceAll(/\s+/g, ' ');
  const { levels } = bidi.getEmbeddingLevels(text);
  const begins = new Set([...words.segment(text)].map(({ index }) => index));
  const isKorean = /\p{sc=Hangul}/u.test(text);
  const found: Piece[][] = [];
  let last: (Piece & { letter: string }) | undefined;
  for (const { segment: letter, index } of letters.segment(text)) {
    if (ISOLATES.test(letter)) continue;
    const face = faceOf(page, letter, { font, isKorean });
    const level = levels[index] ?? 0;
    const isNewWord =
      !last || last.letter === ' ' || (begins.has(index) && UNSPACED.test(last.letter) && UNSPACED.test(letter));
    if (isNewWord) found.push([]);
    const isSame = last && !isNewWord && last.font === face.font && last.level === level && letter !== ' ';
    if (last && isSame) Object.assign(last, { letter, text: last.text + face.letter });
    else {
      last = { letter, text: face.letter, font: face.font, level, width: 0 };
      found.at(-1)?.push(last);
    }
  }
  for (const piece of found.flat()) {
    // Letters that are read from the right are turned by their own face; signs of the page's font are not.
    if (piece.level % 2 === 1 && piece.font === font) piece.text = mirrored(piece.text);
    piece.width = page.font(piece.font).fontSize(size).widthOfString(piece.text);
  }
  return found;
}

const mirrored = (text: string) =>
  [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('');

/** The pieces from left to right: from the highest level down, each run of at least that level is reversed. */
function inSight(line: readonly Piece[]): Piece[] {
  const order = [...line];
  for (let level = Math.max(0, ...line.map((one) => one.level)); level > 0; level -= 1) {
    for (let at = 0; at < order.length; at += 1) {
      let end = at;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      if (end > at) order.splice(at, end - at, ...order.slice(at, end).reverse());
      at = end;
    }
  }
  return order;
}

/** Where DejaVu ends, in this order; Korean before Chinese where a text has Hangul. */
const PACKS = ['arabic', 'hebrew', 'devanagari', 'thai'].map((script) => `noto-sans-${script}`).concat('noto-emoji');
const EAST = ['noto-sans-sc', 'noto-sans-kr'];

/** For a letter that no face has, as printers do. */
const MISSING = '□';

/** A letter with all its signs comes from one face. */
function faceOf(page: Page, letter: string, { font, isKorean }: { font: string; isKorean: boolean }) {
  if (isDrawn(letter)) return { letter, font };
  const points = [...letter].map((sign) => sign.codePointAt(0) ?? 0).filter((point) => !JOINERS.includes(point));
  for (const pack of [...PACKS, ...(isKorean ? EAST.toReversed() : EAST)]) {
    const file = filesOf(pack).find(({ ranges }) =>
      points.every((point) => ranges.some(([from, to]) => point >= from && point <= to)),
    );
    if (!file) continue;
    page.registerFont(file.name, unpacked(file.name));
    if (points.every((point) => hasLetter(page, file.name, point))) return { letter, font: file.name };
  }
  return { letter: points.every((point) => hasLetter(page, font, point)) ? letter : MISSING, font };
}

/** Joiners and choices of a form, which a face need not have. */
const JOINERS = [0x200c, 0x200d, 0xfe0e, 0xfe0f];

function hasLetter(page: Page, font: string, point: number): boolean {
  const { _font } = page.font(font) as unknown as {
    _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } };
  };
  return _font.font.hasGlyphForCodePoint(point);
}

type File = { name: string; ranges: [from: number, to: number][] };

/** The files of a pack, each with the letters that it has. */
function filesOf(pack: string): File[] {
  const known = packs.get(pack);
  if (known) return known;
  const index: Record<string, string> = JSON.parse(readFont(`${pack}/unicode.json`).toString());
  const files = Object.entries(index).map(([key, ranges]): File => {
    const name = `${pack}/files/${pack}-${key.replaceAll(/[[\]]/g, '')}-700-normal.woff`;
    return {
      name,
      ranges: ranges.split(',').map((range) => {
        const [from = '', to = from] = range.replace('U+', '').split('-');
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      }),
    };
  });
  packs.set(pack, files);
  return files;
}

const packs = new Map<string, File[]>();

/** The font in a WOFF file: the tables one after the other. fontkit cannot inflate every one, and embeds none of WOFF2. */
function unpacked(name: string): Buffer<ArrayBuffer> {
  const known = fonts.get(name);
  if (known) return known;
  const woff = readFont(name);
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const entry = 44 + 20 * at;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place));
    const table = woff.subarray(offset, offset + packed);
    const target = 12 + 16 * at;
    woff.copy(head, target, entry, entry + 4);
    woff.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, target + 8);
    head.writeUInt32BE(length, target + 12);
    parts.push(packed < length ? inflateSync(table) : table, Buffer.alloc(-length & 3));
    end += (length + 3) & ~3;
  }
  const font = Buffer.concat(parts);
  fonts.set(name, font);
  return font;
}

const fonts = new Map<string, Buffer<ArrayBuffer>>();
