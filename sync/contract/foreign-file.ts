// What other systems write, told by what is in it: packages, backups, questions, documents.
import { Gunzip, strFromU8, unzipSync } from 'fflate';
import { decodeText } from './text-file.ts';

const PLAYED = 'It cannot be played here. Make lessons of its texts, videos and questions.';
const QUESTIONS = 'Its questions can be imported in a quiz.';
const TEXT = 'Copy its text into a lesson.';
const UNPACK = 'Unpack it, and choose a file that is in it.';

/** As a sentence names each, 'This is a SCORM 1.2 package.', and what can be done with it here. */
const NAMES = {
  scorm12: ['a SCORM 1.2 package', PLAYED],
  scorm2004: ['a SCORM 2004 package', PLAYED],
  commonCartridge: ['a Common Cartridge', 'Its questions can be imported in a quiz; the rest cannot be used here.'],
  qti: ['a QTI package or file', QUESTIONS],
  imsPackage: ['an IMS content package', PLAYED],
  aicc: ['an AICC course', PLAYED],
  cmi5: ['a cmi5 course', PLAYED],
  xapi: ['an xAPI (Tin Can) package', PLAYED],
  h5p: ['an H5P package', PLAYED],
  moodleBackup: ['a Moodle backup', 'In Moodle, export its question bank as Moodle XML, and import that in a quiz.'],
  storylineProject: [
    'an Articulate Storyline project',
    'Publish it as a video in Storyline, and add that to a lesson.',
  ],
  storyline: ['a course published by Articulate Storyline', PLAYED],
  rise: ['a course published by Articulate Rise', PLAYED],
  course: ['the zip file of a course', 'Import it on the page Courses.'],
  word: ['a Word document', 'Copy its text into a lesson: headings, lists and tables stay.'],
  powerPoint: ['a PowerPoint presentation', 'Save it as a PDF or as a video, and add that to a lesson.'],
  excel: ['a spreadsheet', 'Lists of people and questions are read from it where they are imported.'],
  openDocument: ['a LibreOffice document', 'Copy its text into a lesson, or save it as a PDF or as an Excel file.'],
  appleDocument: ['a document of Pages, Numbers or Keynote', 'Export it as a PDF or as an Excel file.'],
  epub: ['an EPUB book', TEXT],
  webPages: ['a zip file of web pages', PLAYED],
  oldOffice: ['an old Word, Excel or PowerPoint file', 'Open it, and save it as .docx, .xlsx or .pptx.'],
  pdf: ['a PDF', 'Add it to a lesson as a document.'],
  rtf: ['an RTF document', TEXT],
  zip: ['a zip file', UNPACK],
  gzip: ['a gzip archive', UNPACK],
  sevenZip: ['a 7z archive', UNPACK],
  rar: ['a RAR archive', UNPACK],
  moodleXml: ['a Moodle XML file', QUESTIONS],
  manifest: ['a file imsmanifest.xml without its package', 'Choose the zip file that it was in.'],
  webPage: ['a web page', TEXT],
  aiken: ['a file of questions in the Aiken format', QUESTIONS],
  gift: ['a file of questions in the GIFT format', QUESTIONS],
  picture: ['a picture', 'Add it to the text of a lesson.'],
  video: ['a video', 'Upload it as the video of a lesson.'],
  audio: ['an audio file', 'Add it to a lesson as a document.'],
} as const;

type Kind = keyof typeof NAMES;
/** What a file is: for programs, in words, and in a sentence about what can be done with it. */
export type ForeignFile = { kind: Kind; name: (typeof NAMES)[Kind][0]; advice: string };

const known = (kind: Kind): ForeignFile => ({ kind, name: NAMES[kind][0], advice: NAMES[kind][1] });

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
  ['picture', '\x89PNG\r\n'],
  ['picture', '\xff\xd8\xff'],
  ['picture', 'GIF8'],
  ['audio', 'ID3'],
  ['video', '\x1aE\xdf\xa3'],
];

const ZIP_BEGINS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/** Of the bytes of a file; of a zip file all of them, of any other the first. Undefined for what could be anything. */
export function foreignFile(bytes: Uint8Array): ForeignFile | undefined {
  const head = bytes.subarray(0, FOREIGN_HEAD_BYTES);
  const letters = strFromU8(head.subarray(0, 8), true);
  if (ZIP_BEGINS.some((begin) => letters.startsWith(begin))) return ofZip(bytes) ?? known('zip');
  if (letters.startsWith('\x1f\x8b')) return known(/moodle/i.test(unpackedHead(head)) ? 'moodleBackup' : 'gzip');
  if (letters.startsWith('ftyp', 4)) return known('video');
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
