import { type OrganizationChange, OrganizationKept, type OrganizationRow } from '#sync/contract/organization.ts';
import { api } from '../../session.ts';
import { useAct } from '../use-act.ts';
import { ORGANIZATION_LISTS } from '../use-organizations.ts';

/** Renames an organization, or switches it off and on. `title` is of the toast that follows. */
export function useChangeOrganization({ id }: OrganizationRow, title: string, sentence: (name: string) => string) {
  return useAct({
    send: (change: OrganizationChange) =>
      api(`/api/enterprise/admin/organizations/${id}`, { method: 'PUT', payload: change, answer: OrganizationKept }),

    said: ({ organization }) => ({ title, description: sentence(organization.name) }),
    failed: { title: 'Update Failed', sentence: 'The organization could not be changed.' },
    refreshes: ORGANIZATION_LISTS,
  });
}
