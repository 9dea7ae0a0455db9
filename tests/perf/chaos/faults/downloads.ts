// A film of several parts is on its way when the browser, the server or the network goes; afterwards it is here, byte by byte.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { openFilmBooks } from '../film-books.ts';
import type { Stage } from '../stage.ts';

/** How long the wire holds every part back: long enough that a kill meets parts under way. */
const HELD_MS = 250;
/** A film of six parts, two at a time, so held back, takes about this long. */
const WHOLE_MS = 1_500;

const goesOn = (stage: Stage) => stage.page.evaluate(() => window.dispatchEvent(new Event('online')));

/** Begins the film, lets the trouble in at a random moment of its way, and compares when it has gone on. */
const interrupted = (trouble: (stage: Stage) => Promise<void>) => async (stage: Stage) => {
  const books = await openFilmBooks(stage, HELD_MS);
  await books.begin();
  await sleep(stage.chance.between(0, WHOLE_MS));
  await books.note();
  await trouble(stage);
  return books.close();
};

export const downloads: Fault[] = [
  {
    name: 'browser killed while a video is downloaded',
    catalogue: '2, 3',
    runs: { short: 2, full: 20 },
    play: interrupted(({ device }) => device.killAndRestart()),
  },
  {
    name: 'server killed and started again while a video is downloaded',
    catalogue: '1, 37',
    runs: { short: 1, full: 5 },
    play: interrupted(async (stage) => {
      await stage.killServer();
      await goesOn(stage);
    }),
  },
  {
    name: 'captive portal in place of the parts of a video',
    catalogue: '4',
    runs: { short: 1, full: 5 },
    play: interrupted(async (stage) => {
      stage.wire.captivePortal(true);
      await sleep(stage.chance.between(500, 1_500));
      stage.wire.captivePortal(false);
      await goesOn(stage);
    }),
  },
];
