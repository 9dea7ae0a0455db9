// The queue of video uploads, one at a time. Independent of React: it continues while the user visits other pages.
import { createValue } from '../../device/value.ts';
import type { Playability } from './playability.ts';
import { UploadFailure } from './send-file.ts';
import { rateOf, type Sample, withSample } from './transfer-messages.ts';

/** One video for one lesson. 'small' is a single request of up to 50 MB, used by the Video Upload Manager. */
export type UploadRequest = {
  lessonId: number;
  courseId: number;
  title: string;
  file: File;
  way: 'signed' | 'small';
  /** The page that shows its progress. */
  page: string;
  playability: Promise<Playability>;
};

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
  let running: { lessonId: number; abort: AbortController } | undefined;

  const without = (lessonId: number) => uploads.get().filter((upload) => upload.lessonId !== lessonId);
  const setStage = (lessonId: number, stage: Stage) =>
    uploads.set(uploads.get().map((upload) => (upload.lessonId === lessonId ? { ...upload, stage } : upload)));

  const run = async ({ stage: _, ...request }: Upload) => {
    const { lessonId } = request;
    const abort = new AbortController();
    const { signal } = abort;
    running = { lessonId, abort };
    setStage(lessonId, { is: 'starting' });
    let samples: Sample[] = [];
    const onSent = (sent: number) => {
      if (signal.aborted) return;
      samples = withSample(samples, { at: now(), sent });
      setStage(lessonId, { is: 'sending', sent, bytesPerSecond: rateOf(samples) });
    };
    let failure: UploadFailure | undefined;
    try {
      const onFinishing = () => signal.aborted || setStage(lessonId, { is: 'finishing' });
      await send(request, { signal, onSent, onFinishing });
    } catch (error) {
      failure = error instanceof UploadFailure ? error : new UploadFailure('The upload broke off.');
    }
    // It was cancelled, and another upload may already be running.
    if (signal.aborted) return;
    running = undefined;
    if (failure) {
      const { sentence, detail, refusesFile } = failure;
      setStage(lessonId, { is: 'failed', sentence, detail, refusesFile });
    } else uploads.set(without(lessonId));
    onEnd(request, failure);
    next();
  };

  const next = () => {
    const first = running ? undefined : uploads.get().find(({ stage }) => stage.is === 'waiting');
    if (first) void run(first);
  };

  const cancel = (lessonId: number) => {
    const stopped = running?.lessonId === lessonId ? running : undefined;
    if (stopped) running = undefined;
    uploads.set(without(lessonId));
    stopped?.abort.abort();
    next();
  };

  return {
    subscribe: uploads.subscribe,
    /** All uploads, the oldest first; the same array until something changes. */
    all: uploads.get,
    /** The upload of a lesson; the same object until it changes. */
    of: (lessonId: number) => uploads.get().find((upload) => upload.lessonId === lessonId),
    /** Queues an upload; an earlier one of the same lesson is cancelled. */
    start: (request: UploadRequest) => {
      cancel(request.lessonId);
      uploads.set([...uploads.get(), { ...request, stage: { is: 'waiting' } }]);
      next();
    },
    tryAgain: (lessonId: number) => {
      setStage(lessonId, { is: 'waiting' });
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
