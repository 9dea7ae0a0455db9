import { paths } from '../paths.ts';
import { Link } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/table-view.ts';

/** Name, which leads to its page, Slug and Status: with what every table of organizations begins. */
export function organizationFacts<Row extends { id: string; name: string; slug: string }>(
  isActive: (row: Row) => boolean,
): Column<Row>[] {
  const status = (row: Row) => (isActive(row) ? 'Active' : 'Inactive');
  return [
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
      cell: (row) => <Badge tone={isActive(row) ? 'complete' : 'neutral'}>{status(row)}</Badge>,
    },
  ];
}
