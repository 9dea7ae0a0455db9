// `npm start` and `npm run build` in a folder of their own, with a server that says that it was started and a Vite that writes one file; and
// what every command says of itself.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

const server = fileURLToPath(new URL('../server', import.meta.url));

/** The folder of an installation with sources; `built` is when its dist/ was made, relative to them. */
function installation(built?: 'before' | 'after'): string {
  const top = mkdtempSync(join(tmpdir(), 'groundwork-start-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  for (const name of ['start.mjs', 'node-version.mjs', 'launch.mjs'])
    cpSync(join(server, name), join(top, 'server', name));
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

function run(top: string, NODE_ENV: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, NODE_ENV, ...more };
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

test('.env of the folder is read, and a real variable wins', () => {
  const top = installation('after');
  const says = 'export const start = () => console.log(process.env.PORT, process.env.MAIL_FROM);';
  writeFileSync(join(top, 'dist/server/main.js'), says);
  const example = readFileSync(join(server, '../.env.example'), 'utf8');
  const set = example.replace('# PORT=3000', 'PORT=4999').replace('# MAIL_FROM', 'MAIL_FROM');
  writeFileSync(join(top, '.env'), set);
  expect(run(top, 'development').stdout).toBe('4999 training@localhost.example');
  expect(run(top, 'development', { PORT: '4123' }).stdout).toBe('4123 training@localhost.example');
});

test('without npm, which passes no signal on, the server stops too', async () => {
  const top = installation('after');
  const main = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('started');";
  writeFileSync(join(top, 'dist/server/main.js'), `export const start = () => { ${main} };`);
  // As npm runs it: a shell of its own, which is not replaced by what it runs.
  const env = { PATH: process.env.PATH, npm_lifecycle_event: 'start' };
  const shell = spawn('sh', ['-c', `"${process.execPath}" server/start.mjs; true`], { cwd: top, env });
  await once(shell.stdout, 'data');
  const closed = once(shell.stdout, 'close');
  shell.kill('SIGTERM');
  // Its end closes what it wrote to.
  await closed;
});

describe('npm run build', () => {
  /** A Vite that writes a file for each of the three builds, and stops for good in the one that is named. */
  function builder(built?: 'after') {
    const top = installation(built);
    for (const path of ['db/migrations/sqlite', 'locales', 'build.mjs'])
      cpSync(join(server, path), join(top, 'server', path), { recursive: true });
    for (const fonts of ['node_modules/dejavu-fonts-ttf', 'node_modules/@fontsource/noto-sans-thai'])
      cpSync(join(server, '..', fonts), join(top, fonts), { recursive: true });
    cpSync(join(server, '../content/README.md'), join(top, 'content/README.md'));
    mkdirSync(join(top, 'server/words'));
    writeFileSync(join(top, 'server/words/words.ts'), 'export const checkCatalogs = () => {};');
    const vite = join(top, 'node_modules/vite');
    mkdirSync(vite);
    writeFileSync(join(vite, 'package.json'), '{ "type": "module", "main": "vite.js" }');
    writeFileSync(
      join(vite, 'vite.js'),
      `import { mkdirSync, writeFileSync } from 'node:fs';
       let times = 0;
       export async function build({ build }) {
         if (++times === Number(process.env.STOPS_IN)) { console.log('stopped'); await new Promise(() => setInterval(() => {}, 1000)); }
         mkdirSync('dist.new/client', { recursive: true });
         mkdirSync('dist.new/server', { recursive: true });
         writeFileSync('dist.new/server/main.js', "export const start = () => console.log('new');");
       }`,
    );
    return top;
  }
  const building = (top: string, STOPS_IN = '', COMMIT = '') =>
    spawn(process.execPath, ['server/build.mjs'], { cwd: top, env: { PATH: process.env.PATH, STOPS_IN, COMMIT } });
  const killIn = async (top: string, step: string) => {
    const child = building(top, step);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
  };

  test('killed in the middle leaves nothing where nothing was, and the next one is whole', async () => {
    const top = builder();
    await killIn(top, '3');
    expect(existsSync(join(top, 'dist'))).toBe(false);
    await once(building(top, '', 'c0ffee'), 'close');
    expect(readFileSync(join(top, 'dist/server/commit'), 'utf8')).toBe('c0ffee');
    expect(existsSync(join(top, 'dist/server/db/migrations/sqlite/meta/_journal.json'))).toBe(true);
    expect(run(top, 'production').stdout).toBe('new');
  });

  test('killed in the middle leaves the build of before', async () => {
    const top = builder('after');
    await killIn(top, '2');
    expect(run(top, 'production').stdout).toBe('started');
  });
});

describe('every command', () => {
  const { scripts } = JSON.parse(readFileSync(join(server, '../package.json'), 'utf8'));
  // The parts of the tests and what measures hand what they are given to a tool, or to Node's own parser, which refuse.
  const commands = Object.values<string>(scripts).filter((script) => !/^vite$|run\.mjs .|run\.ts/.test(script));
  const ask = async (script: string, word: string) => {
    const words = script.split(' ').slice(1);
    const done = promisify(execFile)(process.execPath, [...words, word], { cwd: join(server, '..') });
    return done.then(
      ({ stdout }) => ({ script, code: 0, says: stdout }),
      ({ code, stderr }) => ({ script, code, says: stderr }),
    );
  };

  test('answers --help and does nothing else', { timeout: 120_000 }, async () => {
    for (const answer of await Promise.all(commands.map((script) => ask(script, '--help'))))
      expect(answer).toMatchObject({ code: 0, says: expect.stringContaining('Usage:') });
  });

  test('refuses what it does not know', { timeout: 120_000 }, async () => {
    for (const answer of await Promise.all(commands.map((script) => ask(script, '--no-such-thing'))))
      expect(answer).toMatchObject({ code: 1, says: expect.stringContaining('Usage:') });
  });
});
