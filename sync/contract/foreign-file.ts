// What other systems write, told by what is in it: packages, backups, questions, documents.
import { Gunzip, strFromU8, unzipSync } from 'fflate';
import { decodeText } from './text-file.ts';

/** As a sentence names each: 'This is a SCORM 1.2 package.' */
const NAMES = {
  scorm12: 'a SCORM 1.2 package',
  scorm2004: 'a SCORM 2004 package',
  commonCartridge: 'a Common Cartridge',
  qti: 'a QTI package or file',
  imsPackage: 'an IMS content package',
  aicc: 'an AICC course',
  cmi5: 'a cmi5 course',
  xapi: 'an xAPI (Tin Can) package',
  h5p: 'an H5P package',
  moodleBackup: 'a Moodle backup',
  storylineProject: 'an Articulate Storyline project',
  storyline: 'a course published by Articulate Storyline',
  rise: 'a course published by Articulate Rise',
  course: 'the zip file of a course',
  word: 'a Word document',
  powerPoint: 'a PowerPoint presentation',
  excel: 'a spreadsheet',
  openDocument: 'a LibreOffice document',
  appleDocument: 'a document of Pages, Numbers or Keynote',
  epub: 'an EPUB book',
  webPages: 'a zip file of web pages',
  oldOffice: 'an old Word, Excel or PowerPoint file',
  pdf: 'a PDF',
  rtf: 'an RTF document',
  zip: 'a zip file',
  gzip: 'a gzip archive',
  sevenZip: 'a 7z archive',
  rar: 'a RAR archive',
  moodleXml: 'a Moodle XML file',
  manifest: 'a file imsmanifest.xml without its package',
  webPage: 'a web page',
  aiken: 'a file of questions in the Aiken format',
  gift: 'a file of questions in the GIFT format',
} as const;

type Kind = keyof typeof NAMES;
/** What a file is: for programs, and in words. */
export type ForeignFile = { kind: Kind; name: (typeof NAMES)[Kind] };

const known = (kind: Kind): ForeignFile => ({ kind, name: NAMES[kind] });

/** Names in a zip file that tell what it is, all of a line: the first line that fits, as packages contain each other's files. */
const IN_ZIP: [Kind, ...RegExp[]][] = [
  ['word', /^\[content_types\]\.xml$/, /^word\//],
  ['powerPoint', /^\[content_types\]\.xml$/, /^ppt\//],
  ['excel', /^\[content_types\]\.xml$/, /^xl\//],
  ['storylineProject', /^\[content_types\]\.xml$/, /^story\//],
  ['epub', /^meta-inf\/container\.xml$/],
  ['openDocument', /^content\.xml$/, /^meta-inf\/manifest\.xml$/],
  ['appleDocument', /^index\/.*\.iwa$/],
  ['moodleBackup', /(^|\/)moodle_backup\.xml$/],
  ['h5p', /(^|\/)h5p\.json$/],
  ['course', /(^|\/)course\.yaml$/],
  ['imsPackage', /(^|\/)imsmanifest\.xml$/],
  ['cmi5', /(^|\/)cmi5\.xml$/],
  ['xapi', /(^|\/)tincan\.xml$/],
  ['aicc', /\.au$/, /\.crs$/],
  ['storyline', /(^|\/)story(_html5)?\.html$/],
  ['rise', /(^|\/)lib\/rise\//],
  ['webPages', /(^|\/)index\.html?$/],
];

/** Whether the file of this name tells more of its package. */
export const isManifest = (name: string) => /(^|\/)imsmanifest\.xml$/i.test(name);

/** Of the names in a zip file, with the text of the first `isManifest` among them. */
export function foreignZip(names: readonly string[], manifest = ''): ForeignFile | undefined {
  const lower = names.map((name) => name.toLowerCase());
  const [kind] = IN_ZIP.find(([, ...signs]) => signs.every((sign) => lower.some((name) => sign.test(name)))) ?? [];
  if (kind === 'imsPackage') return known(kindOfManifest(manifest));
  return kind && known(kind);
}

function kindOfManifest(manifest: string): Kind {
  if (/adlcp|ADL SCORM/i.test(manifest)) return /2004|adlcp_v1p3|CAM 1\.3/i.test(manifest) ? 'scorm2004' : 'scorm12';
  if (/common cartridge/i.test(manifest)) return 'commonCartridge';
  // Canvas exports questions with the namespace of cartridges.
  if (/imsqti/i.test(manifest)) return 'qti';
  return /imscc/i.test(manifest) ? 'commonCartridge' : 'imsPackage';
}

/** As many bytes of a file tell what it is, unless it is a zip file. */
export const FOREIGN_HEAD_BYTES = 65_536;

const FIRST: [Kind, string][] = [
  ['pdf', '%PDF-'],
  ['rtf', '{\\rtf'],
  ['sevenZip', '7z\xbc\xaf\x27\x1c'],
  ['rar', 'Rar!\x1a\x07'],
  ['oldOffice', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
];

const ZIP_BEGINS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/** Of the bytes of a file; of a zip file all of them, of any other the first. Undefined for what could be anything. */
export function foreignFile(bytes: Uint8Array): ForeignFile | undefined {
  const head = bytes.subarray(0, FOREIGN_HEAD_BYTES);
  const letters = strFromU8(head.subarray(0, 8), true);
  if (ZIP_BEGINS.some((begin) => letters.startsWith(begin))) return ofZip(bytes) ?? known('zip');
  if (letters.startsWith('\x1f\x8b')) return known(/moodle/i.test(unpackedHead(head)) ? 'moodleBackup' : 'gzip');
  const [kind] = FIRST.find(([, first]) => letters.startsWith(first)) ?? [];
  return kind ? known(kind) : foreignText(decodeText(head)?.text ?? strFromU8(head, true));
}

const MANIFEST_LIMIT_BYTES = 5_000_000;
const MOST_NAMES = 10_000;

function ofZip(bytes: Uint8Array): ForeignFile | undefined {
  const names: string[] = [];
  try {
    const found = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (names.push(name) > MOST_NAMES) throw new Error('Enough was seen.');
        return isManifest(name) && originalSize <= MANIFEST_LIMIT_BYTES;
      },
    });
    const [manifest] = Object.values(found);
    return foreignZip(names, manifest && decodeText(manifest)?.text);
  } catch {
    // Broken off: what was seen until then counts.
    return foreignZip(names);
  }
}

/** The beginning of what was compressed: Moodle's own index of the backup, or the first file's name. */
function unpackedHead(head: Uint8Array): string {
  let text = '';
  try {
    new Gunzip((chunk) => (text += strFromU8(chunk, true))).push(head, false);
  } catch {
    // What came until then counts.
  }
  return text;
}

function foreignText(text: string): ForeignFile | undefined {
  const start = text.trimStart();
  if (start.startsWith('<')) return ofMarkup(start);
  const [first = ''] = start.split('\n', 1);
  // The heading of a table, which may well ask about such formats.
  if (/(^|[,;\t|"])\s*(question|e-?mail)/i.test(first)) return undefined;
  if (AIKEN.test(start)) return known('aiken');
  return isGift(start) ? known('gift') : undefined;
}

function ofMarkup(text: string): ForeignFile | undefined {
  if (/^<(!doctype )?html/i.test(text)) return known('webPage');
  if (/<manifest[\s>]/.test(text)) return known('manifest');
  if (/<quiz[\s>]/.test(text) && /<question[\s>]/.test(text)) return known('moodleXml');
  return /<(questestinterop|(qti-)?assessment-?(item|test))[\s>]/i.test(text) ? known('qti') : undefined;
}

/** A question with its lettered answers and the letter of the right one. */
const AIKEN =
  /^.*(?:\r?\n(?!\s*ANSWER:).*){0,9}?\r?\n\s*A[.)]\s.*\r?\n\s*B[.)]\s.*(?:\r?\n\s*[C-Z][.)]\s.*)*\r?\n\s*ANSWER:\s*[A-Z]\s*(?:\r?\n|$)/;

/** Answers in braces in the first question, behind comments and categories. */
function isGift(text: string): boolean {
  const [question = ''] = text.replace(/^(\s*(\/\/|\$CATEGORY:).*(\n|$))*\s*/, '').split(/\n\s*\n/, 1);
  return (
    /(^|[^\\])\{\s*([=~#]|(T|TRUE|F|FALSE)\s*[}#])/.test(question) ||
    (question.startsWith('::') && /\{\s*\}/.test(question))
  );
}
