import { CategoryShares } from '#sync/contract/analytics.ts';
import { categoryLabel } from '../../course-words.ts';
import { Bars } from '../../ui/chart/bars.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAsk } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { countWords, percentWords } from './figure-words.ts';
import { NoEnrollments } from './no-enrollments.tsx';

/** What share of the enrollments each category has. */
export function CategoriesCard() {
  const { data, trouble, again } = useAsk('/api/analytics/categories', CategoryShares);
  const categories = data?.categories ?? [];
  const rows = categories.map(({ category, percentage, enrollments }) => [
    categoryLabel(category),
    percentWords(percentage),
    countWords(enrollments),
  ]);
  const bars = categories.map(({ category, percentage }) => ({
    key: category,
    label: categoryLabel(category),
    parts: [{ name: 'Enrollments', tone: 'accent' as const, percent: percentage, value: percentWords(percentage) }],
  }));
  return (
    <ChartFrame title="Popular Categories" table={data && { columns: ['Category', 'Share', 'Enrollments'], rows }}>
      {trouble ? (
        <TroubleView title={adminTexts.failedAnalytics} {...{ trouble, again }} />
      ) : !data ? (
        <Skeleton className="h-48" />
      ) : bars.length === 0 ? (
        <NoEnrollments />
      ) : (
        <div className="min-h-48">
          <Bars label="Share of enrollments per category" bars={bars} />
        </div>
      )}
    </ChartFrame>
  );
}
