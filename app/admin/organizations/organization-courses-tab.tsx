// The courses that an organization's people can be given: its own, which it manages, and those it was granted.
import { type OrganizationCourse, OrganizationCourseList } from '#sync/contract/organization.ts';
import { categoryLabel } from '../../course-words.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table-view.ts';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';

type CoursesTabProps = { organization: { id: string; name: string }; isSuperAdmin: boolean };

const VISIBILITY = { public: 'Public', organization: 'Organization', private: 'Private' };

/** Own courses have a Manage link; super admins manage those of others too. */
const columnsFor = (isSuperAdmin: boolean): readonly Column<OrganizationCourse>[] => [
  { key: 'title', title: 'Title', value: ({ title }) => title },
  { key: 'category', title: 'Category', value: ({ category }) => categoryLabel(category) },
  { key: 'owner', title: 'Access', value: ({ isGranted }) => (isGranted ? 'Granted' : 'Own') },
  { key: 'visibility', title: 'Visibility', value: ({ visibility }) => VISIBILITY[visibility] },
  {
    key: 'status',
    title: 'Status',
    value: ({ isPublished }) => (isPublished ? 'Published' : 'Draft'),
    cell: ({ isPublished }) => (
      <Badge tone={isPublished ? 'complete' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</Badge>
    ),
  },
  { key: 'enrollments', title: 'Enrollments', value: ({ enrollmentCount }) => enrollmentCount, isNumeric: true },
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
  {
    key: 'manage',
    title: 'Actions',
    isActions: true,
    value: () => null,
    cell: ({ id, title, isGranted }) =>
      (!isGranted || isSuperAdmin) && (
        <Button
          variant="quiet"
          to={paths.adminCourse(id)}
          aria-label={`Manage ${title}`}
          className="max-md:w-full md:-ml-4"
        >
          Manage
        </Button>
      ),
  },
];

export function OrganizationCoursesTab({ organization, isSuperAdmin }: CoursesTabProps) {
  const path = `/api/enterprise/admin/organizations/${organization.id}/courses`;
  const { data, trouble, again } = useAskAll(
    path,
    OrganizationCourseList,
    ({ courses }): OrganizationCourse[] => courses,
  );
  if (trouble) return <TroubleView title={adminTexts.failedOrganizationCourses} trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading the courses of the organization" />;
  return (
    <DataTable
      label="Courses"
      noun="course"
      rows={data}
      rowKey={({ id }) => String(id)}
      columns={columnsFor(isSuperAdmin)}
      empty={
        <EmptyState title="No courses yet" action={<Button to={paths.adminCourses()}>Go to courses</Button>}>
          A course that is made for {organization.name} or granted to it stands here.
        </EmptyState>
      }
    />
  );
}
