import type { MemberRow } from '#sync/contract/organization.ts';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Column } from '../../ui/table-view.ts';

const nameOf = ({ full_name, email }: MemberRow) => full_name ?? email;

/** Name, email, role, progress and last activity of a member. */
export const memberColumns: readonly Column<MemberRow>[] = [
  { key: 'name', title: 'Name', value: nameOf },
  { key: 'email', title: 'Email', value: ({ email }) => email },
  {
    key: 'role',
    title: 'Role',
    value: ({ isOrgAdmin }) => (isOrgAdmin ? 'Admin' : 'Member'),
    cell: ({ isOrgAdmin }) => <Badge tone={isOrgAdmin ? 'accent' : 'neutral'}>{isOrgAdmin ? 'Admin' : 'Member'}</Badge>,
  },
  {
    key: 'progress',
    title: 'Progress',
    value: ({ progressStats }) => progressStats.averageCompletion,
    cell: (member) => <Progress member={member} />,
  },
  {
    key: 'activity',
    title: 'Last activity',
    value: ({ lastActivityAt }) => (lastActivityAt ? new Date(lastActivityAt) : null),
  },
];

function Progress({ member }: { member: MemberRow }) {
  const { averageCompletion, completedCourses, inProgressCourses, notStartedCourses } = member.progressStats;
  return (
    <span className="flex min-w-44 flex-col gap-1">
      <span className="flex items-center gap-2">
        <ProgressBar percent={averageCompletion} label={`Average completion of ${nameOf(member)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{averageCompletion}%</span>
      </span>
      <span className="text-ink-soft text-sm">
        {completedCourses} completed, {inProgressCourses} in progress, {notStartedCourses} not started
      </span>
    </span>
  );
}
