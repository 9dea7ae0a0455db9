// @vitest-environment happy-dom
// What programs write that is no plain HTML: nothing is turned, doubled or left out.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readHtml } from '#app/admin/writing/pasted.ts';

const markdownOf = (html: string) => readHtml(html)?.markdown;

test('a document of LibreOffice keeps its numbers, cells, notes and signs', () => {
  const written = readFileSync(`${import.meta.dirname}/../../../fixtures/clipboard/libreoffice-writer.html`, 'utf8');
  expect(markdownOf(written)).toBe(
    [
      '# Haupt titel',
      'Tracked: never wear your helmet. 10⁶ m² H₂O. Arrow → end.',
      '- bullet wing\n  1. letter a\n     1. roman i\n  2. letter b\n- bullet two\n\n  second paragraph',
      '1. one\n2. two\n   - dash',
      '1) one again',
      'Between',
      '2. goes on as two',
      [
        '| Merged A+B |  | C |',
        '| --- | --- | --- |',
        '| Tall | line1 line2 para2 | x \\| y |',
        '| Tall | b3 | c3 |',
      ].join('\n'),
      'sudo rm \\*x\\*',
      'indented',
      'Words in the box',
      'Text box: after',
      'Tab bed  nbsp‑hyphen soft\u00adhy „Anführung“ « fr » 5\u202f€',
      'שלום עולם (abc)!',
      'Odd [link \\[1\\]](<https://x.example/a%20b/%C3%BC?q=[1]&r=(2)>) inner file',
      'Note[1] and end[i].',
      '[1] Foot words',
      '[i] End words',
    ].join('\n\n'),
  );
});

/** The paragraphs of a list of Word, each as its level, its mark and its words. */
const listOfWord = (items: string) =>
  items
    .split(', ')
    .map((item) => item.split(' '))
    .map(
      ([level, mark, words]) =>
        `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`,
    )
    .join('\n');

test.each([
  ['1 1. a, 1 2. b, 1 · c, 1 1. d, 1 1. e', '1. a\n2. b\n\n- c\n\n1. d\n\n1) e'],
  ['1 (1) a, 2 1.1. b, 1 (2) c, 2 2.1 d', '1. a\n   1. b\n2. c\n   1. d'],
  ['1 h) a, 1 i) b, 1 j) c', '8. a\n9. b\n10. c'],
  ['1 iii. a, 1 iv. b, 1 v. c', '3. a\n4. b\n5. c'],
  ['1 Step\u00a01: a, 1 Step\u00a02: b', '- Step 1: a\n- Step 2: b'],
  ['2 o a, 1 · b, 3 § c, 2 o d', '- a\n- b\n  - c\n  - d'],
])('the list %j of Word keeps its order, its marks and its numbers', (items, markdown) => {
  expect(markdownOf(listOfWord(items))).toBe(markdown);
});

test('comments of colleagues and hidden words stay where they are, notes at the foot come along', () => {
  const comment = `<p class=MsoNormal><a style='mso-comment-reference:A_1'>Wear a helmet.</a><span class=MsoCommentReference><![if !supportAnnotations]><a class=msocomanchor href="#_msocom_1">[A1]</a><![endif]></span><span style='display:none;mso-hide:all'>secret</span></p>
<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>[A1] Is this true?</p></div></div></div>`;
  expect(markdownOf(comment)).toBe('Wear a helmet.');
  const note = `<p class=MsoNormal>Look<a style='mso-footnote-id:ftn1' href="#_ftn1"><span class=MsoFootnoteReference>[1]</span></a> up.</p><div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1">[1]</a> Twice.</p></div></div>`;
  expect(markdownOf(note)).toBe('Look[1] up.\n\n***\n\n[1] Twice.');
});

test('lists of Word on the web, which are one for each item, are one', () => {
  const item = (tag: string, level: number, words: string, start = 1) =>
    `<div class="ListContainerWrapper"><${tag} start="${start}"><li data-aria-level="${level}"><p class="Paragraph"><span class="TextRun">${words}</span></p></li></${tag}></div>`;
  const heading = '<div><p role="heading" aria-level="2"><span>Steps</span></p></div>';
  const html = `${heading}${item('ol', 1, 'Stop')}${item('ul', 2, 'deep')}${item('ul', 3, 'deeper')}${item('ol', 1, 'Look', 2)}`;
  expect(markdownOf(html)).toBe('## Steps\n\n1. Stop\n   - deep\n     - deeper\n2. Look');
});

test.each([
  ['<p>10<sup>6</sup> Pa, 10<sup>-3</sup>, 5<sup>th</sup>, a<sup>1,2</sup></p>', '10⁶ Pa, 10⁻³, 5th, a¹,²'],
  ['<p>CO<span style="vertical-align:sub">2</span> <b>x</b></p>', 'CO₂ **x**'],
  [
    "<p>Off <span style='font-family:Wingdings;mso-char-type:symbol;mso-symbol-font-family:Wingdings'><span style='mso-symbol-font-family:Wingdings'>à</span></span> wait, <span style='font-family:Symbol'>³&nbsp;</span>5 bar <font face=\"Wingdings, serif\">\uf0fc</font></p>",
    'Off → wait, ≥ 5 bar ✓',
  ],
  ['<p>Good <img alt="👍" src="https://statics.example/1.png"></p>', 'Good 👍'],
  [
    '<ul><li role="checkbox"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"><p>Boots</p></li></ul>',
    '- Boots',
  ],
  ['<p style="white-space: pre-wrap">Wear <b>a</b> helmet</p>', 'Wear **a** helmet'],
  ['<p><b>Note<br></b>next, <b>Do:&nbsp;</b>(x)</p>', '**Note**\\\nnext, **Do:**\u00a0(x)'],
  ['<p>One<br><br></p><p><br><br>Two</p>', 'One\n\nTwo'],
  ['<h2>One<br>two</h2>', '## One two'],
  [
    '<ul><li data-stringify-indent="0">a</li></ul><ul><li data-stringify-indent="1">b</li></ul><ul><li data-stringify-indent="0">c</li></ul>',
    '- a\n  - b\n- c',
  ],
  ['<p>One</p><p>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; two</p>', 'One\n\ntwo'],
  ['<p>x</p><pre>sudo rm *x*</pre>\n<pre>    # in</pre>', 'x\n\n```\nsudo rm *x*\n    # in\n```'],
  ['<p>1.</p><p><span>2</span><span>. of May</span></p>', '1\\.\n\n2\\. of May'],
  ['<p>&lt;p&gt; and *stars* &lt;!-- x --&gt;, 3 &lt; 4</p>', '\\<p> and \\*stars\\* \\<!-- x -->, 3 < 4'],
  ['<p>https://firma.example/_layouts/15/a_.aspx</p>', 'https://firma.example/_layouts/15/a_.aspx'],
  [
    '<a href=" https://x.example/\n  y"><h3>Card</h3><p>a]b</p></a>',
    '### [Card](https://x.example/y)\n\n[a\\]b](https://x.example/y)',
  ],
  [
    '<p><a href="https://x.example/a b">https://x.example/a b</a></p>',
    '[https://x.example/a b](<https://x.example/a%20b>)',
  ],
  ['<ol><li>a</li><li value=5>b</li><li>c</li></ol>', '1. a\n\n5) b\n6) c'],
  ['<ol><li>a</li></ol><ol><ol><li>b</li></ol></ol><ol start=2><li>c</li></ol>', '1. a\n   1. b\n2. c'],
  ['<ol><li><h1>One</h1></li></ol><ol><ol><li><h2>Two</h2></li></ol></ol>', '# One\n\n## Two'],
  [
    '<table><caption>Limits</caption><tr><td rowspan=2><h3>A</h3></td><td colspan=2>B</td></tr><tr><td>1<hr>2</td><td>3</td></tr></table>',
    'Limits\n\n| A | B |  |\n| --- | --- | --- |\n| A | 1 2 | 3 |',
  ],
  [
    '<table><tr><th>Part</th><th>Look for</th></tr><tr><td rowspan=2>Roof</td><td><ul><li>moss</li><li>- cracks</li></ul></td></tr><tr><td><ol><li>gutter</li><li>outlet</li></ol></td></tr></table>',
    '| Part | Look for |\n| --- | --- |\n| Roof | • moss • \\- cracks |\n| Roof | 1. gutter 2. outlet |',
  ],
  [
    '<table><tr><td>A</td><td>B</td></tr><tr><td>q</td><td><table><tr><td>in</td><td>out</td></tr></table></td></tr></table>',
    '| A | B |\n| --- | --- |\n| q | in out |',
  ],
  [
    '<table><tr><td><table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table></td><td>beside</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n\nbeside',
  ],
])('%s is read as it is seen', (html, markdown) => {
  expect(readHtml(html)).toEqual({ markdown, pictures: [], lost: 0 });
});

test('bullets that a page writes as text are those of a list', () => {
  expect(markdownOf('<p>Bring:</p><p>•&nbsp; Helmet</p><div>▪ Boots</div>')).toBe('Bring:\n\n- Helmet\n\n- Boots');
});

test('tables around tables, as mails have them, are frames however deep', () => {
  const deep = `${'<table><tr><td>'.repeat(40)}<p>x</p>${'</td></tr></table>'.repeat(40)}`;
  expect(markdownOf(deep)).toBe('x');
});
