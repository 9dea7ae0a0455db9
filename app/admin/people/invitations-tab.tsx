// The invitations of an organization (R-M7, R-Z6): the list, the form for one, and the import of many.

import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { EXTENDED_DAYS } from '#sync/contract/invitation.ts';
import type { InvitationRow } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { counted, dateWords } from '../../ui/labels.ts';
import { useSearchParams } from '../../ui/router.ts';
import { useStartingAct } from '../../ui/starting-act.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import { plainCell } from '../../ui/table/table-rows.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { emailPromise, MAIL_FACTS, MailMark, mailWords, useMailFacts } from '../forms/mail-status.tsx';
import { useGroupFilter } from '../forms/use-organizations.ts';
import { useStartJob } from '../jobs/bulk-jobs.tsx';
import { useSelection } from '../lists/left-list.ts';
import { endOf, type InvitationStatus, statusOf } from '../lists/people.ts';
import { ServerTable } from '../lists/server-table.tsx';
import { groupNames } from './group-names.ts';
import { InvitationForm, invitedToast } from './invitation-form.tsx';
import { ManyInvitationsForm } from './many-invitations.tsx';

const TONES = { Active: 'complete', Expired: 'neutral', 'Used up': 'neutral', Revoked: 'danger' } as const;

const status = (invitation: InvitationRow): InvitationStatus => statusOf(invitation, Date.now());
const whoFor = ({ email }: InvitationRow) => email ?? 'Anyone with the link';
const roleOf = ({ role }: InvitationRow) => (role === 'admin' ? 'Admin' : 'Member');

type Acts = { onRevoke: (row: InvitationRow) => void; onSendAgain: (row: InvitationRow) => void };

/** The columns of an invitation; an active one can be revoked, and one that was emailed sent again until it is used. */
const invitationColumns = ({ onRevoke, onSendAgain }: Acts): readonly Column<InvitationRow>[] => [
  {
    key: 'for',
    title: 'For',
    value: whoFor,
    cell: (row) => (
      <span className="flex flex-wrap gap-x-2">
        {plainCell(whoFor(row))}
        {row.groups.length > 0 && (
          <span className="text-ink-soft text-sm max-md:w-full max-md:pb-2">Into {groupNames(row.groups)}</span>
        )}
      </span>
    ),
  },
  { key: 'groups', title: 'Groups', value: ({ groups }) => groupNames(groups), isFileOnly: true },
  { key: 'role', title: 'Role', leaves: 1, value: roleOf },
  {
    key: 'status',
    title: 'Status',
    isBrief: true,
    value: status,
    cell: (row) => (
      <span className="flex items-start gap-x-2 max-md:flex-col">
        <Badge tone={TONES[status(row)]} title={endOf(row)}>
          {status(row)}
        </Badge>
        {endOf(row) && <span className="text-ink-soft text-sm md:not-print:sr-only">{endOf(row)}</span>}
        {row.mail && row.uses === 0 && isSendable(row) && <MailMark status={row.mail} />}
      </span>
    ),
  },
  { key: 'reason', title: 'Reason', value: endOf, isFileOnly: true },
  { key: 'mail', title: 'Email status', value: ({ mail }) => mail && mailWords(mail), isFileOnly: true },
  {
    key: 'uses',
    title: 'Uses',
    value: ({ uses }) => uses,
    cell: ({ uses, maxUses }) => `${uses} of ${maxUses}`,
    isNumeric: true,
  },
  { key: 'course', title: 'Course', value: ({ course }) => course?.title },
  {
    key: 'created',
    title: 'Created At',
    leaves: 2,
    value: ({ createdAt }) => new Date(createdAt),
    cell: ({ createdAt, createdBy }) => (
      <span title={createdBy ? `by ${createdBy}` : undefined}>
        {dateWords(createdAt)}
        {createdBy && <span className="text-ink-soft text-sm max-md:block md:sr-only"> by {createdBy}</span>}
      </span>
    ),
  },
  { key: 'by', title: 'Created by', value: ({ createdBy }) => createdBy, isFileOnly: true },
  {
    key: 'expires',
    title: 'Expires',
    value: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : null),
    cell: ({ expiresAt }) => <span className="whitespace-nowrap">{expiresAt ? dateWords(expiresAt) : 'Never'}</span>,
  },
  actsColumn((row) => (
    <span className="flex gap-1 whitespace-nowrap">
      {row.email && isSendable(row) && (
        <RowButton
          className={TIGHT}
          aria-label={`${sendAgainWords(row)} to ${row.email}`}
          onClick={() => onSendAgain(row)}
        >
          {sendAgainWords(row)}
        </RowButton>
      )}
      {status(row) === 'Active' && (
        <RowButton
          className={TIGHT}
          aria-label={`Revoke the invitation for ${row.email ?? `${row.maxUses} uses`}`}
          onClick={() => onRevoke(row)}
        >
          Revoke
        </RowButton>
      )}
    </span>
  )),
];

const TIGHT = 'max-md:w-full md:px-2!';

const isSendable = (row: InvitationRow) => ['Active', 'Expired'].includes(status(row));

const sendAgainWords = ({ mail }: InvitationRow) => (mail?.state === 'failed' ? 'Fix the address' : 'Send again');

type SendAgainProps = { organizationId: string; invitation: InvitationRow; onClose: () => void };

/** Mails a new link in place of the last one, which may have been lost, or had a wrong address. */
function SendAgain({ organizationId, invitation, onClose }: SendAgainProps) {
  const [email, setEmail] = useState(invitation.email ?? '');
  const mail = useMailFacts(organizationId);
  const act = useApiMutation({
    send: (address: string) =>
      call(
        server.enterprise.admin.organizations[':id'].invitations[':invitationId'].mail.$post({
          param: { id: organizationId, invitationId: invitation.id },
          json: { email: address },
        }),
      ),
    successToast: (_, address) => invitedToast(mail, address),
    errorToast: { title: 'Invitation Failed', sentence: 'No one was invited.' },
    fields: ['email'],
    invalidates: [pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId)), MAIL_FACTS],
  });
  const send = async () => {
    if (await act.run(email.trim())) onClose();
  };
  return (
    <FormDialog
      title={sendAgainWords(invitation)}
      description={emailPromise(mail, 'They get a new link. The link of the earlier email stops working.')}
      onSubmit={send}
      onClose={onClose}
      verb="Send again"
      running="Sending..."
      isRunning={act.isRunning}
    >
      {invitation.mail?.state === 'failed' && <MailMark status={invitation.mail} />}
      <Field
        label="Email"
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fieldErrorOf(act.failure, 'email')}
      />
    </FormDialog>
  );
}

function useRevoke(organizationId: string) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: (invitationId: string) =>
      call(
        server.enterprise.admin.organizations[':id'].invitations[':invitationId'].$delete({
          param: { id: organizationId, invitationId },
        }),
      ),
    successToast: ({ message }) => ({ title: 'Invitation Revoked', description: message }),
    errorToast: { title: 'Revocation Failed', sentence: 'The invitation could not be revoked.' },
    invalidates: [pathOf(server.enterprise.admin.organizations[':id'].invitations, byId(organizationId))],
  });
  return ({ id, email }: InvitationRow) =>
    void confirm({
      title: email ? `Revoke the invitation of ${email}?` : 'Revoke this invitation?',
      text: 'Its link stops working at once; people who joined with it stay. This action cannot be undone.',
      action: 'Revoke',
      running: 'Revoking...',
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
        Invite many by CSV
      </Button>
      <Button icon={Plus} aria-expanded={way === 'one'} onClick={() => go(way === 'one' ? undefined : 'one')}>
        New invitation
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
        New invitation
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
  ...{ key: 'state', label: 'Show' },
  options: [
    ['', 'All invitations'],
    ['unused', 'Not used for a week'],
  ] as const,
};

/** What is done to many at once, and what is said before it. */
const MANY = {
  revoke: {
    running: 'Revoking...',
    variant: 'destructive',
    text: () => 'Their links stop working at once; people who joined with them stay. This action cannot be undone.',
  },
  extend: {
    running: 'Extending...',
    variant: 'primary',
    text: () => {
      const until = dateWords(new Date(Date.now() + EXTENDED_DAYS * 86_400_000));
      return `Those that have expired, or expire before ${until}, can be used until then with the same link, also those that make someone an admin. The others stay as they are. No emails are sent, so tell the people.`;
    },
  },
} as const;

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
    const action = kind === 'revoke' ? 'Revoke' : 'Extend';
    const every = all?.state ? 'every unused invitation' : 'every invitation';
    void confirm({
      title: all
        ? `${action} ${every} that matches${all.except ? ` except ${all.except.length}` : ''}?`
        : `${action} ${counted(chosen.size, 'invitation')}?`,
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
        label="Invitations"
        noun="invitation"
        endpoint={server.enterprise.admin.organizations[':id'].invitations}
        args={byId(organization.id)}
        rowsIn="invitations"
        failed="Failed to fetch invitations"
        rowKey={({ id }) => id}
        columns={invitationColumns(acts)}
        orders={['created', 'uses']}
        filters={[BY_STATE, ...filters]}
        selection={{
          ...selection,
          acts: (
            <>
              <Button variant="secondary" onClick={() => ask('extend')}>
                {matching ? 'Extend all' : `Extend (${chosen.size})`}
              </Button>
              <Button variant="secondary" onClick={() => ask('revoke')}>
                {matching ? 'Revoke all' : `Revoke (${chosen.size})`}
              </Button>
            </>
          ),
        }}
        empty={
          <EmptyState title="No invitations yet">
            Make an invitation and send its link: anyone who opens it joins {organization.name}.
          </EmptyState>
        }
      />
      {again && <SendAgain organizationId={organization.id} invitation={again} onClose={() => setAgain(undefined)} />}
    </>
  );
}
