// server/start.mjs in a folder of its own, with a server that says that it was started.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const server = fileURLToPath(new URL('../server', import.meta.url));

/** The folder of an installation with sources; `built` is when its dist/ was made, relative to them. */
function installation(built?: 'before' | 'after'): string {
  const top = mkdtempSync(join(tmpdir(), 'groundwork-start-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  for (const name of ['start.mjs', 'node-version.mjs']) cpSync(join(server, name), join(top, 'server', name));
  writeFileSync(join(top, 'vite.config.ts'), '');
  writeFileSync(join(top, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(top, 'server/build.mjs'), "console.log('a build'); process.exit(3);");
  if (!built) return top;
  const main = join(top, 'dist/server/main.js');
  mkdirSync(join(top, 'dist/server'), { recursive: true });
  writeFileSync(main, "export const start = () => console.log('started');");
  const at = Date.now() / 1000 + (built === 'before' ? -60 : 60);
  utimesSync(main, at, at);
  return top;
}

function run(top: string, NODE_ENV: string) {
  const env = { PATH: process.env.PATH, NODE_ENV };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/start.mjs'], {
    cwd: top,
    env,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), lines: stderr.split('\n').filter(Boolean) };
}

test('production starts what is built and says when the sources are newer', () => {
  expect(run(installation('after'), 'production')).toEqual({ status: 0, stdout: 'started', lines: [] });
  const said = expect.stringMatching(/^The sources are newer than what is built .*"npm run build"/);
  expect(run(installation('before'), 'production')).toEqual({ status: 0, stdout: 'started', lines: [said] });
});

test('production without a build ends with one sentence', () => {
  const said = expect.stringMatching(/^Nothing is built: run "npm run build"/);
  expect(run(installation(), 'production')).toEqual({ status: 1, stdout: '', lines: [said] });
});

test('development builds what is stale', () => {
  expect(run(installation('before'), 'development')).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('Building Groundwork'),
    lines: expect.arrayContaining(['a build']),
  });
});
