import type { Ledger, Standing } from '#sync/media/ledger.ts';
import { isHere } from '#sync/media/standing.ts';
import { Button } from '../ui/button.tsx';
import { RemoveWatched } from './remove-watched.tsx';
import { useDownloadActs } from './use-download-acts.ts';
import type { Watched } from './use-watched.ts';

type RoomTroubleProps = { downloads: Ledger & { standing: Standing | undefined }; watched: Watched };

/** The device is full (V6): what is here stays, and what could go is offered. */
export function RoomTrouble({ downloads, watched }: RoomTroubleProps) {
  const acts = useDownloadActs();
  const open = downloads.kept.find((one) => !one.isPaused && !isHere(one, downloads.downloads));
  if (downloads.standing?.kind !== 'full' || !open) return null;
  return (
    <div role="alert" className="mt-4 rounded-lg bg-danger-soft p-4">
      <p className="font-medium text-danger-text">No room left on this device</p>
      <p className="mt-1">
        What is downloaded stays. Remove lessons that you have watched, or make room elsewhere on this device.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <RemoveWatched {...watched} />
        <Button variant="secondary" onClick={() => void acts.resume({ courseId: open.courseId })}>
          Try again
        </Button>
      </div>
    </div>
  );
}
