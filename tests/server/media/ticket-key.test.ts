// The key of uploads and media, made by whichever of several processes starts first.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMedia } from '#server/media/media.ts';

// A disk on which a file is there for a while before its content is.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const writeFile = async (path: string, data: Uint8Array, { flag, mode }: { flag: string; mode: number }) => {
    const file = await real.open(path, flag, mode);
    await sleep(20);
    await file.writeFile(data).finally(() => file.close());
  };
  return { ...real, writeFile };
});

test('is the same for all that start at once, and nobody reads half of it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'groundwork-ticket-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const all = await Promise.all(Array.from({ length: 3 }, () => openMedia({ dataDir, ffmpeg: 'off' })));
  expect(new Set(all.map(({ ticketKey }) => Buffer.from(ticketKey).toString('hex'))).size).toBe(1);
  expect(readdirSync(dataDir).sort()).toEqual(['media', 'media-ticket.key']);
});
