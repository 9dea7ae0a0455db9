// The invitations of an organization (R-M7, R-Z6): the list, the form for one, and the import of many.

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { EXTENDED_DAYS } from '#sync/contract/invitation.ts';
import type { InvitationRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { dateWords } from '../../ui/labels.ts';
import { useSearchParams } from '../../ui/router.ts';
import { useStartingAct } from '../../ui/starting-act.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import { plainCell } from '../../ui/table/table-rows.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { MailMark, mailWords } from '../forms/mail-status.tsx';
import { useGroupFilter } from '../forms/use-organizations.ts';
import { useStartJob } from '../jobs/bulk-jobs.tsx';
import { useSelection } from '../lists/left-list.ts';
import { endOf, type InvitationStatus, statusOf } from '../lists/people.ts';
import { ServerTable } from '../lists/server-table.tsx';
import { groupNames } from './group-names.ts';
import { InvitationForm } from './invitation-form.tsx';
import { ManyInvitationsForm } from './many-invitations.tsx';
import { SendAgain, sendAgainWords } from './send-again.tsx';

const TONES = { Active: 'complete', Expired: 'neutral', 'Used up': 'neutral', Revoked: 'danger' } as const;

const STATUS_WORDS: Record<InvitationStatus, string> = {
  Active: t`Active`,
  Expired: t`Expired`,
  'Used up': t`Used up`,
  Revoked: t`Revoked`,
};

const status = (invitation: InvitationRow): InvitationStatus => statusOf(invitation, Date.now());
const whoFor = ({ email }: InvitationRow) => email ?? t`Anyone with the link`;
const roleOf = ({ role }: InvitationRow) => (role === 'admin' ? t`Admin` : t`Member`);

type Acts = { onRevoke: (row: InvitationRow) => void; onSendAgain: (row: InvitationRow) => void };

/** The columns of an invitation; an active one can be revoked, and one that was emailed sent again until it is used. */
const invitationColumns = ({ onRevoke, onSendAgain }: Acts): readonly Column<InvitationRow>[] => [
  {
    key: 'for',
    title: t`For`,
    value: whoFor,
    cell: (row) => (
      <span className="flex flex-wrap gap-x-2">
        {plainCell(whoFor(row))}
        {row.groups.length > 0 && (
          <span className="text-ink-soft text-sm max-md:w-full max-md:pb-2">
            <Trans>Into {groupNames(row.groups)}</Trans>
          </span>
        )}
      </span>
    ),
  },
  { key: 'groups', title: t`Groups`, value: ({ groups }) => groupNames(groups), isFileOnly: true },
  { key: 'role', title: t`Role`, leaves: 1, value: roleOf },
  {
    key: 'status',
    title: t`Status`,
    isBrief: true,
    value: (row) => STATUS_WORDS[status(row)],
    cell: (row) => (
      <span className="flex items-start gap-x-2 max-md:flex-col">
        <Badge tone={TONES[status(row)]} title={endOf(row)}>
          {STATUS_WORDS[status(row)]}
        </Badge>
        {endOf(row) && <span className="text-ink-soft text-sm md:not-print:sr-only">{endOf(row)}</span>}
        {row.mail && row.uses === 0 && isSendable(row) && <MailMark status={row.mail} />}
      </span>
    ),
  },
  { key: 'reason', title: t`Reason`, value: endOf, isFileOnly: true },
  { key: 'mail', title: t`Email status`, value: ({ mail }) => mail && mailWords(mail), isFileOnly: true },
  {
    key: 'uses',
    title: t`Uses`,
    value: ({ uses }) => uses,
    cell: ({ uses, maxUses }) => t`${uses} of ${maxUses}`,
    isNumeric: true,
  },
  { key: 'course', title: t`Course`, value: ({ course }) => course?.title },
  {
    key: 'created',
    title: t`Created At`,
    leaves: 2,
    value: ({ createdAt }) => new Date(createdAt),
    cell: ({ createdAt, createdBy }) => (
      <span title={createdBy ? t`by ${createdBy}` : undefined}>
        {dateWords(createdAt)}
        {createdBy && (
          <span className="text-ink-soft text-sm max-md:block md:sr-only">
            {' '}
            <Trans>by {createdBy}</Trans>
          </span>
        )}
      </span>
    ),
  },
  { key: 'by', title: t`Created by`, value: ({ createdBy }) => createdBy, isFileOnly: true },
  {
    key: 'expires',
    title: t`Expires`,
    value: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : null),
    cell: ({ expiresAt }) => <span className="whitespace-nowrap">{expiresAt ? dateWords(expiresAt) : t`Never`}</span>,
  },
  actsColumn((row) => (
    <span className="flex gap-1 whitespace-nowrap">
      {row.email && isSendable(row) && (
        <RowButton
          className={TIGHT}
          aria-label={row.mail?.state === 'failed' ? t`Fix the address to ${row.email}` : t`Send again to ${row.email}`}
          onClick={() => onSendAgain(row)}
        >
          {sendAgainWords(row)}
        </RowButton>
      )}
      {status(row) === 'Active' && (
        <RowButton
          className={TIGHT}
          aria-label={
            row.email
              ? t`Revoke the invitation for ${row.email}`
              : plural(row.maxUses, {
                  one: 'Revoke the invitation for # use',
                  other: 'Revoke the invitation for # uses',
                })
          }
          onClick={() => onRevoke(row)}
        >
          <Trans>Revoke</Trans>
        </RowButton>
      )}
    </span>
  )),
];

const TIGHT = 'max-md:w-full md:px-2!';

const isSendable = (row: InvitationRow) => ['Active', 'Expired'].includes(status(row));

function useRevoke(organizationId: string) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: (invitationId: string) =>
      call(
        server.enterprise.admin.organizations[':id'].invitations[':invitationId'].$delete({
          param: { id: organizationId, invitationId },
        }),
      ),
    successToast: ({ message }) => ({ title: t`Invitation Revoked`, description: message }),
    errorToast: { title: t`Revocation Failed`, sentence: t`The invitation could not be revoked.` },
    invalidates: [pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId))],
  });
  return ({ id, email }: InvitationRow) =>
    void confirm({
      title: email ? t`Revoke the invitation of ${email}?` : t`Revoke this invitation?`,
      text: t`Its link stops working at once; people who joined with it stay. This action cannot be undone.`,
      action: t`Revoke`,
      running: t`Revoking...`,
      run: () => run(id),
    });
}

type Organization = { id: string; name: string };

/** How people are invited, as the address says. */
function useWay() {
  const [params, setParams] = useSearchParams();
  const way = params.get('invite');
  const go = (to: 'one' | 'many' | undefined) =>
    setParams(
      (now) => {
        const tab = now.get('tab');
        const group = now.get('group');
        return { ...(tab && { tab }), ...(group && { group }), ...(to && { invite: to }) };
      },
      { replace: to === undefined },
    );
  return { way, go };
}

/** The ways to invite, beside a heading or above the list. */
export function InvitationWays() {
  const { way, go } = useWay();
  if (way === 'many') return null;
  return (
    <>
      <Button icon={FileUp} variant="secondary" onClick={() => go('many')}>
        <Trans>Invite many by CSV</Trans>
      </Button>
      <Button icon={Plus} aria-expanded={way === 'one'} onClick={() => go(way === 'one' ? undefined : 'one')}>
        <Trans>New invitation</Trans>
      </Button>
    </>
  );
}

export const InvitationsTab = ({ organization }: { organization: Organization }) => (
  <>
    <div className="mb-4 flex flex-wrap gap-2 empty:hidden">
      <InvitationWays />
    </div>
    <Invitations organization={organization} />
  </>
);

export function Invitations({ organization }: { organization: Organization }) {
  const { way, go } = useWay();
  if (way === 'many') return <ManyInvitationsForm organization={organization} onClose={() => go(undefined)} />;
  return (
    <div className="flex flex-col gap-6">
      {way === 'one' && <NewInvitation organization={organization} />}
      <InvitationTable organization={organization} />
    </div>
  );
}

/** The form for one invitation. */
function NewInvitation({ organization }: { organization: Organization }) {
  return (
    <section
      aria-labelledby="new-invitation"
      className="flex max-w-172 flex-col gap-4 rounded-lg border border-line bg-surface p-4 md:p-6 print:max-w-none print:border-0"
    >
      <h2 id="new-invitation" className="font-semibold text-xl">
        <Trans>New invitation</Trans>
      </h2>
      <InvitationForm
        organizationId={organization.id}
        organization={organization.name}
        group={useTableAddress().read('group')}
      />
    </section>
  );
}

const BY_STATE = {
  ...{ key: 'state', label: t`Show` },
  options: [
    ['', t`All invitations`],
    ['unused', t`Not used for a week`],
  ] as const,
};

/** What is done to many at once, and what is said before it. */
const MANY = {
  revoke: {
    running: t`Revoking...`,
    variant: 'destructive',
    text: () => t`Their links stop working at once; people who joined with them stay. This action cannot be undone.`,
  },
  extend: {
    running: t`Extending...`,
    variant: 'primary',
    text: () => {
      const until = dateWords(new Date(Date.now() + EXTENDED_DAYS * 86_400_000));
      return t`Those that have expired, or expire before ${until}, can be used until then with the same link, also those that make someone an admin. The others stay as they are. No emails are sent, so tell the people.`;
    },
  },
} as const;

function questionOf(kind: keyof typeof MANY, { all, chosen }: { all: Matching | undefined; chosen: number }): string {
  const isRevoking = kind === 'revoke';
  if (!all)
    return isRevoking
      ? plural(chosen, { one: 'Revoke # invitation?', other: 'Revoke # invitations?' })
      : plural(chosen, { one: 'Extend # invitation?', other: 'Extend # invitations?' });
  const except = all.except?.length ?? 0;
  if (all.state && except > 0)
    return isRevoking
      ? t`Revoke every unused invitation that matches except ${except}?`
      : t`Extend every unused invitation that matches except ${except}?`;
  if (all.state)
    return isRevoking
      ? t`Revoke every unused invitation that matches?`
      : t`Extend every unused invitation that matches?`;
  if (except > 0)
    return isRevoking
      ? t`Revoke every invitation that matches except ${except}?`
      : t`Extend every invitation that matches except ${except}?`;
  return isRevoking ? t`Revoke every invitation that matches?` : t`Extend every invitation that matches?`;
}

function InvitationTable({ organization }: { organization: Organization }) {
  const [again, setAgain] = useState<InvitationRow>();
  const acts = { onRevoke: useRevoke(organization.id), onSendAgain: setAgain };
  const selection = useSelection<InvitationRow>();
  const { chosen, setChosen, matching } = selection;
  const job = useStartJob(organization.id);
  const { filters, group } = useGroupFilter(organization.id);
  const confirm = useConfirm();
  const ask = (kind: keyof typeof MANY, all = matching) => {
    const { running, variant, text } = MANY[kind];
    const action = kind === 'revoke' ? t`Revoke` : t`Extend`;
    void confirm({
      title: questionOf(kind, { all, chosen: chosen.size }),
      ...{ text: text(), action, running, variant },
      run: async () => {
        const whom = all ? { matching: all } : { ids: [...chosen.keys()] };
        const isStarted = (await job.run({ act: { kind }, ...whom })) !== undefined;
        if (isStarted) setChosen(new Map());
        return isStarted;
      },
    });
  };
  // What Overview counts, and leads here to extend.
  useStartingAct('extend', () => ask('extend', { state: 'unused', ...(group && { group: group.id }) }));
  return (
    <>
      <ServerTable
        label={t`Invitations`}
        keptAs="Invitations"
        noun="invitation"
        endpoint={server.enterprise.admin.organizations[':id'].invitations}
        args={byId(organization.id)}
        rowsIn="invitations"
        failed={t`Failed to fetch invitations`}
        rowKey={({ id }) => id}
        columns={invitationColumns(acts)}
        orders={['created', 'uses']}
        filters={[BY_STATE, ...filters]}
        selection={{
          ...selection,
          acts: (
            <>
              <Button variant="secondary" onClick={() => ask('extend')}>
                {matching ? t`Extend all` : t`Extend (${chosen.size})`}
              </Button>
              <Button variant="secondary" onClick={() => ask('revoke')}>
                {matching ? t`Revoke all` : t`Revoke (${chosen.size})`}
              </Button>
            </>
          ),
        }}
        empty={
          <EmptyState title={t`No invitations yet`}>
            <Trans>Make an invitation and send its link: anyone who opens it joins {organization.name}.</Trans>
          </EmptyState>
        }
      />
      {again && <SendAgain organizationId={organization.id} invitation={again} onClose={() => setAgain(undefined)} />}
    </>
  );
}
