// Takes every screen at the three designed widths in the three themes, for eyes: node tests/journeys/screens.ts FOLDER [THEME]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { type Audience, visitAll } from './every-screen.ts';
import { browserArguments, chromiumPath } from './playwright.config.ts';
import { newDataDir, removeDataDir, startProduct } from './product.ts';
import { openWire } from './wire.ts';

const WIDTHS = [390, 768, 1280];
const AUDIENCES: Audience[] = ['visitor', 'learner', 'graduate', 'admin', 'organization admin', 'author'];
const [folder = 'test-results/screens', only] = process.argv.slice(2);
const themes = only ? [only] : ['light', 'dark', 'outdoor'];
mkdirSync(folder, { recursive: true });

const sample = newDataDir();
await (await startProduct(sample)).stop();
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: browserArguments,
  chromiumSandbox: process.getuid?.() !== 0,
});

/** One person's screens, on data of their own. */
async function takeAll(audience: Audience, width: number): Promise<void> {
  const dataDir = newDataDir(sample);
  const product = await startProduct(dataDir);
  const wire = await openWire(() => product.port);
  const viewport = { width, height: width === 390 ? 844 : 900 };
  const context = await browser.newContext({ baseURL: wire.url, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await visitAll(audience, { page, product, wire, width }, async ({ name }) => {
    for (const theme of themes) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen;
      }, theme);
      const file = `${name.replace(/\W+/g, '-')}-${width}-${theme}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true });
    }
    console.log(`${name}, ${width} px`);
  });
  await context.close();
  await wire.close();
  await product.stop();
  removeDataDir(dataDir);
}

try {
  for (const width of WIDTHS) for (const audience of AUDIENCES) await takeAll(audience, width);
} finally {
  await browser.close();
  removeDataDir(sample);
}
