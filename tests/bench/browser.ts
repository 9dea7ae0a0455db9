// Chromium for the client's side: bench pages built into the staged product, and devices with a profile on the disk.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ensureChromium } from '../e2e/browser.mjs';
import { browserArguments } from '../e2e/playwright.config.ts';
import { newFolder, stage } from './stage.ts';

const launching = () => ({
  executablePath: ensureChromium(),
  args: browserArguments,
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
      rollupOptions: { input: join(import.meta.dirname, entry), output: { entryFileNames: `${name}.js` } },
    },
  });
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><script type="module" src="/bench/${name}.js"></script></html>`;
  writeFileSync(join(outDir, `${name}.html`), html);
  return `/bench/${name}.html`;
}

/** Opens a bench page and waits for its functions, which it puts into `window.bench`. */
export async function openBenchPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
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
