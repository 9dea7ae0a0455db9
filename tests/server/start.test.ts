// The real process, as `npm start` ends up running it: it answers, stops politely, and says in one sentence why it cannot.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databasesOf, ENGINES } from '#tests/fixtures/db.ts';

// Each start reads the whole server from its sources; on a busy machine several of them take their time.
vi.setConfig({ testTimeout: 120_000 });

const top = fileURLToPath(new URL('../..', import.meta.url));
const START = "import('./server/main.ts').then((main) => main.start())";

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'groundwork-start-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts a process of its own, with only these variables of ours. */
function run(variables: Record<string, string>, args = ['-e', START]) {
  const env = { PATH: process.env.PATH, SAMPLE_CONTENT: 'off', PORT: '0', ...variables };
  const child = spawn(process.execPath, args, { cwd: top, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output: output.trim() }));
  const address = async () => {
    for (;;) {
      const found = /running at (http:\S+)/.exec(output)?.[1];
      if (found) return found.replace('localhost', '127.0.0.1');
      const over = await Promise.race([ended, new Promise<undefined>((resolve) => setTimeout(resolve, 50))]);
      if (over) throw new Error(`It ended: ${over.output}`);
    }
  };
  return { child, ended, address };
}

for (const engine of ENGINES) {
  const { newUrl } = databasesOf(engine);
  test(`the server starts, answers, and stops politely on ${engine}`, async () => {
    const server = run({ DATA_DIR: folder(), DATABASE_URL: await newUrl() });
    const origin = await server.address();
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect(fetch(`${origin}/api/health`)).rejects.toThrow();
  });
}

test('a request in progress at the stop is still answered', async () => {
  const server = run({ DATA_DIR: folder() });
  const origin = await server.address();
  let finish: () => void = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":"a@b.example",'));
      finish = () => {
        controller.enqueue(new TextEncoder().encode('"password":"x"}'));
        controller.close();
      };
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } };
  const answer = fetch(`${origin}/auth/v1/token?grant_type=password`, init);
  await new Promise((resolve) => setTimeout(resolve, 300));
  server.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  finish();
  expect((await answer).status).toBe(400);
  expect(await server.ended).toMatchObject({ code: 0 });
});

test('a port in use, an invalid folder and an invalid variable are reported in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const port = String((other.address() as AddressInfo).port);
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const said = async (variables: Record<string, string>) => run({ DATA_DIR: folder(), ...variables }).ended;
  expect(await said({ PORT: port })).toEqual({
    code: 1,
    output: `Port ${port} is already in use: stop what runs there, or set PORT to another one.`,
  });
  expect(await said({ DATA_DIR: join(file, 'data') })).toEqual({
    code: 1,
    output: `DATA_DIR ${join(file, 'data')} cannot be written to (ENOTDIR).`,
  });
  expect(await said({ DATA_DIR: '/proc/nope' })).toEqual({
    code: 1,
    output: 'DATA_DIR /proc/nope cannot be written to (ENOENT).',
  });
  expect(await said({ DATA_DIR: file })).toMatchObject({
    output: `DATA_DIR ${file} cannot be written to (ENOTDIR).`,
  });
  expect(await said({ DATABASE_URL: 'file:/proc/nope/groundwork.db' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database in DATABASE_URL cannot be used: /),
  });
  expect(await said({ LOG_LEVEL: 'loud' })).toEqual({
    code: 1,
    output: 'LOG_LEVEL must be one of debug, info, warn, error, silent.',
  });
});

test('an unreachable database is reported in one sentence, without its password', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const variables = { DATA_DIR: folder(), DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/groundwork` };
  const { code, output } = await run(variables).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^The database in DATABASE_URL cannot be used: .+$/);
  expect(output).not.toContain('hush');
  const notSqlite = join(folder(), 'letter.txt');
  writeFileSync(notSqlite, 'Dear database, '.repeat(100));
  const letter = await run({ DATA_DIR: folder(), DATABASE_URL: `file:${notSqlite}` }).ended;
  expect(letter).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database in DATABASE_URL cannot be used: .+$/),
  });
});

test('[I9] the admin command explains itself and names who is missing', async () => {
  const DATA_DIR = folder();
  const admin = (...args: string[]) => run({ DATA_DIR }, ['server/admin-command.ts', ...args]).ended;
  expect((await admin()).output).toContain('npm run admin -- grant-super EMAIL');
  expect(await admin('grant-super', 'nobody@test.example')).toEqual({
    code: 1,
    output: 'Nobody with the address nobody@test.example has an account here yet; sign up or sign in first.',
  });
  expect(await admin('rotate-signing-key')).toMatchObject({ code: 0 });
});
