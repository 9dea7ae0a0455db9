// The webhooks of an organization; for super admins those of every organization.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Ellipsis, KeyRound, List, Pause, Play, Plus, Send, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { OLD_SECRET_HOURS, WEBHOOK_EVENTS, type WebhookEvent, type WebhookRow } from '#sync/contract/webhook.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQueries } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Field, fieldsOf } from '../../ui/form/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import type { Admin } from '../lists/admin-gate.tsx';
import { OrganizationChoice } from '../lists/searched-choices.tsx';
import { CheckList, Part, SecretDialog } from './parts.tsx';
import { WebhookMessages } from './webhook-messages.tsx';

const endpoint = server.admin.webhooks;
const one = endpoint[':id'];
const invalidates = [pathOf(endpoint), pathOf(server.admin['audit-log'])];

const EVENT_WORDS: Record<WebhookEvent, string> = {
  'course.enrolled': t`Someone is enrolled in a course`,
  'course.due_date_changed': t`The due date of an enrollment changes`,
  'course.unenrolled': t`An enrollment ends`,
  'course.completed': t`Someone completes a course`,
  'course.certified': t`Someone gets a certificate`,
  'certificate.extended': t`A certificate is valid for longer`,
  'certificate.revoked': t`A certificate is revoked`,
  'course.overdue': t`A due date passes before the course is completed`,
};

const hostOf = ({ url }: WebhookRow) => new URL(url).host;

const columnsFor = (isSuperAdmin: boolean, acts: (row: WebhookRow) => ReactNode): readonly Column<WebhookRow>[] => [
  {
    key: 'url',
    title: t`Address`,
    value: ({ url }) => url,
    cell: ({ url }) => <span className="break-all font-semibold">{url}</span>,
  },
  ...(isSuperAdmin
    ? [{ key: 'for', title: t`Organization`, value: ({ organization }: WebhookRow) => organization.name }]
    : []),
  {
    key: 'state',
    title: t`Status`,
    isBrief: true,
    value: ({ isActive }) => (isActive ? t`Active` : t`Paused`),
    cell: ({ isActive }) => <Badge tone={isActive ? 'complete' : 'neutral'}>{isActive ? t`Active` : t`Paused`}</Badge>,
  },
  {
    key: 'events',
    title: t`Events`,
    value: ({ events }) => events.join(', '),
    cell: ({ events }) => <span className="font-mono text-sm">{events.join(', ')}</span>,
  },
  { key: 'created', title: t`Created At`, value: ({ createdAt }) => new Date(createdAt) },
  actsColumn(acts),
];

export function Webhooks({ isSuperAdmin }: Admin) {
  const { data, error, refetch } = useApiQueries(endpoint, {}, 'webhooks');
  const [isCreating, setIsCreating] = useState(false);
  const [shown, setShown] = useState<WebhookRow>();
  const [secret, setSecret] = useState<string>();
  const confirm = useConfirm();
  const test = useApiMutation({
    send: (row: WebhookRow) => call(one.test.$post(byId(row.id))),
    errorToast: { title: t`Test Not Sent`, sentence: t`The test could not be sent.` },
  });
  const change = useApiMutation({
    send: ({ id, isActive }: WebhookRow) => call(one.$patch({ ...byId(id), json: { isActive: !isActive } })),
    successToast: ({ webhook }) => ({ title: webhook.isActive ? t`Webhook Resumed` : t`Webhook Paused` }),
    errorToast: { title: t`Webhook Not Changed`, sentence: t`The webhook could not be changed.` },
    invalidates,
  });
  const rotate = useApiMutation({
    send: (id: string) => call(one['rotate-secret'].$post(byId(id))),
    onSuccess: (answer) => setSecret(answer.secret),
    errorToast: { title: t`Secret Not Rotated`, sentence: t`The secret could not be rotated.` },
    invalidates,
  });
  const remove = useApiMutation({
    send: (id: string) => call(one.$delete(byId(id))),
    successToast: ({ message }) => ({ title: t`Webhook Deleted`, description: message }),
    errorToast: { title: t`Webhook Not Deleted`, sentence: t`The webhook could not be deleted.` },
    invalidates,
  });
  const sendTest = async (row: WebhookRow) => {
    if (await test.run(row)) setShown(row);
  };
  const askRotate = (row: WebhookRow) =>
    void confirm({
      title: t`Rotate the secret of ${hostOf(row)}?`,
      text: t`Messages are signed by the new secret and, for ${OLD_SECRET_HOURS} hours, by the old one too.`,
      action: t`Rotate`,
      running: t`Rotating...`,
      run: () => rotate.run(row.id),
    });
  const askRemove = (row: WebhookRow) =>
    void confirm({
      title: t`Delete the webhook to ${hostOf(row)}?`,
      text: t`Nothing more is sent to it, and its messages are deleted. This action cannot be undone.`,
      action: t`Delete`,
      running: t`Deleting...`,
      run: () => remove.run(row.id),
    });
  const acts = (row: WebhookRow) => (
    <Menu
      groups={[
        {
          items: [
            { label: t`Messages`, icon: List, onSelect: () => setShown(row) },
            ...(row.isActive ? [{ label: t`Send a test`, icon: Send, onSelect: () => void sendTest(row) }] : []),
            { label: t`Rotate the secret`, icon: KeyRound, onSelect: () => askRotate(row) },
            {
              label: row.isActive ? t`Pause` : t`Resume`,
              icon: row.isActive ? Pause : Play,
              onSelect: () => void change.run(row),
            },
            { label: t`Delete`, icon: Trash2, onSelect: () => askRemove(row) },
          ],
        },
      ]}
      trigger={<IconButton icon={Ellipsis} aria-label={t`Actions for ${hostOf(row)}`} />}
    />
  );
  return (
    <Part
      title={t`Webhooks`}
      about={t`Another system is told when something happens here. Messages are signed, and sent again for up to 17 hours while it cannot be reached.`}
      act={
        <Button icon={Plus} onClick={() => setIsCreating(true)}>
          <Trans>New webhook</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`Webhooks`}
        keptAs="Webhooks"
        noun="webhook"
        rows={data?.webhooks}
        failure={error && <ApiErrorView title={t`Failed to fetch webhooks`} error={error} refetch={refetch} />}
        rowKey={({ id }) => id}
        columns={columnsFor(isSuperAdmin, acts)}
        empty={
          <EmptyState title={t`No webhooks yet`}>
            <Trans>Create one for a system that should know at once, such as who has got a certificate.</Trans>
          </EmptyState>
        }
      />
      {isCreating && (
        <NewWebhookDialog isSuperAdmin={isSuperAdmin} onClose={() => setIsCreating(false)} onMade={setSecret} />
      )}
      {shown && <WebhookMessages webhook={shown} onClose={() => setShown(undefined)} />}
      {secret && (
        <SecretDialog
          title={t`Secret of the webhook`}
          secret={secret}
          noun={t`Secret`}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Part>
  );
}

type NewWebhookProps = Pick<Admin, 'isSuperAdmin'> & { onClose: () => void; onMade: (secret: string) => void };

const BLANK = { url: '', organizationId: '', events: WEBHOOK_EVENTS as readonly WebhookEvent[] };

function NewWebhookDialog({ isSuperAdmin, onClose, onMade }: NewWebhookProps) {
  const [form, setForm] = useState(BLANK);
  const { run, isRunning, failure, reset } = useApiMutation({
    send: () => call(endpoint.$post({ json: { ...form, organizationId: form.organizationId || null } })),
    errorToast: { title: t`Webhook Not Created`, sentence: t`The webhook could not be created.` },
    fields: ['url', 'organizationId', 'events'],
    invalidates,
  });
  const create = async () => {
    const made = await run();
    if (!made) return;
    onClose();
    onMade(made.secret);
  };
  const change = (part: Partial<typeof BLANK>) => {
    reset();
    setForm({ ...form, ...part });
  };
  const { text, choice } = fieldsOf(form, change, (name) => fieldErrorOf(failure, name));
  return (
    <FormDialog
      title={t`New webhook`}
      onSubmit={create}
      onClose={onClose}
      verb={t`Create`}
      running={t`Creating...`}
      isRunning={isRunning}
    >
      <Field
        label={t`Address`}
        type="url"
        placeholder="https://hr.example.com/groundwork"
        autoComplete="off"
        {...text('url')}
      />
      {isSuperAdmin && <OrganizationChoice {...choice('organizationId')} />}
      <CheckList
        legend={t`Tell it when`}
        options={WEBHOOK_EVENTS}
        words={EVENT_WORDS}
        chosen={form.events}
        onChange={(events) => change({ events })}
        error={fieldErrorOf(failure, 'events')}
      />
    </FormDialog>
  );
}
