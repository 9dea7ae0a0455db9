// /admin/organizations/{id}, and the dashboard of org admins (R-M1): people, courses, quiz analytics and invitations.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BookPlus, ChartLine, Ellipsis, FileChartColumn, IdCard, MailPlus, ScanLine, UsersRound } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OrganizationCourse, OrganizationRow } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { categoryLabel } from '../../learn/messages.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Navigate, useLocation, useNavigate, useParams } from '../../ui/router.ts';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { adminTexts } from '../forms/messages.ts';
import { useGroupFilter, useOrganization } from '../forms/use-organizations.ts';
import { OrganizationQuizPanel, OrganizationTrend } from '../insights/organization-quiz-page.tsx';
import { AccessDenied, gated } from '../lists/admin-gate.tsx';
import {
  STATUS_LABELS,
  StatusBadge,
  statusOf,
  VISIBILITY_LABELS,
  visibilityOptions,
} from '../lists/course-options.tsx';
import { CourseLink } from '../lists/person-link.tsx';
import { GroupChoice } from '../lists/scope-choice.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { FiveThings } from '../overview/five-things.tsx';
import { NeedsAttention } from '../overview/needs-attention.tsx';
import { RecentActivity } from '../overview/recent-activity.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { AutoRemindersButton } from './auto-reminders.tsx';
import { Invitations, InvitationsTab, InvitationWays } from './invitations-tab.tsx';
import { MembersTab } from './members-tab.tsx';

type CoursesTabProps = { organization: { id: string; name: string }; isSuperAdmin: boolean };

const ACCESS_LABELS = { edit: t`Own`, view: t`Granted` } as const;

/** Org admins can manage their own courses, super admins also the granted ones. */
const columnsFor = (isSuperAdmin: boolean): readonly Column<OrganizationCourse>[] => [
  {
    key: 'title',
    title: t`Title`,
    value: ({ title }) => title,
    cell: ({ id, title }) => <CourseLink id={id}>{title}</CourseLink>,
  },
  { key: 'category', title: t`Category`, value: ({ category }) => categoryLabel(category) },
  { key: 'access', title: t`Access`, value: ({ isGranted }) => ACCESS_LABELS[isGranted ? 'view' : 'edit'] },
  { key: 'visibility', title: t`Visibility`, value: ({ visibility }) => VISIBILITY_LABELS[visibility] },
  {
    key: 'status',
    title: t`Status`,
    value: (course) => STATUS_LABELS[statusOf(course)],
    cell: (course) => <StatusBadge course={course} />,
  },
  { key: 'enrollments', title: t`Enrollments`, value: ({ enrollmentCount }) => enrollmentCount, isNumeric: true },
  { key: 'created', title: t`Created At`, value: ({ createdAt }) => new Date(createdAt) },
  actsColumn(
    ({ id, title, isGranted }) =>
      (!isGranted || isSuperAdmin) && (
        <RowButton to={paths.adminCourse(id)} aria-label={t`Manage ${title}`}>
          <Trans>Manage</Trans>
        </RowButton>
      ),
  ),
];

const FILTERS: readonly TableFilter<OrganizationCourse>[] = [
  { key: 'access', label: t`Access`, options: [['', t`Own and granted`], ...Object.entries(ACCESS_LABELS)] },
  { key: 'visibility', label: t`Visibility`, options: [['', t`All visibilities`], ...visibilityOptions] },
  { key: 'status', label: t`Status`, options: [['', t`All statuses`], ...Object.entries(STATUS_LABELS)] },
];

function OrganizationCoursesTab({ organization, isSuperAdmin }: CoursesTabProps) {
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        <Trans>What {organization.name} owns or was granted. Its people can also take every public course.</Trans>
      </p>
      <ServerTable
        label={t`Courses`}
        keptAs="Courses of an organization"
        noun="course"
        endpoint={server.enterprise.admin.organizations[':id'].courses}
        args={byId(organization.id)}
        rowsIn="courses"
        failed={adminTexts.failedOrganizationCourses}
        rowKey={({ id }) => String(id)}
        columns={columnsFor(isSuperAdmin)}
        orders={['title', 'created']}
        filters={FILTERS}
        empty={
          <EmptyState
            title={t`No courses yet`}
            action={
              <Button to={paths.adminCourses()}>
                <Trans>Go to courses</Trans>
              </Button>
            }
          >
            <Trans>Courses made for {organization.name} or granted to it appear here.</Trans>
          </EmptyState>
        }
      />
    </>
  );
}

type OrganizationAdminProps = {
  organization: { id: string; name: string };
  isSuperAdmin: boolean;
  /** The link back above the heading, for super admins. */
  back?: { to: string; label: string };
};

/** '{organization} Admin Dashboard'; the open tab is in the address as `tab`. */
export function OrganizationAdmin({ organization, isSuperAdmin, back }: OrganizationAdminProps) {
  const here = { organization, isSuperAdmin };
  // Also the filter of the people below.
  const { group } = useGroupFilter(organization.id);
  const { pathname } = useLocation();
  const invitations = `${pathname}?tab=invitations`;
  return (
    <AdminFrame
      title={t`${organization.name} Admin Dashboard`}
      mailsTo={organization.id}
      {...(back && { back })}
      actions={
        // A super admin's course would not belong to this organization.
        isSuperAdmin ? (
          <>
            <ReportButton to={paths.adminReport({ organizationId: organization.id })} />
            <AutoRemindersButton organization={organization} />
            <WithoutEmailButton organization={organization.id} />
            <GroupsButton to={paths.organizationGroups(organization.id)} />
          </>
        ) : (
          <>
            <div className="max-sm:hidden">
              <ReportButton to={paths.adminReport()} />
            </div>
            <InviteButton />
            <MoreActs />
          </>
        )
      }
    >
      <div className="flex flex-col gap-6 xl:flex-row xl:items-start xl:gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-6 xl:gap-4">
          <NeedsAttention
            organizationId={organization.id}
            group={group?.id}
            isSuperAdmin={isSuperAdmin}
            choice={<GroupChoice organizationId={organization.id} label={t`Group of the overview`} />}
          />
          <RecentActivity organizationId={organization.id} group={group?.id} isSuperAdmin={isSuperAdmin} />
        </div>
        {!isSuperAdmin && (
          <div className="empty:hidden xl:w-80 xl:shrink-0">
            <FiveThings organizationId={organization.id} />
          </div>
        )}
      </div>
      <OrganizationTrend organizationId={organization.id} group={group?.id} />
      <Tabs
        label={t`${organization.name} administration`}
        tabs={[
          { key: 'users', title: t`Users`, content: <MembersTab {...here} invitations={invitations} /> },
          { key: 'courses', title: t`Courses`, content: <OrganizationCoursesTab {...here} /> },
          {
            key: 'quiz-analytics',
            title: t`Quiz Analytics`,
            content: <OrganizationQuizPanel organizationId={organization.id} />,
          },
          { key: 'invitations', title: t`Invitations`, content: <InvitationsTab organization={organization} /> },
        ]}
      />
    </AdminFrame>
  );
}

function MoreActs() {
  const navigate = useNavigate();
  const open = (to: string) => () => void navigate(to);
  return (
    <Menu
      groups={[
        {
          items: [
            { label: t`Report`, icon: FileChartColumn, onSelect: open(paths.adminReport()) },
            { label: t`Create Course`, icon: BookPlus, onSelect: open(paths.createCourse()) },
            { label: t`Learning Analytics`, icon: ChartLine, onSelect: open(paths.analytics()) },
            { label: t`Gate check`, icon: ScanLine, onSelect: open(paths.gate()) },
          ],
        },
      ]}
      trigger={<IconButton icon={Ellipsis} aria-label={t`More actions`} />}
    />
  );
}

/** Into the group that is looked at. */
function InviteButton() {
  const group = useTableAddress().read('group');
  return (
    <Button icon={MailPlus} to={`${paths.adminInvitations()}?invite=one${group ? `&group=${group}` : ''}`}>
      <Trans>Invite people</Trans>
    </Button>
  );
}

/** For crews without addresses, who get cards. */
const WithoutEmailButton = ({ organization }: { organization?: string }) => (
  <Button icon={IdCard} variant="secondary" to={paths.addPeople({ organization })}>
    <Trans>Add without email</Trans>
  </Button>
);

const ReportButton = ({ to }: { to: string }) => (
  <Button icon={FileChartColumn} variant="secondary" to={to}>
    <Trans>Report</Trans>
  </Button>
);

const GroupsButton = ({ to }: { to: string }) => (
  <Button icon={UsersRound} variant="secondary" to={to}>
    <Trans>Groups</Trans>
  </Button>
);

/** The lists of one's own organization as pages of their own; a super admin has lists of all. */
export const OwnPeoplePage = gated('any', ({ isSuperAdmin, organization }) => {
  if (isSuperAdmin || !organization) return <Navigate to={paths.adminUsers()} replace />;
  return (
    <AdminFrame
      isList
      title={t`People`}
      mailsTo={organization.id}
      whose={organization.name}
      actions={
        <>
          <AutoRemindersButton organization={organization} />
          <WithoutEmailButton />
          <InviteButton />
        </>
      }
    >
      <MembersTab {...{ organization, isSuperAdmin, invitations: paths.adminInvitations() }} />
    </AdminFrame>
  );
});

export const OwnInvitationsPage = gated('any', ({ isSuperAdmin, organization }) => {
  if (isSuperAdmin || !organization) return <Navigate to={paths.adminEnterprise()} replace />;
  return (
    <AdminFrame
      isList
      title={t`Invitations`}
      whose={organization.name}
      mailsTo={organization.id}
      actions={<InvitationWays />}
    >
      <Invitations organization={organization} />
    </AdminFrame>
  );
});

const BACK = { to: paths.adminOrganizations(), label: t`Back to Organizations` };

/**
 * A page about the organization in the address, for super admins. An admin of that organization is led to `own`, everybody else
 * home (P-14).
 */
export const organizationPage = (Page: ComponentType<{ organization: OrganizationRow }>, own: string) =>
  gated('organization', ({ isSuperAdmin, organization }) => {
    const { organizationId = '' } = useParams();
    const { search } = useLocation();
    if (isSuperAdmin) return <AnyOrganization id={organizationId} Page={Page} />;
    return organization?.id === organizationId ? <Navigate to={own + search} replace /> : <AccessDenied isLeaving />;
  });

type AnyOrganizationProps = { id: string; Page: ComponentType<{ organization: OrganizationRow }> };

function AnyOrganization({ id, Page }: AnyOrganizationProps) {
  const { data, error, refetch } = useOrganization(id);
  const isUnknown = error?.kind === 'failed' && error.code === 'organization_not_found';
  if (error && !isUnknown)
    return <ApiErrorView level={1} title={adminTexts.failedOrganizations} error={error} refetch={refetch} />;
  if (!data && !isUnknown) {
    return (
      <AdminFrame title={t`Organization`} back={BACK}>
        <TableSkeleton label={t`Loading the organization`} />
      </AdminFrame>
    );
  }
  if (data) return <Page organization={data.organization} />;
  return (
    <AdminFrame title={t`Organization`} back={BACK}>
      <ErrorState
        title={t`Organization not found`}
        action={
          <Button to={BACK.to}>
            <Trans>All organizations</Trans>
          </Button>
        }
      >
        <Trans>It may have been removed, or the address is wrong.</Trans>
      </ErrorState>
    </AdminFrame>
  );
}

export const OrganizationPage = organizationPage(
  ({ organization }) => <OrganizationAdmin organization={organization} isSuperAdmin back={BACK} />,
  paths.admin(),
);
