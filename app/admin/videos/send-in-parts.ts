// Sends a file to a storage that takes it in parts (tus): what is there already is not sent again. Loaded on demand.
import { DetailedError, Upload } from 'tus-js-client';
import type { ResumableTarget } from '#sync/contract/video.ts';
import { UploadFailure } from './send-file.ts';

/** Hosted storage takes parts of exactly this size, but for the last. */
const PART_BYTES = 6 * 1024 ** 2;
/** A line that drops for a moment. */
const RETRY_AFTER_MS = [0, 1000, 3000];

type Parts = ResumableTarget & {
  file: File;
  /** By which this browser finds the upload again. */
  name: string;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
};

/** Resolves when the storage has the whole file. Throws UploadFailure, and the signal's reason after an abort. */
export async function sendInParts({ file, endpoint, headers, metadata, name, signal, onSent }: Parts): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(file, {
    endpoint,
    headers,
    metadata,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_AFTER_MS,
    fingerprint: async () => `groundwork upload ${name}`,
    removeFingerprintOnSuccess: true,
    onProgress: onSent,
    onSuccess: () => resolve(),
    onError: (error) => reject(failureOf(error)),
  });
  const abort = () => void upload.abort().then(() => reject(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  const [earlier] = await upload.findPreviousUploads();
  if (signal.aborted) throw signal.reason;
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  await promise;
}

const KEPT = 'What was sent is kept for a day. Try again, or choose the same file later, to continue.';

function failureOf(error: Error): UploadFailure {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
  if (!status) return new UploadFailure('Network error during upload', { detail: KEPT });
  return new UploadFailure(`Upload failed with status ${status}`, { refusesFile: status === 413 || status === 415 });
}
