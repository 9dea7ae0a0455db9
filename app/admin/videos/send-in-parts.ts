// Sends a file by tus 1.0, to our own storage or a hosted one: what is there already is not sent again. Loaded on demand.
import { DetailedError, Upload } from 'tus-js-client';
import { RefusalBody } from '#sync/contract/refusal.ts';
import type { ResumableTarget } from '#sync/contract/video.ts';
import { counted } from '../../ui/labels.ts';
import { isOfFile, UploadFailure } from './upload-failure.ts';

/** Hosted storage takes parts of exactly this size, but for the last; ours takes the whole file in one. */
const PART_BYTES = 6 * 1024 ** 2;
/** A line that drops for a moment. */
const RETRY_AFTER_MS = [0, 1000, 3000];
/** A token is asked for anew so long before it ends; each part brings it along. */
const MARGIN_MS = 30_000;

type Signed = (ResumableTarget | { uploadUrl: string; headers: Record<string, string> }) & { expiresAt: string };

type Parts = {
  file: File;
  /** By which this browser finds the upload again. */
  name: string;
  signed: Signed;
  /** Signs anew, for the same place. */
  renew: (() => Promise<Signed>) | undefined;
  /** How long the storage keeps what it has of a file; undefined where it keeps nothing. */
  keptDays: number | undefined;
  signal: AbortSignal;
  /** Called with the bytes that the storage has. */
  onSent: (bytes: number) => void;
};

/** Resolves when the storage has the whole file. Throws UploadFailure, and the signal's reason after an abort. */
export const sendInParts = ({ file, name, signed, renew, keptDays, signal, onSent }: Parts): Promise<void> =>
  new Promise((resolve, reject) => {
    let newest = signed;
    const upload = new Upload(file, {
      ...('uploadUrl' in signed ? placeAt(signed.uploadUrl) : placeMadeBy(signed, name)),
      retryDelays: RETRY_AFTER_MS,
      onBeforeRequest: async (request) => {
        if (renew && Date.now() > Date.parse(newest.expiresAt) - MARGIN_MS) newest = await renew();
        for (const [header, value] of Object.entries(newest.headers)) request.setHeader(header, value);
      },
      onProgress: onSent,
      onSuccess: () => resolve(),
      onError: (error) => reject(failureOf(error, keptDays)),
    });
    signal.addEventListener('abort', () => void upload.abort().finally(() => reject(signal.reason)), { once: true });
    const start = async () => {
      const [earlier] = 'uploadUrl' in signed ? [] : await upload.findPreviousUploads();
      if (signal.aborted) return reject(signal.reason);
      if (earlier) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    };
    start().catch(reject);
  });

/** Our server finds the place of a file again by itself. */
const placeAt = (uploadUrl: string) => ({ uploadUrl, storeFingerprintForResuming: false });

/** The storage makes the place for the file, and this browser finds it again by `name`. */
const placeMadeBy = ({ endpoint, metadata }: ResumableTarget, name: string) => ({
  endpoint,
  metadata,
  chunkSize: PART_BYTES,
  fingerprint: async () => `groundwork upload ${name}`,
  removeFingerprintOnSuccess: true,
});

function failureOf(error: Error, keptDays: number | undefined): UploadFailure {
  const answer = error instanceof DetailedError ? error.originalResponse : undefined;
  const kept =
    keptDays === undefined
      ? undefined
      : `What was sent is kept for ${counted(keptDays, 'day')}. Try again, or choose the same file later, to continue.`;
  if (!answer?.getStatus()) return new UploadFailure('Network error during upload', { detail: kept });
  const status = answer.getStatus();
  const refusal = refusalIn(answer.getBody());
  return new UploadFailure(`Upload failed with status ${status}`, {
    refusesFile: isOfFile(status, refusal?.code),
    detail: refusal?.message ?? (isOfFile(status) ? undefined : kept),
  });
}

function refusalIn(text: string): RefusalBody | undefined {
  try {
    return RefusalBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
