import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/state-view.tsx';

export function NotFoundPage() {
  usePageTitle(t`404 Page Not Found`);
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-3 px-4 py-20 text-center">
      <h1 className="font-semibold text-2xl">
        <Trans>404 Page Not Found</Trans>
      </h1>
      <p>
        <Trans>This page doesn't exist or has moved.</Trans>
      </p>
      <p className="text-ink-soft">
        <Trans>Did you forget to add the page to the router?</Trans>
      </p>
      <Button to={paths.home()} variant="secondary" className="mt-4">
        <Trans>Back to Home</Trans>
      </Button>
    </div>
  );
}

/** A course that does not exist or that this user may not see; with `hasEnded` one that they had, and have no longer. */
export function CourseNotFound({ hasEnded = false }: { hasEnded?: boolean }) {
  usePageTitle(hasEnded ? t`Access ended` : t`Course not found`);
  return (
    <EmptyState
      level={1}
      title={hasEnded ? t`You no longer have access to this course` : t`Course not found`}
      action={
        <Button to={paths.home()} variant="secondary">
          <Trans>Back to Catalog</Trans>
        </Button>
      }
    >
      {hasEnded
        ? t`Your progress and certificates are kept. If you think this is a mistake, ask your organization.`
        : t`This course doesn't exist, or you don't have access to it.`}
    </EmptyState>
  );
}
