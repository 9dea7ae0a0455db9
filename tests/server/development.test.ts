import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { developmentApp } from '#server/development.ts';

test('a start in development that failed is tried again with the next request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-development-'));
  onTestFinished(async () => {
    const kept = globalThis as { groundworkDevelopment?: Promise<{ db: Db }> };
    await (await kept.groundworkDevelopment)?.db.close();
    rmSync(folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  });
  const dataDir = join(folder, 'data');
  writeFileSync(dataDir, 'in the way');
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('SAMPLE_CONTENT', 'off');
  await expect(developmentApp()).rejects.toThrow(/^DATA_DIR /);

  rmSync(dataDir);
  const app = await developmentApp();
  expect((await app.request('/api/health')).status).toBe(200);
});
