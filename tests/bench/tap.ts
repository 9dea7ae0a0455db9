// Budget 6: from the tap to the durable commit and to the live list, in a real browser.
import { buildPage, openBenchPage, startBrowser } from './browser.ts';
import type { TapBench } from './page-tap.ts';
import { interleave, median, type Plan, ratio } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

declare global {
  interface Window {
    bench: unknown;
  }
}

const TAPS = 40;

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const path = await buildPage('tap', 'page-tap.ts');
  const server = await startProduct(newFolder(), { SAMPLE_CONTENT: 'off' });
  const browser = await startBrowser();
  try {
    const page = await openBenchPage(browser, `http://localhost:${server.port}${path}`);
    await page.evaluate(() => (window.bench as TapBench).prepare());
    const figures = await interleave(rounds, {
      raw: async () => median(await page.evaluate((count) => (window.bench as TapBench).tapRaw(count), TAPS)),
      ours: async () => median(await page.evaluate((count) => (window.bench as TapBench).tapAll(count), TAPS)),
    });
    const watched = await interleave(rounds, {
      both: () => page.evaluate((count) => (window.bench as TapBench).tapAndWatch(count), TAPS),
    });
    const of = (what: 'list' | 'commit') => watched.both.map((taps) => median(taps.map((tap) => tap[what])));
    return [
      {
        number: 6,
        what: 'tap to durable commit : raw two-store IndexedDB, both strict, p50 in Chromium',
        measured: ratio(figures.ours, figures.raw),
        budget: atMost(1.7, { final: 1.3 }),
      },
      {
        number: 6,
        what: 'tap to the live list : tap to commit, p50',
        measured: ratio(of('list'), of('commit')),
        budget: atMost(1.2),
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
