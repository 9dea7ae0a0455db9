import { type OrganizationCourse, OrganizationCourseList } from '#sync/contract/organization.ts';
import { type Asked, useAskAll } from '../ask.ts';

/** The courses that an organization owns or was granted; nothing is asked while none is chosen. */
export function useOrganizationCourses(organizationId: string): Asked<readonly OrganizationCourse[]> {
  const path = organizationId ? coursesPath(organizationId) : undefined;
  return useAskAll(path, OrganizationCourseList, (page): OrganizationCourse[] => page.courses);
}

/** Where they are asked for. */
export const coursesPath = (organizationId: string) => `/api/enterprise/admin/organizations/${organizationId}/courses`;
