// Sends a file to a storage that takes it in parts (tus): what is there already is not sent again. Loaded on demand.
import { DetailedError, Upload } from 'tus-js-client';
import type { ResumableTarget } from '#sync/contract/video.ts';
import { UploadFailure } from './send-file.ts';

/** Hosted storage takes parts of exactly this size, but for the last. */
const PART_BYTES = 6 * 1024 ** 2;
/** A line that drops for a moment. */
const RETRY_AFTER_MS = [0, 1000, 3000];
/** A token is asked for anew so long before it ends; each part brings it along. */
const MARGIN_MS = 30_000;

export type Signed = ResumableTarget & { expiresAt: string };

type Parts = {
  file: File;
  /** By which this browser finds the upload again. */
  name: string;
  signed: Signed;
  /** Signs anew; undefined when there is nothing to sign for any more. */
  renew: () => Promise<Signed | undefined>;
  signal: AbortSignal;
  /** Called with the bytes that the storage has. */
  onSent: (bytes: number) => void;
};

/** Resolves when the storage has the whole file. Throws UploadFailure, and the signal's reason after an abort. */
export async function sendInParts({ file, name, signed, renew, signal, onSent }: Parts): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let newest = signed;
  const upload = new Upload(file, {
    endpoint: signed.endpoint,
    metadata: signed.metadata,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_AFTER_MS,
    fingerprint: async () => `groundwork upload ${name}`,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      if (Date.now() > Date.parse(newest.expiresAt) - MARGIN_MS) newest = (await renew()) ?? newest;
      for (const [header, value] of Object.entries(newest.headers)) request.setHeader(header, value);
    },
    onProgress: onSent,
    onSuccess: () => resolve(),
    onError: (error) => reject(failureOf(error)),
  });
  signal.addEventListener('abort', () => void upload.abort().finally(() => reject(signal.reason)), { once: true });
  const [earlier] = await upload.findPreviousUploads();
  if (signal.aborted) reject(signal.reason);
  else {
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  }
  await promise;
}

const KEPT = 'What was sent is kept for a day. Try again, or choose the same file later, to continue.';
const OF_THE_FILE = [413, 415];

function failureOf(error: Error): UploadFailure {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
  if (!status) return new UploadFailure('Network error during upload', { detail: KEPT });
  const refusesFile = OF_THE_FILE.includes(status);
  return new UploadFailure(`Upload failed with status ${status}`, {
    refusesFile,
    detail: refusesFile ? undefined : KEPT,
  });
}
