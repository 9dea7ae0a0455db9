import { AnalyticsOverview } from '#sync/contract/analytics.ts';
import { useAsk } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { FigureCards } from './figure-cards.tsx';
import { changeWords, countWords, percentWords } from './figure-words.ts';

type ChangeNoteProps = {
  /** Against the 30 days before; null with nothing to compare (decisions 5). */
  change: number | null;
  unit: '%' | '';
};

/** '+12% from last month', or '-'. */
function ChangeNote({ change, unit }: ChangeNoteProps) {
  if (change === null) {
    return (
      <>
        <span aria-hidden>-</span>
        <span className="sr-only">Nothing to compare with yet</span>
      </>
    );
  }
  return (
    <>
      <span className={`font-semibold tabular-nums ${change > 0 ? 'text-complete-text' : 'text-ink'}`}>
        {changeWords(change, unit)}
      </span>{' '}
      from last month
    </>
  );
}

/** The four figures of Learning Analytics, with what changed against the month before. */
export function OverviewCards() {
  const { data, trouble, again } = useAsk('/api/analytics/overview', AnalyticsOverview);
  if (trouble) return <TroubleView title={adminTexts.failedAnalytics} {...{ trouble, again }} />;
  const note = (of: keyof AnalyticsOverview['changes'], unit: '%' | '') =>
    data ? <ChangeNote change={data.changes[of]} unit={unit} /> : '';
  return (
    <FigureCards
      cards={[
        { name: 'Total Courses', value: data && countWords(data.totalCourses), note: note('totalCourses', '%') },
        { name: 'Active Learners', value: data && countWords(data.activeLearners), note: note('activeLearners', '%') },
        {
          name: 'Completion Rate',
          value: data && percentWords(data.completionRate),
          note: note('completionRate', '%'),
        },
        { name: 'Average Rating', value: data?.averageRating.toFixed(1), note: note('averageRating', '') },
      ]}
    />
  );
}
