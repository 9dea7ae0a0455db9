// The next step of a person's downloads, decided from the ledger alone.
import {
  captionsMissing,
  type Download,
  type DownloadLedger,
  type KeptLesson,
  newDownload,
  partsMissing,
} from '../store/media-ledger.ts';

/** One step; steps that run at the same time have different `stepName`s. */
export type DownloadStep =
  /** Pull a course's content, and learn which files its lessons need. */
  | { do: 'content'; courseId: number }
  /** Fetch a file's description. */
  | { do: 'info'; assetId: string }
  | { do: 'part'; assetId: string; n: number }
  | { do: 'captions'; assetId: string; name: string };

/** A lesson, or the video in its place, may have been replaced: both are checked once a day. */
const CHECKED_FOR_MS = 86_400_000;

export function stepName(step: DownloadStep): string {
  if (step.do === 'content') return `content ${step.courseId}`;
  return step.do === 'part' ? `part ${step.n} of ${step.assetId}` : `${step.do} ${step.assetId}`;
}

/** The first step that is not `busy` (by name); undefined when there is none. Paused lessons wait. */
export function nextDownloadStep(
  ledger: DownloadLedger,
  busy: ReadonlySet<string>,
  now: number,
): DownloadStep | undefined {
  const wanted = ledger.kept.filter(({ isPaused, refusal }) => !isPaused && refusal === null).sort(inDownloadOrder);
  const isFree = (step: DownloadStep) => !busy.has(stepName(step));
  for (const isUrgent of [true, false]) {
    for (const kept of wanted) {
      const isDue = isUrgent ? kept.checkedAt === null : isOutdated(kept.checkedAt, now);
      const content: DownloadStep = { do: 'content', courseId: kept.courseId };
      if (isDue && isFree(content)) return content;
      const steps = kept.files.flatMap(({ assetId }) => {
        const download = ledger.downloads.get(assetId) ?? newDownload(assetId);
        return isUrgent ? stepsToComplete(download) : stepsToCheck(download, now);
      });
      const free = steps.find(isFree);
      if (free) return free;
    }
  }
  return undefined;
}

/** Requested longest ago first, then in the order of the course. */
const inDownloadOrder = (a: KeptLesson, b: KeptLesson) =>
  a.wantedAt - b.wantedAt || a.courseId - b.courseId || a.orderIndex - b.orderIndex;

/** After a clock was set back, `since` lies in the future and counts as outdated. */
const isOutdated = (since: number | null, now: number) =>
  since !== null && (now - since > CHECKED_FOR_MS || since > now);

function stepsToComplete(download: Download): DownloadStep[] {
  const { assetId, file } = download;
  if (download.isLost || download.refusal !== null) return [];
  if (!file || download.askedAt === null) return [{ do: 'info', assetId }];
  const steps: DownloadStep[] = partsMissing(download).map((n) => ({ do: 'part', assetId, n }));
  const name = captionsMissing(download);
  return name === null ? steps : [...steps, { do: 'captions', assetId, name }];
}

function stepsToCheck({ assetId, isComplete, refusal, askedAt }: Download, now: number): DownloadStep[] {
  return (isComplete || refusal !== null) && isOutdated(askedAt, now) ? [{ do: 'info', assetId }] : [];
}

/** The files that are wanted now; fetches of other files are aborted. */
export function wantedFiles({ kept }: DownloadLedger): Set<string> {
  const wanted = kept.filter(({ isPaused, refusal }) => !isPaused && refusal === null);
  return new Set(wanted.flatMap(({ files }) => files.map(({ assetId }) => assetId)));
}
