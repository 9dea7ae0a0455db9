// How people learn, over all courses (N3): everybody for a super admin, the own organization for an org admin.
import { paths } from '../../paths.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminGate } from '../admin-gate.tsx';
import { CategoriesCard } from './categories-card.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { Section } from './section.tsx';
import { TopCoursesTable } from './top-courses.tsx';
import { TrendCard } from './trend-card.tsx';

/** The page of /analytics. */
export function LearningAnalyticsPage() {
  return (
    <AdminGate opens="any">
      {({ isSuperAdmin, organization }) => (
        <AdminFrame
          title="Learning Analytics"
          description={isSuperAdmin ? 'All organizations' : organization?.name}
          back={{ to: paths.admin(), label: 'Back to Dashboard' }}
        >
          <OverviewCards />
          <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
            <TrendCard />
            <CategoriesCard />
          </div>
          <Section title="Top Performing Courses">
            <TopCoursesTable />
          </Section>
        </AdminFrame>
      )}
    </AdminGate>
  );
}
