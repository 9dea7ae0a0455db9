import { type OrganizationChange, OrganizationKept, type OrganizationRow } from '#sync/contract/organization.ts';
import { useAct } from '../use-act.ts';
import { ORGANIZATION_LISTS } from '../use-organizations.ts';
import { adminFailures } from '../words.ts';

/** Renames an organization, or switches it off and on. `title` is of the toast that follows. */
export function useChangeOrganization({ id }: OrganizationRow, title: string, sentence: (name: string) => string) {
  return useAct({
    method: 'PUT',
    path: () => `/api/enterprise/admin/organizations/${id}`,
    payload: (change: OrganizationChange) => change,
    answer: OrganizationKept,
    said: ({ organization }) => ({ title, description: sentence(organization.name) }),
    failed: adminFailures.changeOrganization,
    refreshes: ORGANIZATION_LISTS,
  });
}
