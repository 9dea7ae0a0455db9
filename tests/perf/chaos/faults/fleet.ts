// Three servers on one PostgreSQL, of which one dies every ten seconds while two tablets and a class work.
import type { Page } from '@playwright/test';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import { lessonsOf } from '../../../journeys/content.ts';
import { newDevice } from '../../../journeys/device.ts';
import { openLesson, signIn } from '../../../journeys/person.ts';
import { type Books, openBooks } from '../books.ts';
import { addCost } from '../cost.ts';
import type { Fault } from '../fault.ts';
import { openClient, openFleet } from '../fleet.ts';
import { tap } from '../taps.ts';

const SERVERS = 3;
const CLIENTS = 12;
const KILLED_EVERY_MS = 10_000;
/** Until each of the three has died once and come back; on a busy machine that takes longer. */
const WORK_MS = 35_000;
const WORK_AT_MOST_MS = 3 * WORK_MS;

async function tapOn(page: Page, lessons: readonly Lesson[], books: Books, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const lesson = lessons[n % lessons.length];
    if (lesson) await tap(page, lesson, books);
  }
}

export const fleets: Fault[] = [
  {
    name: 'three servers in turn, one killed every ten seconds',
    catalogue: '1, 37',
    runs: { short: 1, full: 3 },
    async play() {
      const fleet = await openFleet(SERVERS);
      const open = () => newDevice({ baseURL: fleet.wire.url, watch: () => undefined });
      const devices = [await open(), await open()];
      try {
        const [first, second] = devices.map((device) => device.page);
        if (!first || !second) throw new Error('No tablet.');
        const texts = (await lessonsOf(fleet.product)).filter((lesson) => lessonKind(lesson) === 'text');
        const [lesson] = texts;
        if (!lesson) throw new Error('The sample course has no texts.');
        // Both tablets are the same person's, each with lessons of its own.
        for (const page of [first, second]) {
          await signIn(page);
          await openLesson(page, lesson);
        }
        const books = await openBooks({ page: first, product: fleet.product }, texts);
        const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => openClient(fleet, `person-${n}`)));
        const startedAt = Date.now();
        const killing = fleet.killInTurn(KILLED_EVERY_MS);
        const isOver = () => {
          const worked = Date.now() - startedAt;
          return worked > WORK_AT_MOST_MS || (worked > WORK_MS && killing.killed() >= SERVERS);
        };
        await Promise.all([
          tapOn(first, texts.slice(0, 2), books, isOver),
          tapOn(second, texts.slice(2, 4), books, isOver),
          ...clients.map((client) => client.work(isOver)),
        ]);
        await killing.stop();
        const killed = killing.killed();
        if (killed < SERVERS) throw new Error(`Only ${killed} servers died.`);
        const costs = await Promise.all(clients.map((client) => client.judge()));
        const answered = clients.reduce((sum, client) => sum + client.answered, 0);
        console.log(`  ${killed} killed; ${CLIENTS} clients had ${answered} changes answered`);
        const tablets = await books.close([first, second]);
        // The clients' changes are nobody else's either.
        return [{ ...tablets, strays: tablets.strays - answered }, ...costs].reduce(addCost);
      } finally {
        for (const device of devices) await device.remove();
        await fleet.close();
      }
    },
  },
];
