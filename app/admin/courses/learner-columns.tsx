import type { CourseLearners } from '#sync/contract/analytics.ts';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { actsColumn, RowButton } from '../../ui/table/row-actions.tsx';
import type { Column } from '../../ui/table/table-view.ts';

export type Learner = CourseLearners['learners'][number];

/** The name, or the address of somebody without one. */
export const learnerName = ({ fullName, email }: Pick<Learner, 'fullName' | 'email'>) => fullName || email;

/** Name, email, progress, last activity, since when; those enrolled by hand can be removed. */
export const learnerColumns = (remove: (learner: Learner) => void, isBusy: boolean): readonly Column<Learner>[] => [
  { key: 'name', title: 'Name', value: learnerName },
  { key: 'email', title: 'Email', value: ({ email }) => email },
  {
    key: 'progress',
    title: 'Progress',
    value: ({ percentComplete }) => percentComplete,
    cell: (learner) => (
      <span className="flex min-w-40 items-center gap-2">
        <ProgressBar percent={learner.percentComplete} label={`Progress of ${learnerName(learner)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{learner.percentComplete}%</span>
      </span>
    ),
  },
  {
    key: 'activity',
    title: 'Last activity',
    value: ({ lastActivityAt }) => (lastActivityAt ? new Date(lastActivityAt) : null),
  },
  { key: 'enrolled', title: 'Enrolled', value: ({ enrolledAt }) => new Date(enrolledAt) },
  {
    key: 'by',
    title: 'By',
    value: ({ isAssigned }) => (isAssigned ? 'An admin' : 'Themselves'),
    cell: ({ isAssigned }) => <Badge>{isAssigned ? 'An admin' : 'Themselves'}</Badge>,
  },
  actsColumn(
    (learner) =>
      learner.isAssigned && (
        <RowButton disabled={isBusy} aria-label={`Remove ${learnerName(learner)}`} onClick={() => remove(learner)}>
          Remove
        </RowButton>
      ),
  ),
];
