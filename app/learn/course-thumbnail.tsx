import { useState, useSyncExternalStore } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { isServedByWorker } from '../device/media-worker.ts';
import { useAllowedPicture } from '../ui/picture-hosts.ts';

/** The picture for a course that has none; part of the app, so it also works offline. */
const STOCK = '/course-thumbnail.svg';

type CourseThumbnailProps = {
  /** Null for the stock picture. */
  course: Pick<Course, 'thumbnail' | 'visibility' | 'isPublished'> | null;
  className?: string;
  /** True for a picture in the first screen. */
  first?: boolean;
};

const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

function listenToWorkers(changed: () => void): () => void {
  workers?.addEventListener('controllerchange', changed);
  return () => workers?.removeEventListener('controllerchange', changed);
}

/** The worker fetches pictures of non-public courses with the user's token; without a worker they would be a 404. */
function useFetchable(course: CourseThumbnailProps['course']): string | null {
  const hasWorker = useSyncExternalStore(listenToWorkers, isServedByWorker);
  const isOpen = course?.visibility === 'public' && course.isPublished;
  return isOpen || hasWorker ? (course?.thumbnail ?? null) : null;
}

/** A course's picture, 16 by 9; the stock picture when there is none or it cannot be shown. Decorative: the title is beside it. */
export function CourseThumbnail({ course, className = '', first = false }: CourseThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  const src = useAllowedPicture(useFetchable(course));
  return (
    <img
      src={src && src !== failed ? src : STOCK}
      alt=""
      width={640}
      height={360}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => src && setFailed(src)}
      className={`aspect-video w-full bg-ground object-cover ${className}`}
    />
  );
}
