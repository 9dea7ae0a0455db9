// Analytics of one course (decisions 6, Z11): progress, drop-off, quiz results, and who is behind.

import type { CourseAnalytics } from '#sync/contract/analytics.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { LearnersTable } from '../frame/learners-table.tsx';
import { adminTexts } from '../frame/messages.ts';
import { type Bar, Bars } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { FigureCards, Section } from './figure-cards.tsx';
import { formatCount, formatPercent } from './figure-labels.ts';
import { PassRates, QuizLessons } from './quiz-figures.tsx';
import { percentOf } from './scale.ts';

/** How many learners started and completed each lesson, in the order of the course (Z11). */
function DropOff({ enrollments, lessons }: Pick<CourseAnalytics, 'enrollments' | 'lessons'>) {
  const named = lessons.map((lesson, at) => ({ ...lesson, label: `${at + 1}. ${lesson.title}` }));
  // Early learners have progress but no enrollment.
  const all = Math.max(enrollments, ...lessons.map(({ started }) => started));
  const bars = named.map(
    ({ lessonId, label, started, completed }): Bar => ({
      key: String(lessonId),
      label,
      parts: [
        { name: 'Started', tone: 'accent', percent: percentOf(started, all), value: `${formatCount(started)} started` },
        {
          name: 'Completed',
          tone: 'complete',
          percent: percentOf(completed, all),
          value: `${formatCount(completed)} completed`,
        },
      ],
    }),
  );
  const rows = named.map(({ label, started, completed }) => [label, formatCount(started), formatCount(completed)]);
  return (
    <ChartFrame
      title="Drop-off by Lesson"
      note={`How many of ${counted(all, 'learner')} began and completed each lesson.`}
      table={{ columns: ['Lesson', 'Started', 'Completed'], rows }}
    >
      <Bars label="Learners per lesson" bars={bars} />
    </ChartFrame>
  );
}

/** The Analytics tab of a course; org admins see only their own people. */
export function CourseAnalyticsPanel({ courseId }: { courseId: number }) {
  const { data, error, refetch } = useApiQuery(server.admin.courses[':id'].analytics, byId(courseId));
  if (error) return <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />;
  if (data && isEmpty(data)) return <EmptyState title="Analytics data coming soon..." />;
  return (
    <div className="flex flex-col gap-8">
      <FigureCards
        cards={[
          { name: 'Enrollments', value: data && formatCount(data.enrollments), note: '' },
          {
            name: 'Completion Rate',
            value: data && formatPercent(data.completionRate),
            note: data ? `${formatCount(data.completions)} completed` : '',
          },
          { name: 'Average Progress', value: data && formatPercent(data.averagePercent), note: '' },
          { name: 'Active Learners', value: data && formatCount(data.activeLearners), note: 'in the last 30 days' },
        ]}
      />
      {data ? (
        <>
          <DropOff enrollments={data.enrollments} lessons={data.lessons} />
          <Section title="Quiz Results">
            <PassRates lessons={data.quizzes} />
            <QuizLessons lessons={data.quizzes} isOneCourse />
          </Section>
          <Section title="Who is Behind">
            <LearnersTable courseId={courseId} empty={<EmptyState title="No one is enrolled yet" />} />
          </Section>
        </>
      ) : (
        <Skeleton className="h-screen" />
      )}
    </div>
  );
}

/** True for a course that no one has started. */
function isEmpty({ enrollments, lessons, quizzes }: CourseAnalytics): boolean {
  return enrollments === 0 && quizzes.length === 0 && lessons.every(({ started }) => started === 0);
}
