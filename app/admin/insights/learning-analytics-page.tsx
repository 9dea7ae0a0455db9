// /analytics: figures over all courses (R-N3), of everyone for a super admin, of their own organization for an org admin.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AnalyticsOverview, TopCourses } from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { categoryLabel } from '../../learn/messages.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { adminTexts } from '../forms/messages.ts';
import { gated } from '../lists/admin-gate.tsx';
import { CourseLink } from '../lists/person-link.tsx';
import { useSampleMark } from '../lists/sample-mark.ts';
import { useScope } from '../lists/scope-choice.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { Bars } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { FigureCards, Section } from './figure-cards.tsx';
import { formatChange, formatCount, formatMoney, formatPercent } from './figure-labels.ts';
import { percentColumn } from './quiz-figures.tsx';
import { TrendCard } from './trend-card.tsx';

type ChangeNoteProps = {
  /** The change from the 30 days before; null with nothing to compare (P-5). */
  change: number | null;
  unit: '%' | '';
};

/** '+12% from last month', or '-'. */
function ChangeNote({ change, unit }: ChangeNoteProps) {
  if (change === null) {
    return (
      <>
        <span aria-hidden>-</span>
        <span className="sr-only">
          <Trans>Nothing to compare with yet</Trans>
        </span>
      </>
    );
  }
  return (
    <Trans>
      <span className={`font-semibold tabular-nums ${change > 0 ? 'text-complete-text' : 'text-ink'}`}>
        <bdi dir="ltr">{formatChange(change, unit)}</bdi>
      </span>{' '}
      from last month
    </Trans>
  );
}

/** The four figures of Learning Analytics, with the change from the month before. */
function OverviewCards({ query }: Of) {
  const { data, error, refetch } = useApiQuery(server.analytics.overview, { query });
  if (error) return <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />;
  const note = (of: keyof AnalyticsOverview['changes'], unit: '%' | '') =>
    data ? <ChangeNote change={data.changes[of]} unit={unit} /> : '';
  return (
    <FigureCards
      file={t`Learning Analytics`}
      cards={[
        {
          name: t`Total Courses`,
          about: t`Every course, drafts too; of an organization, its own and those its people can take.`,
          value: data && formatCount(data.totalCourses),
          note: note('totalCourses', '%'),
        },
        {
          name: t`Active Learners`,
          about: t`People with any progress in the last 30 days.`,
          value: data && formatCount(data.activeLearners),
          note: note('activeLearners', '%'),
        },
        {
          name: t`Completion Rate`,
          about: t`Completed of all enrollments, also before a renewal.`,
          value: data && formatPercent(data.completionRate),
          note: note('completionRate', '%'),
        },
        {
          name: t`Average Rating`,
          about: t`The mean of all ratings, from 1 to 5 stars.`,
          value: data && (data.averageRating > 0 ? data.averageRating.toFixed(1) : '–'),
          note: note('averageRating', ''),
        },
      ]}
    />
  );
}

function NoEnrollments() {
  return (
    <EmptyState title={t`No enrollments yet`}>
      <Trans>Figures appear as soon as someone starts a course.</Trans>
    </EmptyState>
  );
}

type Course = TopCourses['courses'][number];

const COLUMNS: Column<Course>[] = [
  {
    key: 'course',
    title: t`Course`,
    value: ({ title }) => title,
    cell: ({ id, title, instructorName }) => (
      <>
        <span className="block font-medium">
          <CourseLink id={id}>{title}</CourseLink>
        </span>
        <span className="text-ink-soft text-sm">{instructorName}</span>
      </>
    ),
  },
  { key: 'enrollments', title: t`Enrollments`, isNumeric: true, value: ({ enrollmentCount }) => enrollmentCount },
  percentColumn('completion', t`Completion Rate`, ({ completionRate }) => completionRate),
  {
    key: 'rating',
    title: t`Avg. Rating`,
    isNumeric: true,
    value: ({ rating }) => rating,
    cell: ({ rating }) => rating.toFixed(1),
  },
  {
    key: 'revenue',
    title: t`Revenue`,
    isNumeric: true,
    value: ({ revenue }) => revenue / 100,
    cell: ({ revenue }) => formatMoney(revenue),
  },
];

function TopCoursesTable({ query }: Of) {
  const { data, error, refetch } = useApiQuery(server.analytics['top-courses'], { query });
  const mark = useSampleMark();
  if (error) return <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />;
  if (!data) return <TableSkeleton label={t`Loading top courses`} />;
  return (
    <DataTable
      label={t`Top Performing Courses`}
      keptAs="Top Performing Courses"
      mark={mark}
      searchLabel={t`Search courses`}
      noun="course"
      rows={data.courses}
      rowKey={({ id }) => String(id)}
      columns={COLUMNS}
      empty={<NoEnrollments />}
    />
  );
}

function CategoriesCard({ query }: Of) {
  const { data, error, refetch } = useApiQuery(server.analytics.categories, { query });
  const categories = data?.categories ?? [];
  const rows = categories.map(({ category, percentage, enrollments }) => [
    categoryLabel(category),
    formatPercent(percentage),
    enrollments,
  ]);
  const bars = categories.map(({ category, percentage }) => ({
    key: category,
    label: categoryLabel(category),
    parts: [{ name: t`Enrollments`, tone: 'accent' as const, percent: percentage, value: formatPercent(percentage) }],
  }));
  return (
    <ChartFrame
      title={t`Popular Categories`}
      note={t`How all enrollments divide among the categories of their courses.`}
      table={data && { columns: [t`Category`, t`Share`, t`Enrollments`], rows }}
    >
      {error ? (
        <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />
      ) : !data ? (
        <Skeleton className="h-48" />
      ) : bars.length === 0 ? (
        <NoEnrollments />
      ) : (
        <div className="min-h-48">
          <Bars label={t`Share of enrollments per category`} bars={bars} />
        </div>
      )}
    </ChartFrame>
  );
}

export const LearningAnalyticsPage = gated('any', function LearningAnalytics(admin) {
  const { query, choices, name } = useScope(admin);
  return (
    <AdminFrame
      title={t`Learning Analytics`}
      actions={
        <Button
          variant="secondary"
          to={admin.isSuperAdmin ? paths.adminQuizAnalytics() : paths.organizationQuizAnalytics()}
        >
          <Trans>Quiz Analytics</Trans>
        </Button>
      }
      description={name}
    >
      {choices}
      <OverviewCards query={query} />
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr] print:grid-cols-[2fr_1fr]">
        <TrendCard query={query} />
        <CategoriesCard query={query} />
      </div>
      <Section
        title={t`Top Performing Courses`}
        note={t`The ten courses with the most enrollments. Ratings are everyone's; revenue is the price times the enrollments.`}
      >
        <TopCoursesTable query={query} />
      </Section>
    </AdminFrame>
  );
});

/** Whose figures they are. */
type Of = Pick<ReturnType<typeof useScope>, 'query'>;
