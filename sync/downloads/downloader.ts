// Carries out what a person wants on this device (O10): one tab at a time, by itself whenever there is a network again.
import { liveQuery } from 'dexie';
import { type Backoff, backOffMore, elapsed, NO_BACKOFF, waitLeft } from '../backoff.ts';
import { callerFor } from '../flush/call.ts';
import { type Cause, Triggers } from '../flush/triggers.ts';
import type { EnginePorts } from '../ports.ts';
import type { Device } from '../store/device.ts';
import {
  addressesOf,
  captionsAddress,
  type KeptLesson,
  partAddress,
  partSize,
  partsMissing,
  type StoredDownloadStatus,
} from '../store/media-ledger.ts';
import { findOvertaken, takeOver, type Words } from './content.ts';
import {
  noteGone,
  notePart,
  readDownloadStatus,
  readDownloads,
  readLedger,
  writeDownloadStatus,
} from './downloads-db.ts';
import type { Fetch, Stop } from './fetch-file.ts';
import { clearMediaCache, type MediaCache } from './media-cache.ts';
import { nextDownloadStep } from './planner.ts';
import { DownloadQueue } from './queue.ts';

export type DownloadPorts = EnginePorts & { fetch: Fetch; shelf: MediaCache };

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
  let round: DownloadQueue | undefined;
  let unwatch: () => void = () => {};
  let isStarted = false;

  async function pass(cause: Cause): Promise<void> {
    if (waitLeft(backoff, clock.now(), cause === 'trigger') > 0 || !(await hasWork())) return;
    const standing = await readDownloadStatus(device);
    const isFrozen = standing?.kind === 'working' && elapsed(standing.at, clock.now()) > FROZEN_AFTER_MS;
    const ran = await ports.lock.hold(LOCK, isFrozen && ports.signals.isVisible(), work);
    if (!ran) triggers.again();
  }

  async function hasWork(): Promise<boolean> {
    if (!hasCompared && (await device.downloads.count()) > 0) return true;
    if ((await readDownloadStatus(device))?.kind === 'full') return false;
    return nextDownloadStep(await readLedger(device, userId), new Set(), clock.now()) !== undefined;
  }

  async function work(): Promise<void> {
    if (!isStarted) return;
    if (!hasCompared) await compareWithCache(device, shelf);
    hasCompared = true;
    if (!(await hasWork()) || !isStarted) return;
    const beQuiet = keepSaying();
    round = new DownloadQueue({ ...context, now: () => clock.now() });
    let stop: Stop | undefined;
    try {
      stop = await round.run();
    } finally {
      round = undefined;
      beQuiet();
    }
    planNext(stop);
    await say(stop?.kind ?? 'idle');
  }

  function planNext(stop: Stop | undefined): void {
    const retryAfterMs = stop?.kind === 'later' ? stop.retryAfterMs : null;
    backoff = stop ? backOffMore(backoff, clock.now(), { random: ports.random(), retryAfterMs }) : NO_BACKOFF;
    if (stop && stop.kind !== 'full' && backoff.failures <= QUICK_TRIES) triggers.again();
  }

  async function follow(overtaken: readonly KeptLesson[]): Promise<void> {
    if (overtaken.length > 0 && isStarted) await clearMediaCache(shelf, await takeOver(device, overtaken));
  }

  const say = (kind: StoredDownloadStatus['kind']) => writeDownloadStatus(device, { kind, at: clock.now() });

  function keepSaying(): () => void {
    let cancel = () => {};
    const beat = () => {
      say('working').catch(report);
      cancel = clock.later(ALIVE_EVERY_MS, beat);
    };
    beat();
    return () => cancel();
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

/** Compares the ledger with the cache (V6), once, at the start. Only whoever downloads may call it. */
export async function compareWithCache(device: Device, shelf: MediaCache): Promise<void> {
  // The rows first: what the worker keeps meanwhile is in the cache before the ledger names it.
  const rows = await readDownloads(device);
  const held = new Set(await shelf.addresses());
  for (const row of rows) {
    const { assetId, file, captionsHere } = row;
    const isGone = (n: number) => !file || !held.has(partAddress(assetId, file, n));
    const captions = captionsHere !== null && !held.has(captionsAddress(assetId, captionsHere));
    await noteGone(device, assetId, { parts: row.here.filter(isGone), captions });
    if (!file) continue;
    // A part that came whole in the moment of a kill, before the ledger knew of it, is not fetched again.
    for (const n of partsMissing(row).filter((one) => !isGone(one))) {
      const part = await (await shelf.match(partAddress(assetId, file, n)))?.blob();
      if (part?.size === partSize(file, n)) await notePart(device, assetId, { etag: file.etag, n });
    }
  }
  const known = new Set((await readDownloads(device)).flatMap(addressesOf));
  await Promise.all([...held].filter((address) => !known.has(address)).map((address) => shelf.remove(address)));
}
