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

const NO_CHANGES = { totalCourses: null, activeLearners: null, completionRate: null, averageRating: null };
const NOTHING: AnalyticsOverview = {
  totalCourses: 0,
  activeLearners: 0,
  completionRate: 0,
  averageRating: 0,
  changes: NO_CHANGES,
};

/** The four figures of Learning Analytics, with what changed against the month before. */
export function OverviewCards() {
  const { data, trouble, again } = useAsk('/api/analytics/overview', AnalyticsOverview);
  if (trouble) return <TroubleView title={adminTexts.failedAnalytics} {...{ trouble, again }} />;
  const { totalCourses, activeLearners, completionRate, averageRating, changes } = data ?? NOTHING;
  return (
    <FigureCards
      isLoading={!data}
      cards={[
        {
          name: 'Total Courses',
          value: countWords(totalCourses),
          note: <ChangeNote change={changes.totalCourses} unit="%" />,
        },
        {
          name: 'Active Learners',
          value: countWords(activeLearners),
          note: <ChangeNote change={changes.activeLearners} unit="%" />,
        },
        {
          name: 'Completion Rate',
          value: percentWords(completionRate),
          note: <ChangeNote change={changes.completionRate} unit="%" />,
        },
        {
          name: 'Average Rating',
          value: averageRating.toFixed(1),
          note: <ChangeNote change={changes.averageRating} unit="" />,
        },
      ]}
    />
  );
}
