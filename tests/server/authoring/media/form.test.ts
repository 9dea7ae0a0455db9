// The form of the Video Upload Manager as it comes in: in any pieces, broken off, and too large.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { readForm } from '#server/authoring/media/receive-form.ts';
import { openMedia } from '#server/media/media.ts';
import { SMALL_VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';

const TYPE = 'multipart/form-data; boundary=b';
const FORM = [
  'a preamble that nobody reads',
  '--b',
  'Content-Disposition: form-data; name="lessonId"',
  '',
  '15',
  '--b',
  'content-disposition: form-data; filename="\u00dcbung 1.mp4"; name="video"',
  'Content-Type: video/mp4',
  '',
  'video\r\n--a-b\r\n\r\n--',
  '--b',
  'Content-Disposition: form-data; name="empty"',
  '',
  '',
  '--b--',
  '',
].join('\r\n');

async function started() {
  const dataDir = mkdtempSync(join(tmpdir(), 'groundwork-form-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const media = await openMedia({ dataDir, ffmpeg: 'off' });
  const read = (source: Readable, contentType: string | undefined = TYPE, contentLength?: number) =>
    readForm({ media }, { contentType, body: { contentLength, open: () => source } });
  return { read, files: () => readdirSync(media.incoming) };
}

const inPieces = (text: string, size = 7) => {
  const bytes = Buffer.from(text);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );
};

test.each([1, 2, 3, 5, 11, 64, 10_000])('a form in pieces of %i bytes reads the same', async (size) => {
  const { read } = await started();
  const { fields, video } = await read(inPieces(FORM, size));
  expect(fields).toEqual({ lessonId: '15', empty: '' });
  expect(video).toMatchObject({ name: '\u00dcbung 1.mp4', type: 'video/mp4', size: 18 });
  expect(readFileSync(video?.path ?? '', 'utf8')).toBe('video\r\n--a-b\r\n\r\n--');
});

test.each([FORM.slice(0, 20), FORM.slice(0, FORM.indexOf('--a-b')), FORM.slice(0, -30), FORM.replace('--b--', ''), ''])(
  'a form that breaks off is refused, and leaves nothing: %#',
  async (text) => {
    const { read, files } = await started();
    await expect(read(inPieces(text))).rejects.toMatchObject({ code: 'file_broken_off' });
    expect(files()).toEqual([]);
  },
);

test('a sender that disconnects is refused like a form that breaks off', async () => {
  const { read, files } = await started();
  const source = new Readable({ read: () => undefined });
  const reading = read(source);
  source.push(FORM.slice(0, FORM.indexOf('--a-b')));
  await expect.poll(files).toHaveLength(1);
  source.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'file_broken_off' });
  expect(files()).toEqual([]);
});

test.each([
  ['a field', FORM.replace('15', 'x'.repeat(9000))],
  ['a header', FORM.replace('name="lessonId"', `name="lessonId"; x="${'x'.repeat(90_000)}"`)],
  ['the number of parts', `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(30)}--b--`],
  ['a second file', FORM.replace('name="empty"', 'name="other"; filename="x"')],
])('%s has its limit, and what came until then is deleted', async (_what, text) => {
  const { read, files } = await started();
  await expect(read(inPieces(text, 512))).rejects.toMatchObject({ code: 'validation_failed' });
  expect(files()).toEqual([]);
});

test('a video of more than 50 MB is refused by its announced size, and else while it is counted', async () => {
  const { read, files } = await started();
  const announced = read(Readable.from([]), TYPE, SMALL_VIDEO_LIMIT_BYTES + 100_000);
  await expect(announced).rejects.toMatchObject({ code: 'file_too_large' });
  let sent = 0;
  const endless = Readable.from(
    (function* () {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="video"; filename="x.mp4"\r\n\r\n');
      for (;;) {
        sent += 1;
        yield Buffer.alloc(1_048_576);
      }
    })(),
  );
  await expect(read(endless)).rejects.toMatchObject({ code: 'file_too_large' });
  expect(files()).toEqual([]);
  // Back-pressure: no more is taken from the sender than what fits, and a little in the buffers.
  expect(sent).toBeLessThan(60);
});

test('the boundary is read with and without quotes; anything but a form with parts is refused', async () => {
  const { read } = await started();
  const quoted = await read(inPieces(FORM), 'Multipart/Form-Data; charset=utf-8; boundary="b"');
  expect(quoted.fields.lessonId).toBe('15');
  for (const type of ['', 'application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'])
    await expect(read(inPieces(FORM), type)).rejects.toMatchObject({ code: 'wrong_content_type' });
});
