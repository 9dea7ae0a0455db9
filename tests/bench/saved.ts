// Budget 15: on a slow processor, from the finger to 'saved' on the screen, and whether anything jumps meanwhile. In turn with
// a page of one button over raw IndexedDB, as durable: what this browser takes on this machine for anybody.
import type { BrowserContext, Page } from '@playwright/test';
import { newProfile, slowDown, startDevice } from './browser.ts';
import { lessonPath, originOf, sampleContent, signInOnPage, underWorker } from './learner-device.ts';
import { interleave, type Plan, quantile, spreadOf } from './rounds.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

/** Taps a round; 7 rounds give 42 for the p95. */
const TAPS = 6;
const PAINTED_MS = 400;
/** A person looks at what happened, and what a tap leads to is done by then: the pass, and what is read again. */
const BETWEEN_TAPS_MS = 2_600;
/** How long a finger or a mouse button is down. */
const PRESS_MS = 80;
/** Until what follows the first paint has come. */
const SETTLED_MS = 2_000;

declare global {
  interface Window {
    /** Milliseconds from the next tap to the frame that shows the button `name`. */
    savedAfter?: (name: string) => Promise<number>;
    saved?: Promise<number> | undefined;
    shifted?: number;
    longestEvent?: number;
  }
}

/** Counts layout shifts and slow events in every page, and can time a tap from the browser's own event time. */
function watchTaps(): void {
  window.shifted = 0;
  window.longestEvent = 0;
  const sum = (type: string, more: object, heard: (entry: PerformanceEntry & Record<string, unknown>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) heard(entry as PerformanceEntry & Record<string, unknown>);
    }).observe({ type, buffered: true, ...more });
  sum('layout-shift', {}, ({ value, hadRecentInput }) => {
    if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + Number(value);
  });
  sum('event', { durationThreshold: 16 }, ({ duration, interactionId }) => {
    if (interactionId) window.longestEvent = Math.max(window.longestEvent ?? 0, duration);
  });
  window.savedAfter = (name) =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`The tap did not bring ${name} within ten seconds.`)), 10_000);
      let tappedAt = 0;
      addEventListener('click', (event) => (tappedAt = event.timeStamp), { capture: true, once: true });
      const isShown = () =>
        [...document.querySelectorAll('main button')].some((button) => button.textContent?.trim() === name);
      const observer = new MutationObserver(() => {
        if (tappedAt === 0 || !isShown()) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - tappedAt);
          channel.port2.postMessage(null);
        });
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
}

/** Taps the button `name` and answers the milliseconds until the button `then` stands in its place. */
async function tap(page: Page, name: string, then: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error(`The button ${name} is not on the page.`);
  await page.evaluate((next) => {
    window.saved = window.savedAfter?.(next);
  }, then);
  // Straight through the browser's input: Playwright's own checks would keep a slow page busy.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESS_MS });
  // Asked at once, the slow page would be busy with the question.
  await page.waitForTimeout(PAINTED_MS);
  const took = await page.evaluate(() => window.saved ?? Number.NaN);
  await page.waitForTimeout(BETWEEN_TAPS_MS);
  return took;
}

/** A lesson's page on a slow processor, after the catalog; answers what moved in the catalog as well. */
async function openLesson(device: BrowserContext, server: Spawned): Promise<{ page: Page; shiftedInCatalog: number }> {
  const setup = device.pages()[0] ?? (await device.newPage());
  await signInOnPage(setup, server);
  await underWorker(setup);
  const [text] = (await sampleContent(server)).texts;
  if (!text) throw new Error('The sample course lost its text lessons.');
  await setup.close();

  const page = await device.newPage();
  // Wide enough that no toast lies over the buttons.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.addInitScript(watchTaps);
  const speedUp = await slowDown(page);
  await page.goto(originOf(server));
  await page.locator('main li h3').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const shiftedInCatalog = await page.evaluate(() => window.shifted ?? Number.NaN);
  await page.goto(`${originOf(server)}${lessonPath(text)}`);
  await page.getByRole('button', { name: 'Mark Complete', exact: true }).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await speedUp();
  return { page, shiftedInCatalog };
}

/** In a page of its own: one button, one transaction of what a tap must keep, and the button's new name. */
function keepTapsByHand(): void {
  const opening = indexedDB.open('by-hand');
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('outbox', { autoIncrement: true });
    opening.result.createObjectStore('units');
  };
  const button = document.querySelector('button') as HTMLButtonElement;
  button.onclick = () => {
    const next = button.textContent === 'Reset' ? 'Mark Complete' : 'Reset';
    const kept = opening.result.transaction(['outbox', 'units'], 'readwrite', { durability: 'strict' });
    const reading = kept.objectStore('units').get(1);
    reading.onsuccess = () => {
      kept.objectStore('outbox').add({ status: next, at: Date.now() });
      kept.objectStore('units').put({ status: next }, 1);
      kept.commit();
    };
    kept.oncomplete = () => {
      button.textContent = next;
    };
  };
}

/** On a site of its own, so that it gets a process of its own. */
async function openPageByHand(device: BrowserContext): Promise<Page> {
  const page = await device.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.addInitScript(watchTaps);
  const body = '<link rel="icon" href="data:,"><main><button>Mark Complete</button></main>';
  await page.route('http://127.0.0.1/**', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://127.0.0.1/');
  await page.evaluate(keepTapsByHand);
  return page;
}

/** Completes and resets the lesson in turn; the milliseconds of each tap. */
async function tapRound(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < TAPS; at += 2) {
    times.push(await tap(page, 'Mark Complete', 'Reset'), await tap(page, 'Reset', 'Mark Complete'));
  }
  return times;
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const server = await startProduct(newFolder());
  const device = await startDevice(newProfile());
  try {
    const { page, shiftedInCatalog } = await openLesson(device, server);
    const byHand = await openPageByHand(device);
    const inTurn = (tapped: Page) => async () => {
      // A tab in the background draws no frames, and one that comes back looks for news first.
      await tapped.bringToFront();
      // One at a time: what slows a page down takes processor time itself.
      const speedUp = await slowDown(tapped);
      await tapped.waitForTimeout(SETTLED_MS);
      const times = await tapRound(tapped);
      await speedUp();
      return times;
    };
    const { taps, floor } = await interleave(rounds, { taps: inTurn(page), floor: inTurn(byHand) });
    const [shifted, longest] = await page.evaluate(() => [
      window.shifted ?? Number.NaN,
      window.longestEvent ?? Number.NaN,
    ]);
    const perRound = spreadOf(taps.map((times) => quantile(times, 0.95)));
    const what = 'built app in Chromium at 4x CPU slowdown';
    const ms = (figures: number[][], share: number) => `${Math.round(quantile(figures.flat(), share))} ms`;
    const words = `median ${ms(taps, 0.5)}; a page of one button over raw IndexedDB, in turn: median ${ms(floor, 0.5)}, p95 ${ms(floor, 0.95)}`;
    return [
      {
        number: 15,
        what: `${what}: 'Mark Complete' or 'Reset' tapped to its result painted, p95 of ${TAPS * rounds} taps (in brackets: of the rounds; ${words})`,
        measured: { ...perRound, value: quantile(taps.flat(), 0.95) },
        budget: atMost(50, { unit: 'ms' }),
      },
      {
        number: 15,
        what: `${what}: the longest of these interactions (INP)`,
        measured: spreadOf([longest ?? Number.NaN]),
        budget: atMost(100, { unit: 'ms' }),
      },
      {
        number: 15,
        what: `${what}: layout shift in catalog and lesson`,
        measured: spreadOf([shiftedInCatalog + (shifted ?? Number.NaN)]),
        budget: atMost(0),
      },
    ];
  } finally {
    await device.close();
    await server.stop();
  }
}
