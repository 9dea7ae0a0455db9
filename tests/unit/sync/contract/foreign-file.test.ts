// What other systems write is named for what it is, and a list is never taken for one of theirs.
import { gzipSync, strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { textOf } from '#app/admin/lists/read-file.ts';
import { foreignFile } from '#sync/contract/foreign-file.ts';

const SCORM =
  '<manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata></manifest>';
const SCORM_2004 =
  '<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"><metadata><schemaversion>2004 3rd Edition</schemaversion></metadata></manifest>';
const CARTRIDGE =
  '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema></metadata><resource type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"/></manifest>';
const CANVAS =
  '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><resource type="imsqti_xmlv1p2"/></manifest>';
const QTI = '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="a.xml"/></resources></manifest>';

const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));
const withManifest = (manifest: string, more: Zippable = {}) =>
  zipSync({ ...more, 'imsmanifest.xml': strToU8(manifest), 'index.html': strToU8('x') });
const tar = (name: string) => {
  const block = new Uint8Array(1024);
  block.set(strToU8(name));
  block.set(strToU8('ustar'), 257);
  block.set(strToU8('Moodle archive file index. Count: 2'), 512);
  return block;
};

const AIKEN = 'What holds a ladder?\nA. One hand\nB. Both hands\nANSWER: B\n\nAnd now?\nA) Up\nB) Down\nANSWER: A\n';
const GIFT = '// of safety\n$CATEGORY: safety\n\n::Ladders:: What holds a ladder? {\n=Both hands\n~One hand\n}\n';

const FOREIGN: [kind: string, bytes: Uint8Array][] = [
  ['scorm12', withManifest(SCORM)],
  ['scorm12', withManifest(SCORM, { 'story.html': strToU8('x'), 'tincan.xml': strToU8('x') })],
  ['scorm2004', withManifest(SCORM_2004)],
  ['commonCartridge', withManifest(CARTRIDGE)],
  ['qti', withManifest(QTI)],
  ['qti', withManifest(CANVAS)],
  ['scorm12', zipSync({ 'a/imsmanifest.xml': new Uint8Array(Buffer.from(`\uFEFF${SCORM}`, 'utf16le')) })],
  ['imsPackage', withManifest('<manifest/>')],
  ['moodleBackup', zip('moodle_backup.xml', 'course/course.xml')],
  ['moodleBackup', gzipSync(tar('.ARCHIVE_INDEX'))],
  ['gzip', gzipSync(strToU8('anything'))],
  ['h5p', zip('h5p.json', 'content/content.json')],
  ['xapi', zip('tincan.xml', 'index.html')],
  ['cmi5', zip('cmi5.xml', 'index.html')],
  ['aicc', zip('a.crs', 'a.au')],
  ['storyline', zip('story.html', 'story_content/user.js')],
  ['rise', zip('content/lib/rise/a.js', 'content/index.html')],
  ['storylineProject', zip('[Content_Types].xml', 'story/story.xml')],
  ['word', zip('[Content_Types].xml', 'word/document.xml')],
  ['powerPoint', zip('[Content_Types].xml', 'ppt/presentation.xml')],
  ['excel', zip('[Content_Types].xml', 'xl/workbook.xml')],
  ['openDocument', zip('mimetype', 'content.xml', 'META-INF/manifest.xml')],
  ['course', zip('ladders/course.yaml', 'ladders/01-a.md')],
  ['webPages', zip('site/index.html')],
  ['pdf', strToU8('%PDF-1.7\n')],
  ['oldOffice', strToU8('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', true)],
  ['picture', strToU8('\x89PNG\r\n\x1a\n', true)],
  ['picture', strToU8('\xff\xd8\xff\xe0', true)],
  ['video', strToU8('\0\0\0\x20ftypisom', true)],
  ['audio', strToU8('ID3\x04', true)],
  ['moodleXml', strToU8('<?xml version="1.0"?>\n<quiz>\n<question type="multichoice">')],
  ['qti', strToU8('\uFEFF<?xml version="1.0"?>\n<questestinterop><assessment>')],
  ['qti', strToU8('<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="a">')],
  ['webPage', strToU8('<!DOCTYPE html><html>')],
  ['aiken', strToU8(AIKEN)],
  ['aiken', strToU8(`\uFEFF${AIKEN.replaceAll('\n', '\r\n')}`)],
  ['gift', strToU8(GIFT)],
  ['gift', strToU8('Ladders are heavy. {T}\n')],
];

test.each(FOREIGN)('%s is known', (kind, bytes) => {
  expect(foreignFile(bytes)?.kind).toBe(kind);
});

test('is named at the import of questions and lists', () => {
  expect(textOf(withManifest(SCORM))).toEqual({
    error:
      'This is a SCORM 1.2 package and not a list. It cannot be played here. Make lessons of its texts, videos and questions.',
  });
  expect(textOf(strToU8(AIKEN))).toEqual({
    error: 'This is a file of questions in the Aiken format and not a list. Its questions can be imported in a quiz.',
  });
});

test.each([
  'question,correct,answer 1,answer 2\n"What ends this {=a ~b}?",A,One,Two\n',
  'question;correct;answer 1;answer 2\n"Which?\nA. x\nB. y\nANSWER: A\n";A;One;Two\n',
  'email,role\nada@x.example,member\n',
  '<ada@x.example>, "Lovelace, Grace" <grace@x.example>\n',
  'ada@x.example\n{grace}@x.example\n',
  '',
])('%j stays a list', (text) => {
  expect(foreignFile(strToU8(text))).toBeUndefined();
});

test.each([
  ['a zip file that breaks off', withManifest(SCORM).slice(0, 60)],
  ['a zip file that says it has millions', zip('a').map((byte, at, all) => (at >= all.length - 14 ? 255 : byte))],
  ['letters of any kind', strToU8('\0\x01\x02\xff', true)],
  ['the two bytes of gzip', strToU8('\x1f\x8b', true)],
  ['braces without end', strToU8('{ '.repeat(30_000))],
  ['lines without end', strToU8('a\n'.repeat(30_000))],
  ['letters of answers without end', strToU8(`x\nA. x\nB. x\n${'C. x\n'.repeat(12_000)}`)],
])('%s breaks nothing', (_, bytes) => {
  const from = performance.now();
  expect(() => foreignFile(bytes)).not.toThrow();
  expect(performance.now() - from).toBeLessThan(1000);
});

test('a list whose first column is called PK is no zip file', () => {
  expect(foreignFile(strToU8('PK,email\n1,a@b.de\n'))).toBeUndefined();
});
