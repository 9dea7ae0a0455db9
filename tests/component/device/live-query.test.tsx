// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import Dexie, { type EntityTable } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unhurried, useLiveQuery } from '#app/device/live-query.ts';
import { reportStorageHealth, storageHealth } from '#app/device/storage-health.ts';
import { Database, leavePage, reopenAll, returnToPage } from '#sync/store/database.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';

type Row = { id: number; word: string };
let database: Database & { rows: EntityTable<Row, 'id'> };

beforeEach(async () => {
  database = new Database(`live-${crypto.randomUUID()}`) as typeof database;
  database.version(1).stores({ rows: 'id' });
  await database.rows.put({ id: 1, word: 'one' });
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.restoreAllMocks();
  database.close();
});

/** Two steps, the second of which depends on the first. */
const both = async () => {
  const one = await database.rows.get(1);
  const other = await database.rows.get(2);
  return `${one?.word} ${other?.word ?? 'nothing'}`;
};
const Shown = ({ query = both }: { query?: () => Promise<string> }) => <p>{useLiveQuery(query, [query])}</p>;

/** A connection that the browser drops when it is used, `times` times in a row. */
function dropping(times: number) {
  let left = times;
  return async () => {
    const one = await database.rows.get(1);
    if (left > 0) {
      left -= 1;
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    }
    const other = await database.rows.get(2);
    return `${one?.word} ${other?.word ?? 'nothing'}`;
  };
}

test('a query hears of a change to each of its steps', async () => {
  render(<Shown />);
  await screen.findByText('one nothing');
  await database.rows.put({ id: 2, word: 'due' });
  await screen.findByText('one due');
  await database.rows.put({ id: 1, word: 'two' });
  await screen.findByText('two due');
});

test('[Y26] a read that has lost its connection is made again, and hears of later changes to each of its steps', async () => {
  const query = dropping(2);
  render(<Shown query={query} />);
  await screen.findByText('one nothing');
  await database.rows.put({ id: 2, word: 'due' });
  await screen.findByText('one due');
});

test('[Y26] a storage that cannot be read is told, and takes nothing from the screen', async () => {
  render(<Shown />);
  await screen.findByText('one nothing');
  cleanup();
  const query = vi.fn(dropping(5));
  holdTimers();
  render(<Shown query={query} />);
  await waitFor(() => expect(query).toHaveBeenCalledTimes(2));
  await pass(300);
  await waitFor(() => expect(query).toHaveBeenCalledTimes(3));
  await pass(1500);
  expect(query).toHaveBeenCalledTimes(3);
  expect(storageHealth()).toBeUndefined();
  await pass(500);
  await waitFor(() => expect(storageHealth()).toBe('unreadable'));
  reportStorageHealth(undefined);
});

test('[Y26] a storage that could not be read is tried again, whatever another query says of it', async () => {
  const query = vi.fn(dropping(6));
  holdTimers();
  render(<Shown query={query} />);
  for (const [at, pause] of [300, 2000, 5000].entries()) {
    await waitFor(() => expect(query).toHaveBeenCalledTimes(at + 2));
    await pass(pause);
  }
  await waitFor(() => expect(query).toHaveBeenCalledTimes(5));
  expect(storageHealth()).toBe('unreadable');
  reportStorageHealth(undefined);
  await pass(5000);
  await waitFor(() => expect(storageHealth()).toBe('unreadable'));
  await pass(5000);
  await screen.findByText('one nothing');
  expect(storageHealth()).toBeUndefined();
});

test('[Y26] a database that the browser does not give at first is read when it does, and followed', async () => {
  database.close({ disableAutoOpen: false });
  const open = indexedDB.open.bind(indexedDB);
  let refusals = 5;
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    refusals -= 1;
    if (refusals >= 0) throw new DOMException('Internal error opening backing store', 'UnknownError');
    return open(...args);
  });
  render(<Shown />);
  await screen.findByText('one nothing');
  expect(opening.mock.calls.length).toBeGreaterThan(5);
  await database.rows.put({ id: 2, word: 'due' });
  await screen.findByText('one due');
});

test('[Y26] nobody reads on for a screen that is gone', async () => {
  const query = vi.fn(dropping(100));
  holdTimers();
  render(<Shown query={query} />);
  await waitFor(() => expect(query).toHaveBeenCalledTimes(2));
  cleanup();
  await pass(20_000);
  expect(query).toHaveBeenCalledTimes(2);
  expect(storageHealth()).toBeUndefined();
});

test('[Y27] a database that was closed on purpose stays closed, also when it could not be opened before', async () => {
  database.close({ disableAutoOpen: false });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'InvalidStateError');
  });
  await expect(database.open()).rejects.toThrow('Internal error');
  vi.restoreAllMocks();
  database.close();
  reopenAll();
  await expect(database.rows.get(1)).rejects.toThrow('Database has been closed');
});

test('[Y26] a page that is shown again reads what has changed since it was left', async () => {
  addEventListener('pagehide', leavePage);
  addEventListener('pageshow', returnToPage);
  render(<Shown />);
  await screen.findByText('one nothing');
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  const later = new Dexie(database.name);
  // Another page, which does not tell this one: its channel is closed.
  const changing = vi.spyOn(Dexie.on.storagemutated, 'fire').mockImplementation(() => undefined);
  await later.open();
  await later.table('rows').put({ id: 1, word: 'two' });
  later.close();
  changing.mockRestore();
  expect(screen.queryByText('two nothing')).toBeNull();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await screen.findByText('two nothing');
  removeEventListener('pagehide', leavePage);
  removeEventListener('pageshow', returnToPage);
});

test('[Y28] a query that reads much is not asked again with each of many changes, and ends with the last', async () => {
  let asked = 0;
  const counted = () => {
    asked += 1;
    return both();
  };
  const query = unhurried(counted, () => true) as () => Promise<string>;
  holdTimers();
  render(<Shown query={query} />);
  await screen.findByText('one nothing');
  for (let n = 1; n <= 20; n += 1) await database.rows.put({ id: 2, word: `change ${n}` });
  await pass(1000);
  expect(asked).toBe(1);
  await pass(1000);
  await screen.findByText('one change 20');
  expect(asked).toBeLessThanOrEqual(3);
});

test('a query that reads little is asked at once', async () => {
  const query = unhurried(both, () => false) as () => Promise<string>;
  render(<Shown query={query} />);
  await screen.findByText('one nothing');
  await database.rows.put({ id: 2, word: 'due' });
  await screen.findByText('one due');
});

test('[Y28] a query that reads much is left alone while it reads, and waits 10 s at the most after it', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const answers: ((answer: string) => void)[] = [];
  const ask = unhurried(
    () => new Promise<string>((resolve) => answers.push(resolve)),
    () => true,
  );
  const first = ask();
  answers[0]?.('much');
  await first;
  await vi.advanceTimersByTimeAsync(2_000);
  const second = ask();
  await vi.advanceTimersByTimeAsync(1_000);
  const third = ask();
  expect(answers).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(500);
  answers[1]?.('much');
  await second;
  await vi.advanceTimersByTimeAsync(500);
  expect(answers).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(60_000);
  answers[2]?.('much');
  await third;
  void ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(4);
  vi.useRealTimers();
});
