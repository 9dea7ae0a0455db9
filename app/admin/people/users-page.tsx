// /admin/users: every account, for super admins (R-M3); people are found by text and role, and assigned to organizations (R-M14).

import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Ellipsis, MailPlus, ShieldOff, UserX } from 'lucide-react';
import { useState } from 'react';
import type { UserRow } from '#sync/contract/organization.ts';
import { isAdmin } from '#sync/contract/profile.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { EraseDialog } from '../../shell/erase-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, DataTable, RowButton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts } from '../forms/messages.ts';
import { PERSON_PAGES } from '../forms/use-organizations.ts';
import { gated } from '../lists/admin-gate.tsx';
import { useSelection } from '../lists/left-list.ts';
import { nameOf, ROLE_FILTERS, rolesOf } from '../lists/people.ts';
import { PersonLink } from '../lists/person-link.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { AssignDialog } from './assign-dialog.tsx';

const userColumns = (
  onAssign: (person: UserRow) => void,
  onErase: (person: UserRow) => void,
  onLost: (person: UserRow) => void,
): readonly Column<UserRow>[] => [
  {
    key: 'name',
    title: t`Full Name`,
    value: ({ full_name }) => full_name,
    cell: (person) => <PersonLink id={person.id}>{nameOf(person)}</PersonLink>,
  },
  { key: 'email', title: t`Email`, value: ({ email }) => email, isBrief: true },
  { key: 'organization', title: t`Organization`, value: ({ organization }) => organization?.name },
  {
    key: 'roles',
    title: t`Roles`,
    value: (person) => rolesOf(person).join(', '),
    cell: (person) => (
      <span className="inline-flex flex-wrap gap-1 whitespace-nowrap">
        {rolesOf(person).map((role) => (
          <Badge key={role} tone={role === 'User' ? 'neutral' : 'accent'}>
            {role}
          </Badge>
        ))}
      </span>
    ),
  },
  { key: 'created', title: t`Created At`, leaves: 1, value: ({ created_at }) => new Date(created_at) },
  actsColumn((person) => (
    <span className="flex items-center max-md:w-full">
      <RowButton className="max-md:w-full" aria-label={t`Assign ${nameOf(person)}`} onClick={() => onAssign(person)}>
        <Trans>Assign</Trans>
      </RowButton>
      <Menu
        groups={[
          {
            items: [
              ...((person.has_two_step ?? isAdmin(person))
                ? [{ label: t`Remove two-step`, icon: ShieldOff, onSelect: () => onLost(person) }]
                : []),
              { label: t`Erase`, icon: UserX, onSelect: () => onErase(person) },
            ],
          },
        ]}
        trigger={<IconButton icon={Ellipsis} aria-label={t`Actions for ${nameOf(person)}`} />}
      />
    </span>
  )),
];

export const UsersPage = gated('super', () => (
  <AdminFrame isList title={t`Users`}>
    <Users />
  </AdminFrame>
));

function Users() {
  const { chosen, setChosen } = useSelection<UserRow>();
  const [assigning, setAssigning] = useState<readonly UserRow[]>();
  const [erasing, setErasing] = useState<UserRow>();
  /** Whoever has lost their authenticator. */
  const [lost, setLost] = useState<UserRow>();
  const toast = useToast();
  return (
    <>
      <ServerTable
        label={t`Users`}
        keptAs="Users"
        noun="person"
        searchLabel={t`Search people`}
        endpoint={server.admin.users}
        args={{}}
        rowsIn="users"
        failed={adminTexts.failedUsers}
        rowKey={({ id }) => id}
        columns={userColumns((person) => setAssigning([person]), setErasing, setLost)}
        orders={['name', 'created']}
        selection={{
          ...{ chosen, setChosen },
          acts: (
            <Button onClick={() => setAssigning([...chosen.values()])}>
              <Trans>
                Assign <Plural value={chosen.size} one="# person" other="# people" />
              </Trans>
            </Button>
          ),
        }}
        filters={[{ key: 'role', label: t`Role`, options: ROLE_FILTERS, shows: 'roles' }]}
        empty={<EmptyState title={t`No people yet`} />}
      />
      <UnconfirmedPeople />
      {erasing && (
        <EraseDialog
          name={nameOf(erasing)}
          erase={(proof) => {
            const param = { userId: erasing.id };
            return call(server.admin.users[':userId'].erase.$post({ param, json: { ...(proof && { proof }) } }));
          }}
          onClose={() => setErasing(undefined)}
          onErased={({ message }) => {
            toast({ title: t`Person erased`, description: message });
            setErasing(undefined);
            return refresh(['/admin', '/enterprise']);
          }}
        />
      )}
      {lost && <SignInDialog person={lost} act="remove-two-step" onClose={() => setLost(undefined)} />}
      {assigning && (
        <AssignDialog people={assigning} onClose={() => setAssigning(undefined)} onDone={() => setChosen(new Map())} />
      )}
    </>
  );
}

/** What a super admin does for someone who cannot sign in any more. */
const SIGN_IN_ACTS = {
  'remove-two-step': {
    question: (name: string) => t`Remove the two-step sign-in of ${name}?`,
    text: () =>
      t`Do this only if they have lost their authenticator and recovery codes, and you are sure it is really them asking. They sign in with their password only until they set it up again. We let them know by email.`,
    action: t`Remove`,
    failed: t`Two-step sign-in was not removed`,
  },
  'free-provider': {
    question: (name: string) => t`Free the sign-in of ${name}?`,
    text: (email: string) =>
      t`Do this only if their account at the sign-in provider is a new one, and you are sure that ${email} is still theirs. Whoever signs in by the provider with this email next has their courses, certificates and rights.`,
    action: t`Free`,
    failed: t`The account was not freed`,
  },
};

type SignInDialogProps = { person: UserRow; act: keyof typeof SIGN_IN_ACTS; onClose: () => void };

export function SignInDialog({ person, act, onClose }: SignInDialogProps) {
  const { question, text, action, failed } = SIGN_IN_ACTS[act];
  const { run } = useApiMutation({
    send: () => call(server.admin.users[':userId'][act].$post({ param: { userId: person.id } })),
    successToast: ({ message }) => ({ title: nameOf(person), description: message }),
    errorToast: { title: failed, sentence: t`Please try again.` },
    invalidates: [PERSON_PAGES],
  });
  return (
    <ConfirmDialog
      title={question(nameOf(person))}
      text={text(person.email)}
      action={action}
      run={() => run()}
      onClose={onClose}
    />
  );
}

// Who has signed up and never followed the link of the mail: they are in no list of people yet.

type Unconfirmed = { id: string; email: string; createdAt: string };

/** The list with a button for each; draws nothing for an empty list, or where the server cannot know. */
function UnconfirmedPeople() {
  const { data, error, refetch } = useApiQuery(server.admin.unconfirmed);
  const { run, isRunning } = useApiMutation({
    send: (id: string) => call(server.admin.unconfirmed[':id'].resend.$post(byId(id))),
    successToast: ({ message }) => ({ title: t`New email`, description: message }),
    errorToast: { title: t`Email Not Sent`, sentence: t`The email could not be sent again.` },
    invalidates: [pathOf(server.admin.unconfirmed)],
  });
  if (error) return <ApiErrorView title={t`Failed to fetch unconfirmed sign-ups`} error={error} refetch={refetch} />;
  if (!data?.people || data.people.length === 0) return null;
  const columns: readonly Column<Unconfirmed>[] = [
    { key: 'email', title: t`Email`, value: ({ email }) => email },
    { key: 'created', title: t`Signed Up`, value: ({ createdAt }) => new Date(createdAt) },
    actsColumn(({ id, email }) => (
      <RowButton
        icon={MailPlus}
        aria-label={t`Resend the email to ${email}`}
        disabled={isRunning}
        onClick={() => void run(id)}
      >
        <Trans>Resend</Trans>
      </RowButton>
    )),
  ];
  return (
    <section aria-labelledby="unconfirmed" className="flex flex-col gap-3">
      <h2 id="unconfirmed" className="font-semibold text-xl">
        <Trans>Waiting for confirmation</Trans>
      </h2>
      <p className="max-w-prose text-ink-soft">
        <Trans>They have signed up but not confirmed their email address yet. They can sign in once they do.</Trans>
      </p>
      <DataTable
        label={t`Waiting for confirmation`}
        keptAs="Waiting for confirmation"
        noun="sign-up"
        prefix="unconfirmed"
        rows={data.people}
        rowKey={({ id }) => id}
        columns={columns}
        empty={null}
      />
    </section>
  );
}
