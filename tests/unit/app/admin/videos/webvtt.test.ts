import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { captionsFault } from '#app/admin/videos/webvtt.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../content/media');
const cue = (timing: string, words = 'Hello.') => `WEBVTT\n\n${timing}\n${words}\n`;

describe('captions are looked through before they are saved', () => {
  test('the captions of the sample content are fine', () => {
    const files = readdirSync(SAMPLES).filter((name) => name.endsWith('.vtt'));
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) expect(captionsFault(readFileSync(join(SAMPLES, name), 'utf8')), name).toBeUndefined();
  });

  test('a byte order mark, Windows lines, notes, names, hours and settings are fine', () => {
    const text =
      '\uFEFFWEBVTT - by hand\r\n\r\nNOTE nobody\r\n\r\nfirst\r\n00:01.000 --> 01:00:04.000 align:start\r\nHi.\r\n';
    expect(captionsFault(text)).toBeUndefined();
  });

  test.each([
    ['', 'The first line must be WEBVTT.'],
    ['1\n00:00:01,000 --> 00:00:02,000\nHi.', 'The first line must be WEBVTT.'],
    ['WEBVTT\n\n', 'There is no line of speech: each needs a time such as 00:01.000 --> 00:04.000.'],
    [cue('00:01,000 --> 00:02,000'), 'Line 3: a time is written as 00:01.000 --> 00:04.000.'],
    [cue('00:01.000 -->'), 'Line 3: a time is written as 00:01.000 --> 00:04.000.'],
    [cue('00:71.000 --> 00:72.000'), 'Line 3: a time is written as 00:01.000 --> 00:04.000.'],
    [cue('00:05.000 --> 00:04.000'), 'Line 3: the end must come after the start.'],
    [cue('00:01.000 --> 00:02.000', ''), 'Line 3: no words follow this time.'],
  ])('%j is not: %s', (text, error) => {
    expect(captionsFault(text)).toBe(error);
  });
});
