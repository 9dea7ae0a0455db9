import { OrganizationCourseList, OrganizationList, type OrganizationRow } from '#sync/contract/organization.ts';
import { useApiQueries } from '../../api/use-api-query.ts';

/** Every organization, newest first; for super admins. */
export const useOrganizations = () => useApiQueries('/api/admin/organizations', OrganizationList, 'organizations');

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The active organizations as options, by name; an inactive one accepts no people and no courses (decisions 16). */
export function activeOptions(organizations: readonly OrganizationRow[]): (readonly [id: string, name: string])[] {
  return organizations
    .filter(({ isActive }) => isActive)
    .map(({ id, name }) => [id, name] as const)
    .sort(([, a], [, b]) => order.compare(a, b));
}

/** The paths that a change of an organization invalidates. */
export const ORGANIZATION_LISTS = ['/api/admin/organizations', '/api/admin/users', '/api/admin/stats'] as const;

/** The courses that an organization owns or was granted; nothing is fetched for ''. */
export const useOrganizationCourses = (organizationId: string) =>
  useApiQueries(organizationId ? coursesPath(organizationId) : undefined, OrganizationCourseList, 'courses');

/** The path of that list. */
export const coursesPath = (organizationId: string) => `/api/enterprise/admin/organizations/${organizationId}/courses`;

/** The path of the list of an organization's people, which is also its query key. */
export const membersPath = (organizationId: string) => `/api/enterprise/admin/organizations/${organizationId}/users`;
