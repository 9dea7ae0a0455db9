import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mediaFolder } from '#server/media/media.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';

const startServer = startOn(databasesOf('sqlite').openDb);
const SIZE = 20 * 1024 * 1024;

const openFiles = (name: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
    } catch {
      return false;
    }
  }).length;

test('players that stop in the middle of a video leave no open file behind', async () => {
  const server = await startServer();
  const plant = planter(server.db);
  const folder = mediaFolder(server.env.dataDir);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'left-early.mp4'), Buffer.alloc(SIZE, 7));
  const video = await plant.asset({ storageKey: 'left-early.mp4', sizeBytes: SIZE });
  await plant.lesson(await plant.course(), { assetId: video });
  const origin = await server.listen();
  for (let player = 0; player < 10; player += 1) {
    const leaving = new AbortController();
    const response = await fetch(`${origin}/media/${video}`, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await fetch(`${origin}/media/${video}`, { method: 'HEAD' });
  }
  await expect.poll(() => openFiles('left-early.mp4'), { timeout: 10_000 }).toBe(0);
  const whole = await fetch(`${origin}/media/${video}`);
  expect((await whole.arrayBuffer()).byteLength).toBe(SIZE);
  expect(server.logged.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
});
