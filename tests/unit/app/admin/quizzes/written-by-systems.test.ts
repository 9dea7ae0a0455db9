// Questions in Moodle XML and QTI: what is read, what is named and left out, and files that want to do harm.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ForeignQuestion, NO_MEDIA } from '#app/admin/quizzes/foreign-question.ts';
import { readQuestionFile } from '#app/admin/quizzes/read-question-file.ts';

type Kind = Parameters<typeof readQuestionFile>[0];
const read = (kind: Kind, text: string | Uint8Array): ForeignQuestion[] => {
  const found = readQuestionFile(kind, typeof text === 'string' ? strToU8(text) : text);
  if (found.error !== undefined) throw new Error(found.error);
  return found.questions;
};
const faultOf = (kind: Kind, bytes: Uint8Array) => readQuestionFile(kind, bytes).error;
const brief = ({ text, answers }: ForeignQuestion) =>
  [text, ...answers.map((answer) => `${answer.isCorrect ? '+' : '-'}${answer.text}`)].join(' ');

const moodle = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><quiz><question type="category"><category><text>$course$</text></category></question>${questions.join('')}</quiz>`;
const choice = (inside: string, { text = 'Which?', single = 'true' } = {}) =>
  `<question type="multichoice"><name><text>Name</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext><single>${single}</single>${inside}</question>`;
const answer = (fraction: number, text: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text><feedback format="html"><text>${feedback}</text></feedback></answer>`;

test('Moodle XML: one answer, several, true or false, points, explanation, pictures', () => {
  const text = moodle(
    choice(
      `<defaultgrade>2.0000000</defaultgrade><generalfeedback format="html"><text>&lt;p&gt;So &amp;amp; so.&lt;/p&gt;</text></generalfeedback>${answer(100, '<p>This &lt;b&gt;</p>')}${answer(0, 'That')}`,
      { text: '<p>Which one?</p><p>Say.</p>' },
    ),
    choice(
      `<defaultgrade>0.5</defaultgrade>${answer(50, 'a')}${answer(50, 'b')}${answer(-100, '<img src="@@PLUGINFILE@@/x.png">c')}`,
      { single: 'false' },
    ),
    '<question type="truefalse"><questiontext format="plain_text"><text>a &lt; b</text></questiontext><answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer></question>',
  );
  const questions = read('moodleXml', text);
  expect(questions.map(brief)).toEqual(['Which one?\nSay. +This <b> -That', 'Which? +a +b -c', 'a < b -True +False']);
  expect(questions.map(({ type, points, explanation }) => [type, points, explanation])).toEqual([
    ['single_choice', 2, 'So & so.'],
    ['multiple_choice', 1, undefined],
    ['true_false', undefined, undefined],
  ]);
  expect(questions[1]?.notes).toEqual([
    NO_MEDIA,
    'Its 0.5 points become 1.',
    'There a part of the answers earns a part of the points, here all must be chosen.',
  ]);
});

test('Moodle XML: other kinds are named and left out, by their numbers', () => {
  const kinds = ['matching', 'essay', 'numerical', 'cloze', 'shortanswer', 'ddmarker'].map(
    (type) => `<question type="${type}"><questiontext format="html"><text>Q</text></questiontext></question>`,
  );
  expect(
    read('moodleXml', moodle(...kinds)).map(({ number, kind, leftOut }) => [number, kind, Boolean(leftOut)]),
  ).toEqual([
    [1, 'Matching', true],
    [2, 'Essay', true],
    [3, 'Number', true],
    [4, 'Gaps in a text', true],
    [5, 'Short text', true],
    [6, 'ddmarker', true],
  ]);
});

test.each(['utf16le', 'latin1'] as const)('Moodle XML in %s is read with its letters', (encoding) => {
  const text = moodle(choice(`${answer(100, 'Höhe')}${answer(0, 'Tiefe')}`, { text: 'Größe?' }));
  const mark = encoding === 'utf16le' ? '\uFEFF' : '';
  expect(read('moodleXml', new Uint8Array(Buffer.from(mark + text, encoding))).map(brief)).toEqual([
    'Größe? +Höhe -Tiefe',
  ]);
});

const OLD = (inside: string, respondent: string) => `<?xml version="1.0"?>
<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd">
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a"><section ident="s"><item ident="i" title="Title">
<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>3.0</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
<presentation><material><mattext texttype="text/html">&lt;div&gt;Which?&lt;/div&gt;</mattext></material>${inside}</presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE"/></outcomes>${respondent}</resprocessing></item></section></assessment></questestinterop>`;
const LABELS = ['1', '2', '3']
  .map(
    (ident) =>
      `<response_label ident="${ident}"><material><mattext texttype="text/plain">A${ident}</mattext></material></response_label>`,
  )
  .join('');
const equals = (ident: string) => `<varequal respident="r">${ident}</varequal>`;
const scores = (condition: string, value = '100') =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">${value}</setvar></respcondition>`;

test('QTI 1.2: one answer, several as Canvas writes them, and other kinds', () => {
  const lid = (cardinality: string) =>
    `<response_lid ident="r" rcardinality="${cardinality}"><render_choice>${LABELS}</render_choice></response_lid>`;
  const one = read('qti', OLD(lid('Single'), scores(equals('2')) + scores('<other/>', '0')));
  expect(one.map(brief)).toEqual(['Which? -A1 +A2 -A3']);
  expect(one[0]).toMatchObject({ points: 3, type: 'single_choice', notes: [] });
  const several = `<and>${equals('1')}<not>${equals('2')}</not>${equals('3')}</and>`;
  expect(read('qti', OLD(lid('Multiple'), scores(several))).map(brief)).toEqual(['Which? +A1 -A2 +A3']);
  expect(read('qti', OLD('<response_str ident="r"><render_fib/></response_str>', ''))[0]).toMatchObject({
    ...{ kind: 'Short text', leftOut: 'Write it as a choice with wrong answers.' },
  });
  expect(read('qti', OLD(lid('Single'), ''))[0]?.leftOut).toBe('The file does not say which answer is right.');
});

const item = (inside: string, { cardinality = 'single', right = ['A'] } = {}) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="x" title="T"><responseDeclaration identifier="R" cardinality="${cardinality}" baseType="identifier"><correctResponse>${right.map((value) => `<value>${value}</value>`).join('')}</correctResponse></responseDeclaration><itemBody>${inside}</itemBody></assessmentItem>`;
const interaction =
  '<p>Look:</p><choiceInteraction responseIdentifier="R" maxChoices="0"><prompt>Which <em>one</em>?</prompt><simpleChoice identifier="A">Rope</simpleChoice><simpleChoice identifier="B">Tape<feedbackInline>no</feedbackInline></simpleChoice></choiceInteraction>';

test('QTI 2.1 and 3: a file, and a package in the order of its names', () => {
  expect(read('qti', item(interaction)).map(brief)).toEqual(['Look:\nWhich one? +Rope -Tape']);
  const third = item(interaction, { cardinality: 'multiple', right: ['A', 'B'] })
    .replaceAll(
      /(<\/?)(assessment|response|correct|item|choice|simple)([A-Z])(\w*)/g,
      (_, open, first, upper, rest) => `${open}qti-${first}-${upper.toLowerCase()}${rest}`,
    )
    .replaceAll('responseIdentifier', 'response-identifier');
  expect(third).toContain('<qti-choice-interaction response-identifier');
  const zip = zipSync({
    'imsmanifest.xml': strToU8('<manifest/>'),
    'items/10.xml': strToU8(third),
    'items/2.xml': strToU8(item('<p>a</p><textEntryInteraction responseIdentifier="R"/>')),
    'items/3.xml': strToU8('<assessmentItem>'),
    'media/x.png': strToU8('x'),
  });
  expect(read('qti', zip).map((one) => [brief(one), one.kind, one.leftOut])).toEqual([
    ['a', 'Short text', 'Write it as a choice with wrong answers.'],
    ['items/3.xml', 'File', 'Line 1: this is not whole XML (unexpected end of file).'],
    ['Look:\nWhich one? +Rope +Tape', 'Several answers', undefined],
  ]);
});

test('entities of their own, depth, size, broken files and bombs are told in a sentence', () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><quiz><question type="essay">&b;</question></quiz>';
  expect(faultOf('moodleXml', strToU8(bomb))).toBe('This file defines entities of its own, which are not read.');
  const deep = `<quiz>${'<a>'.repeat(100_000)}`;
  expect(faultOf('moodleXml', strToU8(deep))).toBe('This file is too large or too deeply nested.');
  expect(faultOf('moodleXml', strToU8('<quiz>\n<question type="essay"></quiz>'))).toMatch(
    /^Line \d: this is not whole XML/,
  );
  expect(faultOf('moodleXml', strToU8('<quiz></quiz>'))).toBe('There is no question in this file.');
  const large = zipSync(
    Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.xml`, new Uint8Array(10_000_000)])),
    { level: 9 },
  );
  expect(faultOf('qti', large)).toBe('This zip file is not whole, or it is too large for questions.');
  expect(faultOf('qti', strToU8('PK\x03\x04'))).toBe('This zip file is not whole, or it is too large for questions.');
  const many = moodle(...Array.from({ length: 201 }, () => choice(answer(100, 'a') + answer(0, 'b'))));
  expect(faultOf('moodleXml', strToU8(many))).toBe('These are 201 questions. At most 200 can be imported at a time.');
});

test('10 MB of markup are read in seconds', () => {
  const start = performance.now();
  read('moodleXml', moodle(choice(answer(100, 'x'.repeat(10_000_000)) + answer(0, '<'.repeat(200_000)))));
  read('moodleXml', moodle('<question type="essay"/>'.repeat(100_000)));
  expect(performance.now() - start).toBeLessThan(10_000);
});
