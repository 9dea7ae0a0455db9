import { Ellipsis, GraduationCap, Shield, ShieldOff, UserMinus } from 'lucide-react';
import type { MemberRow } from '#sync/contract/organization.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { actsColumn } from '../../ui/table/row-actions.tsx';
import type { Column } from '../../ui/table/table-view.ts';

/** A name, or the address of somebody who has none yet. */
export const nameOf = ({ full_name, email }: MemberRow): string => full_name || email;

type Acts = {
  /** Who looks: nobody removes themselves or changes their own role. */
  ownId: string;
  onRole: (member: MemberRow) => void;
  onEnroll: (member: MemberRow) => void;
  onRemove: (member: MemberRow) => void;
};

/** Name, email, role, progress, last activity and acts of a member; the file has the numbers of courses too. */
export const memberColumns = (acts: Acts): readonly Column<MemberRow>[] => [
  {
    key: 'name',
    title: 'Name',
    value: nameOf,
    cell: (member) => (
      <span className="block">
        <span className="block font-medium">{nameOf(member)}</span>
        {member.full_name && <span className="block text-ink-soft text-sm">{member.email}</span>}
      </span>
    ),
  },
  { key: 'email', title: 'Email', value: ({ email }) => email, isFileOnly: true },
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
  actsColumn((member) => (member.id === acts.ownId ? <Badge>You</Badge> : <MemberActs member={member} {...acts} />)),
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
    <span className="flex min-w-44 md:max-lg:min-w-36 flex-col gap-1">
      <span className="flex items-center gap-2">
        <ProgressBar percent={averageCompletion} label={`Average completion of ${nameOf(member)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{averageCompletion}%</span>
      </span>
      <span className="text-ink-soft text-sm xl:whitespace-nowrap">
        {completedCourses} completed, {inProgressCourses} in progress, {notStartedCourses} not started
      </span>
    </span>
  );
}

function MemberActs({ member, onRole, onEnroll, onRemove }: Acts & { member: MemberRow }) {
  const items = [
    { label: 'Enroll in a course', icon: GraduationCap, onSelect: () => onEnroll(member) },
    member.isOrgAdmin
      ? { label: 'Remove admin', icon: ShieldOff, onSelect: () => onRole(member) }
      : { label: 'Make admin', icon: Shield, onSelect: () => onRole(member) },
    { label: 'Remove', note: 'from the organization', icon: UserMinus, onSelect: () => onRemove(member) },
  ];
  return (
    <span className="block text-left">
      <Menu
        groups={[{ items }]}
        trigger={
          <Button variant="quiet" aria-label={`Actions for ${nameOf(member)}`} className="max-md:w-full md:-ml-4">
            <Ellipsis aria-hidden className="size-5" />
          </Button>
        }
      />
    </span>
  );
}
