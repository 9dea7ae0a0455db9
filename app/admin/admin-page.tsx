// The entrance to administration: what there is for those who run the installation or an organization, nothing for others (R4).
import type { ReactNode } from 'react';
import type { AdminStats } from '#sync/contract/analytics.ts';
import { NeedsNetwork } from '../needs-network.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { EmptyState, ErrorState } from '../ui/state-view.tsx';
import { useAdminArea } from './use-admin-area.ts';

const number = new Intl.NumberFormat();

/** The page of /admin and /admin/dashboard. */
export function AdminPage() {
  usePageTitle('Admin Dashboard');
  const { area, again } = useAdminArea();
  switch (area?.kind) {
    case undefined:
      return <Spinner label="Loading the admin dashboard" />;
    case 'installation':
      return <InstallationDashboard stats={area.stats} />;
    case 'organization':
      return <OrganizationDashboard name={area.name} />;
    case 'no organization':
      return (
        <EmptyState level={1} title="No organization associated with this admin account." action={<HomeButton />} />
      );
    case 'denied':
      return (
        <ErrorState level={1} title="Access Denied" action={<HomeButton />}>
          You do not have permission to view this page.
        </ErrorState>
      );
    case 'offline':
      return <NeedsNetwork onRetry={again} />;
    case 'failed':
      return (
        <ErrorState level={1} title={area.title} onRetry={again}>
          {area.sentence}
        </ErrorState>
      );
  }
}

function HomeButton() {
  return <Button to={paths.home()}>Back to Home</Button>;
}

function Dashboard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 md:py-10">
      <h1 className="break-words font-bold text-2xl tracking-tight">{heading}</h1>
      {children}
    </div>
  );
}

function InstallationDashboard({ stats }: { stats: AdminStats }) {
  const counted: [name: string, count: number][] = [
    ['Organizations', stats.organizations],
    ['Users', stats.users],
    ['Courses', stats.courses],
  ];
  return (
    <Dashboard heading="Admin Dashboard">
      <dl className="grid gap-4 sm:grid-cols-3">
        {counted.map(([name, count]) => (
          <Card key={name} className="p-5">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-bold text-3xl tabular-nums">{number.format(count)}</dd>
          </Card>
        ))}
      </dl>
    </Dashboard>
  );
}

function OrganizationDashboard({ name }: { name: string }) {
  return (
    <Dashboard heading={`${name} Admin Dashboard`}>
      <Card className="p-5">
        <dl className="flex flex-col gap-3">
          <div>
            <dt className="text-ink-soft text-sm">Organization</dt>
            <dd className="break-words font-medium">{name}</dd>
          </div>
          <div>
            <dt className="text-ink-soft text-sm">Your role</dt>
            <dd className="font-medium">Organization admin</dd>
          </div>
        </dl>
      </Card>
    </Dashboard>
  );
}
