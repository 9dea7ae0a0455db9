// The state of downloads, as screens show it.
import { percentDone } from '../contract/fields.ts';
import {
  bytesHere,
  type Download,
  type DownloadLedger,
  type KeptLesson,
  type StoredDownloadStatus,
} from '../store/media-ledger.ts';

/** Bytes on the device and in total; `total` is null while it is unknown. */
export type DownloadAmount = { here: number; total: number | null };

export type DownloadState =
  | { kind: 'absent' }
  /** Complete. */
  | ({ kind: 'here' } & DownloadAmount)
  | ({ kind: 'loading' | 'waiting' | 'offline' | 'paused' | 'full' | 'auth' } & DownloadAmount)
  /** The browser has deleted it. */
  | ({ kind: 'lost' } & DownloadAmount)
  | ({ kind: 'failed'; reason: string } & DownloadAmount);

/** The combined state of these lessons of one person. */
export function stateOf(
  kept: readonly KeptLesson[],
  downloads: DownloadLedger['downloads'],
  facts: { status: StoredDownloadStatus | undefined; isOffline: boolean },
): DownloadState {
  if (kept.length === 0) return { kind: 'absent' };
  const amount = totalAmountOf(kept, downloads);
  const open = kept.filter((one) => !isHere(one, downloads));
  if (open.length === 0) return { kind: 'here', ...amount };
  const rowsOf = ({ files }: KeptLesson) => files.flatMap(({ assetId }) => downloads.get(assetId) ?? []);
  if (open.some((one) => rowsOf(one).some(({ isLost }) => isLost))) return { kind: 'lost', ...amount };
  const running = open.filter(({ isPaused }) => !isPaused);
  if (running.length === 0) return { kind: 'paused', ...amount };
  const reasons = running.map((one) => one.refusal ?? fileRefusal(one, downloads));
  const [reason] = reasons;
  if (typeof reason === 'string' && reasons.every((one) => one !== null)) return { kind: 'failed', reason, ...amount };
  const { kind } = facts.status ?? { kind: 'idle' };
  if (kind === 'full' || kind === 'auth') return { kind, ...amount };
  if (facts.isOffline || kind === 'offline') return { kind: 'offline', ...amount };
  return { kind: kind === 'working' ? 'loading' : 'waiting', ...amount };
}

/**
 * True when a lesson's content and files are all on the device. A picture that the server no longer has does not count.
 */
export function isHere(kept: KeptLesson, downloads: DownloadLedger['downloads']): boolean {
  if (kept.checkedAt === null || kept.refusal !== null || fileRefusal(kept, downloads) !== null) return false;
  return kept.files.every(({ assetId }) => {
    const download = downloads.get(assetId);
    return download !== undefined && (download.isComplete || download.refusal !== null);
  });
}

/** Why the video or a document is refused: the files of a known size are what the lesson is about. */
function fileRefusal({ files }: KeptLesson, downloads: DownloadLedger['downloads']): string | null {
  const refusals = files.flatMap(({ assetId, bytes }) =>
    bytes === null ? [] : (downloads.get(assetId)?.refusal ?? []),
  );
  return refusals[0] ?? null;
}

/** The total of these lessons, each file counted once. */
export function totalAmountOf(kept: readonly KeptLesson[], downloads: DownloadLedger['downloads']): DownloadAmount {
  const files = new Map(kept.flatMap((one) => one.files.map((file) => [file.assetId, file.bytes] as const)));
  const amounts = [...files].map(([assetId, bytes]) => fileAmount(downloads.get(assetId), bytes));
  const isUnknown = kept.some(({ checkedAt, files }) => checkedAt === null && files.length === 0);
  return {
    here: amounts.reduce((sum, { here }) => sum + here, 0),
    total: isUnknown ? null : amounts.reduce((sum, { total }) => sum + total, 0),
  };
}

function fileAmount(download: Download | undefined, bytes: number | null): { here: number; total: number } {
  if (!download || download.refusal !== null) return { here: 0, total: download ? 0 : (bytes ?? 0) };
  return { here: bytesHere(download), total: download.file?.sizeBytes ?? bytes ?? 0 };
}

/** Whole percent; 100 only when everything is here. */
export function downloadPercent({ here, total }: DownloadAmount): number {
  return Math.min(99, percentDone(here, total ?? 0));
}
