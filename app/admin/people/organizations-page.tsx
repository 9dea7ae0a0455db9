// /admin/organizations: every organization, for super admins (R-M2, R-M6); created, renamed, deactivated and activated.

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
import { Field } from '../../ui/form/field.tsx';
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
  onRename: (organization: OrganizationRow) => void;
  /** Deactivates an active organization, activates an inactive one. */
  onSwitch: (organization: OrganizationRow) => void;
};

const organizationColumns = ({ onRename, onSwitch }: OrganizationActs): readonly Column<OrganizationRow>[] => [
  { key: 'members', title: 'People', value: ({ memberCount }) => memberCount, isNumeric: true },
  { key: 'courses', title: 'Courses', leaves: 1, value: ({ courseCount }) => courseCount, isNumeric: true },
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
  actsColumn((row) => (
    <span className="flex gap-1 whitespace-nowrap">
      <Button variant="quiet" aria-label={`Rename ${row.name}`} onClick={() => onRename(row)}>
        Rename
      </Button>
      <Button
        variant="quiet"
        aria-label={`${row.isActive ? 'Deactivate' : 'Activate'} ${row.name}`}
        onClick={() => onSwitch(row)}
      >
        {row.isActive ? 'Deactivate' : 'Activate'}
      </Button>
    </span>
  )),
];

const OFF =
  'No one can join it any more: its invitations do not work while it is inactive. Its courses and the courses granted to it are closed to its members. They keep their accounts, progress and certificates. You can activate it again at any time.';
const ON =
  'Its invitations work again, new members can join, and its courses and the courses granted to it open to its members again.';

/** Renames, deactivates or activates an organization; `toast` is shown afterwards. */
function useChangeOrganization(
  toast: (organization: OrganizationRow) => ToastMessage,
  onError?: (failure: unknown) => void,
) {
  return useApiMutation({
    send: ({ id, ...payload }: OrganizationChange & { id: string }) =>
      call(server.enterprise.admin.organizations[':id'].$put({ ...byId(id), json: payload })),
    successToast: ({ organization }) => toast(organization),
    errorToast: { title: 'Update Failed', sentence: 'The organization could not be changed.' },
    fields: ['name'],
    ...(onError && { onError }),
    invalidates: ORGANIZATION_LISTS,
  });
}

/** Renames an organization; its slug stays, as links may contain it. */
function RenameDialog({ opened, onClose }: { opened: OrganizationRow; onClose: () => void }) {
  // The row as it is now: another admin may have renamed it while the dialog was open. Its slug never changes.
  const { data } = useApiQuery(server.admin.organizations, { query: { search: opened.slug } });
  const organization = data?.organizations.find(({ id }) => id === opened.id) ?? opened;
  const edited = useEdited({ form: { name: organization.name }, rev: organization.rev });
  const { form, setForm, isDirty, seenRev, theirs } = edited;
  const { run, isRunning, failure } = useChangeOrganization(
    (renamed) => ({ title: 'Organization Renamed', description: `It is called ${renamed.name} now.` }),
    (refused) => {
      edited.noteFailure(refused);
      void refresh(ORGANIZATION_LISTS);
    },
  );
  const rename = async ({ form: { name }, rev }: Version<{ name: string }>) => {
    if (!isDirty || (await run({ id: organization.id, name, seenRev: rev }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rename ${organization.name}`}
      description={`Its slug stays ${organization.slug}.`}
    >
      <DialogForm
        onSubmit={() => rename({ form, rev: seenRev })}
        cancel={onClose}
        verb="Save"
        running="Saving..."
        isRunning={isRunning}
        isReady={form.name.trim() !== '' && !theirs}
      >
        {theirs && (
          <ConflictBox
            noun="organization"
            pairs={versionPairs({ name: 'Organization Name' }, [edited.mine, theirs], ({ name }) => name)}
            isSaving={isRunning}
            onKeepMine={() => edited.keepMine(rename)}
            onTakeTheirs={edited.takeTheirs}
          />
        )}
        <Field
          label="Organization Name"
          autoComplete="off"
          maxLength={ORGANIZATION_NAME_LIMIT}
          value={form.name}
          onChange={(event) => setForm({ name: event.target.value })}
          error={fieldErrorOf(failure, 'name')}
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
      ? { title: 'Organization Activated', description: `${name} is active now.` }
      : { title: 'Organization Deactivated', description: `${name} is inactive now.` },
  );
  return ({ id, name, isActive }: OrganizationRow) =>
    void confirm({
      title: `${isActive ? 'Deactivate' : 'Activate'} ${name}?`,
      text: isActive ? OFF : ON,
      action: isActive ? 'Deactivate' : 'Activate',
      running: isActive ? 'Deactivating...' : 'Activating...',
      variant: isActive ? 'destructive' : 'primary',
      run: () => run({ id, isActive: !isActive }),
    });
}

export const OrganizationsPage = gated('super', function Organizations() {
  const [isCreating, setCreating] = useState(false);
  const [renaming, setRenaming] = useState<OrganizationRow>();
  const switchOrganization = useSwitchOrganization();
  const create = (
    <Button icon={Plus} onClick={() => setCreating(true)}>
      New Organization
    </Button>
  );
  return (
    <AdminFrame isList title="Organizations" actions={create}>
      <OrganizationTable
        columns={organizationColumns({ onRename: setRenaming, onSwitch: switchOrganization })}
        filters={[BY_STATUS]}
        empty={
          <EmptyState title="No organizations yet" action={create}>
            An organization has its own people, courses and invitations.
          </EmptyState>
        }
      />
      <Dialog
        open={isCreating}
        onOpenChange={setCreating}
        title="Create Organization"
        description="The slug is its short name in addresses. It follows from the name until you write one."
      >
        <NewOrganizationForm onMade={() => setCreating(false)} />
      </Dialog>
      {renaming && <RenameDialog opened={renaming} onClose={() => setRenaming(undefined)} />}
    </AdminFrame>
  );
});

const BY_STATUS: TableFilter<OrganizationRow> = {
  key: 'status',
  label: 'Status',
  options: [
    ['', 'Any status'],
    ['active', 'Active'],
    ['inactive', 'Inactive'],
  ],
};
