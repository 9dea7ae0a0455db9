// Budget 7: a full outbox of the built app against the same batches by bare fetch, from the same page to the same server.
import { newProfile, startDevice } from './browser.ts';
import type { DrainBench, Drained } from './page-drain.ts';
import { interleave, type Plan, ratio, spreadOf } from './rounds.ts';
import { drainIn, openApp, type SeededApp, startSeededApp } from './seeded-app.ts';
import { atMost, type Row } from './table.ts';

/** 10,000 lessons and the person's own course. */
export const DRAIN_SIZE = { rows: 100_000, courses: 21, lessonsPerCourse: 500 };
const COUNTS = [1_000, 10_000];
const PAGES = [
  { title: 'the catalog', path: '/' },
  { title: '/sync', path: '/sync' },
];

const words = (figures: number[]) => figures.map((figure) => Math.round(figure)).join(', ');

async function measurePage(app: SeededApp, rounds: number, { title, path }: (typeof PAGES)[number]): Promise<Row[]> {
  const device = await startDevice(newProfile());
  const rows: Row[] = [];
  const tasks: number[] = [];
  try {
    const { page, atRest } = await openApp(device, app, path);
    for (const count of COUNTS) {
      const fetchOnly = () => page.evaluate((work) => (window.bench as DrainBench).fetchOnly(work), app.workOn(count));
      // Makes the rows that are changed from then on.
      await fetchOnly();
      const drained: Drained[] = [];
      const figures = await interleave(rounds, {
        fetchOnly,
        async ours() {
          drained.push(await drainIn(page, app.workOn(count), atRest));
          // What is read again after a drain is not the next round's.
          await atRest();
          return drained.at(-1)?.ms ?? Number.NaN;
        },
      });
      console.log(`${title}, ${count}: fetch only ${words(figures.fetchOnly)} ms, ours ${words(figures.ours)} ms`);
      const stuck = drained.filter(({ left }) => left > 0);
      const stuckWords =
        stuck.length > 0 ? ` (not empty after 60 s, counted as 60: ${stuck.length} of ${rounds} rounds)` : '';
      rows.push({
        number: '7',
        what: `drain of ${count.toLocaleString('en')} entries on ${title} of the built app until the outbox is empty : the same batches of 500 by bare fetch${stuckWords}`,
        measured: ratio(figures.ours, figures.fetchOnly),
        budget: atMost(3.5),
      });
      tasks.push(...drained.map(({ longestTask }) => longestTask));
    }
    const longest = { ...spreadOf(tasks), value: Math.max(...tasks) };
    const what = `longest task of ${title} during these drains: the longest of all (in brackets: of the rounds; 0 is below 50 ms)`;
    return [...rows, { number: '7', what, measured: longest, budget: atMost(200, 'ms') }];
  } finally {
    await device.close();
  }
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const app = await startSeededApp(DRAIN_SIZE);
  try {
    const rows: Row[] = [];
    for (const page of PAGES) rows.push(...(await measurePage(app, rounds, page)));
    return rows;
  } finally {
    await app.stop();
  }
}
