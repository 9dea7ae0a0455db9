import { NeedsNetwork } from '../../needs-network.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/state-view.tsx';
import type { Trouble } from '../ask.ts';
import { adminTexts } from '../words.ts';

/** In place of a course that could not be loaded; `again` is left out where another try is pointless. */
export function CourseNotLoaded({ trouble, again }: { trouble: Trouble; again?: () => void }) {
  if (trouble.kind === 'offline') return <NeedsNetwork {...(again && { onRetry: again })} />;
  const sentence = trouble.kind === 'failed' ? trouble.sentence : 'You do not have permission to view this page.';
  return (
    <ErrorState
      level={1}
      title={adminTexts.failedCourseDetails}
      {...(again && { onRetry: again })}
      action={<Button to={paths.admin()}>Back to Dashboard</Button>}
    >
      {sentence || adminTexts.unexpected}
    </ErrorState>
  );
}
