// How one organization's people do in quizzes (N2): an org admin's own; a super admin names one in the address.
import { paths } from '../../paths.ts';
import { useSearchParams } from '../../ui/router.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { AdminGate, NoOrganization } from '../frame/admin-gate.tsx';
import { OrganizationQuizPanel } from './organization-quiz-panel.tsx';

/** The page of /admin/organization/quiz-analytics. */
export function OrganizationQuizPage() {
  const [params] = useSearchParams();
  const asked = params.get('organizationId');
  return (
    <AdminGate opens="organization">
      {({ organization }) => {
        const organizationId = asked || organization?.id;
        if (!organizationId) return <NoOrganization />;
        return (
          <AdminFrame title="Organization Quiz Analytics" back={{ to: paths.admin(), label: 'Back to Dashboard' }}>
            <OrganizationQuizPanel organizationId={organizationId} isPage />
          </AdminFrame>
        );
      }}
    </AdminGate>
  );
}
