import { EmptyState } from '../../ui/state-view.tsx';

/** In place of figures that begin with the first enrollment. */
export function NoEnrollments() {
  return <EmptyState title="No enrollments yet">Figures appear as soon as somebody starts a course.</EmptyState>;
}
