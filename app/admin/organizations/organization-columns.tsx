import type { OrganizationRow } from '#sync/contract/organization.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table-view.ts';

export type OrganizationActs = {
  onRename: (organization: OrganizationRow) => void;
  /** Deactivates an active one, and the other way round. */
  onSwitch: (organization: OrganizationRow) => void;
};

export const statusOf = ({ isActive }: OrganizationRow) => (isActive ? 'Active' : 'Inactive');

/** Name, Slug, Status, Members, Courses, Created At and what can be done with an organization. */
export const organizationColumns = ({ onRename, onSwitch }: OrganizationActs): readonly Column<OrganizationRow>[] => [
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
    value: statusOf,
    cell: (row) => <Badge tone={row.isActive ? 'complete' : 'neutral'}>{statusOf(row)}</Badge>,
  },
  { key: 'members', title: 'Members', value: ({ memberCount }) => memberCount, isNumeric: true },
  { key: 'courses', title: 'Courses', value: ({ courseCount }) => courseCount, isNumeric: true },
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    value: () => null,
    cell: (row) => (
      <span className="flex flex-wrap gap-1 md:-ml-4">
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
    ),
  },
];
