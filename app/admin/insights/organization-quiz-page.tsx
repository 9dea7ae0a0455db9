// Quiz results of an organization (R-N2): a page of its own, and a tab of the organization's dashboard, which has its enrollments too.
import type { LoadError } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { gated, NoOrganization, useWayHome } from '../frame/admin-gate.tsx';
import { useGroupFilter } from '../frame/use-organizations.ts';
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
  const { filters, group } = useGroupFilter(organizationId, 'quiz');
  const address = useTableAddress('quiz');
  const query = { organizationId, ...(group && { group: group.id }) };
  const { data, error, refetch } = useQuizResults(query);
  useWayHome(isPage && isForeign(error));
  if (error) {
    const otherwise = error.kind === 'failed' ? error.statusLine : undefined;
    return <ApiErrorView title="Failed to fetch quiz analytics" {...{ error, refetch, otherwise }} />;
  }
  return (
    <div className="flex flex-col gap-8">
      {isPage && <p className="-mt-4 min-h-6 text-ink-soft">{data?.organization?.name}</p>}
      {filters.map(({ key, label, options }) => (
        <div key={key} className="-mb-4 sm:w-72">
          <Choice
            isLabelHidden
            label={label}
            value={group?.id ?? ''}
            options={options}
            onChange={(value) => address.change({ [key]: value })}
          />
        </div>
      ))}
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
    <AdminFrame title="Organization Quiz Analytics" back={{ to: paths.analytics(), label: 'Back to Analytics' }}>
      <OrganizationQuizPanel organizationId={organizationId} isPage />
    </AdminFrame>
  );
});
