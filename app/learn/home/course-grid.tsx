import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** One column on a phone, two on a tablet, three on a desk. */
export function CourseGrid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">{children}</ul>;
}

const STAND_INS = ['first', 'second', 'third'];

/** Cards in their final shape while nothing is on the device yet. */
export function CourseGridSkeleton() {
  return (
    <div role="status" aria-label="Loading courses">
      <CourseGrid>
        {STAND_INS.map((name) => (
          <li key={name}>
            <Card className="overflow-hidden">
              <Skeleton className="aspect-video w-full rounded-none" />
              <div className="flex flex-col gap-3 p-4">
                <Skeleton className="h-6 w-4/5" />
                <Skeleton className="h-15 w-full" />
                <Skeleton className="h-7 w-2/5" />
                <Skeleton className="h-5 w-full" />
                <Skeleton className="h-8 w-full" />
              </div>
            </Card>
          </li>
        ))}
      </CourseGrid>
    </div>
  );
}
