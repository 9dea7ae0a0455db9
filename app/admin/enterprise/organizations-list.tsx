import type { EnterpriseOrganization } from '#sync/contract/organization.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table-view.ts';
import { organizationFacts } from '../organization-facts.tsx';

const COLUMNS: readonly Column<EnterpriseOrganization>[] = [
  ...organizationFacts<EnterpriseOrganization>(({ is_active }) => is_active),
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
];

/** Every organization, inactive ones too; each leads to its people, courses and invitations. */
export function OrganizationsList({ organizations }: { organizations: readonly EnterpriseOrganization[] }) {
  return (
    <DataTable
      label="Organizations"
      noun="organization"
      rows={organizations}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty={<EmptyState title="No organizations yet">Create the first one above.</EmptyState>}
    />
  );
}
