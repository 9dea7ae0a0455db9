import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { isMoving } from '#app/admin/outline/moving-picture.ts';

const latin1 = (text: string) => strToU8(text, true);
const webp = (flags: string) => latin1(`RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0${flags}\0\0\0\x09\0\0\x09\0\0ANIM`);
const chunk = (type: string, body = '') => `\0\0\0${String.fromCharCode(body.length)}${type}${body}CRC.`;
const png = (...chunks: string[]) => latin1(`\x89PNG\r\n\x1a\n${chunk('IHDR', '1234567890123')}${chunks.join('')}`);

test.each([
  ['a GIF', latin1('GIF89a'), true],
  ['an animated WebP', webp('\x12'), true],
  ['a WebP with transparency', webp('\x10'), false],
  ['a simple WebP', latin1('RIFF\x40\0\0\0WEBPVP8 \xff\xff\xff\xff\xff\xff'), false],
  ['an animated PNG', png(chunk('iCCP', 'x'), chunk('acTL', '12345678'), chunk('IDAT', 'x')), true],
  ['a PNG', png(chunk('tEXt', 'acTL'), chunk('IDAT', 'x'), chunk('acTL')), false],
  ['a PNG that breaks off', png().subarray(0, 20), false],
  ['an animated AVIF', latin1('\0\0\0\x20ftypavis'), true],
  ['an AVIF', latin1('\0\0\0\x20ftypavif'), false],
  ['a JPEG', latin1('\xff\xd8\xff'), false],
  ['nothing', new Uint8Array(0), false],
])('%s', (_, picture, moves) => {
  expect(isMoving(picture)).toBe(moves);
});
