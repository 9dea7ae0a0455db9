// The browser is killed at random points of a tap's way: while it is written, while it is sent, while it is acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBooks } from '../books.ts';
import type { Fault } from '../fault.ts';
import type { Stage } from '../stage.ts';
import { readySubmit, readyTap } from '../taps.ts';

const REPLAYS = ['/api/progress/unit', '/api/sync', '/api/lessons/'];

/** Every fourth tap is a quiz: there an effect that counts twice shows as an attempt too many. */
async function begin(stage: Stage, turn: number) {
  const lesson = turn % 4 === 3 ? stage.quiz : stage.chance.pick(stage.lessons);
  const books = await openBooks(stage, [lesson]);
  const go = lesson === stage.quiz ? await readySubmit(stage, books) : await readyTap(stage.page, lesson, books);
  return { books, go };
}

const isReplay = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && REPLAYS.some((begin) => path.startsWith(begin));

/** Waits until one more replay than `before` has reached the wire. */
async function reached(stage: Stage, before: number): Promise<void> {
  const patience = Date.now() + 10_000;
  while (stage.wire.passed.filter(isReplay).length <= before && Date.now() < patience) await sleep(3);
}

async function killed(stage: Stage): Promise<void> {
  await stage.device.killAndRestart();
  for (const path of REPLAYS) stage.wire.delay(path, 0);
  stage.wire.mend();
}

export const kills: Fault[] = [
  {
    name: 'browser killed while a tap is written, without a network',
    catalogue: '3',
    runs: { short: 4, full: 70 },
    async play(stage, turn) {
      const { books, go } = await begin(stage, turn);
      stage.wire.cut();
      go().catch(() => undefined);
      await sleep(stage.chance.between(0, 350));
      await killed(stage);
      return books.close();
    },
  },
  {
    name: 'browser killed while a tap is sent',
    catalogue: '2',
    runs: { short: 4, full: 70 },
    async play(stage, turn) {
      const { books, go } = await begin(stage, turn);
      for (const path of REPLAYS) stage.wire.delay(path, 250);
      const before = stage.wire.passed.filter(isReplay).length;
      go().catch(() => undefined);
      await reached(stage, before);
      await sleep(stage.chance.between(0, 400));
      await killed(stage);
      return books.close();
    },
  },
  {
    name: 'browser killed while the answer comes in',
    catalogue: '1, 2',
    runs: { short: 4, full: 70 },
    async play(stage, turn) {
      const { books, go } = await begin(stage, turn);
      const before = stage.wire.passed.filter(isReplay).length;
      go().catch(() => undefined);
      await reached(stage, before);
      await sleep(stage.chance.between(0, 60));
      await killed(stage);
      return books.close();
    },
  },
];
