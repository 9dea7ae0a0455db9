// What a program that reads a stranger's file may reach: a few paths, so much memory, time and disk, and no network where the system
// has namespaces (bubblewrap). Without them the limits alone hold (decision 311).
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';

/** `namespaces`: nothing but `reads` and `writes`, no network, no other process. `limits`: the files and network of the server's user. */
export type Walls = 'namespaces' | 'limits';

export interface Program {
  command: string;
  args: string[];
  /** What it may read besides the system's own programs and itself. */
  reads?: string[];
  /** Folders that it may write. */
  writes?: string[];
  memoryMb: number;
  /** Of processor time; all its threads together. */
  processorSeconds: number;
  /** The largest file that it may write. */
  fileMb: number;
}

/** Bubblewrap binds what is there; where /bin is a link to /usr/bin both hold the same. No /proc: a service may not mount one. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives', '/nix/store'];
const NAMESPACES = ['user', 'pid', 'net', 'ipc', 'uts'].map((name) => `--unshare-${name}`);

const bound = (how: string, paths: string[]) => paths.flatMap((path) => [how, path, path]);

function insideNamespaces({ command, args, reads = [], writes = [] }: Program): string[] {
  const own = command.includes('/') ? [dirname(command)] : [];
  return [
    ...['bwrap', ...NAMESPACES, '--die-with-parent', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...bound('--ro-bind-try', SYSTEM),
    ...bound('--ro-bind', [...own, ...reads]),
    ...bound('--bind', writes),
    ...['--', command, ...args],
  ];
}

/** The command behind these walls. The shell's limits hold for everything below it; memory is what the program itself has written to. */
export function confined(program: Program, walls: Walls): string[] {
  const limits = [
    `-d ${program.memoryMb * 1024}`,
    // In blocks of 512 bytes.
    `-f ${program.fileMb * 2048}`,
    `-t ${program.processorSeconds}`,
    '-c 0',
  ];
  const set = limits.map((limit) => `ulimit ${limit} 2>/dev/null || :`).join('; ');
  const command = walls === 'namespaces' ? insideNamespaces(program) : [program.command, ...program.args];
  return ['sh', '-c', `${set}; exec "$@"`, 'sh', ...command];
}

/** Starts it. It gets none of the server's settings, which hold secrets, and goes last where others want the processor. */
export function startConfined(program: Program, walls: Walls): ChildProcess {
  const [command = 'sh', ...args] = confined(program, walls);
  const env = { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: '2' };
  // A group of its own, so that all of it can be ended.
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  // It may end without having read.
  child.stdin?.on('error', () => undefined);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}

/** Ends it with all that it has started. */
export function endConfined({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** The best walls behind which the program runs on this system; undefined when it does not run at all. */
export async function wallsFor(program: Program): Promise<Walls | undefined> {
  for (const walls of ['namespaces', 'limits'] as const) if (await runs(program, walls)) return walls;
  return undefined;
}

const TRIAL_MS = 60_000;

function runs(program: Program, walls: Walls): Promise<boolean> {
  return new Promise((resolve) => {
    const child = startConfined(program, walls);
    const timer = setTimeout(() => endConfined(child), TRIAL_MS);
    child.stdout?.resume();
    child.stderr?.resume();
    const settle = (isFine: boolean) => {
      clearTimeout(timer);
      resolve(isFine);
    };
    child.once('error', () => settle(false));
    child.once('close', (code) => settle(code === 0));
  });
}
