// Makes a browser's storage misbehave, as the catalogue of faults has it. Scripts for `page.addInitScript`: they stay over
// reloads, and what they do is switched by a field of local storage, so that a test can begin and end it.
import type { Page } from '@playwright/test';

/** Opens a page of this origin that runs no script of the app. */
export async function openBarePage(page: Page): Promise<void> {
  await page.route('**/api/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><p>Bare</p>' }),
  );
  await page.goto('/api/bare');
  await page.unroute('**/api/bare');
}

export type Fault = 'full' | 'drafts fail' | 'replica hangs' | 'device hangs' | 'unknown once' | 'refused' | '';

/** Prepares a page for faults; to be called before it goes anywhere. */
export async function withFaults(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = () => localStorage.getItem('test.fault') ?? '';
    const faultOf = (store: IDBObjectStore): string | undefined => {
      const isWork = ['outbox', 'units', 'drafts', 'quizResults', 'courses', 'lessons'].includes(store.name);
      if (now() === 'full' && isWork) return 'QuotaExceededError';
      if (now() === 'drafts fail' && store.name === 'drafts') return 'QuotaExceededError';
      if (now() !== 'unknown once' || store.name !== 'outbox') return undefined;
      localStorage.setItem('test.fault', '');
      return 'UnknownError';
    };
    for (const verb of ['add', 'put'] as const) {
      const real = IDBObjectStore.prototype[verb];
      IDBObjectStore.prototype[verb] = function (...given) {
        const fault = faultOf(this);
        if (fault) throw new DOMException('Made by the test.', fault);
        return real.apply(this, given);
      };
    }
    const open = IDBFactory.prototype.open;
    const opened: IDBDatabase[] = [];
    IDBFactory.prototype.open = function (name, version) {
      if (now() === 'refused') throw new DOMException('Made by the test.', 'SecurityError');
      const hangs = name === 'groundwork-device' ? 'device hangs' : 'replica hangs';
      // A request that nobody ever answers.
      if (now() === hangs) return new EventTarget() as IDBOpenDBRequest;
      const opening = open.call(this, name, version);
      opening.addEventListener('success', () => opened.push(opening.result));
      return opening;
    };
    Object.assign(window, {
      /** As WebKit does to an app in the background. */
      dropConnections() {
        for (const database of opened.splice(0)) {
          database.close();
          database.dispatchEvent(new Event('close'));
        }
      },
    });
    const forget = Cache.prototype.delete;
    Cache.prototype.delete = function (address, ...more) {
      const room = localStorage.getItem('test.room-by');
      if (room && String(address).startsWith(room)) localStorage.setItem('test.fault', '');
      return forget.call(this, address, ...more);
    };
  });
}

/** From now on, also after a reload; '' ends it. */
export async function faultIs(page: Page, fault: Fault): Promise<void> {
  await page.evaluate((name) => localStorage.setItem('test.fault', name), fault);
}

/** The browser closes every connection of the page. */
export async function dropConnections(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { dropConnections: () => void }).dropConnections());
}

/** The browser clears databases whose name begins so, while no page of the app is open. */
export async function removeDatabases(page: Page, prefix: string): Promise<void> {
  await openBarePage(page);
  await page.evaluate(async (start) => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith(start)) continue;
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      });
    }
  }, prefix);
}
