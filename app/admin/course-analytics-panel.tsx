// One course in numbers (decisions 6, Z11): how far people come, where they stop, how the quizzes go, who is behind.
import { CourseAnalytics } from '#sync/contract/analytics.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/state-view.tsx';
import { CourseLearnersTable } from './analytics/course-learners.tsx';
import { DropOff } from './analytics/drop-off.tsx';
import { FigureCards } from './analytics/figure-cards.tsx';
import { countWords, percentWords } from './analytics/figure-words.ts';
import { PassRates } from './analytics/pass-rates.tsx';
import { QuizLessons } from './analytics/quiz-lessons.tsx';
import { Section } from './analytics/section.tsx';
import { useAsk } from './ask.ts';
import { TroubleView } from './trouble-view.tsx';
import { adminTexts } from './words.ts';

/** The Analytics tab of /admin/courses/{id}; stands inside an AdminGate. An org admin is told of their own people alone. */
export function CourseAnalyticsPanel({ courseId }: { courseId: number }) {
  const { data, trouble, again } = useAsk(`/api/admin/courses/${courseId}/analytics`, CourseAnalytics);
  if (trouble) return <TroubleView title={adminTexts.failedAnalytics} {...{ trouble, again }} />;
  if (data && isEmpty(data)) return <EmptyState title="Analytics data coming soon..." />;
  const figures = data ?? NOTHING;
  return (
    <div className="flex flex-col gap-8">
      <FigureCards
        isLoading={!data}
        cards={[
          { name: 'Enrollments', value: countWords(figures.enrollments), note: '' },
          {
            name: 'Completion Rate',
            value: percentWords(figures.completionRate),
            note: `${countWords(figures.completions)} completed`,
          },
          { name: 'Average Progress', value: percentWords(figures.averagePercent), note: '' },
          { name: 'Active Learners', value: countWords(figures.activeLearners), note: 'in the last 30 days' },
        ]}
      />
      {data ? <Details courseId={courseId} {...data} /> : <Skeleton className="h-screen" />}
    </div>
  );
}

const NOTHING: CourseAnalytics = {
  enrollments: 0,
  completions: 0,
  completionRate: 0,
  averagePercent: 0,
  activeLearners: 0,
  lessons: [],
  quizzes: [],
};

/** True for a course that nobody has touched. */
function isEmpty({ enrollments, lessons, quizzes }: CourseAnalytics): boolean {
  return enrollments === 0 && quizzes.length === 0 && lessons.every(({ started }) => started === 0);
}

function Details({ courseId, enrollments, lessons, quizzes }: CourseAnalytics & { courseId: number }) {
  return (
    <>
      <DropOff enrollments={enrollments} lessons={lessons} />
      <Section title="Quiz Results">
        <PassRates lessons={quizzes} />
        <QuizLessons lessons={quizzes} isOneCourse />
      </Section>
      <Section title="Who is Behind">
        <CourseLearnersTable courseId={courseId} />
      </Section>
    </>
  );
}
