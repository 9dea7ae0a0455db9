// What holds a program that reads a stranger's file, and what holds the server that listens to it.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { endConfined, startConfined } from '#server/media/cage.ts';
import { readSentFile } from '#server/media/read-sent-file.ts';

const LIMITS = { memoryMb: 512, fileMb: 1, processorSeconds: 10 };
const folder = mkdtempSync(join(tmpdir(), 'groundwork-limits-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const inShell = (script: string) => startConfined({ command: 'sh', args: ['-c', script], ...LIMITS }, 'limits');
const said = async (script: string) => {
  const { stdout } = inShell(script);
  return stdout && (await text(stdout)).trim();
};

test('a program has so much memory, so large files, so much processor time, and leaves no image of its memory', async () => {
  expect(await said('ulimit -d; ulimit -f; ulimit -t; ulimit -c')).toBe(`${512 * 1024}\n2048\n10\n0`);
});

test('a program gets none of the secrets of the server', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:secret@mail.example');
  const names = (await said('env'))?.split('\n').map((line) => line.split('=')[0]);
  expect(names).toContain('PATH');
  expect(names).not.toContain('SMTP_URL');
});

test('what a program has started ends with it', { timeout: 20_000 }, async () => {
  const child = inShell('sleep 60 & echo started; wait');
  await once(child.stdout ?? child, 'data');
  endConfined(child);
  // Not before the last one has let go of the pipe.
  await once(child, 'close');
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const read = (script: string, timeoutMs: number) => {
  const reader = join(folder, 'reader.mjs');
  writeFileSync(reader, script);
  const lines: unknown[] = [];
  const onLine = (line: unknown) => void lines.push(line);
  return readSentFile(log as never, { reader, file: reader, folder: '', timeoutMs, onLine }).then(
    () => lines,
    (error) => error.message,
  );
};
const HANGS = 'setInterval(() => 0, 1000);';

test('a reader is heard line by line, and ended when it takes too long or never ends a line', {
  timeout: 120_000,
}, async () => {
  expect(await read('console.log(1); console.log(JSON.stringify("x".repeat(1e6)));', 60_000)).toHaveLength(2);
  expect(await read(`console.log(1); ${HANGS}`, 2000)).toBe('It took too long.');
  const endless = `for (let n = 0; n < 20; n += 1) process.stdout.write('x'.repeat(1e6)); ${HANGS}`;
  expect(await read(endless, 30_000)).toBe('The reader ended early.');
});
