// Enrollments and completions over time, with the enrollments of the time before behind them.
import { plural, t } from '@lingui/core/macro';
import { TREND_RANGES, type Trends } from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { locale } from '../../ui/language.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { adminTexts } from '../forms/messages.ts';
import { ChartFrame } from './chart-frame.tsx';
import { formatCount, formatPercent } from './figure-labels.ts';
import { LineChart, type Series } from './line-chart.tsx';

type Range = Trends['range'];

/** `span` is what its steps make together. */
const RANGES: Record<Range, { title: string; span: string; step: string; label: (from: Date) => string }> = {
  '30d': { title: t`Last 30 days`, span: t`30 days`, step: t`day`, label: (from) => day.format(from) },
  '90d': { title: t`Last 90 days`, span: t`13 weeks`, step: t`week`, label: (from) => t`Week of ${day.format(from)}` },
  '1y': { title: t`Last year`, span: t`12 months`, step: t`month`, label: (from) => month.format(from) },
};

// The server counts in UTC.
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

const OPTIONS = TREND_RANGES.map((range) => [range, RANGES[range].title] as const);

/** The range is in the address as `range`. */
export function TrendCard({ query }: { query: { organizationId?: string; group?: string } }) {
  const { filter, change } = useTableAddress();
  const range = filter('range', OPTIONS) || '30d';
  const { data, error, refetch } = useApiQuery(server.analytics.trends, { query: { ...query, range } });
  const choice = (
    <Choice
      isLabelHidden
      label={t`Range`}
      value={range}
      onChange={(next) => change({ range: next === '30d' ? '' : next })}
      options={OPTIONS}
    />
  );
  return (
    <ChartFrame
      title={t`Enrollment Trends`}
      note={t`People who enrolled in a course and who completed one, by ${RANGES[range].step} (UTC); the dotted line is who enrolled ${RANGES[range].span} before.`}
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
    { name: t`Enrollments`, tone: 'accent', values: points.map(({ enrollments }) => enrollments) },
    { name: t`Completions`, tone: 'complete', values: points.map(({ completions }) => completions) },
    { name: t`Enrollments ${span} before`, tone: 'quiet', values: earlier.map(({ enrollments }) => enrollments) },
  ] satisfies Series[];
  const [enrolled = '', completed = '', before = ''] = series.map(
    ({ name, values }) => `${formatCount(sumOf(values))} ${name}`,
  );
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  return (
    <>
      <p className="font-semibold text-lg">{trendHeadline(trends)}</p>
      <LineChart
        description={t`${enrolled} and ${completed} by ${step}, ${first} to ${last}; ${before}`}
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
  if (now === 0 && before === 0) return t`No enrollments in the last ${span} or the ${span} before.`;
  const told =
    now === 0
      ? t`No enrollments in the last ${span}`
      : plural(now, { one: `# enrollment in the last ${span}`, other: `# enrollments in the last ${span}` });
  if (before === 0) return t`${told}, none in the ${span} before.`;
  if (now === 0) return t`${told}, ${formatCount(before)} in the ${span} before.`;
  if (now === before) return t`${told}, as many as in the ${span} before.`;
  if (now === 2 * before) return t`${told}, twice as many as in the ${span} before.`;
  if (now > 2 * before) return t`${told}, ${timesOf(now / before)} times as many as in the ${span} before.`;
  const change = formatPercent(Math.max(1, (100 * Math.abs(now - before)) / before));
  return now > before
    ? t`${told}, ${change} more than in the ${span} before.`
    : t`${told}, ${change} fewer than in the ${span} before.`;
}

const timesOf = (ratio: number) => ratio.toLocaleString(locale, { maximumFractionDigits: 1 });

function tableOf({ range, points, earlier }: Trends) {
  const { step, span, label } = RANGES[range];
  return {
    columns: [
      step.charAt(0).toUpperCase() + step.slice(1),
      t`Enrollments`,
      t`Completions`,
      t`Enrollments ${span} before`,
    ],
    rows: points.map(({ from, enrollments, completions }, at) => [
      label(new Date(from)),
      enrollments,
      completions,
      earlier[at]?.enrollments ?? 0,
    ]),
  };
}
