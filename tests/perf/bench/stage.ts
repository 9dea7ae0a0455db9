// What is measured: a copy of the built product in a temporary folder, to which a subject may add pages of its own.
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Spawned, spawnServer } from './spawned.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const folders: string[] = [];

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

/** An empty folder that is gone after the run. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-bench-'));
  folders.push(folder);
  return folder;
}

let staged: string | undefined;

/** The newest change below `path`, in milliseconds. */
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** The folder of the copy; `dist/client` and `dist/server` lie in it. */
export function stage(): string {
  if (staged) return staged;
  if (!existsSync(join(top, 'dist/server/main.js'))) throw new Error('Nothing is built: run "npm run build" first.');
  const built = newest(join(top, 'dist/server/main.js'));
  const isStale = ['app', 'sync', 'server'].some((house) => newest(join(top, house)) > built);
  if (isStale) throw new Error('The build is older than the sources: run "npm run build" first.');
  const folder = newFolder();
  cpSync(join(top, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  cpSync(join(top, 'package.json'), join(folder, 'package.json'));
  // The bundled server finds its one native package by looking upwards.
  symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'));
  staged = folder;
  return folder;
}

export const DEMO = { email: 'learner@demo.example', password: 'a-bench-of-budgets' };

/** Starts the built server on `dataDir` as an operator would, but for the log line of every request and the limits. */
export function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Spawned> {
  const main = pathToFileURL(join(stage(), 'dist/server/main.js')).href;
  return spawnServer({
    args: ['--input-type=module', '-e', `await (await import('${main}')).start()`],
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO_PASSWORD: DEMO.password,
      SAMPLE_PEOPLE: 'off',
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    ready: '/api/health',
  });
}

/** The signed-in address of the tokens that a server at `port` takes, unless PUBLIC_URL says otherwise. */
export const issuerOf = (port: number) => `http://localhost:${port}/auth/v1`;

/** Starts one of the reference servers beside this file. */
export function startReference(name: string, env: Record<string, string> = {}): Promise<Spawned> {
  return spawnServer({ args: [join(import.meta.dirname, name)], env, ready: '/' });
}

/** Serves what is written by hand for a comparison, on an origin of its own; other paths are a 404. */
export async function serveFiles(
  files: Record<string, { type: string; body: Buffer; encoding?: string }>,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (!file) return void response.writeHead(404).end();
    const encoding = file.encoding && { 'Content-Encoding': file.encoding };
    response.writeHead(200, { 'Content-Type': file.type, ...encoding }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
