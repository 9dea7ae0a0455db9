import { Skeleton } from '../ui/skeleton.tsx';

/** The course page's shape while the device is read or the course is fetched for the first time. */
export function CourseSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading course"
      className="mx-auto grid w-full max-w-page gap-6 px-4 py-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10"
    >
      <div className="flex flex-col gap-4">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-6 w-3/5" />
      </div>
      <Skeleton className="aspect-video w-full lg:row-span-2" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
