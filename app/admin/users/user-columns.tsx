import type { UserRow } from '#sync/contract/organization.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table-view.ts';
import { nameOf, rolesOf } from './user-words.ts';

/** Full Name, Email, Organization, Roles, Created At and Assign. */
export const userColumns = (onAssign: (person: UserRow) => void): readonly Column<UserRow>[] => [
  { key: 'name', title: 'Full Name', value: ({ full_name }) => full_name },
  { key: 'email', title: 'Email', value: ({ email }) => email },
  { key: 'organization', title: 'Organization', value: ({ organization }) => organization?.name },
  {
    key: 'roles',
    title: 'Roles',
    value: (person) => rolesOf(person).join(', '),
    cell: (person) => (
      <span className="inline-flex flex-wrap gap-1">
        {rolesOf(person).map((role) => (
          <Badge key={role} tone={role === 'User' ? 'neutral' : 'accent'}>
            {role}
          </Badge>
        ))}
      </span>
    ),
  },
  { key: 'created', title: 'Created At', value: ({ created_at }) => new Date(created_at) },
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    value: () => null,
    cell: (person) => (
      <Button
        variant="quiet"
        className="max-md:w-full md:-ml-4"
        aria-label={`Assign ${nameOf(person)}`}
        onClick={() => onAssign(person)}
      >
        Assign
      </Button>
    ),
  },
];
