// How a download stands, in the words that a screen needs.
import {
  bytesHere,
  type Download,
  type KeptLesson,
  type Ledger,
  type StoredDownloadStatus,
} from '../store/media-ledger.ts';

/** Bytes on the device and in all; `total` is null while nobody has told. */
export type Amount = { here: number; total: number | null };

export type DownloadState =
  | { kind: 'absent' }
  /** Complete. */
  | ({ kind: 'here' } & Amount)
  | ({ kind: 'loading' | 'waiting' | 'offline' | 'paused' | 'full' | 'auth' } & Amount)
  /** The browser threw it away. */
  | ({ kind: 'lost' } & Amount)
  | ({ kind: 'failed'; reason: string } & Amount);

/** How these lessons of one person stand together; none of them is 'absent'. */
export function stateOf(
  kept: readonly KeptLesson[],
  downloads: Ledger['downloads'],
  facts: { standing: StoredDownloadStatus | undefined; isOffline: boolean },
): DownloadState {
  if (kept.length === 0) return { kind: 'absent' };
  const amount = amountOf(kept, downloads);
  const open = kept.filter((one) => !isHere(one, downloads));
  if (open.length === 0) return { kind: 'here', ...amount };
  const rowsOf = ({ files }: KeptLesson) => files.flatMap(({ assetId }) => downloads.get(assetId) ?? []);
  if (open.some((one) => rowsOf(one).some(({ isLost }) => isLost))) return { kind: 'lost', ...amount };
  const running = open.filter(({ isPaused }) => !isPaused);
  if (running.length === 0) return { kind: 'paused', ...amount };
  const reasons = running.map((one) => one.refusal ?? filmRefusal(one, downloads));
  const [reason] = reasons;
  if (typeof reason === 'string' && reasons.every((one) => one !== null)) return { kind: 'failed', reason, ...amount };
  const { kind } = facts.standing ?? { kind: 'idle' };
  if (kind === 'full' || kind === 'auth') return { kind, ...amount };
  if (facts.isOffline || kind === 'offline') return { kind: 'offline', ...amount };
  return { kind: kind === 'working' ? 'loading' : 'waiting', ...amount };
}

/** True when a lesson's words and files are all on the device. A picture that is gone from the server is not missed. */
export function isHere(kept: KeptLesson, downloads: Ledger['downloads']): boolean {
  if (kept.checkedAt === null || kept.refusal !== null || filmRefusal(kept, downloads) !== null) return false;
  return kept.files.every(({ assetId }) => {
    const download = downloads.get(assetId);
    return download !== undefined && (download.isComplete || download.refusal !== null);
  });
}

/** The film stands first, and it alone tells its size beforehand. */
function filmRefusal({ files }: KeptLesson, downloads: Ledger['downloads']): string | null {
  const [first] = files;
  return first && first.bytes !== null ? (downloads.get(first.assetId)?.refusal ?? null) : null;
}

/** What these lessons take, each file once. */
export function amountOf(kept: readonly KeptLesson[], downloads: Ledger['downloads']): Amount {
  const files = new Map(kept.flatMap((one) => one.files.map((file) => [file.assetId, file.bytes] as const)));
  const told = [...files].map(([assetId, bytes]) => amountOfFile(downloads.get(assetId), bytes));
  const isUnknown = kept.some(({ checkedAt, files }) => checkedAt === null && files.length === 0);
  return {
    here: told.reduce((sum, { here }) => sum + here, 0),
    total: isUnknown ? null : told.reduce((sum, { total }) => sum + total, 0),
  };
}

function amountOfFile(download: Download | undefined, bytes: number | null): { here: number; total: number } {
  if (!download || download.refusal !== null) return { here: 0, total: download ? 0 : (bytes ?? 0) };
  return { here: bytesHere(download), total: download.file?.sizeBytes ?? bytes ?? 0 };
}

/** Whole percent, 100 only when everything is here. */
export function percentOf({ here, total }: Amount): number {
  return total ? Math.min(99, Math.floor((100 * here) / total)) : 0;
}
