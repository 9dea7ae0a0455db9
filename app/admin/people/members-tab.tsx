// The people of an organization with their progress (M5); an admin enrolls them, removes them and changes their role.

import { Building2, Ellipsis, Flag, FlagOff, GraduationCap, Shield, ShieldOff, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { dayOf } from '#sync/contract/due.ts';
import type { GroupMembership } from '#sync/contract/group.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { DueMark } from '../../learn/due-mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { agoWords, dateWords, dayWords } from '../../ui/labels.ts';
import { Menu } from '../../ui/menu.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { useStartingAct } from '../../ui/starting-act.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn } from '../../ui/table/data-table.tsx';
import { SelectionActs } from '../../ui/table/selection-acts.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { dateOf, personColumns } from '../frame/learners-table.tsx';
import { useSelection } from '../frame/left-list.ts';
import { remindedWords } from '../frame/messages.ts';
import { RemindDialog } from '../frame/remind-dialog.tsx';
import { ServerTable } from '../frame/server-table.tsx';
import { membersPath, PERSON_PAGES, useGroupFilter, useGroups } from '../frame/use-organizations.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { EmptyGroup, GroupActs } from './group-acts.tsx';
import { AddToGroupDialog, groupNames, LeaveGroupDialog, useChangeLead } from './group-dialogs.tsx';
import { JoiningOrganization } from './joining-courses.tsx';
import { EnrollDialog, RemoveDialog } from './member-dialogs.tsx';
import { Outsiders } from './outsiders.tsx';
import { BY_CERTIFICATES, BY_STANDING, CERTIFICATE_FILTERS, type Member, nameOf, STANDING_FILTERS } from './people.ts';
import { RenewManyDialog } from './renew-many-dialog.tsx';

/** Makes a member an admin, or an admin a member; the toast can undo it. */
export function useChangeRole(organizationId: string): (member: Member) => void {
  const act = useApiMutation({
    send: ({ member, isOrgAdmin }: { member: Member; isOrgAdmin: boolean; isUndo?: boolean }) =>
      call(
        server.enterprise.admin.organizations[':id'].users[':userId'].$put({
          param: { id: organizationId, userId: member.id },
          json: { isOrgAdmin },
        }),
      ),
    successToast: (_, { member, isOrgAdmin, isUndo }): ToastMessage => ({
      title: 'Role Changed',
      description: `${nameOf(member)} is now ${isOrgAdmin ? 'an admin' : 'a member'}.`,
      ...(!isUndo && { action: { label: 'Undo', onPress: () => change(member, !isOrgAdmin, true) } }),
    }),
    errorToast: { title: 'Role Change Failed', sentence: 'The role could not be changed.' },
    invalidates: [membersPath(organizationId), pathOf(server.admin.users), PERSON_PAGES],
  });
  const change = (member: Member, isOrgAdmin: boolean, isUndo = false) => void act.run({ member, isOrgAdmin, isUndo });
  return (member) => change(member, !member.isOrgAdmin);
}

type MembersTabProps = {
  organization: { id: string; name: string };
  isSuperAdmin: boolean;
  /** The address of the Invitations tab. */
  invitations: string;
};

export function MembersTab(props: MembersTabProps) {
  return (
    <>
      <Members {...props} />
      <Outsiders organization={props.organization} />
    </>
  );
}

/** The open dialog, and the people it is about. */
type Doing = {
  act: 'remove' | 'enroll' | 'remind' | 'renew' | 'group' | 'leave-group' | 'move';
  people: readonly MemberRow[];
  /** All who match, instead of `people`. */
  matching?: Matching | undefined;
};

function Members({ organization, isSuperAdmin, invitations }: MembersTabProps) {
  const { userId: ownId } = useActiveUser();
  const { chosen, setChosen, matching, setMatching } = useSelection<MemberRow>();
  const [doing, setDoing] = useState<Doing>();
  const changeRole = useChangeRole(organization.id);
  const { filters, group } = useGroupFilter(organization.id);
  const shownGroup = useGroups(organization.id).data?.groups.find(({ id }) => id === group?.id);
  const { filter } = useTableAddress();
  const ends = filter('certificates', CERTIFICATE_FILTERS);
  const standing = filter('standing', STANDING_FILTERS);
  const linked: Matching = {
    ...(standing && { standing }),
    ...(ends && { certificates: ends }),
    ...(group && { group: group.id }),
  };
  useStartingAct('remind', () => setDoing({ act: 'remind', people: [], matching: linked }));
  useStartingAct('renew', () => setDoing({ act: 'renew', people: [], matching: linked }));
  const changeLead = useChangeLead(organization.id);
  const people = [...chosen.values()];
  const close = () => {
    // Closes the dialog synchronously; it returns the focus a task later.
    flushSync(() => setDoing(undefined));
    // The row whose button opened the dialog may be gone: then the heading gets the focus.
    setTimeout(() => document.activeElement === document.body && focusHeading());
  };
  const choose = (next: ReadonlyMap<string, MemberRow>) => {
    setChosen(next);
    setMatching(undefined);
  };
  const done = { onClose: close, onDone: () => choose(new Map()), matching: doing?.matching };
  const columns = memberColumns({
    ...{ ownId, group, hasGroups: filters.length > 0, isAboutEnds: ends !== '' },
    onLead: changeLead,
    onRole: changeRole,
    onEnroll: (member) => setDoing({ act: 'enroll', people: [member] }),
    onRemove: (member) => setDoing({ act: 'remove', people: [member] }),
    ...(isSuperAdmin && { onMove: (member: MemberRow) => setDoing({ act: 'move', people: [member] }) }),
  });
  return (
    <>
      {shownGroup ? (
        <GroupActs {...{ organization, group: shownGroup, invitations }} />
      ) : (
        !group && <JoiningOrganization organization={organization} />
      )}
      <ServerTable
        label="Users"
        noun="person"
        nouns="people"
        among={organization.name}
        searchLabel="Search people"
        endpoint={server.enterprise.admin.organizations[':id'].users}
        args={byId(organization.id)}
        rowsIn="users"
        failed="Failed to fetch organization users"
        rowKey={({ id }) => id}
        columns={columns}
        selection={{
          chosen,
          onChange: choose,
          acts: <BulkActs {...{ ownId, people, group, matching, ends }} onAct={setDoing} />,
        }}
        matching={{ query: matching, onChange: setMatching }}
        orders={['name', 'progress', 'due', '-activity']}
        filters={[BY_STANDING, BY_CERTIFICATES, ...filters]}
        noneMatch={shownGroup?.people === 0 && <EmptyGroup {...{ organization, group: shownGroup, invitations }} />}
        empty={
          <EmptyState title="No one is here yet" action={<Button to={invitations}>Invite people</Button>}>
            People join {organization.name} with an invitation.
          </EmptyState>
        }
      />
      {doing?.act === 'remove' && <RemoveDialog organization={organization} people={doing.people} {...done} />}
      {doing?.act === 'move' && (
        <AssignDialog people={doing.people.map((person) => ({ ...person, organization }))} {...done} />
      )}
      {doing?.act === 'remind' && <RemindDialog organization={organization} people={doing.people} {...done} />}
      {doing?.act === 'renew' && ends && (
        <RenewManyDialog
          {...{ organization, when: ends, ...done }}
          whom={doing.matching ? { matching: doing.matching } : { ids: doing.people.map(({ id }) => id) }}
        />
      )}
      {doing?.act === 'enroll' && <EnrollDialog organization={organization} people={doing.people} {...done} />}
      {doing?.act === 'group' && <AddToGroupDialog organization={organization} people={doing.people} {...done} />}
      {doing?.act === 'leave-group' && group && (
        <LeaveGroupDialog {...{ organization, group }} people={doing.people} {...done} />
      )}
    </>
  );
}

const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

type BulkActsProps = Omit<Doing, 'act'> & {
  ownId: string;
  group: Named | undefined;
  ends: string;
  onAct: (doing: Doing) => void;
};

function BulkActs({ ownId, people, group, matching, ends, onAct }: BulkActsProps) {
  const all = matching ? ' all' : '';
  const act = (verb: string, what: Doing['act'], object = '', count = people.length) => ({
    label: `${verb}${all}${object}${matching ? '' : ` (${count})`}`,
    onSelect: () => onAct({ act: what, people, matching }),
  });
  const others = people.filter(({ id }) => id !== ownId).length;
  const acts = [
    ...(ends ? [act('Renew', 'renew')] : []),
    act('Remind', 'remind'),
    act('Enroll', 'enroll'),
    act('Add', 'group', ' to group'),
    ...(group ? [act('Take', 'leave-group', ' out of group')] : []),
  ];
  return (
    <SelectionActs acts={acts} dangerous={matching || others > 0 ? act('Remove', 'remove', '', others) : undefined} />
  );
}

type Named = { id: string; name: string };

type Acts = {
  /** The person who looks: no one removes themselves or changes their own role. */
  ownId: string;
  /** The group whose people are listed, and whether there are groups at all. */
  group: Named | undefined;
  hasGroups: boolean;
  /** Whether the list is narrowed by the ends of certificates, and so shows them; the file always has them. */
  isAboutEnds: boolean;
  onLead: (member: MemberRow, group: GroupMembership) => void;
  onRole: (member: MemberRow) => void;
  onEnroll: (member: MemberRow) => void;
  onRemove: (member: MemberRow) => void;
  /** Into another organization, for those who run both. */
  onMove?: (member: MemberRow) => void;
};

/** The end of the certificate that ends first; shown where the list is narrowed by it, and else in the file alone. */
export const endsColumn = (isShown: boolean): Column<MemberRow> => ({
  ...{ key: 'ends', title: 'Certificate expires', isFileOnly: !isShown },
  value: ({ certificateEnds }) => certificateEnds?.on ?? null,
  cell: ({ certificateEnds }) => (certificateEnds ? <CertificateEnd {...certificateEnds} /> : '–'),
});

/** The columns of a member; the exported file also has their email address and the numbers of their courses. */
const memberColumns = (acts: Acts): readonly Column<MemberRow>[] => [
  ...personColumns<MemberRow>(
    'Name',
    ({ full_name }) => full_name,
    ({ id }) => id,
  ),
  {
    key: 'role',
    title: 'Role',
    isWide: true,
    value: ({ isOrgAdmin }) => (isOrgAdmin ? 'Admin' : 'Member'),
    cell: ({ isOrgAdmin }) => <Badge tone={isOrgAdmin ? 'accent' : 'neutral'}>{isOrgAdmin ? 'Admin' : 'Member'}</Badge>,
  },
  ...learningColumns,
  endsColumn(acts.isAboutEnds),
  ...(acts.hasGroups ? [{ key: 'groups', title: 'Groups', value: ({ groups }: MemberRow) => groupNames(groups) }] : []),
  {
    key: 'activity',
    title: 'Last activity',
    value: ({ lastActivityAt }) => dateOf(lastActivityAt),
    cell: ({ lastActivityAt, createdAt }) => <LastActivity {...{ lastActivityAt, createdAt }} />,
  },
  actsColumn((member) =>
    member.id === acts.ownId && !acts.group ? <Badge>You</Badge> : <MemberActs member={member} {...acts} />,
  ),
];

/** When a person last learned; of someone who never did, since when that is so. */
function LastActivity({ lastActivityAt, createdAt }: Pick<MemberRow, 'lastActivityAt' | 'createdAt'>) {
  if (lastActivityAt) return <span className="whitespace-nowrap">{dateWords(lastActivityAt)}</span>;
  return (
    <span>
      <span className="block leading-5">No learning yet</span>
      <span className="block text-ink-soft text-sm md:text-xs lg:whitespace-nowrap">
        Account made {agoWords(createdAt)}
      </span>
    </span>
  );
}

const COURSE_COUNTS = [
  ['completed', 'Completed', 'completedCourses'],
  ['begun', 'In progress', 'inProgressCourses'],
  ['left', 'Not started', 'notStartedCourses'],
] as const;

/** How far a member is, and what is due; the exported file also has the numbers of their courses. */
export const learningColumns: readonly Column<MemberRow>[] = [
  {
    key: 'progress',
    title: 'Progress',
    value: (member) => (takesNothing(member) ? null : member.progressStats.averageCompletion),
    cell: (member) => <Progress member={member} />,
  },
  ...COURSE_COUNTS.map(
    ([key, title, count]): Column<MemberRow> => ({
      ...{ key, title, isFileOnly: true },
      value: ({ progressStats }) => progressStats[count],
    }),
  ),
  {
    key: 'due',
    title: 'Due',
    value: ({ dueOn }) => dueOn,
    cell: ({ dueOn, remindedAt }) =>
      dueOn ? (
        <>
          {/* A tablet has no room for its picture. */}
          <span className="md:max-lg:[&_svg]:hidden">
            <DueMark course={{ dueOn }} />
          </span>
          {remindedAt && (
            <span className="block whitespace-nowrap text-ink-soft text-sm md:text-xs">
              {remindedWords(remindedAt)}
            </span>
          )}
        </>
      ) : (
        '–'
      ),
  },
  {
    ...{ key: 'reminded', title: 'Reminded', isFileOnly: true },
    value: ({ remindedAt }) => dateOf(remindedAt),
  },
];

function CertificateEnd({ on, course, others }: NonNullable<MemberRow['certificateEnds']>) {
  return (
    <>
      <span className="block whitespace-nowrap leading-5">
        {on < dayOf(new Date()) && 'Expired '}
        {dayWords(on)}
      </span>
      <span className="block text-ink-soft text-sm md:text-xs">
        {course.title}
        {others > 0 && ` and ${others} more`}
      </span>
    </>
  );
}

const takesNothing = ({ progressStats }: MemberRow) => COURSE_COUNTS.every(([, , count]) => progressStats[count] === 0);

function Progress({ member }: { member: MemberRow }) {
  if (takesNothing(member)) return <span className="text-ink-soft">No courses yet</span>;
  const { averageCompletion, completedCourses, inProgressCourses, notStartedCourses } = member.progressStats;
  return (
    <span className="flex min-w-28 flex-col gap-1 lg:min-w-36">
      <span className="flex items-center gap-2">
        <ProgressBar percent={averageCompletion} label={`Average completion of ${nameOf(member)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{averageCompletion}%</span>
      </span>
      {/* One line a row at a desk; the person's page and the file have these, too. */}
      <span className="text-ink-soft text-sm md:sr-only">
        {completedCourses} completed, {inProgressCourses} in progress, {notStartedCourses} not started
      </span>
    </span>
  );
}

function MemberActs({
  member,
  ownId,
  group,
  onLead,
  onRole,
  onEnroll,
  onRemove,
  onMove,
}: Acts & { member: MemberRow }) {
  const mine = member.groups.find(({ id }) => id === group?.id);
  const lead = mine && {
    label: mine.isLead ? 'Remove lead' : 'Make lead',
    note: `of ${mine.name}`,
    icon: mine.isLead ? FlagOff : Flag,
    onSelect: () => onLead(member, mine),
  };
  const onOthers = [
    { label: 'Enroll in a course', icon: GraduationCap, onSelect: () => onEnroll(member) },
    member.isOrgAdmin
      ? { label: 'Remove admin', icon: ShieldOff, onSelect: () => onRole(member) }
      : { label: 'Make admin', icon: Shield, onSelect: () => onRole(member) },
    ...(onMove
      ? [{ label: 'Move', note: 'to another organization', icon: Building2, onSelect: () => onMove(member) }]
      : []),
    { label: 'Remove', note: 'from the organization', icon: UserMinus, onSelect: () => onRemove(member) },
  ];
  return (
    <span className="block text-left">
      <Menu
        groups={[{ items: [...(lead ? [lead] : []), ...(member.id === ownId ? [] : onOthers)] }]}
        trigger={
          <Button
            icon={Ellipsis}
            variant="quiet"
            aria-label={`Actions for ${nameOf(member)}`}
            className="max-md:w-full md:-ml-4"
          />
        }
      />
    </span>
  );
}
