import { EmptyState } from '../../ui/state-view.tsx';

/** In place of quiz figures that nobody has made yet. */
export function NoAttempts() {
  return <EmptyState title="No quiz attempts yet">Figures appear as soon as somebody submits a quiz.</EmptyState>;
}
