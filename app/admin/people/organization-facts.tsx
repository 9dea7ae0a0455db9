import type { OrganizationRow } from '#sync/contract/organization.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/router.ts';
import type { Column } from '../../ui/table/table-view.ts';

const statusOf = ({ isActive }: OrganizationRow) => (isActive ? 'Active' : 'Inactive');

/** The first columns of every table of organizations. */
export const organizationFacts: readonly Column<OrganizationRow>[] = [
  {
    key: 'name',
    title: 'Name',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        to={paths.adminOrganization(id)}
        className="inline-flex min-h-touch wrap-anywhere items-center font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { key: 'slug', title: 'Slug', value: ({ slug }) => slug },
  {
    key: 'status',
    title: 'Status',
    value: statusOf,
    cell: (row) => <Badge tone={row.isActive ? 'complete' : 'neutral'}>{statusOf(row)}</Badge>,
  },
];
