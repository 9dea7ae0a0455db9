import type { OrganizationRow } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table-view.ts';
import { organizationFacts } from '../organization-facts.tsx';

export type OrganizationActs = {
  onRename: (organization: OrganizationRow) => void;
  /** Deactivates an active one, and the other way round. */
  onSwitch: (organization: OrganizationRow) => void;
};

export const statusOf = ({ isActive }: OrganizationRow) => (isActive ? 'Active' : 'Inactive');

/** Name, Slug, Status, Members, Courses, Created At and what can be done with an organization. */
export const organizationColumns = ({ onRename, onSwitch }: OrganizationActs): readonly Column<OrganizationRow>[] => [
  ...organizationFacts<OrganizationRow>(({ isActive }) => isActive),
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
