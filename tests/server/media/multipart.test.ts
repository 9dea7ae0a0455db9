import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundaryOf, fieldText, partsOf } from '#server/media/multipart.ts';
import { Refusal } from '#sync/contract/refusal.ts';

const FORM = [
  'what nobody reads',
  '--b',
  'Content-Disposition: form-data; name="lessonId"',
  '',
  '15',
  '--b',
  'content-disposition: form-data; filename="a b.mp4"; name="video"',
  'Content-Type: video/mp4',
  '',
  'film\r\n--a-b\r\n\r\n--',
  '--b',
  'Content-Disposition: form-data; name="empty"',
  '',
  '',
  '--b--',
  '',
].join('\r\n');

const cut = (text: string, piece: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(text.length / piece) }, (_, n) =>
      Buffer.from(text.slice(n * piece, (n + 1) * piece), 'latin1'),
    ),
  );
const readAll = async (text: string, piece = 7) => {
  const found: (string | undefined)[][] = [];
  for await (const part of partsOf(cut(text, piece), 'b'))
    found.push([part.name, part.fileName, part.contentType, await fieldText(part)]);
  return found;
};

test.each([1, 2, 3, 5, 11, 64, 10_000])('a form in pieces of %i bytes reads the same', async (piece) => {
  expect(await readAll(FORM, piece)).toEqual([
    ['lessonId', undefined, '', '15'],
    ['video', 'a b.mp4', 'video/mp4', 'film\r\n--a-b\r\n\r\n--'],
    ['empty', undefined, '', ''],
  ]);
});

test.each([FORM.slice(0, 20), FORM.slice(0, -30), FORM.replace('--b--', ''), ''])(
  'a form that breaks off is told so, wherever it does',
  async (text) => {
    await expect(readAll(text)).rejects.toMatchObject({ code: 'file_broken_off' });
  },
);

test('a field, a header and a form have their limits', async () => {
  const long = FORM.replace('15', 'x'.repeat(9000));
  await expect(readAll(long, 512)).rejects.toMatchObject({ code: 'validation_failed' });
  const header = FORM.replace('name="lessonId"', `name="lessonId"; x="${'x'.repeat(9000)}"`);
  await expect(readAll(header, 512)).rejects.toMatchObject({ code: 'validation_failed' });
  const many = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(30);
  await expect(readAll(`${many}--b--`)).rejects.toMatchObject({ code: 'validation_failed' });
});

test('the boundary is read with and without quotes; what is no form is refused', () => {
  expect(boundaryOf('multipart/form-data; boundary=----x')).toBe('----x');
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
  for (const type of [undefined, 'application/json', 'multipart/form-data', 'multipart/form-data; boundary='])
    expect(() => boundaryOf(type)).toThrow(Refusal);
});
