import { type FormEvent, useState } from 'react';
import { ORGANIZATION_NAME_LIMIT, type OrganizationRow } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { fieldErrorOf } from '../use-act.ts';
import { useChangeOrganization } from './use-change-organization.ts';

/** A new name for an organization; its slug stays, because links may hold it. */
export function RenameDialog({ organization, onClose }: { organization: OrganizationRow; onClose: () => void }) {
  const [name, setName] = useState(organization.name);
  const { run, isRunning, failure } = useChangeOrganization(
    organization,
    'Organization Renamed',
    (changed) => `${organization.name} is called ${changed} now.`,
  );
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === organization.name) return onClose();
    if (await run({ name })) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rename ${organization.name}`}
      description={`Its slug stays ${organization.slug}.`}
    >
      <form noValidate onSubmit={rename} className="flex flex-col gap-4">
        <Field
          label="Organization Name"
          autoComplete="off"
          maxLength={ORGANIZATION_NAME_LIMIT}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldErrorOf(failure, 'name')}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isRunning || name.trim() === ''}>
            {isRunning ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
