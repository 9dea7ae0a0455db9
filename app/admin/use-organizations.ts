import { OrganizationList, type OrganizationRow } from '#sync/contract/organization.ts';
import { type Asked, useAskAll } from './ask.ts';

/** Every organization, newest first; for super admins. */
export function useOrganizations(): Asked<readonly OrganizationRow[]> {
  return useAskAll('/api/admin/organizations', OrganizationList, (page): OrganizationRow[] => page.organizations);
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The active ones as the options of a choice, by name; an inactive one takes nobody and nothing (decisions 16). */
export function activeOptions(
  organizations: readonly Pick<OrganizationRow, 'id' | 'name' | 'isActive'>[],
): (readonly [id: string, name: string])[] {
  return organizations
    .filter(({ isActive }) => isActive)
    .map(({ id, name }) => [id, name] as const)
    .sort(([, a], [, b]) => order.compare(a, b));
}

/** What shows organizations, or counts in them: to be fetched again when one of them has changed. */
export const ORGANIZATION_LISTS = [
  '/api/admin/organizations',
  '/api/enterprise/admin/organizations',
  '/api/admin/users',
  '/api/admin/stats',
] as const;
