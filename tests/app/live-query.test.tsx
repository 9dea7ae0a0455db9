// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import Dexie, { type EntityTable } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLiveQuery, useSharedLiveQuery } from '#app/live-query.ts';
import { afterTap, beginTap, endTap, isTapUnderWay, showTap } from '#app/tap-frame.ts';

type Row = { id: number; word: string };
let database: Dexie & { rows: EntityTable<Row, 'id'> };
const asked = vi.fn();
const first = vi.fn(async () => {
  asked();
  return (await database.rows.get(1))?.word ?? 'nothing';
});

beforeEach(async () => {
  asked.mockClear();
  database = new Dexie(`live-${crypto.randomUUID()}`) as typeof database;
  database.version(1).stores({ rows: 'id' });
  await database.rows.put({ id: 1, word: 'one' });
});

afterEach(() => {
  endTap();
  cleanup();
  database.close();
});

const Own = () => <p>{useLiveQuery(first, [])}</p>;
const Common = () => <p>{useSharedLiveQuery(database, first)}</p>;

test('[Y7] what is read after a tap waits for its frame, and still hears of every later change', async () => {
  render(<Own />);
  await screen.findByText('one');
  const tap = beginTap();
  await database.rows.put({ id: 1, word: 'two' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isTapUnderWay()).toBe(true);
  expect(asked, 'nothing is read before the frame').toHaveBeenCalledTimes(1);
  act(() => showTap(tap, () => undefined));
  await screen.findByText('two');
  expect(isTapUnderWay()).toBe(false);
  await database.rows.put({ id: 1, word: 'three' });
  await screen.findByText('three');
});

test('[Y7] a read of several steps that has waited for a tap hears of a change to each of them', async () => {
  await database.rows.put({ id: 2, word: 'uno' });
  const both = async () => {
    const one = await first();
    const other = await database.rows.get(2);
    return `${one} ${other?.word}`;
  };
  const Both = () => <p>{useLiveQuery(both, [])}</p>;
  render(<Both />);
  await screen.findByText('one uno');
  const tap = beginTap();
  await database.rows.put({ id: 1, word: 'two' });
  act(() => showTap(tap, () => undefined));
  await screen.findByText('two uno');
  await database.rows.put({ id: 2, word: 'due' });
  await screen.findByText('two due');
  await database.rows.put({ id: 1, word: 'three' });
  await screen.findByText('three due');
});

test('[Y7] an answer that was under way at a tap does not come after it, and later changes are heard', async () => {
  const slow = Promise.withResolvers<void>();
  let isSlow = false;
  const heard: string[] = [];
  const slowly = async () => {
    const word = await first();
    if (isSlow) await Dexie.waitFor(slow.promise);
    return word;
  };
  const Slow = () => {
    const word = useLiveQuery(slowly, []);
    if (word) heard.push(word);
    return <p>{word}</p>;
  };
  render(<Slow />);
  await screen.findByText('one');
  isSlow = true;
  await database.rows.put({ id: 1, word: 'old' });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  const tap = beginTap();
  isSlow = false;
  slow.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  // As a tap's own change does, past Dexie: nobody is told of it here.
  first.mockImplementationOnce(async () => 'new');
  act(() => showTap(tap, () => undefined));
  await screen.findByText('new');
  expect(heard).not.toContain('old');
  await database.rows.put({ id: 1, word: 'newest' });
  await screen.findByText('newest');
});

test('[Y7] a tap that is never shown holds nothing up for long', async () => {
  render(<Own />);
  await screen.findByText('one');
  beginTap();
  await database.rows.put({ id: 1, word: 'two' });
  await screen.findByText('two');
});

test('what waits for a tap is done in its order, and at once when there is none', () => {
  const done: string[] = [];
  afterTap(() => done.push('at once'));
  beginTap();
  afterTap(() => done.push('first'));
  beginTap();
  afterTap(() => done.push('second'));
  expect(done).toEqual(['at once']);
  endTap();
  expect(done).toEqual(['at once', 'first', 'second']);
});

test('one read answers all who show the same, and who comes later has it at once', async () => {
  const { rerender } = render(
    <>
      <Common />
      <Common />
    </>,
  );
  expect(await screen.findAllByText('one')).toHaveLength(2);
  expect(asked).toHaveBeenCalledTimes(1);
  rerender(
    <>
      <Common />
      <Common />
      <Common />
    </>,
  );
  expect(screen.getAllByText('one')).toHaveLength(3);
  await database.rows.put({ id: 1, word: 'two' });
  expect(await screen.findAllByText('two')).toHaveLength(3);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('who comes back after all have left reads afresh', async () => {
  const shown = render(<Common />);
  await screen.findByText('one');
  shown.unmount();
  await database.rows.put({ id: 1, word: 'two' });
  render(<Common />);
  await waitFor(() => expect(screen.getByText('two')).toBeTruthy());
  expect(screen.queryByText('one')).toBeNull();
});

test('[Y26] a first read that was lost is asked again for all, by whoever comes next', async () => {
  const lost = Promise.withResolvers<string>();
  let isLost = true;
  const sometimes = () => (isLost ? lost.promise : first());
  const Waiting = () => <p>{useSharedLiveQuery(database, sometimes)}</p>;
  const { rerender } = render(<Waiting />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  isLost = false;
  rerender(
    <>
      <Waiting />
      <Waiting />
    </>,
  );
  expect(await screen.findAllByText('one')).toHaveLength(2);
  await database.rows.put({ id: 1, word: 'two' });
  expect(await screen.findAllByText('two')).toHaveLength(2);
});

test('[Y7] one piece of work that fails after a tap takes no other along', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const failure = new Error('No.');
  const done = vi.fn();
  beginTap();
  afterTap(() => {
    throw failure;
  });
  afterTap(done);
  endTap();
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
  expect(done).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('[Y7] a tab that draws no frame tells of its tap soon after the commit', async () => {
  const noFrame = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  const done = vi.fn();
  const tap = beginTap();
  afterTap(done);
  showTap(tap, () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(done).toHaveBeenCalledOnce();
  noFrame.mockRestore();
});

test('[Y7] a tap that follows at once waits for its own frame', async () => {
  const earlier = beginTap();
  showTap(earlier, () => undefined);
  const tap = beginTap();
  const done = vi.fn();
  afterTap(done);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isTapUnderWay(), 'the first one’s frame is not the second one’s').toBe(true);
  expect(done).not.toHaveBeenCalled();
  showTap(tap, () => undefined);
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
});

test('[Y7] a tap that is shown, or fails, while a newer one is under way ends nothing', async () => {
  const [earlier, tap] = [beginTap(), beginTap()];
  const done = vi.fn();
  afterTap(done);
  showTap(earlier, () => undefined);
  endTap(earlier);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(done).not.toHaveBeenCalled();
  endTap(tap);
  expect(done).toHaveBeenCalledOnce();
});
