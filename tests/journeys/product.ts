// The built product as a process of its own, on a fresh copy of the sample data.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MAIN = pathToFileURL(join(import.meta.dirname, '../../dist/server/main.js')).href;

/** For the demo accounts of every journey. */
export const PASSWORD = 'a-journey-of-tests';
export const LEARNER = 'learner@demo.example';
export const ORG_ADMIN = 'orgadmin@demo.example';
export const SUPER_ADMIN = 'super@demo.example';

export type Product = {
  port: number;
  /** The folder with keys and media, and the SQLite file unless there is a `databaseUrl`. */
  dataDir: string;
  databaseUrl: string | undefined;
  stop: () => Promise<void>;
  /** Ends the process at once, as a power cut does (SIGKILL). */
  kill: () => Promise<void>;
};

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A new folder for data below the system's temporary folder, with the content of `like` if one is given. */
export function newDataDir(like?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-e2e-'));
  if (like) cpSync(like, folder, { recursive: true });
  return folder;
}

/** Starts the built server on `dataDir`, with its SQLite file there unless `DATABASE_URL` is given, and waits until it is healthy. Its log comes out only when it dies or never wakes. `main` is the server of another build. */
export async function startProduct(
  dataDir: string,
  variables: Record<string, string> = {},
  main = MAIN,
): Promise<Product> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', `await (await import('${main}')).start()`], {
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: PASSWORD,
      SAMPLE_PEOPLE: 'off',
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'warn',
      FFMPEG: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  await healthy(child, port, () => log);
  return {
    port,
    dataDir,
    databaseUrl: variables.DATABASE_URL,
    stop: () => ended(child),
    kill: () => ended(child, 'SIGKILL'),
  };
}

async function healthy(child: ChildProcess, port: number, log: () => string): Promise<void> {
  const patience = Date.now() + 30_000;
  while (Date.now() < patience) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await ended(child);
  throw new Error(`The server did not become healthy:\n${log()}`);
}

function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(impatient);
      resolve();
    });
    child.kill(signal);
  });
}

export const removeDataDir = (folder: string) => rmSync(folder, { recursive: true, force: true });
