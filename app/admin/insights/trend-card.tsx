import { TREND_RANGES, type Trends } from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { adminTexts } from '../frame/messages.ts';
import { ChartFrame } from './chart-frame.tsx';
import { formatCount } from './figure-labels.ts';
import { LineChart, type Series } from './line-chart.tsx';

type Range = Trends['range'];

const RANGES: Record<Range, { title: string; step: string; label: (from: Date) => string }> = {
  '30d': { title: 'Last 30 days', step: 'day', label: (from) => day.format(from) },
  '90d': { title: 'Last 90 days', step: 'week', label: (from) => `Week of ${day.format(from)}` },
  '1y': { title: 'Last year', step: 'month', label: (from) => month.format(from) },
};

// The server counts in UTC.
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const isRange = (text: string): text is Range => TREND_RANGES.some((range) => range === text);

/** Enrollments and completions over time; the range is in the address as `range`. */
export function TrendCard() {
  const { read, change } = useTableAddress();
  const asked = read('range');
  const range = isRange(asked) ? asked : '30d';
  const { data, error, refetch } = useApiQuery(server.analytics.trends, { query: { range } });
  const choice = (
    <Choice
      label="Range"
      value={range}
      onChange={(next) => change({ range: next === '30d' ? '' : next })}
      options={TREND_RANGES.map((each) => [each, RANGES[each].title])}
    />
  );
  return (
    <ChartFrame title="Enrollment Trends" actions={choice} table={data && tableOf(data)}>
      {error ? (
        <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />
      ) : data ? (
        <Trend {...data} />
      ) : (
        <Skeleton className="h-82 sm:h-72" />
      )}
    </ChartFrame>
  );
}

function Trend({ range, points }: Trends) {
  const labels = points.map(({ from }) => RANGES[range].label(new Date(from)));
  const series: Series[] = [
    { name: 'Enrollments', tone: 'accent', values: points.map(({ enrollments }) => enrollments) },
    { name: 'Completions', tone: 'complete', values: points.map(({ completions }) => completions) },
  ];
  const sums = series.map(({ name, values }) => `${formatCount(values.reduce((sum, one) => sum + one, 0))} ${name}`);
  return (
    <LineChart
      description={`${sums.join(' and ')} by ${RANGES[range].step}, ${labels[0]} to ${labels.at(-1)}`}
      step={RANGES[range].step}
      labels={labels}
      series={series}
    />
  );
}

function tableOf({ range, points }: Trends) {
  const { step, label } = RANGES[range];
  return {
    columns: [step.charAt(0).toUpperCase() + step.slice(1), 'Enrollments', 'Completions'],
    rows: points.map(({ from, enrollments, completions }) => [
      label(new Date(from)),
      formatCount(enrollments),
      formatCount(completions),
    ]),
  };
}
