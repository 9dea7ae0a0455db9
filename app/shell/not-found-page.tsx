import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/state-view.tsx';

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-3 px-4 py-20 text-center">
      <h1 className="font-semibold text-2xl">404 Page Not Found</h1>
      <p>This page doesn't exist or has moved.</p>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <Button to={paths.home()} variant="secondary" className="mt-4">
        Back to Home
      </Button>
    </div>
  );
}

/** A course that does not exist or that this user may not see; with `hasEnded` one that they had, and have no longer. */
export function CourseNotFound({ hasEnded = false }: { hasEnded?: boolean }) {
  usePageTitle(hasEnded ? 'Access ended' : 'Course not found');
  return (
    <EmptyState
      level={1}
      title={hasEnded ? 'You no longer have access to this course' : 'Course not found'}
      action={
        <Button to={paths.home()} variant="secondary">
          Back to Catalog
        </Button>
      }
    >
      {hasEnded
        ? 'Your progress and certificates are kept. If you think this is a mistake, ask your organization.'
        : "This course doesn't exist, or you don't have access to it."}
    </EmptyState>
  );
}
