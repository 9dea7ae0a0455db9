import {
  type AdminCourse,
  AdminCourseList,
  type EnterpriseOrganization,
  EnterpriseOrganizationList,
} from '#sync/contract/organization.ts';
import { type Trouble, useAskAll } from '../ask.ts';

export type Enterprise = {
  organizations: readonly EnterpriseOrganization[];
  courses: readonly AdminCourse[];
};

type Loading = Partial<Enterprise> & {
  trouble: { of: 'organizations' | 'courses'; trouble: Trouble } | undefined;
  again: () => void;
};

/** What the forms of the page choose from. */
export function useEnterprise(): Loading {
  const organizations = useAskAll(
    '/api/enterprise/admin/organizations',
    EnterpriseOrganizationList,
    (page): EnterpriseOrganization[] => page.organizations,
  );
  const courses = useAskAll('/api/admin/courses', AdminCourseList, (page): AdminCourse[] => page.courses);
  const trouble = organizations.trouble
    ? ({ of: 'organizations', trouble: organizations.trouble } as const)
    : courses.trouble && ({ of: 'courses', trouble: courses.trouble } as const);
  return {
    ...(organizations.data && { organizations: organizations.data }),
    ...(courses.data && { courses: courses.data }),
    trouble,
    again: () => {
      organizations.again();
      courses.again();
    },
  };
}
