// A device that downloads from a small server, both controlled by the test, with parts of ten bytes.
import type { Course } from '#sync/contract/course.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import { MARKER_HEADER, MARKER_VALUE } from '#sync/contract/server.ts';
import { keepLessons } from '#sync/downloads/download-requests.ts';
import { type DownloadState, stateOf } from '#sync/downloads/download-status.ts';
import { createDownloader, type Downloader } from '#sync/downloads/downloader.ts';
import { readDownloadStatus, readLedger } from '#sync/downloads/downloads-db.ts';
import type { Fetch } from '#sync/downloads/fetch-file.ts';
import type { MediaCache } from '#sync/downloads/media-cache.ts';
import type { EnginePorts, Signal, TransportRequest, TransportResponse } from '#sync/ports.ts';
import type { PullOutcome } from '#sync/remote/pull.ts';
import { type Device, openDevice } from '#sync/store/device.ts';
import type { Download } from '#sync/store/media-ledger.ts';
import { Replica } from '#sync/store/replica.ts';
import { aCourse, aLesson } from '#tests/factories.ts';

export const PART = 10;
export const MAREN = '11111111-1111-4111-8111-111111111111';
export const OLE = '22222222-2222-4222-8222-222222222222';
const tokenOf = (userId: string, n: number) => `h.${btoa(JSON.stringify({ sub: userId, n }))}.s`;

/** A video on the server; a replaced one has another `etag`. */
export type TestVideo = { bytes: Uint8Array; etag: string; captions: string | null };

export const aVideo = (size: number, video: Partial<TestVideo> = {}): TestVideo => ({
  bytes: Uint8Array.from({ length: size }, (_, i) => i % 251),
  etag: '"one"',
  captions: null,
  ...video,
});

/** The browser's cache as a map that can be full. */
export class MemoryCache implements MediaCache {
  readonly entries = new Map<string, Response>();
  isFull = false;

  async put(address: string, response: Response): Promise<void> {
    const body = await response.blob();
    if (this.isFull) throw new DOMException('No room', 'QuotaExceededError');
    this.entries.set(address, new Response(body, { headers: response.headers }));
  }
  match = async (address: string) => this.entries.get(address)?.clone();
  addresses = async () => [...this.entries.keys()];
  remove = async (address: string) => void this.entries.delete(address);
}

const MARK = { [MARKER_HEADER]: MARKER_VALUE };

/** A response of our server. */
export const marked = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...MARK, ...headers } });

let devices = 0;

export class DownloadSetup {
  readonly videos = new Map<string, TestVideo>();
  readonly lessons: Lesson[] = [];
  readonly course: Course = aCourse({ id: 4, thumbnail: null });
  /** Everything that was requested, in order. */
  readonly requests: string[] = [];
  readonly cache = new MemoryCache();
  readonly device: Device;
  readonly replica: Replica;
  isOnline = true;
  partBytes = PART;
  isPortal = false;
  isVisible = true;
  isLockFree = true;
  steals = 0;
  refreshes = 0;
  isTokenOld = false;
  isSignedIn = true;
  /** Responds in the server's place; undefined lets the server respond. */
  overrideResponse: (path: string) => Response | undefined = () => undefined;
  /** Awaited before each part is served. */
  gate: (path: string) => Promise<void> = async () => {};
  now = Date.UTC(2026, 2, 1);
  readonly #started: Downloader[] = [];
  /** Errors reported while the device was open; closing it aborts what is running, as closing a page does. */
  readonly #failures: unknown[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #timers = new Set<{ at: number; work: () => void }>();
  readonly #listeners = new Set<(signal: Signal) => void>();

  constructor() {
    devices += 1;
    this.device = openDevice();
    this.replica = new Replica(`setup-${devices}`);
  }

  /** A fresh device, without the last one's rows. */
  async open(): Promise<this> {
    await this.device.transaction('rw', this.device.tables, () =>
      Promise.all(this.device.tables.map((table) => table.clear())),
    );
    return this;
  }

  /** A lesson with a video of this many bytes. */
  addVideo(id: number, size: number, video: Partial<TestVideo> = {}): Lesson {
    const assetId = `video-${id}`;
    this.videos.set(assetId, aVideo(size, video));
    const lesson = aLesson({
      id,
      courseId: 4,
      title: `Video ${id}`,
      orderIndex: id,
      videoUrl: `/media/${assetId}`,
      videoBytes: size,
      captionsUrl: video.captions ? `/media/${assetId}/captions.vtt?v=${video.captions}` : null,
    });
    this.lessons.push(lesson);
    return lesson;
  }

  /** Starts a tab of this person. */
  start(userId = MAREN): Downloader {
    const puller = {
      replica: this.replica,
      pullCourse: (courseId: number) => this.#pull(`course ${courseId}`, true),
      pullQuiz: (lessonId: number) => this.#pull(`quiz ${lessonId}`, false),
    };
    const onError = (error: unknown) => void this.#failures.push(error);
    const { device } = this;
    const downloader = createDownloader({
      userId,
      device,
      ports: this.#ports(userId),
      puller: puller,
      onError: onError,
    });
    this.#started.push(downloader);
    downloader.start();
    return downloader;
  }

  /** Waits for running work before the next test uses the device; rejects when background work failed. */
  async close(): Promise<void> {
    const failures = [...this.#failures];
    for (const downloader of this.#started) downloader.stop();
    await this.rest();
    await Promise.all(this.#running);
    await this.replica.delete();
    this.device.close();
    if (failures.length > 0) throw failures[0];
  }

  async stateNow(userId = MAREN): Promise<DownloadState> {
    const { kept, downloads } = await this.ledger(userId);
    const kind = await this.statusKind();
    return stateOf(kept, downloads, { status: kind && { kind, at: this.now }, isOffline: false });
  }

  async keep(lessons: Lesson[], userId = MAREN): Promise<void> {
    await keepLessons(this.device, userId, { courseId: 4, course: this.course, lessons }, this.now);
  }

  /** Advances the time in steps of half a second until the condition is true. */
  async until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if (await isTrue()) return;
      this.advance(500);
      await this.rest();
    }
    throw new Error(`It never came to be so. Asked: ${this.requests.join(', ')}`);
  }

  /** Waits for what has been begun: a transaction over everything comes after all that has been asked for before it. */
  async rest(): Promise<void> {
    for (let step = 0; step < 5; step += 1) await this.device.transaction('rw', this.device.tables, () => {});
  }

  advance(ms: number): void {
    this.now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.now || !this.#timers.delete(timer)) continue;
      timer.work();
    }
  }

  signal(signal: Signal): void {
    for (const listener of this.#listeners) listener(signal);
  }

  row = async (assetId: string): Promise<Download | undefined> => this.device.downloads.get(assetId);
  isComplete = async (assetId: string) => (await this.row(assetId))?.isComplete === true;
  ledger = (userId = MAREN) => readLedger(this.device, userId);
  statusKind = async () => (await readDownloadStatus(this.device))?.kind;
  parts = () => this.requests.filter((path) => /parts\/\d/.test(path));

  async #pull(what: string, isCourse: boolean): Promise<PullOutcome> {
    this.requests.push(what);
    if (!this.isOnline) return { kind: 'offline' };
    if (isCourse)
      await this.replica.saveContent({ course: this.course, lessonsOf: { courseId: 4, lessons: this.lessons } });
    return { kind: 'fresh' };
  }

  #ports(userId: string): EnginePorts & { fetch: Fetch; cache: MediaCache } {
    const token = () => tokenOf(userId, this.refreshes);
    return {
      cache: this.cache,
      fetch: async (path, { signal, headers }) => {
        this.requests.push(path);
        await Promise.race([this.gate(path), whenAborted(signal)]);
        signal.throwIfAborted();
        if (!this.isOnline) throw new TypeError('Failed to fetch');
        return this.#answer(path, headers);
      },
      transport: { send: (request) => this.#send(request) },
      clock: {
        now: () => this.now,
        later: (ms, work) => {
          const timer = { at: this.now + ms, work };
          this.#timers.add(timer);
          return () => this.#timers.delete(timer);
        },
      },
      session: {
        token: async () => (this.isSignedIn ? token() : null),
        refresh: async () => {
          if (!this.isSignedIn) return { kind: 'ended' };
          this.refreshes += 1;
          this.isTokenOld = false;
          return { kind: 'token', token: token() };
        },
      },
      lock: {
        hold: async (_, steal, work) => {
          if (steal) this.steals += 1;
          if (!(this.isLockFree || steal)) return false;
          const working = work();
          this.#running.add(working.catch(() => undefined));
          await working;
          return true;
        },
      },
      signals: {
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
        isVisible: () => this.isVisible,
      },
      random: () => 0.5,
      newId: () => crypto.randomUUID(),
    };
  }

  async #send({ path, headers }: TransportRequest): Promise<TransportResponse> {
    this.requests.push(path);
    if (!this.isOnline) return { kind: 'none', reason: 'network' };
    const response = this.#answer(path, headers);
    const body = await response.json().catch(() => undefined);
    const isMarked = response.headers.get(MARKER_HEADER) === MARKER_VALUE;
    return { kind: 'response', status: response.status, marked: isMarked, body, retryAfterMs: null };
  }

  #answer(path: string, headers: Record<string, string>): Response {
    if (this.isPortal) return new Response('<h1>Welcome to our hotel</h1>');
    const override = this.overrideResponse(path);
    if (override) return override;
    if (this.isTokenOld && headers.Authorization)
      return marked(401, { error: 'x', message: 'x', code: 'token_expired' });
    const [, assetId = '', n] = /^\/(?:api\/)?media\/([\w-]+)\/(?:parts\/?(\d*)|captions)$/.exec(path) ?? [];
    const video = this.videos.get(assetId);
    if (!video) return marked(404, { error: 'x', message: 'No such media.', code: 'media_not_found' });
    if (n === undefined) return new Response(video.captions, { headers: MARK });
    if (n === '') return marked(200, partsOf(video, this.partBytes));
    const body = video.bytes.slice(Number(n) * this.partBytes, (Number(n) + 1) * this.partBytes);
    return new Response(body, { headers: { ...MARK, ETag: video.etag, 'Content-Length': String(body.length) } });
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

const partsOf = ({ bytes, etag, captions }: TestVideo, partBytes: number) => ({
  etag,
  contentType: 'video/mp4',
  sizeBytes: bytes.length,
  partBytes,
  parts: Math.ceil(bytes.length / partBytes),
  captions,
});
