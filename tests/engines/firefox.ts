// Firefox as its makers ship it, driven by Playwright over WebDriver BiDi.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox } from '@playwright/test';
import { killProcessesOf } from '../journeys/device.ts';
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
    // A page that is left breaks off what it still loads. Of some of that Firefox then says that the worker failed.
    const brokenOff = new Set<string>();
    context.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'NS_BINDING_ABORTED') brokenOff.add(request.url());
      else brokenOff.delete(request.url());
    });
    context.on('weberror', (error) => {
      const { message, stack } = error.error();
      const [, taken] = /^Failed to load ‘(.*)’\. A ServiceWorker intercepted/.exec(message) ?? [];
      if (taken && brokenOff.delete(taken)) return;
      heard.push(`page error: ${stack || message}`);
    });
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
