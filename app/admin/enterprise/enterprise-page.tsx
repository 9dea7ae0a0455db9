// What a super admin does for customers (M9): makes their organizations, invites their people, gives them courses.
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminGate } from '../admin-gate.tsx';
import { CopyButton } from '../copy-button.tsx';
import { invitationLink } from '../made-invitation.tsx';
import { NewOrganizationForm } from '../new-organization-form.tsx';
import { Panel } from '../panel.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { GrantForm } from './grant-form.tsx';
import { OrganizationsList } from './organizations-list.tsx';
import { TokenForm } from './token-form.tsx';
import { type Enterprise, useEnterprise } from './use-enterprise.ts';

/** The page of /admin/enterprise. */
export function EnterprisePage() {
  return (
    <AdminGate opens="super">
      {() => (
        <AdminFrame title="Enterprise Administration" back={{ to: paths.admin(), label: 'Back to Dashboard' }}>
          <EnterpriseParts />
        </AdminFrame>
      )}
    </AdminGate>
  );
}

function EnterpriseParts() {
  const { organizations, courses, trouble, again } = useEnterprise();
  // A list that could not be fetched again takes nothing from what stands here: a token is shown once.
  if (organizations && courses) return <Parts organizations={organizations} courses={courses} />;
  if (trouble) {
    const title = trouble.of === 'organizations' ? adminTexts.failedOrganizations : adminTexts.failedCourses;
    return <TroubleView title={title} trouble={trouble.trouble} again={again} />;
  }
  return <PartsSkeleton />;
}

function Parts(enterprise: Enterprise) {
  const [lastLink, setLastLink] = useState<string>();
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Create Organization">
            <NewOrganizationForm />
          </Panel>
          <Panel title="Grant Course Access">
            <GrantForm {...enterprise} />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Generate Invitation Token">
            <TokenForm {...enterprise} onMade={(token) => setLastLink(invitationLink(token))} />
          </Panel>
          <Panel title="Quick Actions">
            <QuickActions lastLink={lastLink} />
          </Panel>
        </div>
      </div>
      <Panel title="Organizations">
        <OrganizationsList organizations={enterprise.organizations} />
      </Panel>
    </>
  );
}

/** The link of the last token that was made on this page, else the page that asks for one (decisions 11). */
function QuickActions({ lastLink }: { lastLink: string | undefined }) {
  return (
    <>
      <p className="text-ink-soft">
        {lastLink
          ? 'The link is of the invitation that you made last on this page.'
          : 'Until you make an invitation on this page, the link asks for a token.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" to={paths.invite()} target="_blank" rel="noopener">
          <ExternalLink aria-hidden className="size-5" />
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
