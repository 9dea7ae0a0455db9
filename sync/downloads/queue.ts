// One round of downloading: steps from the plan, two at a time, until nothing is left or nothing more can be had.
import type { MediaParts } from '../contract/media.ts';
import { captionsAddress, partAddress, partSize } from '../store/media-ledger.ts';
import { type ContentContext, fetchContent } from './content.ts';
import { noteCaptions, noteFile, notePart, noteRefusal, readLedger } from './downloads-db.ts';
import { askFile, type Errand, type FetchContext, type Fetched, fetchTo, type Stop } from './fetch-file.ts';
import { clearMediaCache } from './media-cache.ts';
import { type DownloadStep, nextDownloadStep, stepName, wantedFiles } from './planner.ts';

export type DownloadQueueContext = FetchContext & ContentContext;

type FileStep = Extract<DownloadStep, { do: 'part' | 'captions' }>;

const AT_ONCE = 2;

export class DownloadQueue {
  readonly #context: DownloadQueueContext;
  readonly #running = new Map<string, { step: DownloadStep; breakOff: AbortController; end: Promise<void> }>();
  #stop: Stop | undefined;
  #isEnded = false;
  #failure: unknown;

  constructor(context: DownloadQueueContext) {
    this.#context = context;
  }

  /** Works until nothing is left; answers why it stopped before, undefined when it did not. */
  async run(): Promise<Stop | undefined> {
    const { device, userId, now } = this.#context;
    for (;;) {
      // Taken before the ledger is read: what ends meanwhile may not be written in it yet, and must not begin again.
      const busy = new Set(this.#running.keys());
      const isFree = busy.size < AT_ONCE && !this.#isOver();
      const step = isFree ? nextDownloadStep(await readLedger(device, userId), busy, now()) : undefined;
      // It may have been stopped while the ledger was read: what begins now would be broken off by nobody.
      if (step && this.#isOver()) continue;
      if (step) this.#begin(step);
      else if (isFree && [...busy].some((name) => !this.#running.has(name))) continue;
      else if (this.#running.size === 0) break;
      else await Promise.race([...this.#running.values()].map(({ end }) => end));
    }
    if (this.#failure !== undefined) throw this.#failure;
    return this.#stop;
  }

  /** Breaks off what nobody wants any more; with `all` everything, and the round ends. */
  async lookAgain(all = false): Promise<void> {
    this.#isEnded ||= all;
    const { device, userId } = this.#context;
    const wanted = all ? new Set<string>() : wantedFiles(await readLedger(device, userId));
    for (const { step, breakOff } of this.#running.values()) {
      if ('assetId' in step && !wanted.has(step.assetId)) breakOff.abort();
    }
  }

  #isOver = () => this.#isEnded || this.#stop !== undefined || this.#failure !== undefined;

  #begin(step: DownloadStep): void {
    const breakOff = new AbortController();
    const name = stepName(step);
    const take = async () => {
      try {
        const stop = await this.#take(step, breakOff.signal);
        if (stop) this.#stop ??= stop;
      } catch (error) {
        this.#failure ??= error;
      } finally {
        this.#running.delete(name);
      }
    };
    this.#running.set(name, { step, breakOff, end: take() });
  }

  async #take(step: DownloadStep, signal: AbortSignal): Promise<Stop | undefined> {
    if (step.do === 'ask') return this.#ask(step.assetId);
    if (step.do !== 'content') return this.#fetch(step, signal);
    const told = await fetchContent(this.#context, step.courseId);
    if (!Array.isArray(told)) return told;
    await clearMediaCache(this.#context.shelf, told);
    return undefined;
  }

  async #ask(assetId: string): Promise<Stop | undefined> {
    const { device, now } = this.#context;
    const told = await askFile(this.#context, assetId);
    if (told.kind === 'told') await noteFile(device, assetId, { file: told.file, at: now() });
    else if (told.kind === 'refused') await noteRefusal(device, assetId, { refusal: told.text, at: now() });
    else return told;
    return undefined;
  }

  /** An odd answer is asked about once, which also renews a sign-in that ran out (Y17); odd again is for later. */
  async #fetch(step: FileStep, signal: AbortSignal): Promise<Stop | undefined> {
    const first = await this.#once(step, signal);
    if (first.kind !== 'odd') return stopOf(first);
    const stop = await this.#ask(step.assetId);
    if (stop) return stop;
    const second = await this.#once(step, signal);
    return second.kind === 'odd' ? { kind: 'later', retryAfterMs: null } : stopOf(second);
  }

  async #once(step: FileStep, signal: AbortSignal): Promise<Fetched> {
    const { device, shelf } = this.#context;
    const { assetId } = step;
    const row = await device.downloads.get(assetId);
    // Another version has other parts: the plan is made anew.
    if (!row?.file || row.refusal !== null || (step.do === 'part' && step.n >= row.file.parts))
      return { kind: 'broken-off' };
    const errand = errandOf(step, row.file);
    const fetched = await fetchTo(this.#context, errand, signal);
    if (fetched.kind !== 'here') return fetched;
    const isTaken =
      step.do === 'part'
        ? await notePart(device, assetId, { etag: row.file.etag, n: step.n })
        : await noteCaptions(device, assetId, step.name);
    if (!isTaken) await shelf.remove(errand.address);
    return fetched;
  }
}

function errandOf(step: FileStep, file: MediaParts): Errand {
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

const stopOf = (fetched: Fetched): Stop | undefined =>
  fetched.kind === 'here' || fetched.kind === 'odd' || fetched.kind === 'broken-off' ? undefined : fetched;
