import { describe, expect, test } from 'vitest';
import { readWebVtt } from '#server/authoring/media/write-captions.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const cue = '00:00.000 --> 00:01.000\nOne';

/** The line at fault; undefined when the captions are taken. */
const faultIn = (text: string): unknown => {
  try {
    readWebVtt(text);
    return undefined;
  } catch (error) {
    return error instanceof Refusal && error.code === 'captions_not_readable' ? error.details.line : error;
  }
};

describe('captions', () => {
  test.each([
    `WEBVTT\n\n${cue}`,
    `WEBVTT - made by hand\nKind: captions\n\n${cue}\n`,
    `WEBVTT\n\n1\n${cue}\n\ntwo\n01:00:00.000 --> 01:00:02.500 line:90% align:start\n- <v Ann>Hello</v>\n- Hi`,
    `WEBVTT\n\nNOTE about this\nand that\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:one\n\n\n\n${cue}`,
    `\uFEFFWEBVTT\r\n\r\n${cue.replaceAll('\n', '\r\n')}\r\n`,
    `WEBVTT\n\n${cue}\n \n${cue}`,
  ])('are taken: %j', (text) => expect(faultIn(text)).toBeUndefined());

  test.each([
    ['', 1],
    [cue, 1],
    ['WEBVTTX\n\n', 1],
    [`1\n00:00:00,000 --> 00:00:01,000\nOne`, 1],
    ['WEBVTT\n\n', 3],
    ['WEBVTT\n\nNOTE nothing else', 3],
    [`WEBVTT\n${cue}`, 2],
    [`WEBVTT\n\n00:00,000 --> 00:01,000\nOne`, 3],
    [`WEBVTT\n\n${cue}\n\n0:02.000 --> 0:03.000\nTwo`, 6],
    [`WEBVTT\n\n${cue}\n\n00:61.000 --> 00:62.000\nTwo`, 6],
    [`WEBVTT\n\n00:02.000 --> 00:02.000\nOne`, 3],
    [`WEBVTT\n\n00:02.000 --> 00:01.000\nOne`, 3],
    [`WEBVTT\n\n${cue}\n00:01.000 --> 00:02.000\nTwo`, 5],
    [`WEBVTT\n\n${cue}\n\nJust words`, 6],
    [`WEBVTT\n\n00:00.000->00:01.000\nOne`, 3],
  ])('are refused with the line: %j', (text, line) => expect(faultIn(text)).toBe(line));

  test('saved as SubRip are told so', () => {
    expect(() => readWebVtt('1\n00:00:00,000 --> 00:00:01,000\nOne')).toThrow('SubRip');
  });

  test.each(['NOTE\n\n', '00:01.000 --> 00:02.000\na\n\n'])(
    'are read once, however many blocks there are: %j',
    (block) => {
      const begun = processorMs();
      const text = readWebVtt(`WEBVTT\n\n${block.repeat(Math.floor(1_000_000 / block.length))}${cue}\n`);
      expect(text.length).toBeGreaterThan(900_000);
      // Looked through from the first line for each block it would take many times as long.
      expect(processorMs() - begun).toBeLessThan(1_000);
    },
  );

  test('come out with plain line ends and one at the end', () => {
    expect(readWebVtt(`\uFEFFWEBVTT\r\n\r\n${cue.replaceAll('\n', '\r')}\r\n\r\n\r\n`)).toBe(`WEBVTT\n\n${cue}\n`);
  });
});
