// Firefox as its makers ship it, driven by Playwright over WebDriver BiDi.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox } from '@playwright/test';
import { killProcessesOf } from '../e2e/device.ts';
import type { Engine } from './engine.ts';

/** Starts Firefox with an empty profile. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'groundwork-firefox-'));
  const heard: string[] = [];
  const open = async () => {
    const context = await firefox.launchPersistentContext(profile, {
      channel: 'moz-firefox',
      executablePath,
      viewport: { width: 1280, height: 800 },
      firefoxUserPrefs: { 'media.autoplay.default': 0 },
    });
    context.on('weberror', (error) => heard.push(`page error: ${error.error().stack ?? error.error().message}`));
    context.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let { context, page } = await open();
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    console: heard,
    click: async (expression) => {
      const element = (await page.evaluateHandle<Element | null>(expression)).asElement();
      await element?.click({ timeout: 10_000 });
      return Boolean(element);
    },
    // Not `fill`: React does not notice what BiDi writes into a field by it.
    type: (text) => page.keyboard.type(text),
    killAndRestart: async () => {
      const closed = new Promise((resolve) => context.once('close', resolve));
      killProcessesOf(profile);
      await closed;
      ({ context, page } = await open());
    },
    remove: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
