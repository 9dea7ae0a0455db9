// Quiz results of all organizations (R-N1); `lessonId` in the address selects one quiz.
import { t } from '@lingui/core/macro';
import type { LessonQuizRow } from '#sync/contract/analytics.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Combobox, type Option, useCombobox } from '../../ui/form/combobox.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { gated } from '../lists/admin-gate.tsx';
import { useScope } from '../lists/scope-choice.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { QuizReport, useQuizResults } from './quiz-figures.tsx';

export const QuizAnalyticsPage = gated('super', function QuizAnalytics(admin) {
  const scope = useScope(admin);
  return (
    <AdminFrame
      title={t`Quiz Analytics`}
      description={scope.name}
      back={{ to: paths.analytics(), label: t`Back to Analytics` }}
      actions={<LessonChoice scope={scope} />}
    >
      <Figures scope={scope} />
    </AdminFrame>
  );
});

/** The lesson in the address, and a function that changes it; '' for all lessons. */
function useChosenLesson(): [lessonId: string, choose: (lessonId: string) => void] {
  const [params, setParams] = useSearchParams();
  // Keeps the scope, and drops the searches and pages of the tables.
  const kept = [...params].filter(([key]) => ['organizationId', 'group'].includes(key));
  const choose = (lessonId: string) =>
    setParams({ ...Object.fromEntries(kept), ...(lessonId && { lessonId }) }, { replace: true });
  return [params.get('lessonId') ?? '', choose];
}

/** Finds one of all quizzes that were answered. */
function LessonChoice({ scope }: { scope: Scope }) {
  const [lessonId, choose] = useChosenLesson();
  const box = useCombobox();
  const query = { search: box.search, sort: 'lesson' as const, limit: '20' };
  const { data, error, refetch } = useApiQuery(server.admin['quiz-analytics'].lessons, { query }, box.isOpen);
  const [chosen] = useQuizResults(queryOf(scope, lessonId)).data?.lessons ?? [];
  const all: Option = ['', t`All lessons`];
  const found = data?.lessons.map((lesson): Option => [String(lesson.lessonId), titleOf(lesson)]);
  const named = chosen && String(chosen.lessonId) === lessonId ? titleOf(chosen) : t`Lesson ${lessonId}`;
  return (
    <div className="w-72 max-w-full">
      <Combobox
        isLabelHidden
        label={t`Lesson`}
        box={box}
        value={lessonId}
        text={lessonId === '' ? all[1] : named}
        options={found && (box.search === '' ? [all, ...found] : found)}
        hasMore={data?.nextCursor != null}
        failure={error && !data ? { sentence: t`Failed to load quiz analytics.`, retry: refetch } : undefined}
        none={t`No lesson found.`}
        onChange={([id]) => choose(id)}
      />
    </div>
  );
}

const titleOf = ({ lessonTitle, courseTitle }: LessonQuizRow) => `${lessonTitle} (${courseTitle})`;

type Scope = ReturnType<typeof useScope>;

const queryOf = (scope: Scope, lessonId: string) => ({ ...scope.query, ...(lessonId && { lessonId }) });

function Figures({ scope }: { scope: Scope }) {
  const [lessonId] = useChosenLesson();
  const query = queryOf(scope, lessonId);
  const { data, error, refetch } = useQuizResults(query);
  if (error) {
    const otherwise = t`Unknown error occurred`;
    return <ApiErrorView title={t`Failed to load quiz analytics.`} {...{ error, refetch, otherwise }} />;
  }
  return (
    <>
      {scope.choices}
      <QuizReport {...{ data, query }} />
    </>
  );
}
