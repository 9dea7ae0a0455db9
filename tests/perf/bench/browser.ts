// Chromium for the client's side: bench pages built into the staged product, devices with a profile on the disk, and when a
// page is usable.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ensureChromium } from '../../journeys/browser.mjs';
import { browserArguments } from '../../journeys/playwright.config.ts';
import { newFolder, stage } from './stage.ts';

declare global {
  interface Window {
    /** What a bench page brings along. */
    bench: unknown;
    /** Milliseconds from the navigation to the frame after which the page answers; undefined before. */
    usableAt?: number;
  }
}

/**
 * Playwright's inspector asks where a request and the like come from, for which V8 parses a script a second time the first time
 * it is asked: 0.1 to 0.3 s of the app's start on a slow processor, which no user has. Kept from the beginning, the positions
 * are there.
 */
const KNOWN_POSITIONS = '--js-flags=--no-enable-lazy-source-positions';

const launching = () => ({
  executablePath: ensureChromium(),
  args: [...browserArguments, KNOWN_POSITIONS],
  chromiumSandbox: process.getuid?.() !== 0,
});

/** Starts a browser without a profile. */
export const startBrowser = (): Promise<Browser> => chromium.launch(launching());

/** Starts a browser on the profile in `folder`; what it stores there outlives it. */
export const startDevice = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    ...launching(),
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });

/** A profile that is gone after the run. */
export const newProfile = (): string => newFolder();

/** The ids of all processes of the browser on this profile. */
export function processesOf(profile: string): number[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // It ended meanwhile.
      return '';
    }
  };
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      parent: Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1]),
      isOnProfile: read(`/proc/${pid}/cmdline`).includes(profile),
    }));
  const tree = all.filter(({ isOnProfile }) => isOnProfile).map(({ pid }) => pid);
  // The list grows while it is walked: children of children.
  for (const pid of tree) {
    for (const child of all) if (child.parent === pid && !tree.includes(child.pid)) tree.push(child.pid);
  }
  return tree;
}

/** Builds `entry`, a file beside this one, as the page /bench/NAME.html of the product; to be called before that starts. */
export async function buildPage(name: string, entry: string): Promise<string> {
  const outDir = join(stage(), 'dist/client/bench');
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    // The libraries' production code, as an app would ship it.
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: join(import.meta.dirname, entry),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${name}.js` },
      },
    },
  });
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><script type="module" src="/bench/${name}.js"></script></html>`;
  writeFileSync(join(outDir, `${name}.html`), html);
  return `/bench/${name}.html`;
}

/** Opens a bench page in `context` and waits for its functions, which it puts into `window.bench`. */
export async function openBenchPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`in the page: ${error.message}`));
  await page.goto(address);
  await page.waitForFunction(() => 'bench' in window);
  return page;
}

/** Makes every script of the page run four times as slowly, as on a cheap phone. */
export async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return () => session.detach();
}

export interface Mark {
  selector: string;
  /** So many matches have to be there. */
  count?: number;
  /** Usable once React handles the first match; a page by hand is usable when it is painted. */
  isReact?: boolean;
}

/** Opens the address; resolves with the milliseconds until the frame after which what `mark` selects is usable. */
export async function openUntilUsable(page: Page, address: string, mark: Mark): Promise<number> {
  await page.addInitScript(({ selector, count = 1, isReact = true }: Mark) => {
    const observer = new MutationObserver(() => {
      const shown = document.querySelectorAll(selector);
      const answers = !isReact || Object.keys(shown[0] ?? {}).some((key) => key.startsWith('__reactProps'));
      if (shown.length < count || !answers) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          window.usableAt = performance.now();
        };
        channel.port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  }, mark);
  await page.goto(address);
  await page.waitForFunction(() => window.usableAt !== undefined);
  return page.evaluate(() => window.usableAt ?? Number.NaN);
}
