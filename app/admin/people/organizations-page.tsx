// /admin/organizations: every organization, for super admins (R-M2, R-M6); created, edited, deactivated and activated.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ORGANIZATION_NAME_LIMIT, type OrganizationChange, type OrganizationRow } from '#sync/contract/organization.ts';
import { byId, call } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn } from '../../ui/table/data-table.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { ConflictBox } from '../forms/conflict-box.tsx';
import { useEdited, type Version, versionPairs } from '../forms/use-edited.ts';
import { ORGANIZATION_LISTS } from '../forms/use-organizations.ts';
import { gated } from '../lists/admin-gate.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { NewOrganizationForm } from './new-organization-form.tsx';
import { OrganizationTable } from './organization-facts.tsx';

type OrganizationActs = {
  onEdit: (organization: OrganizationRow) => void;
  /** Deactivates an active organization, activates an inactive one. */
  onSwitch: (organization: OrganizationRow) => void;
};

const organizationColumns = ({ onEdit, onSwitch }: OrganizationActs): readonly Column<OrganizationRow>[] => [
  { key: 'members', title: t`People`, value: ({ memberCount }) => memberCount, isNumeric: true },
  { key: 'courses', title: t`Courses`, leaves: 1, value: ({ courseCount }) => courseCount, isNumeric: true },
  { key: 'created', title: t`Created At`, value: ({ createdAt }) => new Date(createdAt) },
  actsColumn((row) => (
    <span className="flex gap-1 whitespace-nowrap">
      <Button variant="quiet" aria-label={t`Edit ${row.name}`} onClick={() => onEdit(row)}>
        <Trans>Edit</Trans>
      </Button>
      <Button
        variant="quiet"
        aria-label={row.isActive ? t`Deactivate ${row.name}` : t`Activate ${row.name}`}
        onClick={() => onSwitch(row)}
      >
        {row.isActive ? t`Deactivate` : t`Activate`}
      </Button>
    </span>
  )),
];

const OFF = t`No one can join it any more: its invitations do not work while it is inactive. Its courses and the courses granted to it are closed to its members. They keep their accounts, progress and certificates. You can activate it again at any time.`;
const ON = t`Its invitations work again, new members can join, and its courses and the courses granted to it open to its members again.`;

/** Changes, deactivates or activates an organization; `toast` is shown afterwards. */
function useChangeOrganization(
  toast: (organization: OrganizationRow) => ToastMessage,
  onError?: (failure: unknown) => void,
) {
  return useApiMutation({
    send: ({ id, ...payload }: OrganizationChange & { id: string }) =>
      call(server.enterprise.admin.organizations[':id'].$put({ ...byId(id), json: payload })),
    successToast: ({ organization }) => toast(organization),
    errorToast: { title: t`Update Failed`, sentence: t`The organization could not be changed.` },
    fields: ['name', 'language'],
    ...(onError && { onError }),
    invalidates: ORGANIZATION_LISTS,
  });
}

type OrganizationForm = { name: string; language: string };

/** What a language is called in itself. */
const ownName = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;

/** Name and language of an organization; its slug stays, as links may contain it. */
function EditDialog({ opened, onClose }: { opened: OrganizationRow; onClose: () => void }) {
  // The row as it is now: another admin may have changed it while the dialog was open. Its slug never changes.
  const { data } = useApiQuery(server.admin.organizations, { query: { search: opened.slug } });
  const organization = data?.organizations.find(({ id }) => id === opened.id) ?? opened;
  const { languages = [], defaultLanguage = 'en' } = useApiQuery(server.config).data ?? {};
  const { name, language } = organization;
  const edited = useEdited<OrganizationForm, number>({
    form: { name, language: language ?? '' },
    rev: organization.rev,
  });
  const { form, setForm, isDirty, seenRev, theirs } = edited;
  const { run, isRunning, failure } = useChangeOrganization(
    (changed) => ({ title: t`Organization Saved`, description: t`${changed.name} has its new settings.` }),
    (refused) => {
      edited.noteFailure(refused);
      void refresh(ORGANIZATION_LISTS);
    },
  );
  const save = async ({ form: wanted, rev }: Version<OrganizationForm>) => {
    const change = { name: wanted.name, language: wanted.language || null, seenRev: rev };
    if (!isDirty || (await run({ id: organization.id, ...change }))) onClose();
  };
  const languageWords = (tag: string) => (tag ? ownName(tag) : t`As the installation (${ownName(defaultLanguage)})`);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Edit ${organization.name}`}
      description={t`Its slug stays ${organization.slug}.`}
    >
      <DialogForm
        onSubmit={() => save({ form, rev: seenRev })}
        cancel={onClose}
        verb={t`Save`}
        running={t`Saving...`}
        isRunning={isRunning}
        isReady={form.name.trim() !== '' && !theirs}
      >
        {theirs && (
          <ConflictBox
            noun="organization"
            pairs={versionPairs(
              { name: t`Organization Name`, language: t`Language` },
              [edited.mine, theirs],
              (version, field) => (field === 'name' ? version.name : languageWords(version.language)),
            )}
            isSaving={isRunning}
            onKeepMine={() => edited.keepMine(save)}
            onTakeTheirs={edited.takeTheirs}
          />
        )}
        <Field
          label={t`Organization Name`}
          autoComplete="off"
          maxLength={ORGANIZATION_NAME_LIMIT}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
          error={fieldErrorOf(failure, 'name')}
        />
        <Choice
          label={t`Language`}
          hint={t`For emails and screens of its people who have chosen none.`}
          value={form.language}
          options={['', ...languages].map((tag) => [tag, languageWords(tag)])}
          onChange={(chosen) => setForm({ ...form, language: chosen })}
          error={fieldErrorOf(failure, 'language')}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Asks, saying what it means, then deactivates or activates an organization (P-16). */
function useSwitchOrganization() {
  const confirm = useConfirm();
  const { run } = useChangeOrganization(({ name, isActive }) =>
    isActive
      ? { title: t`Organization Activated`, description: t`${name} is active now.` }
      : { title: t`Organization Deactivated`, description: t`${name} is inactive now.` },
  );
  return ({ id, name, isActive }: OrganizationRow) =>
    void confirm({
      title: isActive ? t`Deactivate ${name}?` : t`Activate ${name}?`,
      text: isActive ? OFF : ON,
      action: isActive ? t`Deactivate` : t`Activate`,
      running: isActive ? t`Deactivating...` : t`Activating...`,
      variant: isActive ? 'destructive' : 'primary',
      run: () => run({ id, isActive: !isActive }),
    });
}

export const OrganizationsPage = gated('super', function Organizations() {
  const [isCreating, setCreating] = useState(false);
  const [editing, setEditing] = useState<OrganizationRow>();
  const switchOrganization = useSwitchOrganization();
  const create = (
    <Button icon={Plus} onClick={() => setCreating(true)}>
      <Trans>New Organization</Trans>
    </Button>
  );
  return (
    <AdminFrame isList title={t`Organizations`} actions={create}>
      <OrganizationTable
        columns={organizationColumns({ onEdit: setEditing, onSwitch: switchOrganization })}
        filters={[BY_STATUS]}
        empty={
          <EmptyState title={t`No organizations yet`} action={create}>
            <Trans>An organization has its own people, courses and invitations.</Trans>
          </EmptyState>
        }
      />
      <Dialog
        open={isCreating}
        onOpenChange={setCreating}
        title={t`Create Organization`}
        description={t`The slug is its short name in addresses. It follows from the name until you write one.`}
      >
        <NewOrganizationForm onMade={() => setCreating(false)} />
      </Dialog>
      {editing && <EditDialog opened={editing} onClose={() => setEditing(undefined)} />}
    </AdminFrame>
  );
});

const BY_STATUS: TableFilter<OrganizationRow> = {
  key: 'status',
  label: t`Status`,
  options: [
    ['', t`Any status`],
    ['active', t`Active`],
    ['inactive', t`Inactive`],
  ],
};
