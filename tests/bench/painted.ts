// When a page shows what it is for: the moment after the frame in which `selector` first had enough matches.
import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /** Milliseconds since the navigation; undefined until it happened. */
    paintedAt?: number;
    usableAt?: number;
  }
}

export interface Mark {
  selector: string;
  count: number;
}

/** To be called before the navigation. Usable is when React answers for what is shown. */
export async function watchPaint(context: BrowserContext | Page, mark: Mark): Promise<void> {
  await context.addInitScript(({ selector, count }: Mark) => {
    const afterFrame = (done: () => void) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(null);
      });
    let seen = false;
    let answered = false;
    const look = () => {
      const shown = document.querySelectorAll(selector);
      if (shown.length < count) return;
      if (!seen) {
        seen = true;
        afterFrame(() => {
          window.paintedAt = performance.now();
        });
      }
      if (!answered && Object.keys(shown[0] ?? {}).some((key) => key.startsWith('__reactProps'))) {
        answered = true;
        observer.disconnect();
        afterFrame(() => {
          window.usableAt = performance.now();
        });
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  }, mark);
}

/** Milliseconds from the navigation to the paint. */
export async function paintedAt(page: Page): Promise<number> {
  await page.waitForFunction(() => window.paintedAt !== undefined);
  return page.evaluate(() => window.paintedAt ?? Number.NaN);
}

/** Milliseconds from the navigation until the page answers. */
export async function usableAt(page: Page): Promise<number> {
  await page.waitForFunction(() => window.usableAt !== undefined);
  return page.evaluate(() => window.usableAt ?? Number.NaN);
}
