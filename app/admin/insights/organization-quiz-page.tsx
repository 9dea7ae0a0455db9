// Quiz results of an organization (R-N2): a page of its own, and a tab of the organization's dashboard, which has its enrollments too.
import { t } from '@lingui/core/macro';
import type { LoadError } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { useGroupFilter } from '../forms/use-organizations.ts';
import { gated, NoOrganization, useWayHome } from '../lists/admin-gate.tsx';
import { GroupChoice } from '../lists/scope-choice.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { QuizReport, useQuizResults } from './quiz-figures.tsx';
import { TrendCard } from './trend-card.tsx';

/** How many enrolled lately, in one of its groups or in all of it. */
export const OrganizationTrend = ({ organizationId, group }: { organizationId: string; group: string | undefined }) => (
  <TrendCard query={{ organizationId, ...(group && { group }) }} />
);

type OrganizationQuizPanelProps = {
  organizationId: string;
  /** On its own page it names the organization, and sends those who may not see it home (P-14). */
  isPage?: boolean;
};

/** The quiz results; an org admin gets only those of their own organization. */
export function OrganizationQuizPanel({ organizationId, isPage = false }: OrganizationQuizPanelProps) {
  const { group } = useGroupFilter(organizationId, 'quiz');
  const query = { organizationId, ...(group && { group: group.id }) };
  const { data, error, refetch } = useQuizResults(query);
  useWayHome(isPage && isForeign(error));
  if (error) {
    const otherwise = error.kind === 'failed' ? error.statusLine : undefined;
    return <ApiErrorView title={t`Failed to fetch quiz analytics`} {...{ error, refetch, otherwise }} />;
  }
  return (
    <div className="flex flex-col gap-8">
      {isPage && <p className="-mt-4 min-h-6 text-ink-soft">{data?.organization?.name}</p>}
      <div className="-mb-4 empty:hidden sm:w-72">
        <GroupChoice organizationId={organizationId} prefix="quiz" />
      </div>
      <QuizReport {...{ data, query }} />
    </div>
  );
}

/** Another organization or an unknown one: the server's answer is the same. */
const isForeign = (error: LoadError | undefined) =>
  error?.kind === 'denied' || (error?.kind === 'failed' && error.code === 'organization_not_found');

export const OrganizationQuizPage = gated('organization', function QuizResults({ organization }) {
  const [params] = useSearchParams();
  const organizationId = params.get('organizationId') || organization?.id;
  if (!organizationId) return <NoOrganization />;
  return (
    <AdminFrame title={t`Organization Quiz Analytics`} back={{ to: paths.analytics(), label: t`Back to Analytics` }}>
      <OrganizationQuizPanel organizationId={organizationId} isPage />
    </AdminFrame>
  );
});
