// Quiz results of all organizations (N1); `lessonId` in the address selects one quiz.
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { gated } from '../frame/admin-gate.tsx';
import { useScope } from '../frame/scope-choice.tsx';
import { QuizReport } from './quiz-figures.tsx';

export const QuizAnalyticsPage = gated('super', function QuizAnalytics(admin) {
  const scope = useScope(admin);
  return (
    <AdminFrame
      title="Quiz Analytics"
      description={scope.name}
      back={{ to: paths.analytics(), label: 'Back to Analytics' }}
      actions={<LessonChoice />}
    >
      <Figures scope={scope} />
    </AdminFrame>
  );
});

const figures = server.admin['quiz-analytics'];

/** The lesson in the address, and a function that changes it; '' for all lessons. */
function useChosenLesson(): [lessonId: string, choose: (lessonId: string) => void] {
  const [params, setParams] = useSearchParams();
  // Keeps the scope, and drops the searches and pages of the tables.
  const kept = [...params].filter(([key]) => ['organizationId', 'group'].includes(key));
  const choose = (lessonId: string) =>
    setParams({ ...Object.fromEntries(kept), ...(lessonId && { lessonId }) }, { replace: true });
  return [params.get('lessonId') ?? '', choose];
}

function LessonChoice() {
  const [lessonId, choose] = useChosenLesson();
  const { data } = useApiQuery(figures.summary);
  const lessons = data?.lessons ?? [];
  const isListed = lessonId === '' || lessons.some((lesson) => String(lesson.lessonId) === lessonId);
  return (
    <Choice
      isLabelHidden
      label="Lesson"
      className="w-72 max-w-full"
      value={lessonId}
      onChange={choose}
      options={[
        ['', 'All lessons'],
        ...(isListed ? [] : [[lessonId, `Lesson ${lessonId}`] as const]),
        ...lessons.map((lesson) => [String(lesson.lessonId), `${lesson.lessonTitle} (${lesson.courseTitle})`] as const),
      ]}
    />
  );
}

function Figures({ scope }: { scope: ReturnType<typeof useScope> }) {
  const [lessonId] = useChosenLesson();
  const query = { ...scope.query, ...(lessonId && { lessonId }) };
  const { data, error, refetch } = useApiQuery(figures.summary, { query });
  if (error) {
    const otherwise = 'Unknown error occurred';
    return <ApiErrorView title="Failed to load quiz analytics." {...{ error, refetch, otherwise }} />;
  }
  return (
    <>
      {scope.choices}
      <QuizReport {...{ data, query }} />
    </>
  );
}
