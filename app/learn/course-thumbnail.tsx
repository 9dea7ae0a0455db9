import { useState, useSyncExternalStore } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { isServedByWorker } from '../device/controlled-page.ts';

/** The picture of a course without one; part of the app, so it is there offline. */
const STOCK = '/course-thumbnail.svg';

type CourseThumbnailProps = {
  /** Null for the stock picture. */
  course: Pick<Course, 'thumbnail' | 'visibility' | 'isPublished'> | null;
  className?: string;
  /** True for a picture that is in sight at once. */
  first?: boolean;
};

const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

function listenToWorkers(changed: () => void): () => void {
  workers?.addEventListener('controllerchange', changed);
  return () => workers?.removeEventListener('controllerchange', changed);
}

/** What not everybody may see is fetched by the worker with the person's bearer; without a worker it would be a 404. */
function useFetchable(course: CourseThumbnailProps['course']): string | null {
  const hasWorker = useSyncExternalStore(listenToWorkers, isServedByWorker);
  const isOpen = course?.visibility === 'public' && course.isPublished;
  return isOpen || hasWorker ? (course?.thumbnail ?? null) : null;
}

/** A course's picture, 16 by 9; the stock one when there is none or when it cannot be loaded. Decoration: the title is beside it. */
export function CourseThumbnail({ course, className = '', first = false }: CourseThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  const src = useFetchable(course);
  return (
    <img
      src={src && src !== failed ? src : STOCK}
      alt=""
      width={640}
      height={360}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => src && setFailed(src)}
      className={`aspect-video w-full bg-sunken object-cover ${className}`}
    />
  );
}
