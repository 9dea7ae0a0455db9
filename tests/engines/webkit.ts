// WebKitGTK, driven by W3C WebDriver over plain fetch: Playwright cannot drive the WebKit of a distribution.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../journeys/product.ts';
import type { Engine } from './engine.ts';

const BROWSER = join(import.meta.dirname, 'webkit-browser.py');

/** Starts WebKit with an empty profile on a screen of its own. */
export async function startWebKit(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'groundwork-webkit-'));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(createInterface(screen.stdout), 'line');
  const heard: string[] = [];
  const open = () => openSession(profile, `:${display}`, heard);
  let session = await open();
  return {
    goto: async (url) => void (await session.ask('url', { url })),
    evaluate,
    console: heard,
    click: async (expression) => {
      // An element goes as an object with one key, which the protocol fixes, and its id.
      const element = (await evaluate(expression)) as Record<string, string> | null;
      if (!element) return false;
      // The driver leaves an element just below the window where it is, and calls it not interactable then.
      await evaluate(`(${expression})?.scrollIntoView({ block: 'nearest' })`);
      await session.ask(`element/${Object.values(element)[0]}/click`, {});
      return true;
    },
    type: async (text) => {
      const strokes = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await session.ask('actions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
    },
    killAndRestart: async () => {
      await session.kill();
      session = await open();
    },
    remove: async () => {
      await session.kill();
      screen.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };

  async function evaluate(expression: string): Promise<unknown> {
    const script = `
      const done = arguments[0];
      Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await session.ask('execute/async', { script, args: [] })) as { value: unknown; error?: string };
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  }
}

type Session = {
  /** Sends a command of the session; the protocol's `value` of the answer. */
  ask: (command: string, body: unknown) => Promise<unknown>;
  kill: () => Promise<void>;
};

/** The driver and its browser are a process group of their own, so that one signal ends all of it. */
async function openSession(profile: string, DISPLAY: string, heard: string[]): Promise<Session> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    detached: true,
    env: { ...process.env, DISPLAY, GDK_BACKEND: 'x11', XDG_RUNTIME_DIR: profile, NO_AT_BRIDGE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The driver's and the system's own words come the same way.
  for (const stream of [driver.stdout, driver.stderr])
    createInterface(stream).on('line', (line) => void (line.includes('CONSOLE ') && heard.push(line)));
  const base = `http://127.0.0.1:${port}`;
  const options = { binary: '/usr/bin/python3', args: [BROWSER, profile] };
  const timeouts = { script: 60_000, pageLoad: 60_000 };
  await listening(base, driver);
  const { sessionId } = (await post(`${base}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts } },
  })) as { sessionId: string };
  return {
    ask: (command, body) => post(`${base}/session/${sessionId}/${command}`, body),
    kill: () => killGroup(driver),
  };
}

async function listening(base: string, driver: ChildProcess): Promise<void> {
  while (!(await fetch(`${base}/status`).catch(() => undefined))?.ok) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver ended before it listened.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function post(address: string, body: unknown): Promise<unknown> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`WebDriver: ${value?.error}: ${value?.message}`);
  return value;
}

async function killGroup(driver: ChildProcess): Promise<void> {
  const ended = once(driver, 'exit');
  process.kill(-(driver.pid ?? 0), 'SIGKILL');
  await ended;
}
