// What a super admin starts from: how much there is, the way to it, and two acts of maintenance (decisions 11).
import { BookOpen, Building2, ChartColumn, ClipboardCheck, Film, ScrollText, Ticket, Users } from 'lucide-react';
import { AdminStats } from '#sync/contract/analytics.ts';
import { texts } from '../messages.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AreaCard } from './area-card.tsx';
import { useAsk } from './ask.ts';
import { CleanDuplicates } from './clean-duplicates.tsx';
import { RefreshLessons } from './refresh-lessons.tsx';
import { TroubleView } from './trouble-view.tsx';

const number = new Intl.NumberFormat('en');

export function InstallationDashboard() {
  const { data: stats, trouble, again } = useAsk('/api/admin/stats', AdminStats);
  const count = (of: keyof AdminStats) => (stats ? number.format(stats[of]) : trouble ? '–' : undefined);
  return (
    <AdminFrame
      title="Admin Dashboard"
      actions={
        <>
          <RefreshLessons />
          <CleanDuplicates />
          <Button to={paths.createCourse()}>Create Course</Button>
        </>
      }
    >
      {trouble && <TroubleView title={texts.failedAdminStats} trouble={trouble} again={again} />}
      <ul aria-label="What there is" aria-busy={!stats && !trouble} className="grid gap-4 sm:grid-cols-3">
        <AreaCard
          icon={Building2}
          name="Organizations"
          to={paths.adminOrganizations()}
          count={count('organizations')}
        />
        <AreaCard icon={Users} name="Users" to={paths.adminUsers()} count={count('users')} />
        <AreaCard icon={BookOpen} name="Courses" to={paths.adminCourses()} count={count('courses')} />
      </ul>
      <ul aria-label="More" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <AreaCard icon={ClipboardCheck} name="Quiz Analytics" to={paths.adminQuizAnalytics()}>
          Attempts, scores and pass rates
        </AreaCard>
        <AreaCard icon={Ticket} name="Enterprise" to={paths.adminEnterprise()}>
          Invitation tokens and course access
        </AreaCard>
        <AreaCard icon={ChartColumn} name="Learning Analytics" to={paths.analytics()}>
          Enrollments, completion and ratings
        </AreaCard>
        <AreaCard icon={Film} name="Videos" to={paths.adminVideos()}>
          Uploads of module 4, and the place for videos
        </AreaCard>
        <AreaCard icon={ScrollText} name="Audit Log" to={paths.adminAuditLog()}>
          Who did what, and when
        </AreaCard>
      </ul>
    </AdminFrame>
  );
}
