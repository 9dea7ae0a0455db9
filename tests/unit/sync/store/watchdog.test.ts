import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isConnectionLost, isFull, leavePage, returnToPage } from '#sync/store/database.ts';
import { type DatabaseHealth, StorageStuck, Watchdog } from '#sync/store/watchdog.ts';

const heard: DatabaseHealth[] = [];
let database: Dexie;
let watchdog: Watchdog;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  heard.length = 0;
  database = new Dexie('watched');
  watchdog = new Watchdog(database, (health) => heard.push(health));
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

const never = () => new Promise<string>(() => {});

test('[Y26] hanging work is tried once more on a reopened database', async () => {
  const close = vi.spyOn(database, 'close');
  const attempts = [never, async () => 'saved'];
  const saved = watchdog.guard(async () => (attempts.shift() ?? never)());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await saved).toBe('saved');
  expect(close).toHaveBeenCalledOnce();
  expect(heard).toEqual([]);
});

test('[Y26] work that hangs twice is not saved, and health is stuck until the storage responds', async () => {
  const saved = watchdog.guard(never);
  const failed = expect(saved).rejects.toThrow(StorageStuck);
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
  expect(heard).toEqual(['stuck']);
  await watchdog.guard(async () => 'saved');
  expect(heard).toEqual(['stuck', 'fine']);
});

test('[Y26] the time for which the page is away does not count', async () => {
  const late = Promise.withResolvers<string>();
  const attempt = vi.fn(() => late.promise);
  const saved = watchdog.guard(attempt);
  leavePage();
  await vi.advanceTimersByTimeAsync(5_000);
  returnToPage();
  late.resolve('saved');
  expect(await saved).toBe('saved');
  expect([attempt.mock.calls.length, heard]).toEqual([1, []]);
});

test('[Y27] a database that is closed for good while work hangs is not opened again', async () => {
  database.version(1).stores({ rows: 'id' });
  await database.open();
  const saved = watchdog.guard(never);
  const failed = expect(saved).rejects.toThrow(StorageStuck);
  database.close();
  await vi.advanceTimersByTimeAsync(5_000);
  await failed;
  await expect(database.table('rows').count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
});

test('[Y26] an error rejects at once', async () => {
  await expect(watchdog.guard(() => Promise.reject(new Error('QuotaExceeded')))).rejects.toThrow('QuotaExceeded');
});

test('[Y27] a blocked open is reported after 3 s, and ends when the other tabs are closed', async () => {
  database.on('blocked').fire({ newVersion: 20, oldVersion: 10 });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(heard).toEqual(['blocked']);
});

test('[Y26] a connection that the browser has dropped is reopened at once; twice is stuck', async () => {
  const lost = () => Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'));
  const attempts = [lost, async () => 'saved'];
  expect(await watchdog.guard(async () => (attempts.shift() ?? never)())).toBe('saved');
  expect(heard).toEqual([]);
  await expect(watchdog.guard(lost)).rejects.toThrow(StorageStuck);
  expect(heard).toEqual(['stuck']);
});

test('[Y26] errors are told apart by what they carry', () => {
  const full = new DOMException('', 'QuotaExceededError');
  expect([isFull(full), isFull({ name: 'AbortError', inner: full }), isFull({ failures: [full] })]).toEqual([
    true,
    true,
    true,
  ]);
  expect(isFull(new Error('x'))).toBe(false);
  expect(isConnectionLost({ name: 'AbortError', inner: full })).toBe(false);
  expect(isConnectionLost(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))).toBe(true);
  expect(isConnectionLost({ name: 'BulkError', failures: [new DOMException('', 'AbortError')] })).toBe(true);
  expect(isConnectionLost({ name: 'BulkError', failures: [full] })).toBe(false);
  expect(isConnectionLost({ name: 'DatabaseClosedError' })).toBe(false);
});
