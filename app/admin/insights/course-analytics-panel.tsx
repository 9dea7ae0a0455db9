// Analytics of one course (P-6, R-Z11): progress, drop-off, quiz results, and who is behind.

import { plural, t } from '@lingui/core/macro';
import { type CourseAnalytics, TIMED_COMPLETIONS } from '#sync/contract/analytics.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { adminTexts } from '../forms/messages.ts';
import type { Admin } from '../lists/admin-gate.tsx';
import { LearnersTable } from '../lists/learners-table.tsx';
import { useScope } from '../lists/scope-choice.tsx';
import { DropOff, type DropOffProps } from './drop-off.tsx';
import { FigureCards, Section } from './figure-cards.tsx';
import { formatCount, formatPercent, formatSpan, middleHalf } from './figure-labels.ts';
import { aboutQuizzes, CourseQuizzes, PassRates } from './quiz-figures.tsx';

/** The Analytics tab of a course; org admins see only their own people. */
export function CourseAnalyticsPanel({ admin, courseId }: { admin: Admin; courseId: number }) {
  const { query, organizationId, group, choices } = useScope(admin);
  const peopleAt = (lessonId: number) => {
    const at = { course: courseId, stopped: lessonId, group: group?.id };
    return admin.isSuperAdmin ? paths.adminOrganization(organizationId, at) : paths.adminPeople(at);
  };
  return (
    <div className="flex flex-col gap-8">
      {choices}
      <Figures {...{ courseId, query }} peopleAt={organizationId === '' ? undefined : peopleAt} />
    </div>
  );
}

type FiguresProps = Pick<DropOffProps, 'peopleAt'> & { courseId: number; query: ReturnType<typeof useScope>['query'] };

function Figures({ courseId, query, peopleAt }: FiguresProps) {
  const { data, error, refetch } = useApiQuery(server.admin.courses[':id'].analytics, { ...byId(courseId), query });
  if (error) return <ApiErrorView title={adminTexts.failedAnalytics} {...{ error, refetch }} />;
  if (data && isEmpty(data)) return <EmptyState title={t`Analytics data coming soon...`} />;
  return (
    <>
      <FigureCards
        file={t`Course analytics`}
        cards={[
          {
            name: t`Enrollments`,
            about: t`People who started the course or were enrolled in it.`,
            value: data && formatCount(data.enrollments),
            note: '',
          },
          {
            name: t`Completion Rate`,
            about: t`Completed of all enrollments, also before a renewal.`,
            value: data && formatPercent(data.completionRate),
            note: data ? plural(data.completions, { one: '# completed', other: '# completed' }) : '',
          },
          {
            name: t`Average Progress`,
            about: t`The mean share of completed lessons, over all enrollments.`,
            value: data && formatPercent(data.averagePercent),
            note: '',
          },
          {
            name: t`Active Learners`,
            about: t`Enrolled people who made progress lately.`,
            value: data && formatCount(data.activeLearners),
            note: t`in the last 30 days`,
          },
          {
            name: t`Time to Complete`,
            about: t`The median from enrollment to completion, of the latest ${formatCount(TIMED_COMPLETIONS)} people.`,
            value: data && (data.timeToComplete ? formatSpan(data.timeToComplete.median) : '–'),
            note: data?.timeToComplete ? middleHalf(data.timeToComplete) : '',
          },
        ]}
      />
      {data ? (
        <>
          <DropOff began={data.began} lessons={data.lessons} peopleAt={peopleAt} />
          <Section title={t`Quiz Results`} note={aboutQuizzes(data.quizzes)}>
            <PassRates lessons={data.quizzes} />
            <CourseQuizzes lessons={data.quizzes} query={query} />
          </Section>
          <Section title={t`Who is Behind`}>
            <LearnersTable courseId={courseId} empty={<EmptyState title={t`No one is enrolled yet`} />} />
          </Section>
        </>
      ) : (
        <Skeleton className="h-screen" />
      )}
    </>
  );
}

/** True for a course that no one has started. */
function isEmpty({ enrollments, lessons, quizzes }: CourseAnalytics): boolean {
  return enrollments === 0 && quizzes.length === 0 && lessons.every(({ started }) => started === 0);
}
