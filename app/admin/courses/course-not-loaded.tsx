import type { LoadError } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { NeedsNetwork } from '../../shell/needs-network.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/state-view.tsx';

/** In place of a course that could not be loaded; `again` is left out where another try is pointless. */
export function CourseNotLoaded({ trouble, again }: { trouble: LoadError; again?: () => void }) {
  if (trouble.kind === 'offline') return <NeedsNetwork {...(again && { onRetry: again })} />;
  return (
    <ErrorState
      level={1}
      title="Failed to load course details"
      {...(again && { onRetry: again })}
      action={<Button to={paths.admin()}>Back to Dashboard</Button>}
    >
      {wordsOf(trouble)}
    </ErrorState>
  );
}

/** The server's words; where it failed without any, that it did; anything else, such as an answer of another shape, is unexpected. */
function wordsOf(trouble: Exclude<LoadError, { kind: 'offline' }>): string {
  if (trouble.kind === 'denied') return 'You do not have permission to view this page.';
  return trouble.sentence || (trouble.statusLine ? 'Failed to fetch course details' : 'An unexpected error occurred');
}
