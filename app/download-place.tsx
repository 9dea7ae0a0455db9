import { lazy, memo, Suspense } from 'react';
import type { DownloadSubject } from './downloads/download-control.tsx';
import { usePerson } from './person.tsx';
import { loadPatiently, useLater } from './ui/later.ts';
import { Skeleton } from './ui/skeleton.tsx';

const DownloadControl = lazy(() =>
  loadPatiently(() =>
    import('./downloads/download-control.tsx').then((module) => ({ default: module.DownloadControl })),
  ),
);

function Place(subject: DownloadSubject) {
  const { state } = usePerson();
  const isLater = useLater();
  if (state !== 'known' || !('caches' in window)) return null;
  const room = <Skeleton className="h-12 w-full max-w-md" />;
  return <Suspense fallback={room}>{isLater ? <DownloadControl {...subject} /> : room}</Suspense>;
}

/** Room for the download of a course or lesson (O10), from the start so that nothing moves; nothing for a visitor. */
export const DownloadPlace = memo(Place);
