import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDevelopment } from '#server/development.ts';

test('a start in development that failed can be tried again, and once more after a save', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-development-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  });
  const dataDir = join(folder, 'data');
  writeFileSync(dataDir, 'in the way');
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('SAMPLE_CONTENT', 'off');
  await expect(startDevelopment(true)).rejects.toThrow(/^DATA_DIR /);

  rmSync(dataDir);
  for (const isFirst of [true, false]) {
    const { app, stop } = await startDevelopment(isFirst);
    expect((await app.request('/api/health')).status).toBe(200);
    await stop();
  }
});
