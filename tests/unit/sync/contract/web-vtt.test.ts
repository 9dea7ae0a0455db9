import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asWebVtt, captionsFault, normalizeCaptions } from '#sync/contract/web-vtt.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const SAMPLES = join(import.meta.dirname, '../../../../content/media');
const cue = '00:00.000 --> 00:01.000\nOne';
const timed = (timing: string, words = 'Hello.') => `WEBVTT\n\n${timing}\n${words}\n`;

describe('captions', () => {
  test('of the sample content are fine', () => {
    const files = readdirSync(SAMPLES).filter((name) => name.endsWith('.vtt'));
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) expect(captionsFault(readFileSync(join(SAMPLES, name), 'utf8')), name).toBeUndefined();
  });

  test.each([
    `WEBVTT\n\n${cue}`,
    `WEBVTT - made by hand\nKind: captions\n\n${cue}\n`,
    `WEBVTT\n\n1\n${cue}\n\ntwo\n01:00:00.000 --> 01:00:02.500 line:90% align:start\n- <v Ann>Hello</v>\n- Hi`,
    `WEBVTT\n\nNOTE about this\nand that\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:one\n\n\n\n${cue}`,
    `\uFEFFWEBVTT\r\n\r\n${cue.replaceAll('\n', '\r\n')}\r\n`,
    `WEBVTT\n\n${cue}\n \n${cue}`,
  ])('are accepted: %j', (text) => expect(captionsFault(text)).toBeUndefined());

  test.each([
    ['', 1, 'the file must begin with WEBVTT.'],
    [cue, 1, 'the file must begin with WEBVTT.'],
    ['WEBVTTX\n\n', 1, 'the file must begin with WEBVTT.'],
    ['WEBVTT\n\n', 3, 'there is no caption in this file.'],
    ['WEBVTT\n\nNOTE nothing else', 3, 'there is no caption in this file.'],
    [`WEBVTT\n${cue}`, 2, 'an empty line must follow WEBVTT.'],
    [timed('00:00,000 --> 00:01,000'), 3, 'a time is written as 00:01.000 --> 00:04.000. Use a point, not a comma.'],
    [timed('00:01.000 -->'), 3, 'a time is written as 00:01.000 --> 00:04.000.'],
    [`WEBVTT\n\n${cue}\n\n0:02.000 --> 0:03.000\nTwo`, 6, 'a time is written as 00:01.000 --> 00:04.000.'],
    [`WEBVTT\n\n${cue}\n\n00:61.000 --> 00:62.000\nTwo`, 6, 'a time is written as 00:01.000 --> 00:04.000.'],
    [timed('00:02.000 --> 00:02.000'), 3, 'the end must come after the start.'],
    [timed('00:02.000 --> 00:01.000'), 3, 'the end must come after the start.'],
    [timed('00:01.000 --> 00:02.000', ''), 3, 'no words follow this time.'],
    [`WEBVTT\n\n${cue}\n00:01.000 --> 00:02.000\nTwo`, 5, 'an empty line must come before the next caption.'],
    [`WEBVTT\n\n${cue}\n\nJust words`, 6, 'a line with times such as 00:01.000 --> 00:04.000 is missing.'],
    [timed('00:00.000->00:01.000'), 3, 'a line with times such as 00:01.000 --> 00:04.000 is missing.'],
  ])('%j are refused in line %i: %s', (text, line, reason) => expect(captionsFault(text)).toEqual({ line, reason }));

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
    const text = asWebVtt(file);
    expect(text).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nMind the <i>step</i>\n42\n\n01:00:04.000 --> 01:00:05.000\n- Zo\u00eb?\n',
    );
    expect(captionsFault(text)).toBeUndefined();
  });

  test.each([`WEBVTT\n\n${cue}`, '', 'Just words', '1\n2\n3'])('of no SubRip file stay as they are: %j', (text) =>
    expect(asWebVtt(text)).toBe(text),
  );

  test.each(['NOTE\n\n', '00:01.000 --> 00:02.000\na\n\n'])(
    'are read once, however many blocks there are: %j',
    (block) => {
      const begun = processorMs();
      const text = `WEBVTT\n\n${block.repeat(Math.floor(1_000_000 / block.length))}${cue}\n`;
      expect(captionsFault(text)).toBeUndefined();
      // Reading from the first line again for each block would take many times as long.
      expect(processorMs() - begun).toBeLessThan(1_000);
    },
  );

  test('are stored with plain line ends and one at the end', () => {
    const text = `\uFEFFWEBVTT\r\n\r\n${cue.replaceAll('\n', '\r')}\r\n\r\n\r\n`;
    expect(normalizeCaptions(text)).toBe(`WEBVTT\n\n${cue}\n`);
  });
});
