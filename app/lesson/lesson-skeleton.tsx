import { Skeleton } from '../ui/skeleton.tsx';

/** The lesson page's shape while the device is read. */
export function LessonSkeleton() {
  return (
    <div
      role="status"
      className="mx-auto grid w-full max-w-page gap-6 px-4 py-4 md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_19rem] md:py-6"
    >
      <span className="sr-only">Loading the lesson</span>
      <div className="space-y-4">
        <Skeleton className="h-12 w-48" />
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="hidden space-y-3 md:block">
        <Skeleton className="h-20" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
