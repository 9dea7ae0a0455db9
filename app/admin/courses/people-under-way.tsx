import { CourseAnalytics } from '#sync/contract/analytics.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import type { Admin } from '../frame/admin-gate.tsx';

const number = new Intl.NumberFormat('en');

/** How many people have the course before them, in a sentence; an org admin is told of their own people alone. */
export function PeopleUnderWay({ admin, courseId }: { admin: Admin; courseId: number }) {
  const { data, trouble } = useApiQuery(`/api/admin/courses/${courseId}/analytics`, CourseAnalytics);
  if (trouble) return <>How many people are in the middle of it cannot be said now.</>;
  if (!data) return <>Counting who is in the middle of it...</>;
  const open = data.enrollments - data.completions;
  const whose = !admin.isSuperAdmin && admin.organization ? ` of ${admin.organization.name}` : '';
  if (open <= 0) return <>Nobody{whose} is in the middle of it.</>;
  const people = open === 1 ? '1 person' : `${number.format(open)} people`;
  return (
    <strong className="font-semibold text-ink">
      {people}
      {whose} {open === 1 ? 'is' : 'are'} in the middle of it.
    </strong>
  );
}
