// Downloads what a person keeps on this device (R-O10): in one tab at a time, automatically whenever there is a
// connection.
import { liveQuery } from 'dexie';
import { type Backoff, elapsed, NO_BACKOFF, nextBackoff, remainingWait } from '../backoff.ts';
import type { EnginePorts } from '../ports.ts';
import { createCaller } from '../remote/call.ts';
import { type TriggerCause, Triggers } from '../remote/triggers.ts';
import { warnOfBackgroundWork } from '../store/database.ts';
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
import { type ContentPuller, findOutdatedLessons, updateKeptLessons } from './content.ts';
import { readDownloadStatus, readLedger, recordMissing, savePart, writeDownloadStatus } from './downloads-db.ts';
import type { DownloadStop, Fetch } from './fetch-file.ts';
import { clearMediaCache, type MediaCache } from './media-cache.ts';
import { nextDownloadStep } from './planner.ts';
import { DownloadQueue } from './queue.ts';

export type DownloadPorts = EnginePorts & { fetch: Fetch; cache: MediaCache };

type DownloaderOptions = {
  userId: string;
  device: Device;
  ports: DownloadPorts;
  puller: ContentPuller;
  /** Called with errors from background work that is not awaited. */
  onError?: (error: unknown) => void;
};

/** Downloads for one person while it is started. */
export type Downloader = { start(): void; stop(): void };

const LOCK_NAME = 'groundwork-downloads';
/** How often the downloading tab refreshes its status for other tabs. */
const ALIVE_EVERY_MS = 15_000;
/** A tab without a heartbeat for this long is frozen, and its lock is taken. */
const FROZEN_AFTER_MS = 60_000;
/** After this many failures in a row only signals and the heartbeat lead to another try. */
const QUICK_TRIES = 3;

export function createDownloader({
  userId,
  device,
  ports,
  puller,
  onError = warnOfBackgroundWork,
}: DownloaderOptions): Downloader {
  const { clock, cache } = ports;
  const context = { userId, device, puller, cache, clock, fetch: ports.fetch, call: createCaller(userId, ports) };
  const triggers = new Triggers(ports, (cause) => tryDownload(cause).catch(onError));
  let backoff: Backoff = NO_BACKOFF;
  let isReconciled = false;
  let queue: DownloadQueue | undefined;
  let unwatch: () => void = () => {};
  let isStarted = false;

  async function tryDownload(cause: TriggerCause): Promise<void> {
    if (remainingWait(backoff, clock.now(), cause === 'trigger') > 0 || !(await hasWork())) return;
    const status = await readDownloadStatus(device);
    const isFrozen = status?.kind === 'working' && elapsed(status.at, clock.now()) > FROZEN_AFTER_MS;
    const ran = await ports.lock.hold(LOCK_NAME, isFrozen && ports.signals.isVisible(), work);
    if (!ran) triggers.afterBusy();
  }

  async function hasWork(): Promise<boolean> {
    if (!isReconciled && (await device.downloads.count()) > 0) return true;
    if ((await readDownloadStatus(device))?.kind === 'full') return false;
    return nextDownloadStep(await readLedger(device, userId), new Set(), clock.now()) !== undefined;
  }

  async function work(): Promise<void> {
    if (!isStarted) return;
    if (!isReconciled) await reconcileWithCache(device, cache);
    isReconciled = true;
    if (!(await hasWork()) || !isStarted) return;
    const stopHeartbeat = startHeartbeat();
    queue = new DownloadQueue({ ...context, now: () => clock.now() });
    let stop: DownloadStop | undefined;
    try {
      stop = await queue.run();
    } finally {
      queue = undefined;
      stopHeartbeat();
    }
    scheduleNext(stop);
    await writeStatus(stop?.kind ?? 'idle');
  }

  function scheduleNext(stop: DownloadStop | undefined): void {
    const retryAfterMs = stop?.kind === 'later' ? stop.retryAfterMs : null;
    backoff = stop ? nextBackoff(backoff, clock.now(), { random: ports.random(), retryAfterMs }) : NO_BACKOFF;
    if (stop && stop.kind !== 'full' && backoff.failures <= QUICK_TRIES) triggers.afterBusy();
  }

  async function updateOutdated(outdated: readonly KeptLesson[]): Promise<void> {
    if (outdated.length > 0 && isStarted) await clearMediaCache(cache, await updateKeptLessons(device, outdated));
  }

  const writeStatus = (kind: StoredDownloadStatus['kind']) => writeDownloadStatus(device, { kind, at: clock.now() });

  function startHeartbeat(): () => void {
    let cancel = () => {};
    const beat = () => {
      writeStatus('working').catch(onError);
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
      const keptLessons = liveQuery(() => device.keptLessons.where('userId').equals(userId).toArray());
      const keptSubscription = keptLessons.subscribe({
        next: () => {
          queue?.abortUnwanted().catch(onError);
          triggers.afterChange();
        },
        error: onError,
      });
      const outdatedSubscription = liveQuery(() => findOutdatedLessons(device, puller.replica, userId)).subscribe({
        next: (outdated) => void updateOutdated(outdated).catch(onError),
        error: onError,
      });
      unwatch = () => {
        keptSubscription.unsubscribe();
        outdatedSubscription.unsubscribe();
      };
    },
    stop() {
      isStarted = false;
      unwatch();
      triggers.stop();
      queue?.abortUnwanted(true).catch(onError);
    },
  };
}

/** Reconciles the ledger with the cache, once at the start. Call it only under the downloads lock. */
export async function reconcileWithCache(device: Device, cache: MediaCache): Promise<void> {
  // Read the rows first: what the worker saves meanwhile is in the cache before the ledger names it.
  const rows = await device.downloads.toArray();
  const cached = new Set(await cache.addresses());
  for (const row of rows) {
    const { assetId, file, captionsHere } = row;
    const isGone = (n: number) => !file || !cached.has(partAddress(assetId, file, n));
    const captions = captionsHere !== null && !cached.has(captionsAddress(assetId, captionsHere));
    await recordMissing(device, assetId, { parts: row.here.filter(isGone), captions });
    if (!file) continue;
    // A part that was complete when the tab was killed, before the ledger recorded it, is not fetched again.
    for (const n of partsMissing(row).filter((one) => !isGone(one))) {
      const part = await (await cache.match(partAddress(assetId, file, n)))?.blob();
      if (part?.size === partSize(file, n)) await savePart(device, assetId, { etag: file.etag, n });
    }
  }
  const known = new Set((await device.downloads.toArray()).flatMap(addressesOf));
  await Promise.all([...cached].filter((address) => !known.has(address)).map((address) => cache.remove(address)));
}
