// Two and three tabs on one queue, of which the one that sends goes away or stands still.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { openBooks } from '../books.ts';
import type { Fault } from '../fault.ts';
import type { Stage } from '../stage.ts';
import { tap } from '../taps.ts';

const REPLAYS = ['/api/progress/unit', '/api/sync'];

async function withTabs(stage: Stage, count: number, trouble: (first: Page) => Promise<() => Promise<void>>) {
  const lessons = stage.lessons.slice(0, count);
  const books = await openBooks(stage, lessons);
  const tabs: Page[] = [];
  for (let made = 0; made < count; made += 1) tabs.push(await stage.device.context.newPage());
  stage.wire.cut();
  // Opened before the cut would be kinder; the app opens from the device.
  for (const [at, lesson] of lessons.entries()) {
    const tab = tabs[at];
    if (tab) await tap(tab, lesson, books);
  }
  for (const path of REPLAYS) stage.wire.delay(path, 800);
  stage.wire.mend();
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))));
  await sleep(stage.chance.between(100, 900));
  const [first] = tabs;
  if (!first) throw new Error('No tab.');
  const undo = await trouble(first);
  await sleep(500);
  for (const path of REPLAYS) stage.wire.delay(path, 0);
  try {
    return await books.close();
  } finally {
    await undo();
    for (const tab of tabs) await tab.close().catch(() => undefined);
  }
}

const nothing = async () => undefined;

async function freeze(tab: Page): Promise<() => Promise<void>> {
  const browser = await tab.context().newCDPSession(tab);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await browser.send('Page.setWebLifecycleState', { state: 'active' });
  };
}

export const tabs: Fault[] = [
  {
    name: 'two or three tabs, the one that sends is closed',
    catalogue: '9, 20, 21',
    runs: { short: 2, full: 16 },
    play: (stage, turn) =>
      withTabs(stage, 2 + (turn % 2), async (first) => {
        await first.close();
        return nothing;
      }),
  },
  {
    name: 'two or three tabs, the one that sends is frozen',
    catalogue: '19',
    runs: { short: 2, full: 10 },
    play: (stage, turn) => withTabs(stage, 2 + (turn % 2), freeze),
  },
];
