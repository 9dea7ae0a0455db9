import type { EnterpriseOrganization } from '#sync/contract/organization.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table-view.ts';

const status = ({ is_active }: EnterpriseOrganization) => (is_active ? 'Active' : 'Inactive');

const COLUMNS: readonly Column<EnterpriseOrganization>[] = [
  {
    key: 'name',
    title: 'Name',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        to={paths.adminOrganization(id)}
        className="inline-flex min-h-touch items-center font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { key: 'slug', title: 'Slug', value: ({ slug }) => slug },
  {
    key: 'status',
    title: 'Status',
    value: status,
    cell: (row) => <Badge tone={row.is_active ? 'complete' : 'neutral'}>{status(row)}</Badge>,
  },
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
