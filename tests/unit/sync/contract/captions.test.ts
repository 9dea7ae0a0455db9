import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCaptions, spokenIn, transcriptOf } from '#sync/contract/captions.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const SAMPLES = join(import.meta.dirname, '../../../../content/media');
const cue = '00:00.000 --> 00:01.000\nOne';
const timed = (timing: string, words = 'Hello.') => `WEBVTT\n\n${timing}\n${words}\n`;
const subRip = (words: string) => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;

const storedOf = (file: string) => readCaptions(file).webVtt ?? '';
const saidIn = (file: string) => spokenIn(storedOf(file)).map(({ text }) => text);

/** The words that a browser shows of a caption: its tokenizer, as the specification of WebVTT describes it. */
function shownBy(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', quot: '"', '#39': "'" };
  return text.replace(/<[^>]*>?/g, '').replace(/&(amp|lt|gt|nbsp|quot|#39);/g, (_, name: string) => names[name] ?? '');
}

describe('captions', () => {
  test('of the sample content are stored as they are', () => {
    const files = readdirSync(SAMPLES).filter((name) => name.endsWith('.vtt'));
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) {
      const text = readFileSync(join(SAMPLES, name), 'utf8');
      expect(readCaptions(text), name).toMatchObject({ webVtt: `${text.trimEnd()}\n`, leftOut: [] });
    }
  });

  test.each([
    `WEBVTT\n\n${cue}\n`,
    `WEBVTT - made by hand\nKind: captions\n\n${cue}\n`,
    `WEBVTT\n\n1\n${cue}\n\ntwo\n01:00:00.000 --> 01:00:02.500 line:90% align:start\n- <v Ann>Hello</v>\n- Hi\n`,
    `WEBVTT\n\nNOTE about this\nand that\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:one\n\n${cue}\n`,
    `WEBVTT\n\n${cue}\n\n00:01.000 --> 00:02.000\n<c.yellow>Tom</c> &amp; <i>Jerry</i> 3 &gt; 2 <lang fr>oui</lang>\n`,
  ])('in WebVTT are stored as they are: %j', (text) =>
    expect(readCaptions(text)).toMatchObject({ webVtt: text, leftOut: [] }),
  );

  test.each([
    [
      'marks and line ends of Windows',
      `\uFEFFWEBVTT\r\n\r\n${cue.replaceAll('\n', '\r\n')}\r\n\r\n\r\n`,
      `WEBVTT\n\n${cue}\n`,
    ],
    ['line ends of the old Mac', `WEBVTT\r\r${cue.replaceAll('\n', '\r')}\r`, `WEBVTT\n\n${cue}\n`],
    ['a line of one space between two', `WEBVTT\n\n${cue}\n \n${cue}`, `WEBVTT\n\n${cue}\n \n\n${cue}\n`],
    ['no empty line below the head', `WEBVTT\n${cue}`, `WEBVTT\n\n${cue}\n`],
    [
      'no empty line between two',
      `WEBVTT\n\n${cue}\n00:01.000 --> 00:02.000\nTwo`,
      `WEBVTT\n\n${cue}\n\n00:01.000 --> 00:02.000\nTwo\n`,
    ],
    ['a comma', timed('00:00,000 --> 00:01,000'), timed('00:00.000 --> 00:01.000')],
    ['an hour of one digit', timed('1:02:03.000 --> 1:02:04.000'), timed('01:02:03.000 --> 01:02:04.000')],
    ['a minute of one digit', timed('0:02.000 --> 0:03.5'), timed('00:02.000 --> 00:03.500')],
    ['whole seconds', timed('00:02 --> 00:03'), timed('00:02.000 --> 00:03.000')],
    ['an arrow of one sign', timed('00:00,000 → 00:01,000'), timed('00:00.000 --> 00:01.000')],
    ['spaces of a translator', timed('00: 00: 00, 000 -> 00: 00: 01, 500'), timed('00:00:00.000 --> 00:00:01.500')],
    ['no spaces', timed('00:00.000-->00:01.000'), timed('00:00.000 --> 00:01.000')],
    ['SubRip without hours and numbers', '00:01,000 --> 00:02,000\nHello.', timed('00:01.000 --> 00:02.000')],
    ['a number alone at the end', `WEBVTT\n\n${cue}\n\n2\n`, `WEBVTT\n\n${cue}\n`],
    [
      'a caption that is a number',
      `WEBVTT\n\n00:00.000 --> 00:01.000\n42\n\n${cue}`,
      `WEBVTT\n\n00:00.000 --> 00:01.000\n42\n\n${cue}\n`,
    ],
  ])('with %s are read', (_, file, stored) =>
    expect(readCaptions(file)).toMatchObject({ webVtt: stored, leftOut: [] }),
  );

  test.each([
    ['', 1, 'there is no caption in this file.'],
    ['WEBVTT\n\n', 1, 'there is no caption in this file.'],
    ['WEBVTT\n\nNOTE nothing else', 1, 'there is no caption in this file.'],
    ['Just words', 1, 'a line with times such as 00:01.000 --> 00:04.000 is missing.'],
    [timed('00:01.000 -->'), 3, 'a time is written as 00:01.000 --> 00:04.000.'],
    [timed('00:02.000 --> 00:02.000'), 3, 'the end must come after the start.'],
  ])('without one that can be shown are refused: %j', (text, line, reason) =>
    expect(readCaptions(text)).toEqual({ webVtt: undefined, cues: [], leftOut: [{ line, reason }] }),
  );

  test.each([
    [`WEBVTT\n\n${cue}\n\n00:61.000 --> 00:62.000\nTwo`, 6, 'a time is written as 00:01.000 --> 00:04.000.'],
    [`WEBVTT\n\n${cue}\n\n00:01.000 -->\nTwo`, 6, 'a time is written as 00:01.000 --> 00:04.000.'],
    [`WEBVTT\n\n${cue}\n\n00:02.000 --> 00:01.000\nTwo`, 6, 'the end must come after the start.'],
    [`WEBVTT\n\n${cue}\n\nJust words`, 6, 'a line with times such as 00:01.000 --> 00:04.000 is missing.'],
    // The last caption of Whisper's.
    [`WEBVTT\n\n${cue}\n\n00:29.980 --> 00:29.980\nThank you.`, 6, 'the end must come after the start.'],
  ])('lose one that is wrong, whose line is told: %j', (text, line, reason) =>
    expect(readCaptions(text)).toMatchObject({ webVtt: `WEBVTT\n\n${cue}\n`, leftOut: [{ line, reason }] }),
  );

  test('without words are nothing, and no fault', () => {
    const file = `WEBVTT\n\n00:00.000 --> 00:01.000\n\n00:01.000 --> 00:02.000\n \n\n${cue}\n`;
    expect(readCaptions(file)).toMatchObject({ webVtt: `WEBVTT\n\n${cue}\n`, leftOut: [] });
    expect(readCaptions(`${subRip('')}\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n`).leftOut).toEqual([]);
  });

  test('in the SubRip format become WebVTT', () => {
    const file = [
      '\uFEFF1',
      '00:00:00,000 --> 00:00:01,500 X1:100 X2:200',
      '{\\an8}<font color="#fff">Mind</font> the <i>step</i>',
      '42',
      '',
      '2',
      '0:00:02,5 --> 00:00:03.000',
      '',
      '3',
      '01:00:04,000-->01:00:05,000',
      '- Zo\u00eb?',
      '',
    ].join('\r\n');
    expect(readCaptions(file)).toMatchObject({
      webVtt:
        'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nMind the <i>step</i>\n42\n\n01:00:04.000 --> 01:00:05.000\n- Zo\u00eb?\n',
      leftOut: [],
    });
  });
});

describe('the words of captions', () => {
  test.each([
    ['Moisture <20 % is dry, >30 % is wet', 'Moisture <20 % is dry, >30 % is wet'],
    ['Tom & Jerry, AT&T', 'Tom & Jerry, AT&T'],
    ['a <b and c, <name> and x<y', 'a <b and c, <name> and x<y'],
    ['{\\i1}Look{\\i0}', 'Look'],
    ['{\\pos(400,570)}Look', 'Look'],
    ['{\\an8}{\\fad(200,200)}<b>Look</b> {here}', 'Look {here}'],
    ['<I>Look</I><br>twice', 'Look twice'],
    ['<font color="#ff0000">Red</font> and <s>blue</s>', 'Red and blue'],
    ['press --> here', 'press --> here'],
    ['&lt;b&gt; is bold', '<b> is bold'],
    ['اقرأ هذا <20 %', 'اقرأ هذا <20 %'],
  ])('in SubRip are the same over the video and in the transcript: %j', (words, seen) => {
    const stored = storedOf(subRip(words));
    expect(saidIn(subRip(words))).toEqual([seen]);
    expect(shownBy(stored.split('\n').slice(3).join(' ')).trim()).toBe(seen);
    expect(storedOf(stored), 'however often they are saved').toBe(stored);
  });

  test.each([
    ['&gt;&gt; MAREN: Tom &amp; Jerry&#39;s', ">> MAREN: Tom & Jerry's"],
    ['<v Maren>Mind the<00:00:00.500> step</v>', 'Mind the step'],
    ['a&nbsp;b &eacute; &#xe9; &unknown; &', 'a b é é &unknown; &'],
    ['Moisture <20 %', 'Moisture <20 %'],
  ])('in WebVTT are decoded: %j', (words, seen) =>
    expect(saidIn(`WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`)).toEqual([seen]),
  );

  test('have nothing that ends a caption in a browser, or that it takes for another character', () => {
    const words = 'press --> here\n<font color="red">\n</font>\nR&D &copy 2026';
    const stored = 'press --&gt; here\nR&amp;D &amp;copy 2026';
    expect(storedOf(subRip(words))).toBe(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${stored}\n`);
    expect(storedOf(timed('00:01.000 --> 00:02.000', words))).toBe(timed('00:01.000 --> 00:02.000', stored));
    expect(saidIn(subRip(words))).toEqual(['press --> here R&D &copy 2026']);
  });

  test('of captions that were stored before they were escaped are those that a browser shows', () => {
    const text = 'a <20 % is dry, >30 % <i>is wet';
    expect(transcriptOf([{ startsAt: 0, endsAt: 1, text }])).toEqual([
      { startsAt: 0, text: `${shownBy(text)}`.replace(/\s+/g, ' '), cue: 0 },
    ]);
  });

  test("that YouTube's automatic captions repeat are there once", () => {
    const file = [
      'WEBVTT\nKind: captions\nLanguage: en',
      '00:00:00.160 --> 00:00:02.389 align:start position:0%\n \nwelcome<00:00:00.480><c> to</c><00:00:00.640><c> the</c><00:00:00.800><c> course</c>',
      '00:00:02.389 --> 00:00:02.399 align:start position:0%\nwelcome to the course\n ',
      '00:00:02.399 --> 00:00:04.950 align:start position:0%\nwelcome to the course\ntoday<00:00:02.879><c> we</c><00:00:03.200><c> look</c>',
      '00:00:04.950 --> 00:00:04.960 align:start position:0%\ntoday we look\n ',
      '00:00:04.960 --> 00:00:07.000 align:start position:0%\ntoday we look\nwe<00:00:05.200><c> look</c>',
    ].join('\n\n');
    const read = readCaptions(file);
    expect(read).toMatchObject({ webVtt: `${file}\n`, leftOut: [] });
    expect(spokenIn(file)).toEqual([
      { startsAt: 0.16, text: 'welcome to the course', cue: 0 },
      { startsAt: 2.399, text: 'today we look', cue: 2 },
      { startsAt: 4.96, text: 'we look', cue: 4 },
    ]);
    const asSubRip = file
      .split('\n\n')
      .slice(1)
      .map(
        (block, at) =>
          `${at + 1}\n${block
            .replace(/ align.*/, '')
            .replaceAll('.', ',')
            .replace(/<[^>]*>/g, '')}\n`,
      );
    expect(saidIn(asSubRip.join('\n')), 'and so as SubRip').toEqual([
      'welcome to the course',
      'today we look',
      'we look',
    ]);
  });

  test('that people say twice are there twice', () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nStop!\n\n00:02.000 --> 00:03.000\nStop!\n';
    expect(saidIn(file)).toEqual(['Stop!', 'Stop!']);
  });

  test('of a Windows-1252 file are read', () => {
    const bytes = Buffer.from(subRip('Prüfung für Zoë – „fertig“'), 'latin1');
    for (const [at, byte] of [
      [0x96, '–'],
      [0x84, '„'],
      [0x93, '“'],
    ] as const) {
      const place = subRip('Prüfung für Zoë – „fertig“').indexOf(byte);
      bytes[place] = at;
    }
    const read = decodeText(bytes);
    expect(read?.isGuessed).toBe(true);
    expect(saidIn(read?.text ?? '')).toEqual(['Prüfung für Zoë – „fertig“']);
  });
});

describe('captions of any length', () => {
  test.each([
    'NOTE\n\n',
    '00:01.000 --> 00:02.000\na\n\n',
    '00:01.000 --> 00:02.000\na\n',
    '1\n00:01 --> 00:02\n<\n',
    '\n \n',
    'a\n',
  ])('are read once: %j', (block) => {
    const begun = processorMs();
    const text = `WEBVTT\n\n${block.repeat(Math.floor(1_000_000 / block.length))}\n${cue}\n`;
    expect(spokenIn(text).length).toBeGreaterThan(0);
    // Reading from the first line again for each block would take many times as long.
    expect(processorMs() - begun).toBeLessThan(2_000);
  });

  test.each(['<', '<p ', '<b.', '&', '{\\', '<v ', '-->', '1:1:'])('are read in linear time: %j', (piece) => {
    const begun = processorMs();
    spokenIn(timed('00:01.000 --> 00:02.000', piece.repeat(Math.floor(1_000_000 / piece.length))));
    spokenIn(piece.repeat(Math.floor(1_000_000 / piece.length)));
    expect(processorMs() - begun).toBeLessThan(2_000);
  });
});
