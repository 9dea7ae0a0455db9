// @vitest-environment happy-dom
// Where the browser reads no codes, the library does: our finest one, of a whole badge, in a picture as a camera gives it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encode from 'qr';
import { afterEach, expect, test, vi } from 'vitest';
import { badgeLink } from '#app/learn/certificate/badge-link.ts';
import { codeReader } from '#app/ui/read-code.ts';
import { signBadge } from '#server/certificates/badge.ts';

afterEach(() => void vi.restoreAllMocks());

/** A grey picture of 1280 by 720 with this code in its middle. */
function pictureOf(text: string): ImageData {
  const rows = encode(text, 'raw', { border: 4, ecc: 'low' });
  const [width, height] = [1280, 720];
  const point = Math.floor(height / rows.length);
  const [left, top] = [Math.floor((width - point * rows.length) / 2), Math.floor((height - point * rows.length) / 2)];
  const data = new Uint8ClampedArray(width * height * 4).fill(150);
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      for (let line = 0; line < point; line += 1) {
        const from = 4 * ((top + y * point + line) * width + left + x * point);
        data.fill(isDark ? 40 : 230, from, from + 4 * point);
      }
    }
  }
  return { width, height, data } as ImageData;
}

test('[X3] a code of a badge is read without the browser, and a picture without one says nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-code-'));
  const certificate = {
    ...{ serial: 'GW-1A2B-3C4D-5E6F', learnerName: 'Zoë Holt', courseTitle: 'Ladders and Edges', courseId: 4 },
    ...{ issuedAt: '2026-01-24T10:00:00.000Z', validUntil: '2027-12-02', issuerName: 'Demo Inspections' },
  };
  const link = badgeLink(await signBadge(folder, certificate, { origin: 'https://training.example' }));
  rmSync(folder, { recursive: true });
  let picture = pictureOf(link);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    canvas: {},
    drawImage: () => {},
    getImageData: () => picture,
  } as never);
  const read = await codeReader();
  const video = { videoWidth: 1280, videoHeight: 720 } as HTMLVideoElement;
  expect(await read(video)).toBe(link);
  picture = { width: 1280, height: 720, data: new Uint8ClampedArray(1280 * 720 * 4).fill(150) } as never;
  expect(await read(video)).toBeUndefined();
  expect(await read({ videoWidth: 0, videoHeight: 0 } as HTMLVideoElement)).toBeUndefined();
});
