// The people of an organization with their progress (R-M5); an admin enrolls them, removes them and changes their role.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BellRing,
  Building2,
  Ellipsis,
  Flag,
  FlagOff,
  GraduationCap,
  IdCard,
  Shield,
  ShieldOff,
  UserMinus,
} from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { endingIn } from '#sync/contract/certificate.ts';
import { hasAddress } from '#sync/contract/email.ts';
import type { GroupMembership } from '#sync/contract/group.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useNavigate } from '../../ui/router.ts';
import { useStartingAct } from '../../ui/starting-act.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn } from '../../ui/table/data-table.tsx';
import { SelectionActs } from '../../ui/table/selection-acts.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { membersPath, PERSON_PAGES, useGroupFilter, useGroups } from '../forms/use-organizations.ts';
import { RemindDialog } from '../jobs/remind-dialog.tsx';
import { certificateColumns } from '../lists/certificate-columns.tsx';
import { personColumns } from '../lists/learners-table.tsx';
import { useSelection } from '../lists/left-list.ts';
import { BY_CERTIFICATES, CERTIFICATE_FILTERS, type Member, nameOf, PEOPLE_TABLE } from '../lists/people.ts';
import { courseFilter, stoppedFilters } from '../lists/searched-choices.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { BY_STANDING } from '../lists/standings.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { EmptyGroup, GroupActs } from './group-acts.tsx';
import { AddToGroupDialog, LeaveGroupDialog, useChangeLead } from './group-dialogs.tsx';
import { groupNames } from './group-names.ts';
import { JoiningOrganization } from './joining-courses.tsx';
import { contactColumns, endsColumn, learningColumns } from './member-columns.tsx';
import { EnrollDialog, RemoveDialog } from './member-dialogs.tsx';
import { FormerPeople, Outsiders } from './outsiders.tsx';
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
      title: t`Role Changed`,
      description: isOrgAdmin ? t`${nameOf(member)} is now an admin.` : t`${nameOf(member)} is now a member.`,
      ...(!isUndo && { action: { label: t`Undo`, onPress: () => change(member, !isOrgAdmin, true) } }),
    }),
    errorToast: { title: t`Role Change Failed`, sentence: t`The role could not be changed.` },
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
      <FormerPeople organization={props.organization} />
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
  const selection = useSelection<MemberRow>();
  const { chosen, setChosen, matching } = selection;
  const [doing, setDoing] = useState<Doing>();
  const changeRole = useChangeRole(organization.id);
  const { filters, group } = useGroupFilter(organization.id);
  const shownGroup = useGroups(organization.id).data?.groups.find(({ id }) => id === group?.id);
  const { filter, read } = useTableAddress();
  const certificates = filter('certificates', CERTIFICATE_FILTERS);
  const ends = endingIn(certificates);
  const course = Number(read('course')) || undefined;
  const stopped = (course && Number(read('stopped'))) || undefined;
  const standing = filter('standing', BY_STANDING.options);
  const linked: Matching = {
    ...(standing && { standing }),
    ...(certificates && { certificates }),
    ...(course && { course }),
    ...(stopped && { stopped }),
    ...(group && { group: group.id }),
  };
  useStartingAct('remind', () => setDoing({ act: 'remind', people: [], matching: linked }));
  useStartingAct('renew', () => setDoing({ act: 'renew', people: [], matching: linked }));
  const navigate = useNavigate();
  const newCards = (members: readonly MemberRow[]) =>
    void navigate(paths.newCards({ organization: isSuperAdmin ? organization.id : undefined }), {
      state: { people: members.map((one) => ({ id: one.id, name: nameOf(one) })) },
    });
  const changeLead = useChangeLead(organization.id);
  const people = [...chosen.values()];
  const close = () => {
    // Closes the dialog synchronously; it returns the focus a task later.
    flushSync(() => setDoing(undefined));
    // The row whose button opened the dialog may be gone: then the heading gets the focus.
    setTimeout(() => document.activeElement === document.body && focusHeading());
  };
  const act = {
    organization,
    people: doing?.people ?? [],
    matching: doing?.matching,
    onClose: close,
    onDone: () => setChosen(new Map()),
  };
  const columns = memberColumns({
    ...{
      ownId,
      group,
      hasGroups: filters.length > 0,
      isAboutEnds: ends !== undefined,
      isAboutCourse: course !== undefined && !standing,
    },
    onLead: changeLead,
    onRole: changeRole,
    onEnroll: (member) => setDoing({ act: 'enroll', people: [member] }),
    onRemind: (member) => setDoing({ act: 'remind', people: [member] }),
    onRemove: (member) => setDoing({ act: 'remove', people: [member] }),
    onCard: (member) => newCards([member]),
    ...(isSuperAdmin && { onMove: (member: MemberRow) => setDoing({ act: 'move', people: [member] }) }),
  });
  return (
    <>
      {shownGroup && <GroupActs {...{ organization, group: shownGroup, invitations }} />}
      <ServerTable
        {...PEOPLE_TABLE}
        rowsIn="users"
        label={t`Users`}
        keptAs="Users"
        among={organization.name}
        searchLabel={t`Search people`}
        endpoint={server.enterprise.admin.organizations[':id'].users}
        // Whoever comes without a filter looks for someone; what is urgent has links of its own.
        args={{ ...byId(organization.id), query: { sort: 'name' } }}
        failed={t`Failed to fetch organization users`}
        columns={columns}
        selection={{
          ...selection,
          acts: <BulkActs {...{ ownId, people, group, matching, ends }} onAct={setDoing} onCards={newCards} />,
        }}
        filters={[
          ...[BY_STANDING, courseFilter(organization.id), ...stoppedFilters(course)],
          ...[BY_CERTIFICATES, ...filters],
        ]}
        noneMatch={shownGroup?.people === 0 && <EmptyGroup {...{ organization, group: shownGroup, invitations }} />}
        empty={
          <EmptyState
            title={t`No one is here yet`}
            action={
              <Button to={invitations}>
                <Trans>Invite people</Trans>
              </Button>
            }
          >
            <Trans>People join {organization.name} with an invitation.</Trans>
          </EmptyState>
        }
      />
      {!group && <JoiningOrganization organization={organization} />}
      {doing?.act === 'remove' && <RemoveDialog {...act} />}
      {doing?.act === 'move' && <AssignDialog {...act} people={act.people.map((one) => ({ ...one, organization }))} />}
      {doing?.act === 'remind' && <RemindDialog {...act} courseId={course} />}
      {doing?.act === 'renew' && ends && <RenewManyDialog {...act} when={ends} courseId={course} />}
      {doing?.act === 'enroll' && <EnrollDialog {...act} />}
      {doing?.act === 'group' && <AddToGroupDialog {...act} />}
      {doing?.act === 'leave-group' && group && <LeaveGroupDialog {...act} group={group} />}
    </>
  );
}

const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

type BulkActsProps = Omit<Doing, 'act'> & {
  ownId: string;
  group: Named | undefined;
  ends: string | undefined;
  onAct: (doing: Doing) => void;
  onCards: (people: readonly MemberRow[]) => void;
};

function BulkActs({ ownId, people, group, matching, ends, onAct, onCards }: BulkActsProps) {
  const count = people.length;
  const others = people.filter(({ id }) => id !== ownId).length;
  const withoutEmail = people.filter(({ email }) => !hasAddress(email));
  const act = (what: Doing['act'], all: string, some: string) => ({
    label: matching ? all : some,
    onSelect: () => onAct({ act: what, people, matching }),
  });
  const acts = [
    ...(ends ? [act('renew', t`Renew all`, t`Renew (${count})`)] : []),
    act('remind', t`Remind all`, t`Remind (${count})`),
    act('enroll', t`Enroll all`, t`Enroll (${count})`),
    act('group', t`Add all to group`, t`Add to group (${count})`),
    ...(withoutEmail.length > 0 && !matching
      ? [{ label: t`New cards (${withoutEmail.length})`, onSelect: () => onCards(withoutEmail) }]
      : []),
    ...(group ? [act('leave-group', t`Take all out of group`, t`Take out of group (${count})`)] : []),
  ];
  return (
    <SelectionActs
      acts={acts}
      dangerous={matching || others > 0 ? act('remove', t`Remove all`, t`Remove (${others})`) : undefined}
    />
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
  /** Whether the list tells the certificates of one course. */
  isAboutCourse: boolean;
  onLead: (member: MemberRow, group: GroupMembership) => void;
  onRole: (member: MemberRow) => void;
  onEnroll: (member: MemberRow) => void;
  /** Of what is due; for those who have something due. */
  onRemind: (member: MemberRow) => void;
  onRemove: (member: MemberRow) => void;
  /** For those without an email address. */
  onCard: (member: MemberRow) => void;
  /** Into another organization, for those who run both. */
  onMove?: (member: MemberRow) => void;
};

/** The columns of a member; the exported file also has their email address and the numbers of their courses. */
const memberColumns = (acts: Acts): readonly Column<MemberRow>[] => [
  ...personColumns<MemberRow>(t`Name`, ({ id, full_name: name }) => ({ id, name })),
  endsColumn(acts.isAboutEnds && !acts.isAboutCourse),
  ...learningColumns,
  ...(acts.isAboutCourse ? certificateColumns<MemberRow>(({ certified }) => certified) : []),
  ...(acts.hasGroups
    ? [{ key: 'groups', title: t`Groups`, leaves: 4, value: ({ groups }: MemberRow) => groupNames(groups) }]
    : []),
  {
    ...{ key: 'role', title: t`Role`, leaves: 5 },
    value: ({ isOrgAdmin }) => (isOrgAdmin ? t`Admin` : t`Member`),
    cell: ({ isOrgAdmin }) => (
      <Badge tone={isOrgAdmin ? 'accent' : 'neutral'}>{isOrgAdmin ? t`Admin` : t`Member`}</Badge>
    ),
  },
  { key: 'number', title: t`Personnel number`, value: ({ number }) => number ?? null, isFileOnly: true },
  ...contactColumns,
  actsColumn((member) => (
    <span className="flex items-center gap-2">
      {member.id === acts.ownId && (
        <Badge>
          <Trans>You</Trans>
        </Badge>
      )}
      {(member.id !== acts.ownId || member.groups.length > 0) && <MemberActs member={member} {...acts} />}
    </span>
  )),
];

function MemberActs({
  member,
  ownId,
  group,
  onLead,
  onRole,
  onEnroll,
  onRemind,
  onRemove,
  onCard,
  onMove,
}: Acts & { member: MemberRow }) {
  // That of the list's group first.
  const groups = member.groups.toSorted((a, b) => Number(b.id === group?.id) - Number(a.id === group?.id));
  const leads = groups.map((mine) => ({
    label: mine.isLead ? t`Remove lead` : t`Make lead`,
    note: t`of ${mine.name}`,
    icon: mine.isLead ? FlagOff : Flag,
    onSelect: () => onLead(member, mine),
  }));
  const onOthers = [
    ...(member.dueOn
      ? [{ label: t`Remind`, note: t`of what is due`, icon: BellRing, onSelect: () => onRemind(member) }]
      : []),
    { label: t`Enroll in a course`, icon: GraduationCap, onSelect: () => onEnroll(member) },
    ...(hasAddress(member.email)
      ? [
          member.isOrgAdmin
            ? { label: t`Remove admin`, icon: ShieldOff, onSelect: () => onRole(member) }
            : { label: t`Make admin`, icon: Shield, onSelect: () => onRole(member) },
        ]
      : [{ label: t`New card`, note: t`to sign in with`, icon: IdCard, onSelect: () => onCard(member) }]),
    ...(onMove
      ? [{ label: t`Move`, note: t`to another organization`, icon: Building2, onSelect: () => onMove(member) }]
      : []),
    { label: t`Remove`, note: t`from the organization`, icon: UserMinus, onSelect: () => onRemove(member) },
  ];
  return (
    <span className="block grow text-start">
      <Menu
        groups={[{ items: [...leads, ...(member.id === ownId ? [] : onOthers)] }]}
        trigger={
          <Button
            icon={Ellipsis}
            variant="quiet"
            aria-label={t`Actions for ${nameOf(member)}`}
            className="max-md:w-full md:px-2! md:text-ink!"
          />
        }
      />
    </span>
  );
}
