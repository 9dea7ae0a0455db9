// Runs download steps, two at a time, until none is left or nothing more can be fetched.
import type { MediaParts } from '../contract/media.ts';
import { captionsAddress, partAddress, partSize } from '../store/media-ledger.ts';
import { type ContentContext, fetchContent } from './content.ts';
import { readLedger, saveCaptions, saveFileInfo, savePart, saveRefusal } from './downloads-db.ts';
import {
  type DownloadStop,
  type FetchContext,
  type FetchOutcome,
  type FetchTarget,
  fetchFileInfo,
  fetchToCache,
} from './fetch-file.ts';
import { clearMediaCache } from './media-cache.ts';
import { type DownloadStep, nextDownloadStep, stepName, wantedFiles } from './planner.ts';

export type DownloadQueueContext = FetchContext & ContentContext;

type FileStep = Extract<DownloadStep, { do: 'part' | 'captions' }>;

const AT_ONCE = 2;

export class DownloadQueue {
  readonly #context: DownloadQueueContext;
  readonly #running = new Map<string, { step: DownloadStep; breakOff: AbortController; end: Promise<void> }>();
  #stop: DownloadStop | undefined;
  #isEnded = false;
  #failure: unknown;

  constructor(context: DownloadQueueContext) {
    this.#context = context;
  }

  /** Runs until no step is left; returns why it stopped early, undefined when it did not. */
  async run(): Promise<DownloadStop | undefined> {
    const { device, userId, now } = this.#context;
    for (;;) {
      // Taken before the ledger is read: a step that ends meanwhile may not be in it yet, and must not start again.
      const busy = new Set(this.#running.keys());
      const isFree = busy.size < AT_ONCE && !this.#isStopped();
      const step = isFree ? nextDownloadStep(await readLedger(device, userId), busy, now()) : undefined;
      // It may have been stopped while the ledger was read; a step that starts now would never be aborted.
      if (step && this.#isStopped()) continue;
      if (step) this.#begin(step);
      else if (isFree && [...busy].some((name) => !this.#running.has(name))) continue;
      else if (this.#running.size === 0) break;
      else await Promise.race([...this.#running.values()].map(({ end }) => end));
    }
    if (this.#failure !== undefined) throw this.#failure;
    return this.#stop;
  }

  /** Aborts fetches that are no longer wanted; with `all`, every fetch, and ends the run. */
  async abortUnwanted(all = false): Promise<void> {
    this.#isEnded ||= all;
    const { device, userId } = this.#context;
    const wanted = all ? new Set<string>() : wantedFiles(await readLedger(device, userId));
    for (const { step, breakOff: controller } of this.#running.values()) {
      if ('assetId' in step && !wanted.has(step.assetId)) controller.abort();
    }
  }

  #isStopped = () => this.#isEnded || this.#stop !== undefined || this.#failure !== undefined;

  #begin(step: DownloadStep): void {
    const controller = new AbortController();
    const name = stepName(step);
    const runStep = async () => {
      try {
        const stop = await this.#runStep(step, controller.signal);
        if (stop) this.#stop ??= stop;
      } catch (error) {
        this.#failure ??= error;
      } finally {
        this.#running.delete(name);
      }
    };
    this.#running.set(name, { step, breakOff: controller, end: runStep() });
  }

  async #runStep(step: DownloadStep, signal: AbortSignal): Promise<DownloadStop | undefined> {
    if (step.do === 'info') return this.#fetchInfo(step.assetId);
    if (step.do !== 'content') return this.#fetch(step, signal);
    const info = await fetchContent(this.#context, step.courseId);
    if (!Array.isArray(info)) return info;
    await clearMediaCache(this.#context.cache, info);
    return undefined;
  }

  async #fetchInfo(assetId: string): Promise<DownloadStop | undefined> {
    const { device, now } = this.#context;
    const info = await fetchFileInfo(this.#context, assetId);
    if (info.kind === 'info') await saveFileInfo(device, assetId, { file: info.file, at: now() });
    else if (info.kind === 'refused') await saveRefusal(device, assetId, { refusal: info.text, at: now() });
    else return info;
    return undefined;
  }

  /**
   * After a mismatch, fetches the description once, which also renews an expired sign-in (Y17); a second mismatch
   * waits.
   */
  async #fetch(step: FileStep, signal: AbortSignal): Promise<DownloadStop | undefined> {
    const first = await this.#fetchOnce(step, signal);
    if (first.kind !== 'mismatch') return stopFrom(first);
    const stop = await this.#fetchInfo(step.assetId);
    if (stop) return stop;
    const second = await this.#fetchOnce(step, signal);
    return second.kind === 'mismatch' ? { kind: 'later', retryAfterMs: null } : stopFrom(second);
  }

  async #fetchOnce(step: FileStep, signal: AbortSignal): Promise<FetchOutcome> {
    const { device, cache } = this.#context;
    const { assetId } = step;
    const row = await device.downloads.get(assetId);
    // Another version has other parts, so the next step is planned again.
    if (!row?.file || row.refusal !== null || (step.do === 'part' && step.n >= row.file.parts))
      return { kind: 'aborted' };
    const target = targetOf(step, row.file);
    const fetched = await fetchToCache(this.#context, target, signal);
    if (fetched.kind !== 'here') return fetched;
    const isSaved =
      step.do === 'part'
        ? await savePart(device, assetId, { etag: row.file.etag, n: step.n })
        : await saveCaptions(device, assetId, step.name);
    if (!isSaved) await cache.remove(target.address);
    return fetched;
  }
}

function targetOf(step: FileStep, file: MediaParts): FetchTarget {
  const path = `/api/media/${step.assetId}`;
  if (step.do === 'captions')
    return {
      path: `${path}/captions`,
      address: captionsAddress(step.assetId, step.name),
      etag: null,
      sizeBytes: null,
    };
  const { assetId, n } = step;
  return {
    path: `${path}/parts/${n}`,
    address: partAddress(assetId, file, n),
    etag: file.etag,
    sizeBytes: partSize(file, n),
  };
}

const stopFrom = (fetched: FetchOutcome): DownloadStop | undefined =>
  fetched.kind === 'here' || fetched.kind === 'mismatch' || fetched.kind === 'aborted' ? undefined : fetched;
