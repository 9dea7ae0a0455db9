// The API tokens of an organization; for super admins those of the whole installation and of every organization.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  API_SCOPES,
  API_TOKEN_NAME_LIMIT,
  type ApiScope,
  type ApiTokenRow,
  type ApiTokenState,
} from '#sync/contract/api-token.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQueries } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Choice, Field, fieldsOf } from '../../ui/form/field.tsx';
import { agoWords, dateWords } from '../../ui/labels.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, DataTable, RowButton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import type { Admin } from '../lists/admin-gate.tsx';
import { OrganizationChoice } from '../lists/searched-choices.tsx';
import { CheckList, Part, SecretDialog } from './parts.tsx';

const endpoint = server.admin['api-tokens'];
const invalidates = [pathOf(endpoint), pathOf(server.admin['audit-log'])];

const SCOPE_WORDS: Record<ApiScope, string> = {
  'people:read': t`See people and their groups`,
  'people:write': t`Invite and remove members`,
  'admins:write': t`Invite and remove administrators, too`,
  'courses:read': t`See courses`,
  'assignments:read': t`See who is enrolled, and due dates`,
  'assignments:write': t`Enroll people, set due dates, withdraw`,
  'results:read': t`See progress, quiz attempts and certificates`,
};

const STATES: Record<ApiTokenState, readonly [string, 'complete' | 'neutral' | 'danger']> = {
  active: [t`Active`, 'complete'],
  expired: [t`Expired`, 'neutral'],
  revoked: [t`Revoked`, 'danger'],
};

const INSTALLATION = t`Whole installation`;
const columnsFor = (isSuperAdmin: boolean, acts: (row: ApiTokenRow) => ReactNode): readonly Column<ApiTokenRow>[] => [
  {
    key: 'name',
    title: t`Name`,
    value: ({ name }) => name,
    cell: ({ name, ending }) => (
      <span className="flex flex-col">
        <span className="font-semibold">{name}</span>
        <span className="text-ink-soft max-md:pb-2 text-sm">
          <Trans>ends in {ending}</Trans>
        </span>
      </span>
    ),
  },
  ...(isSuperAdmin
    ? [{ key: 'for', title: t`For`, value: ({ organization }: ApiTokenRow) => organization?.name ?? INSTALLATION }]
    : []),
  {
    key: 'state',
    title: t`Status`,
    isBrief: true,
    value: ({ state }) => STATES[state][0],
    cell: ({ state }) => <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>,
  },
  {
    key: 'scopes',
    title: t`May`,
    value: ({ scopes }) => scopes.join(', '),
    cell: ({ scopes }) => <span className="font-mono text-sm">{scopes.join(', ')}</span>,
  },
  {
    key: 'used',
    title: t`Last used`,
    value: ({ lastUsedAt }) => (lastUsedAt ? new Date(lastUsedAt) : null),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <time dateTime={lastUsedAt}>{agoWords(lastUsedAt)}</time> : t`Never`),
  },
  {
    key: 'expires',
    title: t`Expires`,
    value: ({ expiresAt }) => new Date(expiresAt),
    cell: ({ expiresAt }) => dateWords(expiresAt),
  },
  { key: 'created', title: t`Created At`, value: ({ createdAt }) => new Date(createdAt) },
  { key: 'by', title: t`Created by`, value: ({ createdBy }) => createdBy },
  actsColumn(acts),
];

export function ApiTokens({ isSuperAdmin }: Admin) {
  const { data, error, refetch } = useApiQueries(endpoint, {}, 'tokens');
  const [isCreating, setIsCreating] = useState(false);
  const confirm = useConfirm();
  const revoke = useApiMutation({
    send: (id: string) => call(endpoint[':id'].$delete(byId(id))),
    successToast: ({ message }) => ({ title: t`API Token Revoked`, description: message }),
    errorToast: { title: t`Revocation Failed`, sentence: t`The token could not be revoked.` },
    invalidates,
  });
  const ask = ({ id, name }: ApiTokenRow) =>
    void confirm({
      title: t`Revoke ${name}?`,
      text: t`Whatever uses this token is refused from now on. This action cannot be undone.`,
      action: t`Revoke`,
      running: t`Revoking...`,
      run: () => revoke.run(id),
    });
  return (
    <Part
      title={t`API tokens`}
      about={t`A token lets another system in, to do what you allow here. It ends when whoever made it stops being an admin.`}
      act={
        <Button icon={Plus} onClick={() => setIsCreating(true)}>
          <Trans>New token</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`API tokens`}
        keptAs="API tokens"
        noun="token"
        searchLabel={t`Search API tokens`}
        rows={data?.tokens}
        failure={error && <ApiErrorView title={t`Failed to fetch API tokens`} error={error} refetch={refetch} />}
        rowKey={({ id }) => id}
        columns={columnsFor(
          isSuperAdmin,
          (row) =>
            row.state === 'active' && (
              <RowButton aria-label={t`Revoke ${row.name}`} onClick={() => ask(row)}>
                <Trans>Revoke</Trans>
              </RowButton>
            ),
        )}
        empty={
          <EmptyState title={t`No API tokens yet`}>
            <Trans>
              Create one for each system that should read or change something here, such as your HR software.
            </Trans>
          </EmptyState>
        }
      />
      {isCreating && <NewTokenDialog isSuperAdmin={isSuperAdmin} onClose={() => setIsCreating(false)} />}
    </Part>
  );
}

const DAYS = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', t`One year`],
] as const;

const BLANK = { name: '', organizationId: '', days: '90', scopes: [] as readonly ApiScope[] };

function NewTokenDialog({ isSuperAdmin, onClose }: Pick<Admin, 'isSuperAdmin'> & { onClose: () => void }) {
  const [form, setForm] = useState(BLANK);
  const { run, isRunning, failure, ...act } = useApiMutation({
    send: () => {
      const { days, organizationId, ...token } = form;
      return call(endpoint.$post({ json: { ...token, days: Number(days), organizationId: organizationId || null } }));
    },
    errorToast: { title: t`Token Creation Failed`, sentence: t`The token could not be created.` },
    fields: ['name', 'organizationId', 'scopes'],
    invalidates,
  });
  const [token, setToken] = useState<string>();
  const change = (part: Partial<typeof BLANK>) => {
    act.reset();
    setForm({ ...form, ...part });
  };
  const { text, choice } = fieldsOf(form, change, (name) => fieldErrorOf(failure, name));
  if (token) return <SecretDialog title={t`API token created`} secret={token} noun={t`API token`} onClose={onClose} />;
  return (
    <FormDialog
      title={t`New API token`}
      description={t`Allow no more than the other system needs.`}
      onSubmit={async () => setToken((await run())?.token)}
      onClose={onClose}
      verb={t`Create`}
      running={t`Creating...`}
      isRunning={isRunning}
    >
      <Field
        label={t`Name`}
        placeholder={t`HR software`}
        autoComplete="off"
        maxLength={API_TOKEN_NAME_LIMIT}
        {...text('name')}
      />
      {isSuperAdmin && (
        <OrganizationChoice label={t`For`} others={[['', INSTALLATION]]} {...choice('organizationId')} />
      )}
      <Choice label={t`Expires after`} options={DAYS} {...choice('days')} />
      <CheckList
        legend={t`It may`}
        options={API_SCOPES}
        words={SCOPE_WORDS}
        chosen={form.scopes}
        onChange={(scopes) => change({ scopes })}
        error={fieldErrorOf(failure, 'scopes')}
      />
    </FormDialog>
  );
}
