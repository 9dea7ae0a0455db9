// Carries out what a person wants on this device (O10): one tab at a time, by itself whenever there is a network again.
import { liveQuery } from 'dexie';
import { type Backoff, backOffMore, elapsed, NO_BACKOFF, waitLeft } from '../backoff.ts';
import { callerFor } from '../call.ts';
import type { Device } from '../device.ts';
import type { EnginePorts } from '../ports.ts';
import { type Cause, Triggers } from '../triggers.ts';
import { readLedger, readStanding, writeStanding } from './books.ts';
import { compareWithShelf } from './compare.ts';
import type { Words } from './fetch-content.ts';
import type { Fetch, Stop } from './fetch-file.ts';
import { findOvertaken, takeOver } from './follow.ts';
import type { KeptLesson, Standing } from './ledger.ts';
import { nextStep } from './plan.ts';
import { Round } from './round.ts';
import { clearShelf, type Shelf } from './shelf.ts';

export type DownloadPorts = EnginePorts & { fetch: Fetch; shelf: Shelf };

type DownloaderOptions = {
  userId: string;
  device: Device;
  ports: DownloadPorts;
  words: Words;
  /** Told of failures in the background, where nobody waits for the promise. */
  report?: (error: unknown) => void;
};

/** Downloads for one person while it is started. */
export type Downloader = { start(): void; stop(): void };

const LOCK = 'groundwork-downloads';
/** Tells other tabs that somebody is at it. */
const ALIVE_EVERY_MS = 15_000;
/** A tab that says nothing for so long is frozen, and its lock is taken. */
const FROZEN_AFTER_MS = 60_000;
/** After so many failures in a row only signs of life and the heartbeat lead to another try. */
const QUICK_TRIES = 3;

export function createDownloader({ userId, device, ports, words, report = warn }: DownloaderOptions): Downloader {
  const { clock, shelf } = ports;
  const context = { userId, device, words, shelf, clock, fetch: ports.fetch, call: callerFor(userId, ports) };
  const triggers = new Triggers(ports, (cause) => pass(cause).catch(report));
  let backoff: Backoff = NO_BACKOFF;
  let hasCompared = false;
  let round: Round | undefined;
  let unwatch: () => void = () => {};
  let isStarted = false;

  async function pass(cause: Cause): Promise<void> {
    if (waitLeft(backoff, clock.now(), cause === 'trigger') > 0 || !(await hasWork())) return;
    const standing = await readStanding(device);
    const isFrozen = standing?.kind === 'working' && elapsed(standing.at, clock.now()) > FROZEN_AFTER_MS;
    const ran = await ports.lock.hold(LOCK, isFrozen && ports.signals.isVisible(), work);
    if (!ran) triggers.again();
  }

  async function hasWork(): Promise<boolean> {
    if (!hasCompared && (await device.downloads.count()) > 0) return true;
    if ((await readStanding(device))?.kind === 'full') return false;
    return nextStep(await readLedger(device, userId), new Set(), clock.now()) !== undefined;
  }

  async function work(): Promise<void> {
    if (!isStarted) return;
    if (!hasCompared) await compareWithShelf(device, shelf);
    hasCompared = true;
    if (!(await hasWork()) || !isStarted) return;
    const stillAlive = keepSaying();
    round = new Round({ ...context, now: () => clock.now() });
    try {
      close(await round.run());
    } finally {
      round = undefined;
      stillAlive.end();
    }
    await say(stoppedBy?.kind ?? 'idle');
  }

  let stoppedBy: Stop | undefined;

  function close(stop: Stop | undefined): void {
    stoppedBy = stop;
    const retryAfterMs = stop?.kind === 'later' ? stop.retryAfterMs : null;
    backoff = stop ? backOffMore(backoff, clock.now(), { random: ports.random(), retryAfterMs }) : NO_BACKOFF;
    if (stop && stop.kind !== 'full' && backoff.failures <= QUICK_TRIES) triggers.again();
  }

  async function follow(overtaken: readonly KeptLesson[]): Promise<void> {
    if (overtaken.length > 0 && isStarted) await clearShelf(shelf, await takeOver(device, overtaken));
  }

  const say = (kind: Standing['kind']) => writeStanding(device, { kind, at: clock.now() });

  function keepSaying(): { end(): void } {
    let cancel = () => {};
    const beat = () => {
      say('working').catch(report);
      cancel = clock.later(ALIVE_EVERY_MS, beat);
    };
    beat();
    return { end: () => cancel() };
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      triggers.start(() => {});
      const wishes = liveQuery(() => device.keptLessons.where('userId').equals(userId).toArray());
      const watching = wishes.subscribe({
        next: () => {
          round?.lookAgain().catch(report);
          triggers.tapped();
        },
        error: report,
      });
      const following = liveQuery(() => findOvertaken(device, words.replica, userId)).subscribe({
        next: (overtaken) => void follow(overtaken).catch(report),
        error: report,
      });
      unwatch = () => {
        watching.unsubscribe();
        following.unsubscribe();
      };
    },
    stop() {
      isStarted = false;
      unwatch();
      triggers.stop();
      round?.lookAgain(true).catch(report);
    },
  };
}

const warn = (error: unknown) => console.warn('downloads: background work failed', error);
