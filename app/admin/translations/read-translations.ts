// Reads what translators send back. Loaded on demand, because of the parser of tables.
import { t } from '@lingui/core/macro';
import type { Translation } from '#sync/contract/translation.ts';
import { languageName } from '#sync/contract/words.ts';
import { locale } from '../../ui/language.ts';
import { readRows } from '../lists/read-rows.ts';
import { type ReadTexts, STATES, textsOf } from './translation-files.ts';

type Texts = ReadTexts['texts'];
/** `isMarked`: the file says that the source has changed since. */
type Found = { courseId: number; language: string; texts: (Texts[number] & { isMarked: boolean })[] };

const LONGEST = 250_000;

/** The texts of a file that has some, for this translation; else a sentence about what is wrong with it. */
export function readTexts(text: string, translation: Pick<Translation, 'language' | 'parts'>): ReadTexts | string {
  const { language } = translation;
  const found = /^\uFEFF?\s*<(\?xml|xliff)/.test(text) ? readXliff(text) : readTable(text);
  if (typeof found === 'string') return found;
  if (found.language !== language) {
    const [theirs, ours] = [languageName(found.language, locale), languageName(language, locale)];
    return t`This file is a translation into ${theirs}, not into ${ours}.`;
  }
  // What came back as it left, mark and all, nobody has looked at: it must not count as the translation of what the source says now.
  const changed = textsOf(translation).filter(({ state }) => state === 'changed');
  const unseen = new Set(changed.map(({ source, target }) => pairOf(source, target)));
  const texts = found.texts.flatMap(({ isMarked, ...one }) =>
    isMarked && unseen.has(pairOf(one.of, one.text)) ? [] : [one],
  );
  if (texts.length === 0) return t`This file has no translated text.`;
  return { courseId: found.courseId, texts };
}

/** Files change the ends of lines, and what stands around a text. */
const pairOf = (...texts: string[]) => JSON.stringify(texts.map((text) => text.replace(/\r\n?/g, '\n').trim()));

/** Without those that are empty: a file never takes a translation away. */
function textIn(id: string, of: string, text: string, isMarked: boolean): Found['texts'] {
  const [, course, lesson, key = '', at] = /^(?:(course)|lesson\.(\d{1,10}))\/([^/]+)\/(\d{1,6})$/.exec(id) ?? [];
  if ((!course && !lesson) || text.trim() === '') return [];
  return [{ lessonId: lesson ? Number(lesson) : null, key, at: Number(at), of, text: text.trim(), isMarked }];
}

function readXliff(text: string): Found | string {
  const xml = new DOMParser().parseFromString(text.replace(/^\uFEFF/, ''), 'application/xml');
  const [file] = xml.getElementsByTagName('file');
  const [, courseId] = /^course\.(\d{1,10})$/.exec(file?.getAttribute('original') ?? '') ?? [];
  if (xml.querySelector('parsererror') || !file || !courseId) return t`This is no XLIFF file of a course.`;
  const texts = [...xml.getElementsByTagName('trans-unit')].flatMap((unit) => {
    // Its own: tools write suggestions into an alt-trans.
    const partOf = (name: string) => [...unit.children].find(({ localName }) => localName === name);
    const [source, target] = [partOf('source')?.textContent ?? '', partOf('target')?.textContent ?? ''];
    const isMarked = partOf('target')?.getAttribute('state') === STATES.changed;
    return textIn(unit.getAttribute('id') ?? '', source, target, isMarked);
  });
  return { courseId: Number(courseId), language: file.getAttribute('target-language') ?? '', texts };
}

function readTable(text: string): Found | string {
  const read = readRows(text, LONGEST);
  if (read.error !== undefined) return read.error;
  const [heading, ...rows] = read.rows;
  const names = ['course', 'language', 'id', 'source', 'translation'];
  const columns = names.map((name) => heading?.cells.findIndex((cell) => cell.toLowerCase() === name) ?? -1);
  if (columns.includes(-1)) return t`The first row must name the columns: course, language, id, source, translation.`;
  const stateAt = heading?.cells.findIndex((cell) => cell.toLowerCase() === 'state') ?? -1;
  const cellsOf = (row: { cells: string[] } | undefined) => columns.map((at) => row?.cells[at] ?? '');
  const [course = '', language = ''] = cellsOf(rows[0]);
  if (!/^\d{1,10}$/.test(course)) return t`Line 2: the column course has no number.`;
  const other = rows.find((row) => cellsOf(row)[0] !== course || cellsOf(row)[1] !== language);
  if (other) {
    const { line } = other;
    return t`Line ${line}: this row is of another course or language than the one above.`;
  }
  const texts = rows.flatMap((row) => {
    const [, , id = '', source = '', words = ''] = cellsOf(row);
    return textIn(id, source, words, row.cells[stateAt] === 'changed');
  });
  return { courseId: Number(course), language, texts };
}
