// /admin/enterprise (M9): creates organizations, invites their people, and grants them courses.

import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { OrganizationRow } from '#sync/contract/organization.ts';
import { server } from '../../api/session.ts';
import { useApiQueries } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { gated } from '../frame/admin-gate.tsx';
import { BulkJobs } from '../frame/bulk-jobs.tsx';
import { adminTexts } from '../frame/messages.ts';
import { useOrganizationCourses, useOrganizations } from '../frame/use-organizations.ts';
import { type Enterprise, GrantForm, OrganizationChoice } from './grant-form.tsx';
import { InvitationForm, invitationLink } from './invitation-form.tsx';
import { NewOrganizationForm } from './new-organization-form.tsx';
import { organizationFacts } from './organization-facts.tsx';

const COLUMNS: readonly Column<OrganizationRow>[] = [
  ...organizationFacts,
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
];

function OrganizationsList({ organizations }: { organizations: readonly OrganizationRow[] }) {
  return (
    <DataTable
      label="Organizations"
      noun="organization"
      rows={organizations}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty={<EmptyState title="No organizations yet">Create the first one above.</EmptyState>}
    />
  );
}

/** Creates an invitation to a chosen organization, with one of its courses. */
function TokenForm({ organizations, courses, onMade }: Enterprise & { onMade: (token: string) => void }) {
  const [organizationId, setOrganizationId] = useState('');
  const theirs = new Set(useOrganizationCourses(organizationId).data?.courses.map(({ id }) => id));
  const takeable = courses.filter(
    ({ id, isPublished, isArchived, visibility }) =>
      isPublished && !isArchived && (visibility === 'public' || theirs.has(id)),
  );
  return (
    <>
      <OrganizationChoice organizations={organizations} value={organizationId} onChange={setOrganizationId} />
      <InvitationForm organizationId={organizationId} courses={takeable} onMade={onMade} />
    </>
  );
}

export const EnterprisePage = gated('super', () => (
  <AdminFrame title="Enterprise Administration">
    <BulkJobs organizationId={null} />
    <EnterpriseParts />
  </AdminFrame>
));

function EnterpriseParts() {
  const all = useOrganizations();
  const known = useApiQueries(server.admin.courses, {}, 'courses');
  // A failed refetch keeps the page: a token is shown only once.
  if (all.data && known.data) {
    return <Parts organizations={all.data.organizations} courses={known.data.courses} />;
  }
  const error = all.error ?? known.error;
  if (error) {
    const title = all.error ? adminTexts.failedOrganizations : adminTexts.failedCourses;
    const refetch = () => {
      all.refetch();
      known.refetch();
    };
    return <ApiErrorView title={title} error={error} refetch={refetch} />;
  }
  return <PartsSkeleton />;
}

function Parts(enterprise: Enterprise) {
  const [lastLink, setLastLink] = useState<string>();
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <TitledCard title="Create Organization">
            <NewOrganizationForm />
          </TitledCard>
          <TitledCard title="Grant Course Access">
            <GrantForm {...enterprise} />
          </TitledCard>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <TitledCard title="Generate Invitation Token">
            <TokenForm {...enterprise} onMade={(token) => setLastLink(invitationLink(token))} />
          </TitledCard>
          <TitledCard title="Quick Actions">
            <QuickActions lastLink={lastLink} />
          </TitledCard>
        </div>
      </div>
      <TitledCard title="Organizations">
        <OrganizationsList organizations={enterprise.organizations} />
      </TitledCard>
    </>
  );
}

/** Links to the last invitation created on this page, or to the page that asks for a token (decisions 11). */
function QuickActions({ lastLink }: { lastLink: string | undefined }) {
  return (
    <>
      <p className="text-ink-soft">
        {lastLink
          ? 'This is the link of the last invitation you made on this page.'
          : 'Create an invitation first to test a link with a token.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={ExternalLink} variant="secondary" to={paths.invite()} target="_blank" rel="noopener">
          Test Invitation Flow
          <span className="sr-only"> (opens in a new tab)</span>
        </Button>
        <CopyButton
          label="Copy Test Invite Link"
          text={lastLink ?? `${location.origin}${paths.invite()}`}
          noun="Invitation link"
        />
      </div>
    </>
  );
}

function PartsSkeleton() {
  return (
    <div role="status" aria-label="Loading organizations and courses" className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  );
}
