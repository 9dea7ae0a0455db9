// Quiz results on the analytics pages: of all attempts, of each lesson, of each person.
import type { ReactNode } from 'react';
import type { LessonQuizFigures, QuizFigures, UserQuizFigures } from '#sync/contract/analytics.ts';
import { Link, useSearchParams } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { dateOf, personColumns } from '../frame/learners-table.tsx';
import { Bars } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { FigureCards, Section } from './figure-cards.tsx';
import { formatCount, formatPercent, formatSeconds, wholeSeconds } from './figure-labels.ts';
import { ChosenQuiz } from './question-analysis.tsx';

/** The figures of all attempts; skeletons without `summary`. */
function QuizSummaryCards({ summary }: { summary: QuizFigures | undefined }) {
  return (
    <FigureCards
      cards={[
        { name: 'Total Attempts', value: summary && formatCount(summary.totalAttempts) },
        { name: 'Average Score', value: summary && formatPercent(summary.averageScore) },
        { name: 'Pass Rate', value: summary && formatPercent(summary.passRate) },
        { name: 'Average Duration', value: summary && formatSeconds(summary.averageDurationMs) },
      ]}
    />
  );
}

/** The chart shows this many lessons; the table shows all. */
const MOST = 10;

type LessonsProps = { lessons: readonly LessonQuizFigures[] };

/** The pass rate of each quiz; nothing without a quiz. */
export function PassRates({ lessons }: LessonsProps) {
  if (lessons.length === 0) return null;
  const bars = lessons.slice(0, MOST).map(({ lessonId, lessonTitle, passRate, totalAttempts }) => {
    const value = `${formatPercent(passRate)} of ${formatCount(totalAttempts)}`;
    const part = { name: 'Pass rate', tone: 'accent', percent: passRate, value } as const;
    return { key: String(lessonId), label: lessonTitle, parts: [part] };
  });
  const rows = lessons.map(({ lessonTitle, courseTitle, passRate, totalAttempts }) => [
    `${lessonTitle} (${courseTitle})`,
    formatPercent(passRate),
    formatCount(totalAttempts),
  ]);
  return (
    <ChartFrame
      title="Pass Rates"
      note={`Share of attempts that passed${lessons.length > MOST ? `, the ${MOST} most answered lessons` : ''}.`}
      table={{ columns: ['Lesson', 'Pass Rate', 'Attempts'], rows }}
    >
      <Bars label="Pass rate per lesson" bars={bars} />
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
  { key: 'attempts', title: 'Attempts', isNumeric: true, value: ({ totalAttempts }) => totalAttempts },
  percentColumn('score', 'Average Score', ({ averageScore }) => averageScore),
  percentColumn('pass', 'Pass Rate', ({ passRate }) => passRate),
];

/** A link that shows the questions of a quiz on the same page. */
function QuestionsLink({ lessonId, lessonTitle }: LessonQuizFigures) {
  const [params] = useSearchParams();
  const chosen = new URLSearchParams(params);
  chosen.set('lessonId', String(lessonId));
  return (
    <Link to={`?${chosen}`} className="font-semibold text-accent-text hover:underline">
      {lessonTitle}
    </Link>
  );
}

const LESSON_COLUMNS: readonly Column<LessonQuizFigures>[] = [
  {
    key: 'lesson',
    title: 'Lesson',
    value: ({ lessonTitle }) => lessonTitle,
    cell: (row) => <QuestionsLink {...row} />,
  },
  { key: 'course', title: 'Course', value: ({ courseTitle }) => courseTitle },
  ...SCORES,
  {
    key: 'duration',
    title: 'Average Duration',
    isNumeric: true,
    value: ({ averageDurationMs }) => wholeSeconds(averageDurationMs),
    cell: ({ averageDurationMs }) => formatSeconds(averageDurationMs),
  },
];

type QuizLessonsProps = LessonsProps & {
  isOneCourse?: boolean;
  organizationId?: string | undefined;
  group?: string | undefined;
};

/** The results of each quiz, and the questions of the chosen one. `isOneCourse` hides the column of the course. */
export function QuizLessons({ lessons, isOneCourse = false, organizationId, group }: QuizLessonsProps) {
  return (
    <>
      <ChosenQuiz {...{ organizationId, group }} />
      <DataTable
        label="Quiz results per lesson"
        searchLabel="Search lessons"
        prefix="lesson"
        noun="lesson"
        rows={lessons}
        rowKey={({ lessonId }) => String(lessonId)}
        columns={isOneCourse ? LESSON_COLUMNS.filter(({ key }) => key !== 'course') : LESSON_COLUMNS}
        empty={<NoAttempts />}
      />
    </>
  );
}

const PEOPLE_COLUMNS: readonly Column<UserQuizFigures>[] = [
  ...personColumns<UserQuizFigures>(
    'Full Name',
    ({ fullName }) => fullName,
    ({ userId }) => userId,
  ),
  ...SCORES,
  { key: 'lessons', title: 'Lessons Attempted', isNumeric: true, value: ({ lessonsAttempted }) => lessonsAttempted },
  { key: 'last', title: 'Last Attempt', value: ({ lastAttemptAt }) => dateOf(lastAttemptAt) },
];

export function QuizPeople({ users }: { users: readonly UserQuizFigures[] }) {
  return (
    <DataTable
      label="Quiz results per user"
      searchLabel="Search users"
      prefix="user"
      noun="user"
      rows={users}
      rowKey={({ userId }) => userId}
      columns={PEOPLE_COLUMNS}
      empty={<NoAttempts />}
    />
  );
}

function NoAttempts() {
  return <EmptyState title="No quiz attempts yet">Figures appear as soon as someone submits a quiz.</EmptyState>;
}

type QuizReportProps = {
  data: { summary: QuizFigures; lessons: readonly LessonQuizFigures[] } | undefined;
  /** The results of each person. */
  people: ReactNode;
  /** Everyone's without one. */
  organizationId?: string;
  /** One of the organization's groups. */
  group?: string | undefined;
};

/** The quiz results of a page, with skeletons while they load. */
export function QuizReport({ data, people, organizationId, group }: QuizReportProps) {
  return (
    <>
      <QuizSummaryCards summary={data?.summary} />
      {data ? (
        <>
          <PassRates lessons={data.lessons} />
          <Section title="Per Lesson">
            <QuizLessons lessons={data.lessons} {...{ organizationId, group }} />
          </Section>
          <Section title="Per User">{people}</Section>
        </>
      ) : (
        <TableSkeleton label="Loading quiz analytics" />
      )}
    </>
  );
}
