import { Skeleton } from '../skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Stands where a DataTable will: its search, its count, its rows. `label` says what is loading. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-4">
      <Skeleton className="h-12 w-full sm:w-72" />
      <Skeleton className="h-5 w-24" />
      <div className="flex flex-col gap-px max-md:gap-3">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-18 max-md:h-48" />
        ))}
      </div>
    </div>
  );
}
