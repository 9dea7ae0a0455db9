// The groups of an organization: made, renamed and deleted here; each leads to the list of its people.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarClock, Ellipsis, Pencil, Plus, Trash2, UserX } from 'lucide-react';
import { useState } from 'react';
import type { GroupRow } from '#sync/contract/group.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { agoWords } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
import { Menu } from '../../ui/menu.tsx';
import { Share } from '../../ui/progress.tsx';
import { Link, Navigate, useNavigate } from '../../ui/router.ts';
import { useStartingAct } from '../../ui/starting-act.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, DataTable, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useToast } from '../../ui/toast.tsx';
import { groupLists, sizeOf } from '../forms/use-organizations.ts';
import { gated } from '../lists/admin-gate.tsx';
import { dateOf } from '../lists/learners-table.tsx';
import { PersonLink } from '../lists/person-link.tsx';
import { useSampleMark } from '../lists/sample-mark.ts';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { useSaveGroup } from './group-dialogs.tsx';
import { organizationPage } from './organization-page.tsx';

type Organization = { id: string; name: string };
type GroupsProps = {
  organization: Organization;
  /** For super admins, whose areas have no groups. */
  back?: { to: string; label: string };
  /** The list of the people of a group. */
  peopleOf: (group: string) => string;
};

export const OwnGroupsPage = gated('any', ({ isSuperAdmin, organization }) => {
  if (isSuperAdmin || !organization) return <Navigate to={paths.adminOrganizations()} replace />;
  return <Groups organization={organization} peopleOf={(group) => paths.adminPeople({ group })} />;
});

export const OrganizationGroupsPage = organizationPage(({ organization }) => {
  const { id, name } = organization;
  const back = { to: paths.adminOrganization(id), label: t`Back to ${name}` };
  return <Groups {...{ organization, back }} peopleOf={(group) => paths.adminOrganization(id, { group })} />;
}, paths.adminGroups());

function Groups({ organization, back, peopleOf }: GroupsProps) {
  const { data, error, refetch } = useApiQuery(groupsOf, { ...byId(organization.id), query: { figures: 'true' } });
  const [open, setOpen] = useState<{ group?: GroupRow }>();
  useStartingAct('add', () => setOpen({}));
  const remove = useDelete(organization.id);
  const mark = useSampleMark();
  return (
    <AdminFrame
      isList
      title={t`Groups`}
      {...(back && { back })}
      whose={organization.name}
      actions={
        <Button icon={Plus} onClick={() => setOpen({})}>
          <Trans>New group</Trans>
        </Button>
      }
    >
      {error && !data ? (
        <ApiErrorView title={t`Failed to fetch groups`} error={error} refetch={refetch} />
      ) : data ? (
        <DataTable
          label={t`Groups`}
          keptAs="Groups"
          mark={mark}
          noun="group"
          rows={worstFirst(data.groups)}
          rowKey={({ id }) => id}
          columns={columnsFor({ peopleOf, onRename: (group) => setOpen({ group }), onDelete: remove })}
          empty={
            <EmptyState
              title={t`No groups yet`}
              action={
                <Button onClick={() => setOpen({})}>
                  <Trans>New group</Trans>
                </Button>
              }
            >
              <Trans>
                Gather people by crew, site or shift, to list them and invite them together, and to enroll whoever
                joins. A lead sees how their own people are doing.
              </Trans>
            </EmptyState>
          }
        />
      ) : (
        <TableSkeleton label={t`Loading the groups`} />
      )}
      {open && <GroupForm {...{ organization, peopleOf }} {...open} onClose={() => setOpen(undefined)} />}
    </AdminFrame>
  );
}

type Acts = {
  peopleOf: (group: string) => string;
  onRename: (group: GroupRow) => void;
  onDelete: (group: GroupRow) => void;
};

const groupsOf = server.enterprise.admin.organizations[':id'].groups;

/** The share of those of whom something is required whose certificates are all valid, in percent; null where nothing is. */
const shareOf = ({ figures }: GroupRow): number | null =>
  figures && figures.required > 0 ? Math.floor((100 * figures.certified) / figures.required) : null;

/** The lowest share first, then who has the most overdue; groups of whom nothing is required at the end. */
const worstFirst = (groups: readonly GroupRow[]) =>
  groups.toSorted(
    (a, b) => (shareOf(a) ?? 101) - (shareOf(b) ?? 101) || (b.figures?.overdue ?? 0) - (a.figures?.overdue ?? 0),
  );

/** Below it a share is amber. */
const WEAK_BELOW = 50;

const columnsFor = ({ peopleOf, onRename, onDelete }: Acts): readonly Column<GroupRow>[] => [
  {
    key: 'name',
    title: t`Name`,
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={peopleOf(id)} className="rounded-sm py-1 font-semibold underline-offset-4 hover:underline md:py-0.5">
        {name}
      </Link>
    ),
  },
  {
    key: 'leads',
    title: t`Leads`,
    value: ({ leads }) => leads.map(({ name }) => name).join(', '),
    cell: ({ leads }) =>
      leads.length === 0 ? (
        <Badge icon={UserX} tone="warn">
          <Trans>No lead</Trans>
        </Badge>
      ) : (
        <span className="flex flex-wrap gap-x-3">
          {leads.map(({ id, name }) => (
            <PersonLink key={id} id={id}>
              {name}
            </PersonLink>
          ))}
        </span>
      ),
  },
  {
    key: 'certified',
    title: t`Certified`,
    isBrief: true,
    value: shareOf,
    cell: (group) => {
      const { required = 0, certified = 0 } = group.figures ?? {};
      const share = shareOf(group);
      if (share === null)
        return (
          <span className="text-ink-soft">
            <Trans>Nothing required</Trans>
          </span>
        );
      return (
        <span className={`flex items-center gap-2 ${share < WEAK_BELOW ? '[&_.progress-bar]:text-warn' : ''}`}>
          <Share percent={share} label={t`Certified in ${group.name}`} />
          <span className="whitespace-nowrap text-ink-soft tabular-nums">
            <Trans>
              {certified} of {required}
            </Trans>
          </span>
        </span>
      );
    },
  },
  {
    key: 'overdue',
    title: t`Overdue`,
    value: ({ figures }) => figures?.overdue,
    cell: ({ id, name, figures }) =>
      figures?.overdue ? (
        <Link to={`${peopleOf(id)}&standing=overdue&sort=due`} aria-label={t`${figures.overdue} overdue in ${name}`}>
          <Badge icon={CalendarClock} tone="warn">
            {figures.overdue.toLocaleString(locale)}
          </Badge>
        </Link>
      ) : (
        '0'
      ),
  },
  {
    key: 'activity',
    title: t`Last active`,
    value: ({ figures }) => dateOf(figures?.lastActivityAt ?? null),
    cell: ({ figures }) => (figures?.lastActivityAt ? agoWords(figures.lastActivityAt) : '–'),
  },
  { key: 'people', title: t`People`, leaves: 1, value: ({ people }) => people, cell: sizeOf },
  {
    ...{ key: 'courses', title: t`Courses for new members`, leaves: 2 },
    value: ({ courses }) => courses.map(({ title }) => title).join(', '),
    cell: ({ courses }) =>
      courses.length === 0 ? (
        '–'
      ) : (
        <span className="flex flex-wrap gap-x-3">
          {courses.map(({ id, title }) => (
            <Link
              key={id}
              to={paths.adminCourse(id, { tab: 'people' })}
              className="rounded-sm py-1 underline-offset-4 hover:underline md:py-0.5"
            >
              {title}
            </Link>
          ))}
        </span>
      ),
  },
  actsColumn((group) => (
    <Menu
      groups={[
        {
          items: [
            { label: t`Rename`, icon: Pencil, onSelect: () => onRename(group) },
            { label: t`Delete`, icon: Trash2, onSelect: () => onDelete(group) },
          ],
        },
      ]}
      trigger={
        <IconButton icon={Ellipsis} aria-label={t`Actions for ${group.name}`} className="md:px-2! md:text-ink!" />
      }
    />
  )),
];

function useDelete(organizationId: string) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: (groupId: string) =>
      call(
        server.enterprise.admin.organizations[':id'].groups[':groupId'].$delete({
          param: { id: organizationId, groupId },
        }),
      ),
    successToast: ({ message }) => ({ title: t`Group Deleted`, description: message }),
    errorToast: { title: t`Deletion Failed`, sentence: t`The group could not be deleted.` },
    invalidates: [
      ...groupLists(organizationId),
      pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId)),
    ],
  });
  return (group: GroupRow) => {
    const { name, leads, courses } = group;
    const size = sizeOf(group);
    const isIn =
      group.people === 0
        ? t`No one is in it; everyone stays in the organization and keeps their courses.`
        : group.people === 1
          ? t`${size} is in it; everyone stays in the organization and keeps their courses.`
          : t`${size} are in it; everyone stays in the organization and keeps their courses.`;
    const text = [
      isIn,
      leads.length > 0 &&
        plural(leads.length, {
          one: '# lead will no longer see these people.',
          other: '# leads will no longer see these people.',
        }),
      courses.length > 0 && t`No one is enrolled by joining it any more.`,
      t`Invitations into the group lead into the organization alone. This action cannot be undone.`,
    ];
    return void confirm({
      title: t`Delete ${name}?`,
      text: text.filter(Boolean).join(' '),
      action: t`Delete`,
      running: t`Deleting...`,
      run: () => run(group.id),
    });
  };
}

/** Names a new group, or renames one. */
function GroupForm({
  organization,
  group,
  peopleOf,
  onClose,
}: Pick<GroupsProps, 'organization' | 'peopleOf'> & { group?: GroupRow; onClose: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const [name, setName] = useState(group?.name ?? '');
  const { run, isRunning, failure } = useSaveGroup(organization.id, group);
  const save = async () => {
    const answer = await run(name);
    if (!answer) return;
    toast({ title: group ? t`Group Renamed` : t`Group Created`, description: answer.message });
    onClose();
    // Where it gets its people.
    if (answer.id) void navigate(peopleOf(answer.id));
  };
  return (
    <Dialog open onOpenChange={onClose} title={group ? t`Rename ${group.name}` : t`New group`}>
      <DialogForm
        onSubmit={save}
        cancel={onClose}
        verb={group ? t`Rename` : t`Create`}
        running={group ? t`Renaming...` : t`Creating...`}
        isRunning={isRunning}
      >
        <Field
          label={t`Name`}
          autoComplete="off"
          placeholder={t`Crew, site or shift`}
          value={name}
          error={fieldErrorOf(failure, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
