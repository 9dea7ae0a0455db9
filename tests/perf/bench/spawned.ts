// Server processes on loopback: started, waited for, weighed by the CPU they use, and ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

/** The kernel counts CPU time in hundredths of a second. */
const TICK_SECONDS = 0.01;
const PATIENCE_MS = 60_000;

const running = new Set<ChildProcess>();
// Whatever ends the run, no server outlives it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Spawned {
  port: number;
  /** CPU seconds that the process and its threads have used so far. */
  cpuSeconds(): number;
  /** What it holds in memory now. */
  memoryBytes(): number;
  stop(): Promise<void>;
}

export interface SpawnOptions {
  /** Arguments of Node. */
  args: string[];
  env: Record<string, string>;
  /** A GET to this path answers as soon as the server listens. */
  ready: string;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server that reads PORT, and waits until it answers. Its words come out only when it never does. */
export async function spawnServer({ args, env, ready }: SpawnOptions): Promise<Spawned> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { PATH, HOME, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (words = `${words}${text}`.slice(-4000)));
  await answering(child, `http://127.0.0.1:${port}${ready}`, () => words);
  return {
    port,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    memoryBytes: () => memoryOf(child.pid ?? 0),
    stop: () => end(child),
  };
}

async function answering(child: ChildProcess, address: string, words: () => string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`A server ended with ${child.exitCode}:\n${words()}`);
    if (await fetch(address).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await end(child);
  throw new Error(`A server never answered:\n${words()}`);
}

/** CPU seconds of a process, its threads, and those of its children that have ended; 0 when it has ended itself. */
export function cpuSecondsOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; user and system time are the 14th and 15th field, those of ended children follow.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_SECONDS;
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const impatient = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(impatient);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
