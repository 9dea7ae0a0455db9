// The one queue of all work that waits: who does it, when it is tried again, and what a stop waits for.
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { deleteOldTurns, type Kind, openQueue, TryLater, type Turn } from '#server/queue/queue.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { workOff } from '#tests/fixtures/queue.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

onEveryEngine('the queue', (openDb) => {
  /** Processes on one database, each with a clock of its own, and things that wait in a list in place of a table. */
  async function begin() {
    const db = await openDb();
    const waiting = ['a', 'b', 'c'];
    const done: string[] = [];
    const attempts: number[] = [];
    const rows = () => db.select().from(db.tables.turns);
    const process = (kind: Partial<Kind> = {}) => {
      let ahead = 0;
      const logged: string[] = [];
      const log = createLog({ level: 'debug', json: true, write: (line) => void logged.push(line) });
      const queue = openQueue({ db, log, now: () => new Date(Date.now() + ahead) });
      onTestFinished(() => queue.stop());
      queue.add('things', {
        find: async ({ limit }) => waiting.slice(0, limit),
        work: async ({ key, attempt }) => {
          // Another process may have done it since it was found.
          if (!waiting.includes(key)) return;
          attempts.push(attempt);
          done.push(key);
          waiting.splice(waiting.indexOf(key), 1);
        },
        backlog: async () => ({ waiting: waiting.length, oldest: null, givenUp: 0 }),
        ...kind,
      });
      const pass = (ms: number) => {
        ahead += ms;
      };
      return { queue, logged, pass, work: () => workOff(queue, 'things') };
    };
    return { db, waiting, done, attempts, rows, process };
  }

  const failing = (times = Number.POSITIVE_INFINITY) => {
    const tries: number[] = [];
    const work = async ({ attempt }: Turn) => {
      tries.push(attempt);
      if (tries.length <= times) throw new Error('The disk is gone.');
    };
    return { tries, work };
  };

  /** Work that says when it has begun, and ends when it is told to. */
  const held = () => {
    const begun = Promise.withResolvers<Turn>();
    const go = Promise.withResolvers<void>();
    const work = async (turn: Turn) => {
      begun.resolve(turn);
      await go.promise;
    };
    return { begun: begun.promise, go: go.resolve, work };
  };

  test('does everything that waits, in the order of its kind, and keeps nothing about what is done', async () => {
    const { process, done, attempts, rows } = await begin();
    await process().work();
    expect([done, attempts, await rows()]).toEqual([['a', 'b', 'c'], [1, 1, 1], []]);
  });

  test('does so many at a time as a kind says, and what another thing waits for does not wait', async () => {
    const { process, waiting, done } = await begin();
    const slow = held();
    const work = async (turn: Turn) => {
      if (turn.key === 'a') await slow.work(turn);
      done.push(turn.key);
      waiting.splice(waiting.indexOf(turn.key), 1);
    };
    const { queue } = process({ work, atOnce: 2, find: async ({ limit }) => waiting.slice(0, limit + 1) });
    queue.wake('things');
    await expect.poll(() => done).toEqual(['b', 'c']);
    slow.go();
    await queue.rest();
    expect(done).toEqual(['b', 'c', 'a']);
  });

  test('lets one of two processes do a thing', async () => {
    const { process, done } = await begin();
    const kind = { atOnce: 3 };
    await Promise.all([process(kind), process(kind)].map(({ work }) => work()));
    expect(done.sort()).toEqual(['a', 'b', 'c']);
  });

  test('gives what a dead process had to another one when its lease has ended, and says which attempt it is', async () => {
    const { process, waiting, attempts, rows } = await begin();
    waiting.splice(1);
    const slow = held();
    const dead = process(slow);
    dead.queue.wake('things');
    await expect.poll(async () => (await rows()).length).toBe(1);
    const other = process();
    await other.work();
    expect(attempts).toEqual([]);
    other.pass(31_000);
    await other.work();
    expect([attempts, await rows()]).toEqual([[2], []]);
    slow.go();
  });

  test('keeps what it does for as long as it lives, and breaks off what another process has taken over', async () => {
    const { process, waiting, rows, db } = await begin();
    waiting.splice(1);
    const slow = held();
    const { queue, pass } = process(slow);
    await queue.start();
    const { signal, isMine } = await slow.begun;
    const [before] = await rows();
    pass(20_000);
    await expect
      .poll(async () => (await rows())[0]?.dueAt.getTime(), { timeout: 15_000 })
      .not.toBe(before?.dueAt.getTime());
    const mine = () => db.select({ kind: db.tables.turns.kind }).from(db.tables.turns).where(isMine);
    expect([signal.aborted, (await mine()).length]).toEqual([false, 1]);
    await db.update(db.tables.turns).set({ lease: 'of another process' });
    expect(await mine()).toEqual([]);
    await expect.poll(() => signal.aborted, { timeout: 15_000 }).toBe(true);
    slow.go();
    await queue.rest();
    expect(await rows(), 'the turn of another one').toMatchObject([{ lease: 'of another process' }]);
  }, 40_000);

  test('tries again what has failed, after pauses that grow', async () => {
    const { process, waiting, rows } = await begin();
    waiting.splice(1);
    const { tries, work: fail } = failing();
    const { work, pass, logged } = process({ work: fail, pausesMs: [1000, 60_000] });
    const after = async (ms: number) => {
      pass(ms);
      await work();
      return tries.length;
    };
    expect([await after(0), await after(900), await after(200), await after(59_000), await after(1100)]).toEqual([
      ...[1, 1, 2, 2, 3],
    ]);
    expect([await after(60_100), tries], 'the last pause repeats').toEqual([4, [1, 2, 3, 4]]);
    expect(await rows()).toMatchObject([{ kind: 'things', key: 'a', attempts: 4, lease: null }]);
    expect(logged.join()).toContain('The disk is gone.');
  });

  test('waits no shorter than a failure asks for, begins anew where something was done, and logs no foreseen one', async () => {
    const { process, waiting, rows } = await begin();
    waiting.splice(1);
    const failures = [new TryLater('busy', { atLeastMs: 300_000 }), new TryLater('busy', { hasGoneOn: true })];
    const { work, pass, logged } = process({ work: async () => Promise.reject(failures.shift()) });
    const pause = async () => Number((await rows())[0]?.dueAt) - Date.now();
    await work();
    expect(await pause()).toBeGreaterThan(290_000);
    pass(301_000);
    await work();
    expect((await pause()) - 301_000).toBeLessThan(5_100);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    expect(logged).toEqual([]);
  });

  test('gives up what has failed too often, and what has killed its process as often', async () => {
    const { process, waiting, rows, db } = await begin();
    waiting.splice(2);
    const { tries, work: fail } = failing();
    const note = async (key: string) => void waiting.splice(waiting.indexOf(key), 1);
    const dueAt = new Date(Date.now() - 1000);
    await db.insert(db.tables.turns).values({ kind: 'things', key: 'a', attempts: 2, lease: 'dead', dueAt });
    const { work, pass } = process({ work: fail, atOnce: 2, givesUp: { after: 2, note } });
    await work();
    expect([waiting, tries]).toEqual([['b'], [1]]);
    pass(MINUTE_MS);
    await work();
    expect([waiting, tries, await rows()]).toEqual([[], [1, 2], []]);
  });

  test('does again what comes again, once in all processes, and at each start', async () => {
    const { process } = await begin();
    let times = 0;
    const again = async () => {
      times += 1;
    };
    const kind = { find: undefined, everyMs: DAY_MS, work: again } as unknown as Partial<Kind>;
    const [one, two] = [process(kind), process(kind)];
    for (const { work } of [one, two, one]) await work();
    expect(times).toBe(1);
    two.pass(DAY_MS + 1000);
    await two.work();
    expect(times).toBe(2);
    await one.queue.start();
    await one.queue.rest();
    expect(times).toBe(3);
  });

  test('waits at a stop for what is under way, begins nothing more, and breaks off what listens', async () => {
    const { process, done, rows } = await begin();
    const slow = held();
    let hasEnded = false;
    const first = process({
      work: async (turn) => {
        await slow.work(turn);
        hasEnded = true;
      },
    });
    first.queue.wake('things');
    const { signal } = await slow.begun;
    const stopped = first.queue.stop();
    expect([signal.aborted, hasEnded]).toEqual([true, false]);
    slow.go();
    await stopped;
    expect([hasEnded, await rows()]).toEqual([true, []]);
    await first.work();
    expect(done).toEqual([]);

    const second = process({
      work: ({ signal: ends }) => new Promise((_, reject) => ends.addEventListener('abort', () => reject(ends.reason))),
    });
    second.queue.wake('things');
    await expect.poll(async () => (await rows()).length).toBe(1);
    await second.queue.stop();
    expect(await rows(), 'which is no failure').toMatchObject([{ key: 'a', attempts: 0, lease: null }]);
    await process().work();
    expect(done).toEqual(['a', 'b', 'c']);
  });

  test('leaves alone what nobody handles here', async () => {
    const { process, rows, db } = await begin();
    const dueAt = new Date(Date.now() - 1000);
    await db.insert(db.tables.turns).values({ kind: 'of a later release', key: 'x', attempts: 1, dueAt });
    const { queue } = process();
    await workOff(queue, 'of a later release', 'things');
    expect(await rows()).toMatchObject([{ kind: 'of a later release', attempts: 1 }]);
  });

  test('goes on where a kind cannot be looked for', async () => {
    const { process, waiting, done } = await begin();
    const looks = [() => Promise.reject(new Error('No database.')), async () => waiting.slice(0, 1)];
    const { work, logged } = process({
      find: () => (looks.length > 1 ? looks.shift() : looks[0])?.() ?? Promise.resolve([]),
    });
    await work();
    expect(done).toEqual([]);
    await work();
    expect([done, logged.join().includes('No database.')]).toEqual([['a', 'b', 'c'], true]);
  });

  test.each([
    ['ahead', 400 * DAY_MS],
    ['back', -400 * DAY_MS],
  ])('goes on when a clock is set %s', async (_, jump) => {
    const { process, waiting } = await begin();
    waiting.splice(1);
    const { tries, work: fail } = failing(2);
    const { work, pass } = process({ work: async (turn) => fail(turn).then(() => void waiting.splice(0)) });
    await work();
    pass(jump);
    await work();
    pass(-jump);
    pass(MINUTE_MS);
    await work();
    expect([tries.length, waiting]).toEqual([3, []]);
  });

  test('lets a process whose clock is far ahead take a thing over, of which the first one can tell', async () => {
    const { process, waiting, db, done } = await begin();
    waiting.splice(1);
    const slow = held();
    const first = process(slow);
    first.queue.wake('things');
    const { isMine } = await slow.begun;
    const other = process();
    other.pass(60 * MINUTE_MS);
    await other.work();
    expect(done).toEqual(['a']);
    expect(await db.select({ kind: db.tables.turns.kind }).from(db.tables.turns).where(isMine)).toEqual([]);
    slow.go();
  });

  test('tells what waits and what pauses, by kind', async () => {
    const { process, db } = await begin();
    const { queue, work, pass } = process({ work: failing().work, atOnce: 2 });
    await work();
    const told = { kind: 'things', waiting: 3, oldest: null, givenUp: 0 };
    expect(await queue.backlog()).toEqual([{ ...told, failing: 2 }]);
    pass(5 * MINUTE_MS);
    expect(await queue.backlog(), 'what was not taken again is gone').toEqual([{ ...told, failing: 0 }]);
    await deleteOldTurns(db, new Date(Date.now() + 2 * DAY_MS));
    expect(await db.select().from(db.tables.turns)).toEqual([]);
  });
});
