import { OrganizationCourseList, OrganizationList, type OrganizationRow } from '#sync/contract/organization.ts';
import { useApiQueries } from '../../api/use-api-query.ts';

/** Every organization, newest first; for super admins. */
export const useOrganizations = () => useApiQueries('/api/admin/organizations', OrganizationList, 'organizations');

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The active ones as the options of a choice, by name; an inactive one takes nobody and nothing (decisions 16). */
export function activeOptions(organizations: readonly OrganizationRow[]): (readonly [id: string, name: string])[] {
  return organizations
    .filter(({ isActive }) => isActive)
    .map(({ id, name }) => [id, name] as const)
    .sort(([, a], [, b]) => order.compare(a, b));
}

/** What shows organizations, or counts in them: to be fetched again when one of them has changed. */
export const ORGANIZATION_LISTS = ['/api/admin/organizations', '/api/admin/users', '/api/admin/stats'] as const;

/** The courses that an organization owns or was granted; nothing is asked while none is chosen. */
export const useOrganizationCourses = (organizationId: string) =>
  useApiQueries(organizationId ? coursesPath(organizationId) : undefined, OrganizationCourseList, 'courses');

/** Where they are asked for. */
export const coursesPath = (organizationId: string) => `/api/enterprise/admin/organizations/${organizationId}/courses`;

/** The list of an organization's people; also its key, by which acts have it fetched again. */
export const membersPath = (organizationId: string) => `/api/enterprise/admin/organizations/${organizationId}/users`;
