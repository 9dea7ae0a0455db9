// Reaches into what the app keeps in the browser, for states that a person cannot bring about in the time of a test.
import type { Page } from '@playwright/test';

/** Any engine's page: Playwright's, and those of tests/engines. */
export type Evaluating = Pick<Page, 'evaluate'>;

type Tampering = { accessToken?: string; expiresAt?: number };

/** Changes the stored session of every person of this device. `expiresAt` is in unix seconds. */
export async function tamperWithSession(page: Page, tampering: Tampering): Promise<void> {
  await page.evaluate(
    ({ accessToken, expiresAt }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('groundwork-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('sessions', 'readwrite', { durability: 'strict' });
          const cursor = transaction.objectStore('sessions').openCursor();
          cursor.onsuccess = () => {
            if (!cursor.result) return;
            const row = cursor.result.value;
            if (accessToken !== undefined) row.session.access_token = accessToken;
            if (expiresAt !== undefined) row.session.expires_at = expiresAt;
            cursor.result.update(row);
            cursor.result.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    tampering,
  );
}

export type KeptEntry = { opId: string; kind: string; state: string; lessonId: number | null };

/** The outbox with its log of everybody who worked on this device, oldest first. */
export async function outboxOf(page: Evaluating): Promise<KeptEntry[]> {
  const entries = await rowsOf<KeptEntry>(page, 'outbox');
  return entries.map(({ opId, kind, state, lessonId }) => ({ opId, kind, state, lessonId }));
}

/** What is typed or chosen and not yet handed in, of everybody who worked on this device. */
export const draftsOf = (page: Page): Promise<{ lessonId: number; draft?: unknown }[]> => rowsOf(page, 'drafts');

/** How many changes of whoever sits at the device wait to be sent; 0 for nobody. */
export async function waitingHere(page: Page): Promise<number> {
  const userId = await settingOf(page, 'currentUserId');
  if (typeof userId !== 'string') return 0;
  const entries = await rowsOf<KeptEntry>(page, 'outbox', `groundwork:${userId}`);
  return entries.filter(({ state }) => state !== 'done' && state !== 'discarded').length;
}

/** How many changes the device says that wait, for everybody it knows. */
export const countedAsWaiting = async (page: Page): Promise<number> =>
  (await rowsOf<{ pendingCount: number }>(page, 'people', 'groundwork-device')).reduce(
    (sum, { pendingCount }) => sum + pendingCount,
    0,
  );

/** The rows of a table in the database of this name, or in those of everybody who worked on this device. */
function rowsOf<Row>(page: Evaluating, table: string, only?: string): Promise<Row[]> {
  const read = async ([table, only]: readonly [string, string | undefined]) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const isMeant = (name: string) => (only ? name === only : /^groundwork:[0-9a-f-]{36}$/.test(name));
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const found: unknown[] = [];
    for (const name of names.filter(isMeant)) {
      const database = await asked(indexedDB.open(name));
      found.push(...(await asked(database.transaction(table).objectStore(table).getAll())));
      database.close();
    }
    return found;
  };
  return page.evaluate(read, [table, only] as const) as Promise<Row[]>;
}

/** How many lessons of a course lie on this device, for whoever works on it. */
export async function lessonsHere(page: Page, courseId: number): Promise<number> {
  return page.evaluate(async (course) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const counts = names
      .filter((name) => name.startsWith('groundwork:'))
      .map(async (name) => {
        const database = await asked(indexedDB.open(name));
        const hasLessons = database.objectStoreNames.contains('lessons');
        const lessons = hasLessons
          ? await asked(database.transaction('lessons').objectStore('lessons').index('courseId').count(course))
          : 0;
        database.close();
        return lessons;
      });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }, courseId);
}

/** Gives every session of this device a token that has expired and that no server takes; whose it is stays readable. */
export async function breakToken(page: Page): Promise<void> {
  const token = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('groundwork-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('sessions').objectStore('sessions').getAll();
          asked.onerror = () => reject(asked.error);
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result[0].session.access_token);
          };
        };
      }),
  );
  const unsigned = `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;
  await tamperWithSession(page, { accessToken: unsigned, expiresAt: Math.floor(Date.now() / 1000) - 3_600 });
}

/** A setting of the device, straight from where every tab reads it. */
export const settingOf = (page: Page, key: string): Promise<unknown> => settings(page, key);

/** Writes a setting of the device behind the back of the app. */
export const writeSettingOf = (page: Page, key: string, value: unknown): Promise<unknown> => settings(page, key, value);

/** Reads a setting, or with a value writes it first. */
function settings(page: Page, key: string, value?: unknown): Promise<unknown> {
  return page.evaluate(
    ([key, value]) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('groundwork-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('settings', 'readwrite', { durability: 'strict' });
          const store = transaction.objectStore('settings');
          if (value !== undefined) store.put({ key, value });
          const reading = store.get(key);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(reading.result?.value);
          };
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    [key, value] as const,
  );
}

export type KeptRow = { here: number[]; isComplete: boolean; isLost: boolean; etag: string | undefined };

/** The ledger's row of a film; undefined when there is none. */
export function ledgerOf(page: Evaluating, film: string): Promise<KeptRow | undefined> {
  return page.evaluate(
    async (assetId) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await asked(indexedDB.open('groundwork-device'));
      const row = await asked(database.transaction('downloads').objectStore('downloads').get(assetId));
      database.close();
      return row && { here: row.here, isComplete: row.isComplete, isLost: row.isLost, etag: row.file?.etag };
    },
    film.replace('/media/', ''),
  );
}
