// The server dies in the middle of a drain, or comes back from yesterday's copy.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tamperWithSession } from '../../../journeys/device-data.ts';
import { openBooks } from '../books.ts';
import type { Fault } from '../fault.ts';
import type { Stage } from '../stage.ts';
import { settle } from '../stage.ts';
import { tap } from '../taps.ts';

const COMMAND = fileURLToPath(new URL('../../../../server/commands/db.ts', import.meta.url));

async function someWork(stage: Stage, count: number) {
  const lessons = Array.from({ length: count }, () => stage.chance.pick(stage.lessons));
  const books = await openBooks(stage, [...new Set(lessons)]);
  return {
    books,
    work: async (from: number, to: number) => {
      for (const lesson of lessons.slice(from, to)) await tap(stage.page, lesson, books);
    },
  };
}

function rotateEpoch({ product }: Stage): void {
  execFileSync(process.execPath, [COMMAND, 'rotate-epoch'], {
    env: { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '' },
    stdio: 'ignore',
  });
}

/** Opens the page anew and lets it hear what the server has: until then nothing waits, and nothing is known to be lost. */
async function lookAgain({ page, wire }: Stage): Promise<void> {
  const looks = () => wire.passed.filter(({ path }) => path.startsWith('/api/progress/enhanced/')).length;
  const before = looks();
  await page.reload();
  const patience = Date.now() + 20_000;
  while (looks() === before && Date.now() < patience) await sleep(100);
  await sleep(2_000);
}

export const servers: Fault[] = [
  {
    name: 'server killed and started again in the middle of a drain',
    catalogue: '1, 37',
    runs: { short: 2, full: 15 },
    async play(stage) {
      const { books, work } = await someWork(stage, 6);
      stage.wire.cut();
      await work(0, 6);
      stage.wire.mend();
      await stage.page.evaluate(() => window.dispatchEvent(new Event('online')));
      await sleep(stage.chance.between(0, 250));
      await stage.killServer();
      return books.close();
    },
  },
  {
    name: 'server restored from a copy, epoch rotated',
    catalogue: '11',
    runs: { short: 1, full: 8 },
    async play(stage) {
      const { books, work } = await someWork(stage, 6);
      await work(0, 2);
      await settle(stage.page);
      const restore = await stage.backUp();
      await work(2, 5);
      await settle(stage.page);
      // What was refreshed after the copy was made is unknown to it.
      await tamperWithSession(stage.page, { expiresAt: Math.floor(Date.now() / 1000) - 60 });
      await stage.page.reload();
      await settle(stage.page);
      await restore();
      rotateEpoch(stage);
      await work(5, 6);
      return books.close();
    },
  },
  {
    name: 'server restored from a copy, epoch not rotated',
    catalogue: '12',
    runs: { short: 1, full: 8 },
    async play(stage, turn) {
      const { books, work } = await someWork(stage, 6);
      await work(0, 2);
      await settle(stage.page);
      const restore = await stage.backUp();
      await work(2, 5);
      await settle(stage.page);
      await restore();
      // Half of the time nobody taps any more, and what is lost shows in a look alone.
      if (turn % 2 === 0) await work(5, 6);
      await lookAgain(stage);
      return books.close();
    },
  },
];
