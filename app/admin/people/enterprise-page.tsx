// /admin/enterprise (R-M9): creates organizations, invites their people, and grants them courses.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { OrganizationRow } from '#sync/contract/organization.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { gated } from '../lists/admin-gate.tsx';
import { OrganizationChoice } from '../lists/searched-choices.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { GrantForm } from './grant-form.tsx';
import { InvitationForm, invitationLink } from './invitation-form.tsx';
import { NewOrganizationForm } from './new-organization-form.tsx';
import { OrganizationTable } from './organization-facts.tsx';

const COLUMNS: readonly Column<OrganizationRow>[] = [
  { key: 'created', title: t`Created At`, value: ({ createdAt }) => new Date(createdAt) },
];

/** Creates an invitation to a chosen organization, with one of the courses that its people can take. */
function TokenForm({ onMade }: { onMade: (token: string) => void }) {
  const [organizationId, setOrganizationId] = useState('');
  return (
    <>
      <OrganizationChoice value={organizationId} onChange={setOrganizationId} />
      <InvitationForm organizationId={organizationId} onMade={onMade} />
    </>
  );
}

export const EnterprisePage = gated('super', () => (
  <AdminFrame title={t`Enterprise Administration`} mailsTo={null}>
    <EnterpriseParts />
  </AdminFrame>
));

function EnterpriseParts() {
  const [lastLink, setLastLink] = useState<string>();
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <TitledCard title={t`Create Organization`}>
            <NewOrganizationForm />
          </TitledCard>
          <TitledCard title={t`Grant Course Access`}>
            <GrantForm />
          </TitledCard>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <TitledCard title={t`Generate Invitation Token`}>
            <TokenForm onMade={(token) => setLastLink(invitationLink(token))} />
          </TitledCard>
          <TitledCard title={t`Quick Actions`}>
            <QuickActions lastLink={lastLink} />
          </TitledCard>
        </div>
      </div>
      <TitledCard title={t`Organizations`}>
        <OrganizationTable
          columns={COLUMNS}
          empty={
            <EmptyState title={t`No organizations yet`}>
              <Trans>Create the first one above.</Trans>
            </EmptyState>
          }
        />
      </TitledCard>
    </>
  );
}

/** Links to the last invitation created on this page, or to the page that asks for a token (P-11). */
function QuickActions({ lastLink }: { lastLink: string | undefined }) {
  return (
    <>
      <p className="text-ink-soft">
        {lastLink
          ? t`This is the link of the last invitation you made on this page.`
          : t`Create an invitation first to test a link with a token.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={ExternalLink} variant="secondary" to={paths.invite()} target="_blank" rel="noopener">
          <Trans>
            Test Invitation Flow
            <span className="sr-only"> (opens in a new tab)</span>
          </Trans>
        </Button>
        <CopyButton
          label={t`Copy Test Invite Link`}
          text={lastLink ?? `${location.origin}${paths.invite()}`}
          noun={t`Invitation link`}
        />
      </div>
    </>
  );
}
