// What the server makes below DATA_DIR is for its own user alone.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMedia } from '#server/media/media.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-folders-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modesBelow = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), (statSync(path).mode & 0o777).toString(8)]),
  );

test('the folders of media are of mode 700, also with the usual umask', async () => {
  const dataDir = newFolder();
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const { storage, incoming } = await openMedia({ dataDir });
  const path = join(incoming, 'sent');
  writeFileSync(path, 'x');
  await storage.put('pictures/7/one.png', { path, contentType: 'image/png' });
  expect(modesBelow(dataDir)).toEqual({
    ...{ media: '700', 'media/.incoming': '700' },
    ...{ 'media/pictures': '700', 'media/pictures/7': '700' },
  });
});
