import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('a run that failed ends as failed, although PostgreSQL was started for it', () => {
  const script = "await import('./tests/postgres-cluster.ts'); process.exitCode = 7; setTimeout(() => {}, 20);";
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd });
  expect(status).toBe(7);
});
