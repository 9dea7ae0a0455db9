import { TopCourses } from '#sync/contract/analytics.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-view.ts';
import { useAsk } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { moneyWords, percentWords } from './figure-words.ts';
import { NoEnrollments } from './no-enrollments.tsx';

type Course = TopCourses['courses'][number];

const COLUMNS: Column<Course>[] = [
  {
    key: 'course',
    title: 'Course',
    value: ({ title }) => title,
    cell: ({ title, instructorName }) => (
      <>
        <span className="block font-medium">{title}</span>
        <span className="text-ink-soft text-sm">{instructorName}</span>
      </>
    ),
  },
  { key: 'enrollments', title: 'Enrollments', isNumeric: true, value: ({ enrollmentCount }) => enrollmentCount },
  {
    key: 'completion',
    title: 'Completion Rate',
    isNumeric: true,
    value: ({ completionRate }) => completionRate,
    cell: ({ completionRate }) => percentWords(completionRate),
  },
  {
    key: 'rating',
    title: 'Avg. Rating',
    isNumeric: true,
    value: ({ rating }) => rating,
    cell: ({ rating }) => rating.toFixed(1),
  },
  {
    key: 'revenue',
    title: 'Revenue',
    isNumeric: true,
    value: ({ revenue }) => revenue / 100,
    cell: ({ revenue }) => moneyWords(revenue),
  },
];

/** The courses with the most enrollments. */
export function TopCoursesTable() {
  const { data, trouble, again } = useAsk('/api/analytics/top-courses', TopCourses);
  if (trouble) return <TroubleView title={adminTexts.failedAnalytics} {...{ trouble, again }} />;
  if (!data) return <TableSkeleton label="Loading top courses" />;
  return (
    <DataTable
      label="Top Performing Courses"
      searchLabel="Search courses"
      noun="course"
      rows={data.courses}
      rowKey={({ id }) => String(id)}
      columns={COLUMNS}
      empty={<NoEnrollments />}
    />
  );
}
