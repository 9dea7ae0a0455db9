// /admin/tablets: the devices of the organization's people, as they last reported; for super admins those of all organizations.

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloudUpload, Ellipsis, LogOut, Pencil, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  OLD_WORK_DAYS,
  SILENT_DAYS,
  TABLET_NAME_LIMIT,
  type TabletChange,
  type TabletRow,
} from '#sync/contract/tablet.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { agoWords } from '../../ui/labels.ts';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn } from '../../ui/table/data-table.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import { type Admin, gated } from '../lists/admin-gate.tsx';
import { organizationFilters } from '../lists/searched-choices.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';

export const TabletsPage = gated('any', ({ isSuperAdmin, organization }: Admin) => (
  <AdminFrame isList title={t`Devices`} whose={isSuperAdmin ? undefined : organization?.name}>
    <Tablets isSuperAdmin={isSuperAdmin} />
  </AdminFrame>
));

const FILTERS: readonly TableFilter<TabletRow>[] = [
  {
    key: 'state',
    label: t`Show`,
    options: [
      ['', t`All devices`],
      ['old-work', t`Unsent for ${OLD_WORK_DAYS} days`],
      ['silent', t`Silent for ${SILENT_DAYS} days`],
    ],
    shows: { 'old-work': 'unsent', silent: 'contact' },
  },
];

/** Until it has a name, a part of its id tells it from others. */
const nameOf = ({ name, id }: TabletRow) => name ?? t`Device ${id.slice(0, 4).toUpperCase()}`;

const tabletColumns = (isSuperAdmin: boolean, acts: (row: TabletRow) => ReactNode): readonly Column<TabletRow>[] => [
  {
    key: 'name',
    title: t`Device`,
    value: nameOf,
    cell: (row) => (
      <span className="flex items-start max-md:flex-col md:items-center md:gap-2">
        <span className="font-semibold">{nameOf(row)}</span>
        <span className="text-ink-soft text-sm">{row.browser}</span>
        <SignOutNote {...row} />
      </span>
    ),
  },
  ...(isSuperAdmin
    ? [{ key: 'organization', title: t`Organization`, value: ({ organization }: TabletRow) => organization.name }]
    : []),
  {
    key: 'contact',
    title: t`Last contact`,
    isBrief: true,
    value: ({ lastContactAt }) => new Date(lastContactAt),
    cell: ({ lastContactAt }) => <time dateTime={lastContactAt}>{agoWords(lastContactAt)}</time>,
  },
  {
    key: 'unsent',
    title: t`Unsent`,
    value: ({ unsent }) => unsent,
    cell: ({ unsent, oldestUnsentAt }) => (
      <span className="flex items-center gap-2">
        {unsent === 0 ? (
          <span className="text-ink-soft">
            <Trans>Nothing</Trans>
          </span>
        ) : (
          <Badge icon={CloudUpload} tone="warn">
            {plural(unsent, { one: '# change', other: '# changes' })}
          </Badge>
        )}
        {oldestUnsentAt && (
          <span className="text-ink-soft text-sm">
            <Trans>oldest {agoWords(oldestUnsentAt)}</Trans>
          </span>
        )}
      </span>
    ),
  },
  { key: 'people', title: t`People on it`, value: ({ people }) => people, isNumeric: true },
  {
    key: 'storage',
    title: t`Storage used`,
    leaves: 1,
    value: ({ storage }) => storage?.usedBytes,
    cell: ({ storage }) =>
      storage ? t`${sizeLabel(storage.usedBytes)} of ${sizeLabel(storage.quotaBytes)}` : t`Not reported`,
  },
  {
    key: 'kept',
    title: t`Storage is persistent`,
    value: ({ storage }) => storage && (storage.isPersistent ? t`Yes` : t`No`),
    isFileOnly: true,
  },
  { key: 'version', title: t`App`, leaves: 2, value: ({ version }) => version },
  actsColumn(acts),
];

function SignOutNote({ signOutAskedAt, signedOutAt }: TabletRow) {
  if (signOutAskedAt)
    return (
      <Badge tone="danger">
        <Trans>Signs everyone out at next contact</Trans>
      </Badge>
    );
  return (
    signedOutAt && (
      <Badge>
        <Trans>Everyone was signed out {agoWords(signedOutAt)}</Trans>
      </Badge>
    )
  );
}

const invalidates = [pathOf(server.admin.tablets), pathOf(server.admin.attention)];

function useChange(title: string) {
  return useApiMutation({
    send: ({ id, ...change }: TabletChange & { id: string }) =>
      call(server.admin.tablets[':id'].$patch({ ...byId(id), json: change })),
    successToast: () => ({ title }),
    errorToast: { title: t`Device Not Changed`, sentence: t`The device could not be changed.` },
    fields: ['name'],
    invalidates,
  });
}

function Tablets({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const confirm = useConfirm();
  const [renamed, setRenamed] = useState<TabletRow>();
  const signOut = useChange(t`Sign-Out Requested`);
  const takeBack = useChange(t`Sign-Out Canceled`);
  const forget = useApiMutation({
    send: (id: string) => call(server.admin.tablets[':id'].$delete(byId(id))),
    successToast: ({ message }) => ({ title: t`Device Removed`, description: message }),
    errorToast: { title: t`Device Not Removed`, sentence: t`The device could not be removed.` },
    invalidates,
  });
  const askSignOut = (row: TabletRow) =>
    void confirm({
      title: t`Sign everyone out of ${nameOf(row)}?`,
      text: t`The next time the device is online, it removes every sign-in and PIN. Unsent work stays on it until its owner signs in there again.`,
      action: t`Sign everyone out`,
      running: t`Asking...`,
      run: () => signOut.run({ id: row.id, signOut: true }),
    });
  const askForget = (row: TabletRow) =>
    void confirm({
      title: t`Remove ${nameOf(row)} from the list?`,
      text: row.signOutAskedAt
        ? t`Its name is forgotten, and it is listed again when it reports again. The sign-out you requested is canceled.`
        : t`Its name is forgotten, and it is listed again when it reports again.`,
      action: t`Remove`,
      running: t`Removing...`,
      run: () => forget.run(row.id),
    });
  const acts = (row: TabletRow) => (
    <Menu
      groups={[
        {
          items: [
            { label: t`Rename`, icon: Pencil, onSelect: () => setRenamed(row) },
            row.signOutAskedAt
              ? {
                  label: t`Cancel the sign-out`,
                  icon: Undo2,
                  onSelect: () => void takeBack.run({ id: row.id, signOut: false }),
                }
              : { label: t`Sign everyone out`, icon: LogOut, onSelect: () => askSignOut(row) },
            { label: t`Remove from the list`, icon: Trash2, onSelect: () => askForget(row) },
          ],
        },
      ]}
      trigger={<IconButton icon={Ellipsis} aria-label={t`Actions for ${nameOf(row)}`} />}
    />
  );
  return (
    <>
      <ServerTable
        label={t`Devices`}
        keptAs="Devices"
        noun="device"
        endpoint={server.admin.tablets}
        args={{}}
        rowsIn="tablets"
        failed={t`Failed to fetch devices`}
        rowKey={({ id }) => id}
        columns={tabletColumns(isSuperAdmin, acts)}
        orders={['contact', 'unsent']}
        filters={[...FILTERS, ...organizationFilters(isSuperAdmin)]}
        empty={
          <EmptyState title={t`No devices yet`}>
            <Trans>
              A device is listed once a person of the organization has used the app on it with a connection.
            </Trans>
          </EmptyState>
        }
      />
      <p className="text-ink-soft text-sm">
        <Trans>How each device was when it was last online. Who uses it isn't reported.</Trans>
      </p>
      {renamed && <RenameDialog tablet={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}

function RenameDialog({ tablet, onClose }: { tablet: TabletRow; onClose: () => void }) {
  const [name, setName] = useState(tablet.name ?? '');
  const { run, isRunning, failure } = useChange(t`Device Renamed`);
  const rename = async () => {
    if (await run({ id: tablet.id, name: name.trim() || null })) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Rename ${nameOf(tablet)}`}
      description={t`For example, what is written on its back.`}
    >
      <DialogForm onSubmit={rename} cancel={onClose} verb={t`Save`} running={t`Saving...`} isRunning={isRunning}>
        <Field
          label={t`Name`}
          autoComplete="off"
          maxLength={TABLET_NAME_LIMIT}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldErrorOf(failure, 'name')}
        />
      </DialogForm>
    </Dialog>
  );
}
