import { BookOpen, Settings, ShieldCheck } from 'lucide-react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { DashboardCard } from './dashboard-card.tsx';

const ACTIONS = [
  { to: paths.home(), label: 'Browse All Courses', icon: BookOpen },
  { to: paths.setupProfile({ edit: true }), label: 'Account Settings', icon: Settings },
];
const ADMIN_ACTION = { to: paths.admin(), label: 'Admin Dashboard', icon: ShieldCheck };

/** Where a person often goes from the dashboard; admins also to their area. */
export function QuickActions({ withAdmin }: { withAdmin: boolean }) {
  const actions = withAdmin ? [...ACTIONS, ADMIN_ACTION] : ACTIONS;
  return (
    <DashboardCard title="Quick Actions">
      <ul className="flex flex-col gap-2">
        {actions.map(({ to, label, icon: Icon }) => (
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
