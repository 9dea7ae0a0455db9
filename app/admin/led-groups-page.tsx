// What the lead of a group sees: its people and how far they are. A lead reminds them of what is due, and changes nothing else.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { endingIn } from '#sync/contract/certificate.ts';
import type { GroupRow } from '#sync/contract/group.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import type { PersonDetail } from '#sync/contract/person.ts';
import { writeCrew } from '#sync/store/kept-crew.ts';
import type { Replica } from '#sync/store/replica.ts';
import { call } from '../api/client.ts';
import { server } from '../api/session.ts';
import { type ApiQuery, useApiQuery } from '../api/use-api-query.ts';
import { useEngine } from '../device/active-user.tsx';
import { paths } from '../paths.ts';
import { ApiErrorView } from '../shell/api-error-view.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/form/field.tsx';
import { Link, useParams, useSearchParams } from '../ui/router.ts';
import { EmptyState } from '../ui/state-view.tsx';
import { TableSkeleton } from '../ui/table/data-table.tsx';
import type { Column } from '../ui/table/table-view.ts';
import { useTableAddress } from '../ui/table/use-table-address.ts';
import { RemindDialog } from './jobs/remind-dialog.tsx';
import { gated } from './lists/admin-gate.tsx';
import { useSelection } from './lists/left-list.ts';
import { BY_CERTIFICATES, CERTIFICATE_FILTERS, nameOf, PEOPLE_TABLE } from './lists/people.ts';
import { ServerTable } from './lists/server-table.tsx';
import { BY_STANDING } from './lists/standings.ts';
import { contactColumns, endsColumn, learningColumns, takesNothing } from './people/member-columns.tsx';
import { PersonView } from './person-page.tsx';
import { AdminFrame } from './shell/admin-frame.tsx';

const TITLE = t`Your Group`;
const BACK = { to: paths.dashboard(), label: t`Back to Me` };

export const LedGroupsPage = gated('signed-in', () => {
  const { data, error, refetch } = useApiQuery(server.groups);
  if (error && !data) return <ApiErrorView level={1} title={t`Failed to fetch your group`} {...{ error, refetch }} />;
  if (!data) {
    return (
      <AdminFrame title={TITLE} back={BACK}>
        <TableSkeleton label={t`Loading your group`} />
      </AdminFrame>
    );
  }
  return <LedGroups groups={data.groups} />;
});

/** The most groups that are kept, and the most people of each. */
const KEPT = 20;
const KEPT_PEOPLE = 100;

/** Keeps on this device how the groups are, for where there is no network. */
async function keepCrew(replica: Replica, groups: readonly GroupRow[]): Promise<void> {
  const at = new Date().toISOString();
  const kept = groups.slice(0, KEPT).map(async ({ id, name, people }) => {
    const page = { param: { groupId: id }, query: { limit: String(KEPT_PEOPLE), sort: 'due' } } as const;
    const { users } = await call(server.groups[':groupId'].people.$get(page));
    return { id, name, people, members: users.map(toMember) };
  });
  await writeCrew(replica, { at, groups: await Promise.all(kept) });
}

const toMember = (member: MemberRow) => ({
  id: member.id,
  name: nameOf(member),
  percent: takesNothing(member) ? null : member.progressStats.averageCompletion,
  dueOn: member.dueOn,
  dueIn: member.dueIn?.course.title ?? null,
  lastActivityAt: member.lastActivityAt,
});

function LedGroups({ groups }: { groups: readonly GroupRow[] }) {
  const { replica } = useEngine();
  // Optional: the page itself is what counts.
  useEffect(() => void keepCrew(replica, groups).catch(() => undefined), [replica, groups]);
  const [params, setParams] = useSearchParams();
  const { filter } = useTableAddress();
  const selection = useSelection<MemberRow>();
  const { chosen, setChosen, matching } = selection;
  const [reminding, setReminding] = useState<{ people: MemberRow[]; matching: Matching | undefined }>();
  const group = groups.find(({ id }) => id === params.get('of')) ?? groups[0];
  if (!group) {
    return (
      <AdminFrame title={TITLE} back={BACK}>
        <EmptyState
          title={t`You don't lead a group`}
          action={
            <Button to={paths.home()}>
              <Trans>Go to Learn</Trans>
            </Button>
          }
        >
          <Trans>An admin of your organization can make you the lead of a group.</Trans>
        </EmptyState>
      </AdminFrame>
    );
  }
  return (
    <AdminFrame
      isList
      title={group.name}
      back={BACK}
      description={t`Your people and how far they are.`}
      actions={
        groups.length > 1 && (
          <Choice
            isLabelHidden
            label={t`Group`}
            value={group.id}
            options={groups.map(({ id, name }) => [id, name] as const)}
            onChange={(of) => {
              setChosen(new Map());
              setParams({ of });
            }}
          />
        )
      }
    >
      <ServerTable
        {...PEOPLE_TABLE}
        rowsIn="users"
        key={group.id}
        label={t`People`}
        keptAs="People"
        endpoint={server.groups[':groupId'].people}
        args={{ param: { groupId: group.id } }}
        failed={t`Failed to fetch your people`}
        columns={columnsOf(group.id, endingIn(filter('certificates', CERTIFICATE_FILTERS)) !== undefined)}
        selection={{
          ...selection,
          acts: (
            <Button variant="secondary" onClick={() => setReminding({ people: [...chosen.values()], matching })}>
              {matching ? t`Remind all` : t`Remind (${chosen.size})`}
            </Button>
          ),
        }}
        filters={[BY_STANDING, BY_CERTIFICATES]}
        empty={
          <EmptyState title={t`No one is in this group yet`}>
            <Trans>An admin of your organization adds people.</Trans>
          </EmptyState>
        }
      />
      {reminding && (
        <RemindDialog
          {...{ group, ...reminding }}
          onClose={() => setReminding(undefined)}
          onDone={() => setChosen(new Map())}
        />
      )}
    </AdminFrame>
  );
}

const columnsOf = (groupId: string, isAboutEnds: boolean): readonly Column<MemberRow>[] => [
  {
    key: 'name',
    title: t`Name`,
    value: nameOf,
    cell: (member) => (
      <Link
        to={paths.groupPerson(groupId, member.id)}
        className="rounded-sm py-1 font-medium underline-offset-4 hover:underline"
      >
        {nameOf(member)}
      </Link>
    ),
  },
  { key: 'email', title: t`Email`, value: ({ email }) => email, isFileOnly: true },
  endsColumn(isAboutEnds),
  ...learningColumns.map((column) => ({ ...column, isBrief: column.key === 'progress' })),
  ...contactColumns,
];

export const LedPersonPage = gated('signed-in', function LedPerson() {
  const { groupId = '', userId = '' } = useParams();
  const query = useApiQuery(server.groups[':groupId'].people[':userId'], { param: { groupId, userId } });
  const back = { to: paths.groups({ of: groupId }), label: t`Back to the group` };
  return <PersonView query={query} back={back} groupId={groupId} acts={<Remind {...{ groupId, query }} />} />;
});

function Remind({ groupId, query: { data } }: { groupId: string; query: ApiQuery<PersonDetail> }) {
  const [isOpen, setOpen] = useState(false);
  const group = data?.groups.find(({ id }) => id === groupId);
  if (!data || !group || !data.courses.some(({ dueOn }) => dueOn)) return null;
  return (
    <>
      <Button icon={BellRing} variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Remind</Trans>
      </Button>
      {isOpen && (
        <RemindDialog group={group} people={[data.user]} onClose={() => setOpen(false)} onDone={() => undefined} />
      )}
    </>
  );
}
