// The videos that wait to be sent, one after another. No React and no page: it goes on while the person goes elsewhere.
import type { Playability } from './playability.ts';
import { UploadFailure } from './send-file.ts';
import { rateOf, type Sample, withSample } from './transfer-messages.ts';

/** One video for one lesson. `small` is the Video Upload Manager's way: one request, 50 MB. */
export type UploadRequest = {
  lessonId: number;
  courseId: number;
  title: string;
  file: File;
  way: 'signed' | 'small';
  /** The page on which it is to be seen. */
  page: string;
  playability: Promise<Playability>;
};

export type Stage =
  | { is: 'waiting' }
  | { is: 'starting' }
  | { is: 'sending'; sent: number; bytesPerSecond: number | undefined }
  | { is: 'finishing' }
  /** `refusesFile`: once more with the same file would end the same. */
  | { is: 'failed'; sentence: string; detail: string | undefined; refusesFile: boolean };

export type Upload = UploadRequest & { stage: Stage };

/** What carries one video to the server; it says how far it is, and throws UploadFailure. */
export type SendVideo = (
  request: UploadRequest,
  way: { signal: AbortSignal; onSent: (bytes: number) => void; onFinishing: () => void },
) => Promise<void>;

type Ports = {
  send: SendVideo;
  now: () => number;
  /** After each end that the person did not ask for; `failure` is undefined after a success. */
  onEnd: (request: UploadRequest, failure?: UploadFailure) => void;
};

export function createUploadQueue({ send, now, onEnd }: Ports) {
  let uploads: readonly Upload[] = [];
  let running: { lessonId: number; abort: AbortController } | undefined;
  const watchers = new Set<() => void>();

  const become = (next: readonly Upload[]) => {
    uploads = next;
    for (const changed of watchers) changed();
  };
  const without = (lessonId: number) => uploads.filter((upload) => upload.lessonId !== lessonId);
  const setStage = (lessonId: number, stage: Stage) =>
    become(uploads.map((upload) => (upload.lessonId === lessonId ? { ...upload, stage } : upload)));

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
    // Another one has begun when this one was stopped.
    if (signal.aborted) return;
    running = undefined;
    if (failure) {
      const { sentence, detail, refusesFile } = failure;
      setStage(lessonId, { is: 'failed', sentence, detail, refusesFile });
    } else become(without(lessonId));
    onEnd(request, failure);
    next();
  };

  const next = () => {
    const first = running ? undefined : uploads.find(({ stage }) => stage.is === 'waiting');
    if (first) void run(first);
  };

  const cancel = (lessonId: number) => {
    const stopped = running?.lessonId === lessonId ? running : undefined;
    if (stopped) running = undefined;
    become(without(lessonId));
    stopped?.abort.abort();
    next();
  };

  return {
    subscribe: (changed: () => void) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    /** All of them, the oldest first; the same list until something changes. */
    all: () => uploads,
    /** The one of a lesson; the same object until it changes. */
    of: (lessonId: number) => uploads.find((upload) => upload.lessonId === lessonId),
    /** Sends it when its turn comes. A lesson has one at a time: an earlier one is given up. */
    start: (request: UploadRequest) => {
      cancel(request.lessonId);
      become([...uploads, { ...request, stage: { is: 'waiting' } }]);
      next();
    },
    /** Sends one that failed once more. */
    tryAgain: (lessonId: number) => {
      setStage(lessonId, { is: 'waiting' });
      next();
    },
    /** Gives one up, whatever it does now; also drops one that failed. */
    cancel,
    /** Gives up everything. */
    stopAll: () => {
      const stopped = running;
      running = undefined;
      become([]);
      stopped?.abort.abort();
    },
  };
}

/** True for one that would be lost with the page. */
export const isUnderWay = ({ stage }: Upload) => stage.is !== 'failed';
