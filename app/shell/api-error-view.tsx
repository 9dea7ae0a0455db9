import type { LoadError } from '../api/use-api-query.ts';
import { ErrorState } from '../ui/state-view.tsx';
import { NeedsNetwork, OnceBackOnline } from './needs-network.tsx';

type TroubleViewProps = {
  /** The page's wording of the error catalogue, such as 'Failed to fetch users'. */
  title: string;
  trouble: LoadError;
  again: () => void;
  /** Where the server has no words. */
  otherwise?: string | undefined;
  /** 1 when it is the whole page. */
  level?: 1 | 2;
};

/** What stands where an answer of the server would. */
export function ApiErrorView({ title, trouble, again, otherwise, level = 2 }: TroubleViewProps) {
  if (trouble.kind === 'offline' && level === 1) return <NeedsNetwork onRetry={again} />;
  return (
    <>
      <ErrorState level={level} title={trouble.kind === 'denied' ? 'Access Denied' : title} onRetry={again}>
        {wordsOf(trouble) ?? otherwise}
      </ErrorState>
      {trouble.kind === 'offline' && <OnceBackOnline work={again} />}
    </>
  );
}

function wordsOf(trouble: LoadError): string | undefined {
  if (trouble.kind === 'offline') return 'The server cannot be reached. Check your connection and try again.';
  if (trouble.kind === 'denied') return 'You do not have permission to view this page.';
  return trouble.sentence;
}
