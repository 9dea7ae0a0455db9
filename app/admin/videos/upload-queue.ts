// The queue of uploads, one at a time. Independent of React: it continues while the user visits other pages.
import { createValue } from '../../device/value.ts';
import type { Playability } from './playability.ts';
import { rateOf, type Sample, withSample } from './transfer-messages.ts';
import { UploadFailure } from './upload-failure.ts';

/** One video or, with its `documentTitle`, one document for one lesson. */
export type UploadRequest = {
  lessonId: number;
  courseId: number;
  title: string;
  documentTitle?: string;
  file: File;
  /** The page that shows its progress. */
  page: string;
  playability: Promise<Playability>;
};

/** What a place takes one upload at a time for: a lesson's video by the lesson's id, its documents by the name of theirs. */
export type Slot = number | `documents ${number}`;
export const documentsOf = (lessonId: number): Slot => `documents ${lessonId}`;
const slotOf = ({ lessonId, documentTitle }: UploadRequest): Slot =>
  documentTitle === undefined ? lessonId : documentsOf(lessonId);

export type Stage =
  | { is: 'waiting' }
  | { is: 'starting' }
  | { is: 'sending'; sent: number; bytesPerSecond: number | undefined }
  | { is: 'finishing' }
  /** `refusesFile`: a retry with the same file would fail too. */
  | { is: 'failed'; sentence: string; detail: string | undefined; refusesFile: boolean };

export type Upload = UploadRequest & { stage: Stage };

/** Uploads one video and reports its progress. Throws UploadFailure. */
export type SendVideo = (
  request: UploadRequest,
  way: { signal: AbortSignal; onSent: (bytes: number) => void; onFinishing: () => void },
) => Promise<void>;

type Ports = {
  send: SendVideo;
  now: () => number;
  /** Called after a success, or with the failure; not after a cancel. */
  onEnd: (request: UploadRequest, failure?: UploadFailure) => void;
};

export function createUploadQueue({ send, now, onEnd }: Ports) {
  const uploads = createValue<readonly Upload[]>([]);
  let running: { slot: Slot; abort: AbortController } | undefined;

  const without = (slot: Slot) => uploads.get().filter((upload) => slotOf(upload) !== slot);
  const setStage = (slot: Slot, stage: Stage) =>
    uploads.set(uploads.get().map((upload) => (slotOf(upload) === slot ? { ...upload, stage } : upload)));

  const run = async ({ stage: _, ...request }: Upload) => {
    const slot = slotOf(request);
    const abort = new AbortController();
    const { signal } = abort;
    running = { slot, abort };
    setStage(slot, { is: 'starting' });
    let samples: Sample[] = [];
    const onSent = (sent: number) => {
      if (signal.aborted) return;
      samples = withSample(samples, { at: now(), sent });
      setStage(slot, { is: 'sending', sent, bytesPerSecond: rateOf(samples) });
    };
    let failure: UploadFailure | undefined;
    try {
      const onFinishing = () => signal.aborted || setStage(slot, { is: 'finishing' });
      await send(request, { signal, onSent, onFinishing });
    } catch (error) {
      failure = error instanceof UploadFailure ? error : new UploadFailure('The upload broke off.');
    }
    // It was cancelled, and another upload may already be running.
    if (signal.aborted) return;
    running = undefined;
    if (failure) {
      const { sentence, detail, refusesFile } = failure;
      setStage(slot, { is: 'failed', sentence, detail, refusesFile });
    } else uploads.set(without(slot));
    onEnd(request, failure);
    next();
  };

  const next = () => {
    const first = running ? undefined : uploads.get().find(({ stage }) => stage.is === 'waiting');
    if (first) void run(first);
  };

  const cancel = (slot: Slot) => {
    const stopped = running?.slot === slot ? running : undefined;
    if (stopped) running = undefined;
    uploads.set(without(slot));
    stopped?.abort.abort();
    next();
  };

  return {
    subscribe: uploads.subscribe,
    /** All uploads, the oldest first; the same array until something changes. */
    all: uploads.get,
    /** The upload of a place; the same object until it changes. */
    of: (slot: Slot) => uploads.get().find((upload) => slotOf(upload) === slot),
    /** Queues an upload; an earlier one of the same place is cancelled. */
    start: (request: UploadRequest) => {
      cancel(slotOf(request));
      uploads.set([...uploads.get(), { ...request, stage: { is: 'waiting' } }]);
      next();
    },
    tryAgain: (slot: Slot) => {
      setStage(slot, { is: 'waiting' });
      next();
    },
    /** Cancels an upload in any stage; also removes a failed one. */
    cancel,
    stopAll: () => {
      const stopped = running;
      running = undefined;
      uploads.set([]);
      stopped?.abort.abort();
    },
  };
}

/** Whether closing the page would lose this upload. */
export const isUnderWay = ({ stage }: Upload) => stage.is !== 'failed';
