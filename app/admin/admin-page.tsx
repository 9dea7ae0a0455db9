// /admin and /admin/dashboard (R-M1): the whole installation for super admins, one organization for its admins (R-R4).

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BookOpen,
  Building2,
  ChartColumn,
  ChevronRight,
  ClipboardCheck,
  CopyX,
  FileChartColumn,
  Film,
  type LucideIcon,
  RefreshCw,
  ScrollText,
  Ticket,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminStats } from '#sync/contract/analytics.ts';
import { byId, call } from '../api/client.ts';
import { server } from '../api/session.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { paths } from '../paths.ts';
import { ApiErrorView } from '../shell/api-error-view.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { locale } from '../ui/language.ts';
import { Link } from '../ui/router.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TrendCard } from './insights/trend-card.tsx';
import { gated } from './lists/admin-gate.tsx';
import { NeedsAttention } from './overview/needs-attention.tsx';
import { RecentActivity } from './overview/recent-activity.tsx';
import { SampleBar } from './overview/sample-bar.tsx';
import { OrganizationAdmin } from './people/organization-page.tsx';
import { AdminFrame } from './shell/admin-frame.tsx';

/** 'Clean Duplicates' (P-11): asks first, because it deletes courses. */
function CleanDuplicates() {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () => call(server.admin['cleanup-course-duplicates'].$post()),
    successToast: ({ message }) => ({ title: t`Cleanup Completed`, description: message }),
    errorToast: { title: t`Cleanup Failed`, sentence: t`The duplicate courses could not be cleaned up.` },
    invalidates: ['/'],
  });
  const ask = () =>
    confirm({
      title: t`Clean up duplicate courses?`,
      text: t`Keeps the oldest of courses with the same title in the same organization. Duplicates with enrollments or progress are kept too. This action cannot be undone.`,
      action: t`Clean Duplicates`,
      running: t`Cleaning...`,
      run,
    });
  return (
    <Button icon={CopyX} variant="secondary" onClick={ask}>
      <Trans>Clean Duplicates</Trans>
    </Button>
  );
}

/** Shown while the hosted project lets anybody sign up with anybody's address. */
function UnconfirmedNotice() {
  const { data } = useApiQuery(server.config);
  if (data?.signUps !== 'unconfirmed') return null;
  return (
    <p role="status" className="rounded-md bg-danger-soft p-4 text-danger-text">
      <Trans>
        <strong className="block">Email addresses aren't confirmed</strong>
        The Supabase project lets anyone sign up with any address. Switch on "Confirm email" there. Until then,
        invitations for one address need a sign-in by email link.
      </Trans>
    </p>
  );
}

type AreaCardProps = {
  icon: LucideIcon;
  name: string;
  to: string;
  /** The number of items, undefined while it loads. Cards with `children` have none. */
  count?: string | undefined;
  /** A description instead of a count. */
  children?: ReactNode;
};

function AreaCard({ icon: Icon, name, to, count, children }: AreaCardProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full items-center gap-4 rounded-lg border border-line bg-surface p-5 shadow-low hover:border-accent"
      >
        <span className="rounded-md bg-accent-soft p-2.5 text-accent-text">
          <Icon aria-hidden className="size-6" />
        </span>
        <span className="min-w-0 grow">
          <span className={`block ${children ? 'font-semibold' : 'text-ink-soft'}`}>{name}</span>{' '}
          {children ? (
            <span className="block text-ink-soft text-sm">{children}</span>
          ) : count === undefined ? (
            <Skeleton className="my-0.5 h-8 w-16" />
          ) : (
            <span className="block font-bold text-3xl tabular-nums">{count}</span>
          )}
        </span>
        {!children && <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />}
      </Link>
    </li>
  );
}

/** The course that the specification names for this button (P-11). */
const COURSE_ID = 4;

/** 'Refresh Data' (P-11): fetches that course's lessons and every figure of the page again. */
function RefreshLessons() {
  const { run, isRunning } = useApiMutation({
    send: (courseId: number) => call(server.admin.courses[':id'].lessons.refresh.$get(byId(courseId))),
    successToast: ({ message }) => ({ title: t`Data Refreshed`, description: message }),
    errorToast: { title: t`Refresh Failed`, sentence: t`The lessons could not be refreshed.` },
    invalidates: ['/'],
  });
  return (
    <Button variant="secondary" disabled={isRunning} onClick={() => void run(COURSE_ID)}>
      <RefreshCw aria-hidden className={`size-5 ${isRunning ? 'motion-safe:animate-spin' : ''}`} />
      <Trans>Refresh Data</Trans>
    </Button>
  );
}

function InstallationDashboard() {
  const { data: stats, error, refetch } = useApiQuery(server.admin.stats);
  const count = (of: keyof AdminStats) => (stats ? stats[of].toLocaleString(locale) : error ? '–' : undefined);
  return (
    <AdminFrame
      title={t`Admin Dashboard`}
      mailsTo={null}
      actions={
        <>
          <Button icon={FileChartColumn} variant="secondary" to={paths.adminReport()}>
            <Trans>Report</Trans>
          </Button>
          <RefreshLessons />
          <CleanDuplicates />
          <Button to={paths.createCourse()}>
            <Trans>Create Course</Trans>
          </Button>
        </>
      }
    >
      <UnconfirmedNotice />
      {error && <ApiErrorView title={t`Failed to fetch admin stats`} error={error} refetch={refetch} />}
      <ul aria-label={t`What there is`} aria-busy={!stats && !error} className="grid gap-4 sm:grid-cols-3">
        <AreaCard
          icon={Building2}
          name={t`Organizations`}
          to={paths.adminOrganizations()}
          count={count('organizations')}
        />
        <AreaCard icon={Users} name={t`Users`} to={paths.adminUsers()} count={count('users')} />
        <AreaCard icon={BookOpen} name={t`Courses`} to={paths.adminCourses()} count={count('courses')} />
      </ul>
      <NeedsAttention isSuperAdmin />
      <RecentActivity isSuperAdmin />
      <TrendCard query={{}} />
      <ul aria-label={t`More`} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <AreaCard icon={ClipboardCheck} name={t`Quiz Analytics`} to={paths.adminQuizAnalytics()}>
          <Trans>Attempts, scores and pass rates</Trans>
        </AreaCard>
        <AreaCard icon={Ticket} name={t`Enterprise`} to={paths.adminEnterprise()}>
          <Trans>Invitation tokens and course access</Trans>
        </AreaCard>
        <AreaCard icon={ChartColumn} name={t`Learning Analytics`} to={paths.analytics()}>
          <Trans>Enrollments, completion and ratings</Trans>
        </AreaCard>
        <AreaCard icon={Film} name={t`Videos`} to={paths.adminVideos()}>
          <Trans>Module 4 uploads and storage</Trans>
        </AreaCard>
        <AreaCard icon={ScrollText} name={t`Audit Log`} to={paths.adminAuditLog()}>
          <Trans>Who did what, and when</Trans>
        </AreaCard>
      </ul>
    </AdminFrame>
  );
}

export const AdminPage = gated('any', function Dashboard({ isSuperAdmin, organization }) {
  if (isSuperAdmin) return <InstallationDashboard />;
  if (!organization) return null;
  return (
    <>
      <SampleBar />
      <OrganizationAdmin organization={organization} isSuperAdmin={false} />
    </>
  );
});
