// Enrollments and completions over time, with the enrollments of the time before behind them.
import { TREND_RANGES, type Trends } from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { adminTexts } from '../forms/messages.ts';
import { ChartFrame } from './chart-frame.tsx';
import { formatCount, formatPercent } from './figure-labels.ts';
import { LineChart, type Series } from './line-chart.tsx';

type Range = Trends['range'];

/** `span` is what its steps make together. */
const RANGES: Record<Range, { title: string; span: string; step: string; label: (from: Date) => string }> = {
  '30d': { title: 'Last 30 days', span: '30 days', step: 'day', label: (from) => day.format(from) },
  '90d': { title: 'Last 90 days', span: '13 weeks', step: 'week', label: (from) => `Week of ${day.format(from)}` },
  '1y': { title: 'Last year', span: '12 months', step: 'month', label: (from) => month.format(from) },
};

// The server counts in UTC.
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const OPTIONS = TREND_RANGES.map((range) => [range, RANGES[range].title] as const);

/** The range is in the address as `range`. */
export function TrendCard({ query }: { query: { organizationId?: string; group?: string } }) {
  const { filter, change } = useTableAddress();
  const range = filter('range', OPTIONS) || '30d';
  const { data, error, refetch } = useApiQuery(server.analytics.trends, { query: { ...query, range } });
  const choice = (
    <Choice
      isLabelHidden
      label="Range"
      value={range}
      onChange={(next) => change({ range: next === '30d' ? '' : next })}
      options={OPTIONS}
    />
  );
  return (
    <ChartFrame
      title="Enrollment Trends"
      note={`People who enrolled in a course and who completed one, by ${RANGES[range].step} (UTC); the dotted line is who enrolled ${RANGES[range].span} before.`}
      actions={choice}
      table={data && tableOf(data)}
    >
      {error ? (
        <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />
      ) : data ? (
        <Trend {...data} />
      ) : (
        <Skeleton className="h-104 sm:h-82" />
      )}
    </ChartFrame>
  );
}

function Trend(trends: Trends) {
  const { range, points, earlier } = trends;
  const { step, span, label } = RANGES[range];
  const labels = points.map(({ from }) => label(new Date(from)));
  const series = [
    { name: 'Enrollments', tone: 'accent', values: points.map(({ enrollments }) => enrollments) },
    { name: 'Completions', tone: 'complete', values: points.map(({ completions }) => completions) },
    { name: `Enrollments ${span} before`, tone: 'quiet', values: earlier.map(({ enrollments }) => enrollments) },
  ] satisfies Series[];
  const [enrolled, completed, before] = series.map(({ name, values }) => `${formatCount(sumOf(values))} ${name}`);
  return (
    <>
      <p className="font-semibold text-lg">{trendHeadline(trends)}</p>
      <LineChart
        description={`${enrolled} and ${completed} by ${step}, ${labels[0]} to ${labels.at(-1)}; ${before}`}
        step={step}
        labels={labels}
        series={series}
      />
    </>
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);

/** '112 enrollments in the last 30 days, 14% more than in the 30 days before.' */
export function trendHeadline({ range, points, earlier }: Trends): string {
  const { span } = RANGES[range];
  const [now, before] = [points, earlier].map((some) => sumOf(some.map(({ enrollments }) => enrollments))) as [
    number,
    number,
  ];
  const told = `${now === 0 ? 'No enrollments' : counted(now, 'enrollment')} in the last ${span}`;
  if (now === 0 && before === 0) return `${told} or the ${span} before.`;
  return `${told}, ${comparison(now, before)} in the ${span} before.`;
}

function comparison(now: number, before: number): string {
  if (now === 0 || before === 0) return before === 0 ? 'none' : formatCount(before);
  if (now === before) return 'as many as';
  if (now >= 2 * before) return now === 2 * before ? 'twice as many as' : `${timesOf(now / before)} times as many as`;
  const change = formatPercent(Math.max(1, (100 * Math.abs(now - before)) / before));
  return `${change} ${now > before ? 'more' : 'fewer'} than`;
}

const timesOf = (ratio: number) => ratio.toLocaleString('en', { maximumFractionDigits: 1 });

function tableOf({ range, points, earlier }: Trends) {
  const { step, span, label } = RANGES[range];
  return {
    columns: [step.charAt(0).toUpperCase() + step.slice(1), 'Enrollments', 'Completions', `Enrollments ${span} before`],
    rows: points.map(({ from, enrollments, completions }, at) => [
      label(new Date(from)),
      enrollments,
      completions,
      earlier[at]?.enrollments ?? 0,
    ]),
  };
}
