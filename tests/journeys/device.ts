// A person's device: a browser with a profile on the disk, whose process can be killed and started again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments, chromiumPath } from './playwright.config.ts';

export type Device = {
  /** The context and the first page of the running browser; new ones after `restart`. */
  readonly context: BrowserContext;
  readonly page: Page;
  /** Ends the browser as a power cut does (SIGKILL), and starts it again on the same profile. */
  killAndRestart: () => Promise<void>;
  remove: () => Promise<void>;
};

export type DeviceOptions = {
  baseURL: string;
  viewport?: { width: number; height: number };
  /** Called with each context of this device before anything happens in it. */
  watch: (context: BrowserContext) => void;
};

/** Starts a device with an empty profile. */
export async function newDevice({ baseURL, viewport, watch }: DeviceOptions): Promise<Device> {
  const profile = mkdtempSync(join(tmpdir(), 'groundwork-profile-'));
  const launch = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath,
      args: browserArguments,
      chromiumSandbox: process.getuid?.() !== 0,
      baseURL,
      viewport: viewport ?? { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    watch(context);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let running = await launch();
  return {
    get context() {
      return running.context;
    },
    get page() {
      return running.page;
    },
    killAndRestart: async () => {
      const closed = new Promise((resolve) => running.context.once('close', resolve));
      killProcessesOf(profile);
      await closed;
      running = await launch();
    },
    remove: async () => {
      await running.context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Kills every process whose command line holds the profile's folder, which only our own browser's do. */
export function killProcessesOf(profile: string): void {
  for (const [pid, commandLine] of runningProcesses()) {
    if (!commandLine.includes(profile)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

/** Linux tells by itself, and often has no `ps`; elsewhere there is one. */
function runningProcesses(): [pid: number, commandLine: string][] {
  if (!existsSync('/proc/self/cmdline')) {
    const lines = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return lines.map((line) => [Number.parseInt(line, 10), line]);
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8')]];
    } catch {
      return [];
    }
  });
}
