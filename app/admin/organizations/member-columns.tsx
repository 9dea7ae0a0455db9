import type { MemberRow } from '#sync/contract/organization.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Column } from '../../ui/table-view.ts';

/** A name, or the address of somebody who has none yet. */
export const nameOf = ({ full_name, email }: MemberRow): string => full_name || email;

type Acts = {
  /** Who looks: nobody removes themselves or changes their own role. */
  ownId: string;
  onRole: (member: MemberRow) => void;
  onRemove: (member: MemberRow) => void;
};

/** Name, email, role, progress, last activity and acts of a member; the file has the numbers of courses too. */
export const memberColumns = (acts: Acts): readonly Column<MemberRow>[] => [
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
  ...fileOnly,
  {
    key: 'activity',
    title: 'Last activity',
    value: ({ lastActivityAt }) => (lastActivityAt ? new Date(lastActivityAt) : null),
  },
  {
    key: 'acts',
    title: 'Actions',
    isActions: true,
    value: () => null,
    cell: (member) => (member.id === acts.ownId ? <Badge>You</Badge> : <MemberActs member={member} {...acts} />),
  },
];

const fileOnly: readonly Column<MemberRow>[] = [
  {
    key: 'completed',
    title: 'Completed',
    isFileOnly: true,
    value: ({ progressStats }) => progressStats.completedCourses,
  },
  {
    key: 'begun',
    title: 'In progress',
    isFileOnly: true,
    value: ({ progressStats }) => progressStats.inProgressCourses,
  },
  {
    key: 'left',
    title: 'Not started',
    isFileOnly: true,
    value: ({ progressStats }) => progressStats.notStartedCourses,
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

function MemberActs({ member, onRole, onRemove }: Acts & { member: MemberRow }) {
  const name = nameOf(member);
  const role = member.isOrgAdmin ? 'Remove admin' : 'Make admin';
  return (
    <span className="flex flex-wrap gap-1 max-md:justify-end">
      <Button variant="quiet" aria-label={`${role}: ${name}`} onClick={() => onRole(member)}>
        {role}
      </Button>
      <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => onRemove(member)}>
        Remove
      </Button>
    </span>
  );
}
