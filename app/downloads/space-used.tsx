import { HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readDownloads } from '#sync/media/books.ts';
import { bytesHere, type Ledger, type Standing } from '#sync/media/ledger.ts';
import { device } from '../device.ts';
import { useLiveQuery } from '../live-query.ts';
import { sizeLabel } from '../size-label.ts';
import { Card } from '../ui/card.tsx';
import { isPersistent } from './persistence.ts';
import { RemoveWatched } from './remove-watched.tsx';
import type { Watched } from './use-watched.ts';

const PROMISE = {
  true: 'This browser keeps it until you remove it.',
  false: 'This browser may clear it when space runs short. Install the app to prevent that.',
};

/** What downloads take on this device: our own count, because a browser's estimate of what is left is none (V6). */
export function SpaceUsed({
  downloads,
  watched,
}: {
  downloads: Ledger & { standing: Standing | undefined };
  watched: Watched;
}) {
  const all = useLiveQuery(() => readDownloads(device), []);
  const [isKept, setIsKept] = useState<boolean>();
  useEffect(() => void isPersistent().then(setIsKept), []);
  const own = [...downloads.downloads.values()].reduce((sum, row) => sum + bytesHere(row), 0);
  const total = (all ?? []).reduce((sum, row) => sum + bytesHere(row), 0);
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="flex min-w-0 items-center gap-3">
        <HardDrive aria-hidden className="size-6 shrink-0 text-accent-text" />
        <div>
          <p>
            <span className="font-semibold">{sizeLabel(own)}</span> used on this device
          </p>
          <p className="text-ink-soft text-sm">
            {total > own && `${sizeLabel(total)} with what was only opened or belongs to other people here. `}
            {isKept !== undefined && PROMISE[`${isKept}`]}
          </p>
        </div>
      </div>
      {downloads.standing?.kind !== 'full' && <RemoveWatched {...watched} />}
    </Card>
  );
}
