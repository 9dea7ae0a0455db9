import { BookOpen, Settings } from 'lucide-react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { DashboardCard } from './dashboard-card.tsx';

const ACTIONS = [
  { to: paths.home(), label: 'Browse All Courses', icon: BookOpen },
  { to: paths.setupProfile({ edit: true }), label: 'Account Settings', icon: Settings },
];

/** Where a learner often goes from the dashboard. */
export function QuickActions() {
  return (
    <DashboardCard title="Quick Actions">
      <ul className="flex flex-col gap-2">
        {ACTIONS.map(({ to, label, icon: Icon }) => (
          <li key={label}>
            <Button to={to} variant="secondary" className="w-full justify-start">
              <Icon aria-hidden className="size-5 text-accent-text" />
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </DashboardCard>
  );
}
