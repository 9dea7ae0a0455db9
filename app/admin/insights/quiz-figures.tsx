// Quiz results on the analytics pages: of all attempts, of each lesson, of each person.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type LessonQuizRow,
  QUIZ_LEAST_ATTEMPTS,
  type QuizFigures,
  TREND_STEP_DAYS,
  TREND_STEPS,
  type UserQuizFigures,
} from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiPages } from '../../api/use-api-query.ts';
import { Link, useSearchParams } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { dateOf, personColumns } from '../lists/learners-table.tsx';
import { useSampleMark } from '../lists/sample-mark.ts';
import { ROWS_AT_ONCE, ServerTable } from '../lists/server-table.tsx';
import { Bars } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { FigureCards, Section } from './figure-cards.tsx';
import { formatCount, formatPercent, formatSeconds, wholeSeconds } from './figure-labels.ts';
import { ChosenQuiz } from './question-analysis.tsx';
import { hasLine, Sparkline } from './sparkline.tsx';

/** The figures of all attempts; skeletons without `summary`. */
function QuizSummaryCards({ summary }: { summary: QuizFigures | undefined }) {
  return (
    <FigureCards
      file={t`Quiz Analytics`}
      cards={[
        {
          name: t`Total Attempts`,
          about: t`Submitted quizzes, repeated tries included.`,
          value: summary && formatCount(summary.totalAttempts),
        },
        {
          name: t`Average Score`,
          about: t`The mean score of all attempts.`,
          value: summary && formatPercent(summary.averageScore),
        },
        {
          name: t`Pass Rate`,
          about: t`The share of attempts that passed.`,
          value: summary && formatPercent(summary.passRate),
        },
        {
          name: t`Average Duration`,
          about: t`The mean time from opening to submitting, where it is known.`,
          value: summary && formatSeconds(summary.averageDurationMs),
        },
      ]}
    />
  );
}

/** The chart shows this many lessons; the table below it shows all. */
const MOST = 10;

/** Whose results, everyone's without an organization; of all quizzes, or of one. */
type QuizQuery = { organizationId?: string; group?: string; lessonId?: string };

/** The first page of quizzes and the figures of all, in the very answer that their table begins with. */
export function useQuizResults(query: QuizQuery) {
  const { pages, error, refetch } = useApiPages(server.admin['quiz-analytics'].lessons, {
    query: { ...query, limit: ROWS_AT_ONCE },
  });
  return { data: pages?.[0], error, refetch };
}

type LessonsProps = { lessons: readonly LessonQuizRow[] };

/** What the columns of quizzes count; a line is explained once one is drawn. */
export function aboutQuizzes(lessons: readonly LessonQuizRow[] = []): string {
  return lessons.some(({ trend }) => hasLine(trend))
    ? t`The lowest pass rate first; quizzes with fewer than ${QUIZ_LEAST_ATTEMPTS} attempts come last. Pass Rate counts every attempt, First Try only each person's first; its line shows the last ${TREND_STEPS} months.`
    : t`The lowest pass rate first; quizzes with fewer than ${QUIZ_LEAST_ATTEMPTS} attempts come last. Pass Rate counts every attempt, First Try only each person's first.`;
}

/** As on the overview, a few attempts make no quiz the worst. */
const worstFirst = (lessons: readonly LessonQuizRow[]) =>
  lessons.toSorted(
    (a, b) => Number(isRare(a)) - Number(isRare(b)) || a.passRate - b.passRate || b.totalAttempts - a.totalAttempts,
  );
const isRare = ({ totalAttempts }: LessonQuizRow) => totalAttempts < QUIZ_LEAST_ATTEMPTS;

/** The pass rates of the worst quizzes; nothing without a quiz. */
export function PassRates({ lessons }: LessonsProps) {
  if (lessons.length === 0) return null;
  const worst = worstFirst(lessons).slice(0, MOST);
  const bars = worst.map(({ lessonId, lessonTitle, passRate, totalAttempts }) => {
    const value = t`${formatPercent(passRate)} of ${formatCount(totalAttempts)}`;
    const part = { name: t`Pass rate`, tone: 'accent', percent: passRate, value } as const;
    return { key: String(lessonId), label: lessonTitle, parts: [part] };
  });
  const rows = worst.map(({ lessonTitle, courseTitle, passRate, totalAttempts }) => [
    `${lessonTitle} (${courseTitle})`,
    formatPercent(passRate),
    totalAttempts,
  ]);
  return (
    <ChartFrame
      title={t`Pass Rates`}
      note={
        lessons.length > MOST
          ? t`The share of attempts that passed, the lowest first, of the ${MOST} lowest. Quizzes with fewer than ${QUIZ_LEAST_ATTEMPTS} attempts come last.`
          : t`The share of attempts that passed, the lowest first. Quizzes with fewer than ${QUIZ_LEAST_ATTEMPTS} attempts come last.`
      }
      table={{ columns: [t`Lesson`, t`Pass Rate`, t`Attempts`], rows }}
    >
      <Bars label={t`Pass rate per lesson`} bars={bars} />
    </ChartFrame>
  );
}

export const percentColumn = <Row,>(key: string, title: string, percent: (row: Row) => number): Column<Row> => ({
  key,
  title,
  isNumeric: true,
  value: percent,
  cell: (row) => formatPercent(percent(row)),
});

type Scores = Omit<QuizFigures, 'averageDurationMs'>;

const SCORES: readonly Column<Scores>[] = [
  { key: 'attempts', title: t`Attempts`, isNumeric: true, value: ({ totalAttempts }) => totalAttempts },
  percentColumn('score', t`Average Score`, ({ averageScore }) => averageScore),
  percentColumn('pass', t`Pass Rate`, ({ passRate }) => passRate),
];

/** A link that shows the questions of a quiz on the same page. */
function QuestionsLink({ lessonId, lessonTitle }: LessonQuizRow) {
  const [params] = useSearchParams();
  const chosen = new URLSearchParams(params);
  chosen.set('lessonId', String(lessonId));
  return (
    <Link to={`?${chosen}`} className="py-1 font-semibold text-accent-text hover:underline">
      {lessonTitle}
    </Link>
  );
}

const LESSON_COLUMNS: readonly Column<LessonQuizRow>[] = [
  {
    key: 'lesson',
    title: t`Lesson`,
    value: ({ lessonTitle }) => lessonTitle,
    cell: (row) => <QuestionsLink {...row} />,
  },
  { key: 'course', title: t`Course`, value: ({ courseTitle }) => courseTitle },
  ...SCORES,
  {
    key: 'first',
    title: t`First Try`,
    isNumeric: true,
    value: ({ firstTryRate }) => firstTryRate,
    cell: ({ lessonTitle, firstTryRate, trend }) => (
      <span className="flex items-center justify-end gap-3">
        <Sparkline label={t`First tries of ${lessonTitle} passed by month`} values={trend} />
        <span className="w-11">{formatPercent(firstTryRate)}</span>
      </span>
    ),
  },
  ...Array.from({ length: TREND_STEPS }, (_, step): Column<LessonQuizRow> => {
    const days = (TREND_STEPS - step) * TREND_STEP_DAYS;
    const title = t`First Try, ${days} to ${days - TREND_STEP_DAYS} Days Ago`;
    return { key: `first-${step}`, title, value: ({ trend }) => trend[step] ?? null, isFileOnly: true };
  }),
  {
    key: 'duration',
    title: t`Average Duration`,
    isNumeric: true,
    value: ({ averageDurationMs }) => wholeSeconds(averageDurationMs),
    cell: ({ averageDurationMs }) => formatSeconds(averageDurationMs),
  },
];

const LESSON_TABLE = {
  label: t`Quiz results per lesson`,
  searchLabel: t`Search lessons`,
  prefix: 'lesson',
  noun: 'lesson' as const,
  rowKey: ({ lessonId }: LessonQuizRow) => String(lessonId),
  empty: <NoAttempts />,
};

/** The results of each quiz of one course, and the questions of the chosen one. */
export function CourseQuizzes({ lessons, query }: LessonsProps & { query: QuizQuery }) {
  const mark = useSampleMark();
  return (
    <>
      <ChosenQuiz organizationId={query.organizationId} group={query.group} />
      <DataTable
        {...LESSON_TABLE}
        mark={mark}
        rows={worstFirst(lessons)}
        columns={LESSON_COLUMNS.filter(({ key }) => key !== 'course')}
      />
    </>
  );
}

const PEOPLE_COLUMNS: readonly Column<UserQuizFigures>[] = [
  ...personColumns<UserQuizFigures>(t`Full Name`, ({ userId: id, fullName: name }) => ({ id, name })),
  ...SCORES,
  { key: 'lessons', title: t`Lessons Attempted`, isNumeric: true, value: ({ lessonsAttempted }) => lessonsAttempted },
  { key: 'last', title: t`Last Attempt`, value: ({ lastAttemptAt }) => dateOf(lastAttemptAt) },
];

/** The results of each person, the most active first. The server searches and sorts them. */
function QuizPeople({ query }: { query: QuizQuery }) {
  return (
    <ServerTable
      label={t`Quiz results per user`}
      keptAs="Quiz results per user"
      searchLabel={t`Search people`}
      prefix="user"
      noun="person"
      endpoint={server.admin['quiz-analytics'].people}
      args={{ query }}
      rowsIn="users"
      failed={t`Failed to load per-user analytics.`}
      otherwise={t`Failed to fetch per-user quiz analytics`}
      rowKey={({ userId }) => userId}
      columns={PEOPLE_COLUMNS}
      orders={['name', 'attempts', 'score', 'pass']}
      empty={<NoAttempts />}
    />
  );
}

function NoAttempts() {
  return (
    <EmptyState title={t`No quiz attempts yet`}>
      <Trans>Figures appear as soon as someone submits a quiz.</Trans>
    </EmptyState>
  );
}

type QuizReportProps = { data: ReturnType<typeof useQuizResults>['data']; query: QuizQuery };

/** The quiz results of a page, with skeletons while they load. */
export function QuizReport({ data, query }: QuizReportProps) {
  const { organizationId, group } = query;
  return (
    <>
      <QuizSummaryCards summary={data?.summary} />
      {data ? (
        <>
          <PassRates lessons={data.lessons} />
          <Section title={t`Per Lesson`} note={aboutQuizzes(data.lessons)}>
            <ChosenQuiz {...{ organizationId, group }} />
            <ServerTable
              {...LESSON_TABLE}
              endpoint={server.admin['quiz-analytics'].lessons}
              args={{ query }}
              rowsIn="lessons"
              failed={t`Failed to fetch quiz analytics`}
              columns={LESSON_COLUMNS}
              orders={['lesson', 'course', 'attempts', 'score', 'pass', 'first', 'duration']}
            />
          </Section>
          <Section title={t`Per User`} note={t`All attempts of each person, the most active first.`}>
            <QuizPeople query={query} />
          </Section>
        </>
      ) : (
        <TableSkeleton label={t`Loading quiz analytics`} />
      )}
    </>
  );
}
